"""The main game solved: best play, exact value, splits, insurance, spread.

The door is lazy: what needs no compiled kernel is answered without loading any.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
