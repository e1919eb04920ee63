"""The simulator: a kernel that walks tables, its runners on cores, a GPU and a cluster, its results.

`plan` says what is simulated, `engine` adds up units of work, `runs` decides how many, `results` says
what the totals mean.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
