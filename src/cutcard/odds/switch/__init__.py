"""Blackjack Switch: two linked hands, whose second cards may change places.

The door is lazy: what needs no compiled kernel is answered without loading any.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
