"""How a simulated player plays: the basic chart, or a chart of one's own.

The door is lazy: a chart that was kept is read without loading the analyser that made it.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="sim")
