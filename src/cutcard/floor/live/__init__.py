"""Live tables: one writer, group commit, updates to whoever follows, and the automatic dealer's clock.

`Floor.submit` returns when a command is durable; `Floor.view` and `Floor.follow` tell each person what
they may see, and nothing else.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
