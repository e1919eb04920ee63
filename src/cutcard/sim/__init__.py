"""The simulator: a kernel that walks tables, its runners on cores, a GPU and a cluster, its results.

`plan` says what is simulated, `engine` adds up units of work, `runs` decides how many, `results` says
what the totals mean.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="sim")
