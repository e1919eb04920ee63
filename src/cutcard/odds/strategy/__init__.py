"""A strategy of one's own: a chart to play by, as a file, and as decisions for every hand."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
