"""A strategy of one's own: a chart to play by, as a file, and as decisions for every hand."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
