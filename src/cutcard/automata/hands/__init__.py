"""Hands tabulated: the player's and the dealer's, by what the rules can tell apart."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
