"""The analyser: exact probabilities, optimal play, edges, charts and par sheets.

It asks the rules and the wagers themselves, through `automata`; no price and no rule is stated here.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
