"""The analyser: exact probabilities, optimal play, edges, charts and par sheets.

It asks the rules and the wagers themselves, through `automata`; no price and no rule is stated here.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
