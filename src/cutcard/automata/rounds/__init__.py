"""A whole round of one box as a machine driven by cards."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
