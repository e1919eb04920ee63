"""The record of a table: events as JSON lines, checked against the rules, redacted while in play."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
