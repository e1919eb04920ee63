"""Par sheets: every wager that one table offers with its odds, as HTML and PDF."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="reports")
