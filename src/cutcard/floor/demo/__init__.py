"""The demonstration casino: a table of every game and variation, from submissions that were checked.

Its money is play money, and its store says so: it never shares one with a live floor.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
