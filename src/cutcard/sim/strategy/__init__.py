"""How a simulated player plays: the basic chart, or a chart of one's own.

The door is lazy: a chart that was kept is read without loading the analyser that made it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
