"""How long the automatic dealer waits for people, and until when: the clock keeps it, pages tell it."""

from __future__ import annotations

from typing import Any

from cutcard.floor.live.state import Live
from cutcard.table import Awaits, AwaitsBets, AwaitsChore, AwaitsDecision, AwaitsFollowers

Plain = dict[str, Any]


def patience(live: Live, awaited: Awaits) -> int | None:
    """Seconds without an event after which the automatic dealer goes on; None where nothing presses."""
    if live.table.settings.chores != "automatic":
        return None
    match awaited:
        case AwaitsBets(may_start=True):
            return live.policy.start_seconds
        case AwaitsChore() if live.table.round is None and live.table.bets:
            return live.policy.start_seconds
        case AwaitsDecision() | AwaitsFollowers():
            return live.policy.decision_seconds
    return None


def clock(live: Live, awaited: Awaits) -> Plain | None:
    """The moment at which the dealer goes on, in milliseconds, and how many seconds that is in all."""
    seconds = patience(live, awaited)
    return None if seconds is None else {"at": live.at + 1000 * seconds, "seconds": seconds}
