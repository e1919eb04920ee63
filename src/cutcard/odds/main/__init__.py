"""The main game solved: best play, exact value, splits, insurance, spread.

The door is lazy: what needs no compiled kernel is answered without loading any.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
