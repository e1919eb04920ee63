"""Live tables: one writer, group commit, updates to whoever follows, and the automatic dealer's clock.

`Floor.submit` returns when a command is durable; `Floor.view` and `Floor.follow` tell each person what
they may see, and nothing else.
"""

from cutcard.floor.live.floor import Floor
from cutcard.floor.live.publish.hub import AtOnce, TooSlow, Update
from cutcard.floor.live.requests import Answer, Asked
from cutcard.floor.live.state import Live, Policy
from cutcard.floor.live.writer import Unavailable

__all__ = ["Answer", "Asked", "AtOnce", "Floor", "Live", "Policy", "TooSlow", "Unavailable", "Update"]
