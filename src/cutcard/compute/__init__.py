"""What odds and the simulator share: values cached by digest, and digests of code by its imports."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
