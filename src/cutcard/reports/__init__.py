"""What goes on paper or into a picture: par sheets, charts, plots."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
