"""What the law data asks of tests and of people: requirements proven, and the opening checklist."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
