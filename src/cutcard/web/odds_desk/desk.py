"""The odds desk: a queue of odds computations for pages, tables and the floor.

`ask` never waits. It returns the result, the state of the computation (how far it is, or how many jobs
are ahead), or the reason why there is no result. The queue is ordered by urgency, then by how many jobs
the same person already has in it, then by arrival. A job in steps lets others go first after each step,
and a job that nobody has asked about for a while is dropped.

There are two lanes, each with a queue and a worker process (`worker`) of its own: `quick` for what a
person waits for and what a double answers in moments, `exact` for rationals that take their time. A job
of the exact lane may have a `first` one, whose result stands in until it is done. Answers are cached on
disk by the odds room, and in memory here up to a limit.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, Final, Literal, TypeVar

import structlog
from starlette.requests import Request

from cutcard.web.odds_desk.worker import MOST_WAITING, Gone, Lane, OddsJob, Reckoner, WorkerTurn

NOW: Final = 0
"""For somebody in the middle of a hand."""
SOON: Final = 1
"""For a page about one thing."""
LATER: Final = 2
"""For lists, and for the floor's figures."""
AHEAD: Final = 4
"""For what nobody has asked for yet."""
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
Result = TypeVar("Result")
log = structlog.get_logger("cutcard.web")


@dataclass(frozen=True, slots=True)
class Reply:
    """The desk's answer to a job: its result, its progress, or the reason why there is none."""

    state: Literal["done", "computing", "none", "refused"]
    value: Any = None
    """The result; while it is computed what is known of it so far, if anything."""
    message: str = ""
    """How far it is, or why there is no result."""

    @property
    def is_done(self) -> bool:
        """Whether it is the whole result."""
        return self.state == "done"

    @property
    def is_waiting(self) -> bool:
        """Whether the result is still being computed, so that asking again is worth while."""
        return self.state == "computing"


@dataclass(slots=True)
class _Standing:
    """A job in the queue, or the one being computed."""

    job: OddsJob
    lane: Lane
    number: int
    urgency: int
    by: str
    rank: int
    """How many jobs of the same person were ahead of it in the queue when it came."""
    last_asked: float
    """When somebody last asked for it, by the monotonic clock."""
    steps_done: int = 0
    is_at_work: bool = False
    part: Any = None
    progress: str = ""
    """How far it is, as the worker last reported."""

    @property
    def order(self) -> tuple[bool, int, int, int]:
        return (not self.is_at_work, self.urgency, self.rank, self.number)


