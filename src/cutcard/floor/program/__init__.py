"""The program itself as evidence: what is installed, held against what was released and signed."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
