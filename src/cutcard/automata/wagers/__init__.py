"""Side wagers tabulated: over card identities, and over records of finished rounds."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
