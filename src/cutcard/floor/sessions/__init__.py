"""Sessions: a live table as data, command by command, with what must happen (docs/cases.md)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
