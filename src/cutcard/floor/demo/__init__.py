"""The demonstration casino: a table of every game and variation, from submissions that were checked.

Its money is play money, and its store says so: it never shares one with a live floor.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
