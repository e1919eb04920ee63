"""The desk: everything of odds that a page, a table or the floor asks for, one turn at a time.

Whoever asks is told at once: the result, that it is being computed and how many come before it, or why
there is none. Jobs wait in one line: the more urgent first, then whose asker has the fewest before it,
then who came first. A job that goes by steps gives way after each. What nobody looks at any more is not
computed. One process does the work (`reckoning`); answers are kept on disk by the odds' own cache, and
here, while there is room.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Final, Literal, TypeVar

import structlog
from starlette.requests import Request

from cutcard.web.odds_desk.worker import MOST_WAITING, Gone, OddsJob, Reckoner, WorkerTurn

NOW: Final = 0
"""For somebody in the middle of a hand."""
SOON: Final = 1
"""For a page about one thing."""
LATER: Final = 2
"""For lists, and for the floor's figures."""
MOST_EACH: Final = 16
"""Of one asker; what the house asks by itself is not counted."""
MOST_BYTES: Final = 32_000_000
"""Of results that are kept here."""
SMALL: Final = 1_000
"""What a result takes beside itself."""
FORGOTTEN_SECONDS: Final = 60.0
"""What nobody asked for again after so long is not computed."""
AGAIN_SECONDS: Final = 30.0
"""After a fault nobody tries again for so long."""
MOST_FAULTS: Final = 100
IDLE_SECONDS: Final = 240.0
"""A process without work ends after so long, and gives its memory back."""
PATIENCE_SECONDS: Final = 0.3
"""How long a page waits before it says that something is being computed."""
LOOK_SECONDS: Final = 0.05
FAULT: Final = "odds: they could not be computed, which has been logged; try again in a minute"
FULL: Final = "odds: too many requests are being computed; try again in a minute"
CLOSED: Final = "odds: the house is closing; try again when it is open"
YOURS: Final = f"odds: {MOST_EACH} of your requests are being computed; wait for one to finish"
Found = TypeVar("Found")
log = structlog.get_logger("cutcard.web")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the desk says to a job."""

    state: Literal["done", "computing", "none", "refused"]
    value: Any = None
    """The result; while it is computed what is known of it so far, if anything."""
    said: str = ""
    """How far it is, or why there is nothing."""

    @property
    def is_done(self) -> bool:
        """Whether it is the whole result."""
        return self.state == "done"

    @property
    def is_waiting(self) -> bool:
        """Whether it is worth while to ask again."""
        return self.state == "computing"


@dataclass(slots=True)
class _Standing:
    """A job in the line, or at its turn."""

    job: OddsJob
    number: int
    urgency: int
    by: str
    rank: int
    """How many of the same asker stood before it."""
    asked: float
    made: int = 0
    """Steps that are behind it."""
    is_at_work: bool = False
    part: Any = None
    said: str = ""

    @property
    def order(self) -> tuple[bool, int, int, int]:
        return (not self.is_at_work, self.urgency, self.rank, self.number)


class OddsDesk:
    """What is known, what waits, and the thread that hands jobs to the process."""

    def __init__(self, *, works: bool = True) -> None:
        """Nothing is started before it is needed; a desk that does not work only takes jobs."""
        self._changed = threading.Condition()
        self._standing: dict[OddsJob, _Standing] = {}
        self._kept: OrderedDict[OddsJob, tuple[Reply, int]] = OrderedDict()
        self._size = 0
        self._faults: OrderedDict[OddsJob, float] = OrderedDict()
        self._numbers = count()
        self._works = works
        self.patience = PATIENCE_SECONDS if works else 0.0
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self.reckoner = Reckoner()

    def ask(self, job: OddsJob, *, urgency: int = SOON, by: str = "") -> Reply:
        """A job's result, or how it stands; `by` is who asks, where one could ask for anything."""
        with self._changed:
            if (kept := self._kept.get(job)) is not None:
                self._kept.move_to_end(job)
                return kept[0]
            standing = self._standing.get(job)
            if standing is None:
                if (refused := self._refused(job, by)) is not None:
                    return refused
                standing = self._admit(job, urgency, by)
            standing.asked = time.monotonic()
            standing.urgency = min(standing.urgency, urgency)
            return self._how(standing)

    def _refused(self, job: OddsJob, by: str) -> Reply | None:
        if self._is_closed:
            return Reply("none", said=CLOSED)
        if time.monotonic() < self._faults.get(job, 0.0):
            return Reply("none", said=FAULT)
        self._forget()
        if len(self._standing) >= MOST_WAITING:
            return Reply("refused", said=FULL)
        if by and self._of(by) >= MOST_EACH:
            return Reply("refused", said=YOURS)
        return None

    def _of(self, by: str) -> int:
        return sum(each.by == by for each in self._standing.values())

    def _admit(self, job: OddsJob, urgency: int, by: str) -> _Standing:
        rank = self._of(by) if by else 0
        made = _Standing(job, next(self._numbers), urgency, by, rank, time.monotonic())
        self._standing[job] = made
        if self._works and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
            self._thread.start()
        self._changed.notify()
        return made

    def _how(self, standing: _Standing) -> Reply:
        if not standing.is_at_work and not standing.said:
            before = sum(each.order < standing.order for each in self._standing.values())
            return Reply(
                "computing", standing.part, f"queued, {before} ahead" if before else "queued, next"
            )
        return Reply("computing", standing.part, standing.said)

    def _forget(self) -> None:
        """Leave out what nobody looks at any more."""
        since = time.monotonic() - FORGOTTEN_SECONDS
        for job, each in list(self._standing.items()):
            if each.asked < since and not each.is_at_work:
                del self._standing[job]

    def _run(self) -> None:
        while not self._is_closed:
            standing = self._next()
            if standing is None:
                self.reckoner.let_go()
                continue
            try:
                turn = self.reckoner.turn(standing.job, partial(self._far, standing), standing.made)
            except Gone as gone:
                turn = WorkerTurn("fault", str(gone), 0)
            except Exception as error:  # what was sent cannot be read: the next one begins anew
                self.reckoner.let_go()
                turn = WorkerTurn("fault", repr(error), 0)
            self._end_turn(standing, turn)
        self.reckoner.let_go()

    def _next(self) -> _Standing | None:
        """Whose turn it is; None where there was nobody for long."""
        until = time.monotonic() + IDLE_SECONDS
        with self._changed:
            while not self._is_closed:
                self._forget()
                if self._standing:
                    found = min(self._standing.values(), key=lambda each: each.order)
                    found.is_at_work = True
                    return found
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(left)
        return None

    def _far(self, standing: _Standing, said: str) -> None:
        with self._changed:
            standing.said = said

    def _end_turn(self, standing: _Standing, turn: WorkerTurn) -> None:
        with self._changed:
            standing.is_at_work = False
            if turn.state == "part":
                standing.part = turn.value
                standing.made += 1
                standing.number = next(self._numbers)
                return
            self._standing.pop(standing.job, None)
            if turn.state == "fault":
                if not self._is_closed:
                    log.error("odds", job=repr(standing.job)[:300], fault=turn.value)
                self._faults[standing.job] = time.monotonic() + AGAIN_SECONDS
                while len(self._faults) > MOST_FAULTS:
                    self._faults.popitem(last=False)
                return
            reply = Reply("done", turn.value) if turn.state == "done" else Reply("none", said=turn.value)
            self._keep(standing.job, reply, turn.size + len(repr(standing.job)) + SMALL)

    def _keep(self, job: OddsJob, reply: Reply, size: int) -> None:
        self._kept[job] = (reply, size)
        self._size += size
        while self._size > MOST_BYTES and len(self._kept) > 1:
            _, (_, gone) = self._kept.popitem(last=False)
            self._size -= gone

    def close(self) -> None:
        """Let go of the process; what it was at is computed another time."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self.reckoner.end()
        if self._thread is not None:
            self._thread.join(5)


def desk_of(request: Request) -> OddsDesk:
    """The desk of the house that a request came to."""
    found: OddsDesk = request.app.state.desk
    return found


async def patient(
    look: Callable[[], Awaitable[Found]],
    waits: Callable[[Found], bool],
    seconds: float,
) -> Found:
    """What is found once it waits for nothing more, or after so long; the loop goes on meanwhile."""
    until = time.monotonic() + seconds
    while waits(found := await look()) and time.monotonic() < until:
        await asyncio.sleep(LOOK_SECONDS)
    return found
