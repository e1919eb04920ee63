"""The automatic dealer's clock: rounds begin, and nobody keeps a table waiting for ever.

Each act is asked for like any other command, under a key made of the table's version and on that version
alone: however many processes watch a table, the act happens once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Final

import structlog

from cutcard.floor.live.commands import CLOCK, CommandRequest
from cutcard.floor.live.floor import Floor
from cutcard.floor.live.state import Live
from cutcard.floor.live.view import patience
from cutcard.floor.live.writer import NotStored
from cutcard.rules import Action
from cutcard.shoe import By, Role
from cutcard.table import AwaitsDecision, AwaitsFollowers, awaits, legal

LOOK_SECONDS: Final = 0.25
AGAIN_SECONDS: Final = 5.0
"""A table whose act was refused is tried again so much later: its meter may be live by then."""
MOST_AT_ONCE: Final = 32
DEALER: Final = By(Role.DEALER)
log = structlog.get_logger("cutcard.floor")

Body = Mapping[str, object]


class ClockWatch:
    """How long each table has waited as this process saw it: a clock that is set does not matter."""

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._since: dict[str, tuple[int, float]] = {}
        self._refused: dict[str, tuple[int, float]] = {}

    def refused(self, live: Live) -> bool:
        """Leave the table alone for a while; whether it is refused for the first time at its version."""
        before, _ = self._refused.get(live.name, (-1, 0.0))
        self._refused[live.name] = live.version, self._ticks()
        return before != live.version

    def leaves_alone(self, live: Live) -> bool:
        """Whether the table refused, as it stands, a moment ago."""
        version, at = self._refused.get(live.name, (-1, 0.0))
        return version == live.version and self._ticks() < at + AGAIN_SECONDS

    def waited(self, live: Live) -> float:
        """Seconds since the table was first seen at its version."""
        now = self._ticks()
        version, since = self._since.get(live.name, (-1, now))
        if version != live.version:
            since = now
            self._since[live.name] = live.version, now
        return now - since


def overdue(live: Live, now: int, waited: float) -> tuple[By, Body] | None:
    """What the automatic dealer does at a table that has waited too long; None while it may wait."""
    policy = live.policy
    if live.table.settings.chores != "automatic":
        return None
    if live.absent and live.table.round is None:
        return By(Role.PLAYER, live.absent), {"do": "leave"}
    if waited < min(policy.start_seconds, policy.decision_seconds):
        return None
    awaited = awaits(live.table, live.seconds(now))
    limit = patience(live, awaited)
    if limit is None or waited < limit:
        return None
    match awaited:
        case AwaitsDecision():
            return _for_player(live, awaited)
        case AwaitsFollowers(box=box, players=players):
            return By(Role.PLAYER, players[0]), {"do": "follow", "box": box}
    return DEALER, {"do": "start_round"}


def _for_player(live: Live, awaited: AwaitsDecision) -> tuple[By, Body]:
    """Stand, or let the offer pass, in the name of whoever is asked."""
    box = next(iter(awaited.offers))
    round_box = live.table.in_play().box(box)
    assert round_box is not None
    by = By(Role.PLAYER, round_box.bet.player)
    if awaited.is_offer or awaited.hand is None:
        return by, {"do": "decline", "box": box}
    actions = legal(live.table, box)
    action = Action.STAND if Action.STAND in actions else actions[0]
    return by, {"do": str(action), "box": box}


async def deal(floor: Floor) -> None:
    """Watch every table until cancelled; what goes wrong at one stops no other."""
    watch = ClockWatch()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = int(time.time() * 1000)
        due = [(live, act) for live in floor.lives if (act := _due(live, now, watch)) is not None]
        for first in range(0, len(due), MOST_AT_ONCE):
            batch = due[first : first + MOST_AT_ONCE]
            await asyncio.gather(*(_act(floor, watch, *each) for each in batch))


def _due(live: Live, now: int, watch: ClockWatch) -> tuple[By, Body] | None:
    waited = watch.waited(live)
    if watch.leaves_alone(live):
        return None
    try:
        return overdue(live, now, waited)
    except Exception as problem:
        if watch.refused(live):
            log.exception("clock", table=live.name, problem=str(problem))
        return None


async def _act(floor: Floor, watch: ClockWatch, live: Live, act: tuple[By, Body]) -> None:
    by, body = act
    request = CommandRequest(by, body, f"{CLOCK}{live.version}", live.version, by_clock=True)
    try:
        answer = await floor.submit(live.name, request)
    except Exception as problem:
        if watch.refused(live):
            is_known = isinstance(problem, NotStored)
            log.warning("clock", table=live.name, problem=str(problem), exc_info=not is_known)
        return
    if answer.status == "refused" and watch.refused(live):
        log.warning("clock refused", table=live.name, body=dict(body), refusal=str(answer.refusal))
