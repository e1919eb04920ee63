"""The house over HTTP: commands and views as JSON, updates as server-sent events, for every role."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
