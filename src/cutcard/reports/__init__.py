"""What goes on paper or into a picture: par sheets, charts, plots."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="reports")
