"""The program itself as evidence: what is installed, held against what was released and signed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
