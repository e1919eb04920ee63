"""Cutcard: the open reference implementation of regulated twenty-one.

`settle`, `check`, `law`, `odds`, `sim` and `table` are what people import; every answer is a `Result`,
and every error that a caller can cause a `RequestError`.
"""

import lazy_loader

__version__ = "0.6.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
