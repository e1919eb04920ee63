"""Par sheets: every wager that one table offers with its odds, as HTML and PDF."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
