"""One fixed way to play, for whoever must play somehow: bots, neighbours, exercises.

It is no advice: no table of a strategy is written down here.
"""

from __future__ import annotations

from typing import Final

from cutcard.rules.actions import Action

STANDS_FROM: Final = 17
SIMPLE_PLAY: Final = f"hit below {STANDS_FROM}, stand on {STANDS_FROM} or more, take no offer"


def simple_play(total: int) -> Action:
    """What is done with a hand of this total: hit below 17, else stand."""
    return Action.HIT if total < STANDS_FROM else Action.STAND
