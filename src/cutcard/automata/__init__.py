"""Rules and wagers tabulated for fast walking: outcomes over card identities, hands as automata.

Everything here is made from the functions of `rules` and `wagers`, and named by a digest of them.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
