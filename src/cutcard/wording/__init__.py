"""A person's word for every wager, outcome, command and event: one vocabulary for all who show them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
