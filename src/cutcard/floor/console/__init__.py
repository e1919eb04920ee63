"""The dealer's console: what a table awaits now in words, what may be done about it, what is paid.

All of it is asked of the table itself: a command is shown where the table would take it, an irregularity
where the document knows it, an amount as the settlement figures it.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
