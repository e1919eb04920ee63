"""`cutcard settle --interactive`: a round dealt by asking for it.

The door is lazy: a round that is settled from a file loads none of it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
