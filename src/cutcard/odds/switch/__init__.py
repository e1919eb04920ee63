"""Blackjack Switch: two linked hands, whose second cards may change places.

The door is lazy: what needs no compiled kernel is answered without loading any.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
