"""Hands tabulated: the player's and the dealer's, by what the rules can tell apart."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