class OddsDesk:
    """Results in memory, the queues, and the threads that pass jobs to the worker processes."""

    def __init__(self, *, works: bool = True) -> None:
        """A worker starts with its first job; without `works`, jobs are queued and never computed."""
        self._changed = threading.Condition()
        self._standing: dict[OddsJob, _Standing] = {}
        self._kept: OrderedDict[OddsJob, tuple[Reply, int]] = OrderedDict()
        self._size = 0
        self._faults: OrderedDict[OddsJob, float] = OrderedDict()
        self._numbers = count()
        self._works = works
        self.patience = PATIENCE_SECONDS if works else 0.0
        self._threads: dict[Lane, threading.Thread] = {}
        self._is_closed = False
        self.reckoners: Mapping[Lane, Reckoner] = {"quick": Reckoner(), "exact": Reckoner()}

    def ask(
        self,
        job: OddsJob,
        *,
        urgency: int = SOON,
        by: str = "",
        lane: Lane = "exact",
        first: OddsJob | None = None,
    ) -> Reply:
        """A job's result, or how it stands; `by` is who asks, where one could ask for anything.

        While the job is computed its reply has what the quick lane knows by `first`.
        """
        reply = self._ask(job, urgency, by, lane)
        if first is None or not reply.is_waiting or reply.value is not None:
            return reply
        known = self._ask(first, urgency, by, "quick")
        return replace(reply, value=known.value)

    def _ask(self, job: OddsJob, urgency: int, by: str, lane: Lane) -> Reply:
        with self._changed:
            if (kept := self._kept.get(job)) is not None:
                self._kept.move_to_end(job)
                return kept[0]
            standing = self._standing.get(job)
            if standing is None:
                if (refused := self._refused(job, by)) is not None:
                    return refused
                standing = self._admit(job, lane, urgency, by)
            standing.last_asked = time.monotonic()
            standing.urgency = min(standing.urgency, urgency)
            return self._how(standing)

    def _refused(self, job: OddsJob, by: str) -> Reply | None:
        if self._is_closed:
            return Reply("none", message=CLOSED)
        if time.monotonic() < self._faults.get(job, 0.0):
            return Reply("none", message=FAULT)
        self._forget()
        if len(self._standing) >= MOST_WAITING:
            return Reply("refused", message=FULL)
        if by and self._of(by) >= MOST_EACH:
            return Reply("refused", message=YOURS)
        return None

    def _of(self, by: str) -> int:
        return sum(each.by == by for each in self._standing.values())

    def _admit(self, job: OddsJob, lane: Lane, urgency: int, by: str) -> _Standing:
        rank = self._of(by) if by else 0
        standing = _Standing(job, lane, next(self._numbers), urgency, by, rank, time.monotonic())
        self._standing[job] = standing
        if self._works and lane not in self._threads:
            thread = threading.Thread(target=self._run, args=(lane,), name=f"desk-{lane}", daemon=True)
            self._threads[lane] = thread
            thread.start()
        self._changed.notify_all()
        return standing

    def _how(self, standing: _Standing) -> Reply:
        if not standing.is_at_work and not standing.progress:
            before = sum(each.order < standing.order for each in self._waiting(standing.lane))
            return Reply(
                "computing", standing.part, f"queued, {before} ahead" if before else "queued, next"
            )
        return Reply("computing", standing.part, standing.progress)

    def _forget(self) -> None:
        """Drop queued jobs that nobody has asked about for a while."""
        since = time.monotonic() - FORGOTTEN_SECONDS
        for job, each in list(self._standing.items()):
            if each.last_asked < since and not each.is_at_work:
                del self._standing[job]

    def _waiting(self, lane: Lane) -> Iterator[_Standing]:
        return (each for each in self._standing.values() if each.lane == lane)

    def _run(self, lane: Lane) -> None:
        reckoner = self.reckoners[lane]
        while not self._is_closed:
            standing = self._next(lane)
            if standing is None:
                reckoner.let_go()
                continue
            try:
                turn = reckoner.turn(standing.job, partial(self._far, standing), standing.steps_done)
            except Gone as gone:
                turn = WorkerTurn("fault", str(gone), 0)
            except Exception as error:  # what was sent cannot be read: the next one begins anew
                reckoner.let_go()
                turn = WorkerTurn("fault", repr(error), 0)
            self._end_turn(standing, turn)
        reckoner.let_go()

    def _next(self, lane: Lane) -> _Standing | None:
        """The next job of a lane; None after a long time without any."""
        until = time.monotonic() + IDLE_SECONDS
        with self._changed:
            while not self._is_closed:
                self._forget()
                standing = min(self._waiting(lane), key=lambda each: each.order, default=None)
                if standing is not None:
                    standing.is_at_work = True
                    return standing
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(left)
        return None

    def _far(self, standing: _Standing, progress: str) -> None:
        with self._changed:
            standing.progress = progress

    def _end_turn(self, standing: _Standing, turn: WorkerTurn) -> None:
        with self._changed:
            standing.is_at_work = False
            if turn.state == "part":
                standing.part = turn.value
                standing.steps_done += 1
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
            reply = (
                Reply("done", turn.value) if turn.state == "done" else Reply("none", message=turn.value)
            )
            self._keep(standing.job, reply, turn.size + len(repr(standing.job)) + SMALL)

    def _keep(self, job: OddsJob, reply: Reply, size: int) -> None:
        self._kept[job] = (reply, size)
        self._size += size
        while self._size > MOST_BYTES and len(self._kept) > 1:
            _, (_, gone) = self._kept.popitem(last=False)
            self._size -= gone

    def close(self) -> None:
        """End the worker processes; the jobs that they were computing are lost."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for reckoner in self.reckoners.values():
            reckoner.end()
        for thread in self._threads.values():
            thread.join(5)


def desk_of(request: Request) -> OddsDesk:
    """The desk of the house that a request came to."""
    desk: OddsDesk = request.app.state.desk
    return desk


async def patient(
    look: Callable[[], Awaitable[Result]],
    waits: Callable[[Result], bool],
    seconds: float,
) -> Result:
    """The result of `look`, asked again until it no longer `waits` or `seconds` have passed."""
    until = time.monotonic() + seconds
    while waits(result := await look()) and time.monotonic() < until:
        await asyncio.sleep(LOOK_SECONDS)
    return result
