"""Live tables: one writer, group commit, updates to whoever follows, and the automatic dealer's clock.

`Floor.submit` returns when a command is durable; `Floor.view` and `Floor.follow` tell each person what
they may see, and nothing else.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
