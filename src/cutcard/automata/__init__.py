"""Rules and wagers tabulated for fast walking: outcomes over card identities, hands as automata.

Everything here is made from the functions of `rules` and `wagers`, and named by a digest of them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
