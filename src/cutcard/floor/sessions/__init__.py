"""Sessions: a live table as data, command by command, with what must happen (docs/cases.md)."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
