"""The house over HTTP: commands and views as JSON, updates as server-sent events, for every role."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
