"""The one thread that writes: all commands that wait go into one transaction, then all are answered.

What is decided on is the store's own state: the streams are locked and caught up with first, so that two
processes on one store take turns. Nothing is answered, shown or kept in memory before it is durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import structlog

from cutcard.floor.live.commands import CommandAnswer, CommandRequest, answer_text, repeated
from cutcard.floor.live.state import METER_STREAM, Live, Plain
from cutcard.floor.live.table_meters import Metering
from cutcard.floor.live.work import Work
from cutcard.floor.meters import (
    Meter,
    MeterEvent,
    PointArmed,
    TableJoined,
    codec as meter_codec,
    evolve,
    published as meter_published,
)
from cutcard.floor.store import (
    NOTICED,
    SEEN,
    STARTED,
    Database,
    Folding,
    Head,
    New,
    ReadUnit,
    Stored,
    StoredAnswer,
    StoreError,
    WriteUnit,
    carry_laws,
    law_of_table,
    law_row,
    name_in,
)
from cutcard.law import LawError, Refused, shelf
from cutcard.table.record import line_of


class RoundIndex:
    """Rows of rounds as they end on the tables of this process, folded from what is appended.

    What is remembered of a table counts only while its stream ends where it was left: after a unit that
    failed, or another process's events, its round is folded again from its start.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, Folding]] = {}

    def grow(
        self,
        unit: WriteUnit,
        head: Head,
        at: int,
        published: Sequence[dict[str, Any]],
        events: Sequence[object],
        *,
        playing: bool,
    ) -> None:
        """Events that come after `head`; rows of the rounds that they end go into the unit.

        `playing`: a round is under way at `head`.
        """
        stream, folding = head.stream, self._at(unit, head, playing=playing)
        for version, (event, decoded) in enumerate(
            zip(published, events, strict=True), head.version + 1
        ):
            row = folding.take(version, at, event, decoded)
            if row is not None:
                unit.end_rounds([row.values()])
        self._known[stream] = "", folding

    def left_at(self, head: Head) -> None:
        """Where the stream ends by now."""
        self._known[head.stream] = head.digest, self._known[head.stream][1]

    def _at(self, unit: WriteUnit, head: Head, *, playing: bool) -> Folding:
        digest, folding = self._known.get(head.stream, ("", None))
        if folding is not None and digest == head.digest:
            return folding
        folding = Folding(head.stream)
        for each in reversed(_needed(unit, head, playing=playing)):
            folding.see(each.version, each.at, each.line)
        return folding


def _needed(unit: WriteUnit, head: Head, *, playing: bool) -> list[Stored]:
    """What a round's row is folded from, newest first: back to where the round began, no further."""
    needed: list[Stored] = []
    for each in unit.back(head.stream, head.version):
        name = name_in(each.line)
        if not playing and name != NOTICED:
            break
        if name in SEEN:
            needed.append(each)
        playing = playing and name != STARTED
    return needed


MOST_WAITING: Final = 1024
"""Commands that wait, at most: about a second's work. Who came too late is told so at once."""
MOST_JOBS: Final = 64
"""Commands in one transaction, at most."""
log = structlog.get_logger("cutcard.floor")


class NotStored(Exception):  # noqa: N818 - it says what the house is
    """Nothing was stored: the store failed, or the table is stopped. It may be sent again."""


@dataclass(slots=True, eq=False)
class WriteJob:
    """A command under way, and what to call with its answer, or with why there is none.

    Where it has a loop, it is called there.
    """

    name: str
    request: CommandRequest
    done: Callable[[CommandAnswer | Exception], None]
    loop: asyncio.AbstractEventLoop | None = None
    came: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class TableMove:
    """What a transaction did to one table."""

    live: Live
    published: list[Plain] = field(default_factory=list)


Answers = list[tuple["WriteJob", CommandAnswer | Exception]]
Install = Callable[[dict[str, TableMove], dict[str, Meter]], None]
"""Gets the result of a transaction, once it is durable."""
Get = Callable[[str], Live]
GetMeter = Callable[[str], Meter]


class WriteBatch:
    """One transaction."""

    def __init__(self, unit: WriteUnit, get: Get, meter: GetMeter, now: int, rounds: RoundIndex) -> None:
        self._unit = unit
        self._rounds = rounds
        self._get = get
        self._meter = meter
        self._now = now
        self._heads: dict[str, Head] = {}
        self._answered: dict[tuple[str, str], StoredAnswer] = {}
        self.moved: dict[str, TableMove] = {}
        self.meters: dict[str, Meter] = {}
        self.answers: Answers = []

    def run(self, jobs: list[WriteJob]) -> None:
        """Decide every command in turn on what the store holds."""
        lives = {name: self._get(name) for name in dict.fromkeys(job.name for job in jobs)}
        streams = {each.stream for each in lives.values()}
        played_for = {house for each in lives.values() for house in each.links.values()}
        streams.update(METER_STREAM + house for house in played_for)
        self._heads = self._unit.heads(sorted(streams))
        keys = [(lives[job.name].stream, job.request.key) for job in jobs]
        self._answered = self._unit.answered_all(keys)
        for name, live in lives.items():
            self.moved[name] = caught_up(self._unit, live, self._heads[live.stream].version)
        for house in played_for:
            meter, head = self._meter(house), self._heads[METER_STREAM + house]
            behind = head.version > meter.version
            self.meters[house] = meter_now(self._unit, meter) if behind else meter
        for job in jobs:
            self.answers.append((job, self._answer(job)))

    def _answer(self, job: WriteJob) -> CommandAnswer | Exception:
        request, moved = job.request, self.moved[job.name]
        live = moved.live
        try:
            before = repeated(request, self._answered.get((live.stream, request.key)))
            if before is not None:
                return before
            if request.expected is not None and request.expected != live.version:
                return CommandAnswer("stale", live.version)
            return self._carried_out(job, moved)
        except Refused as refused:
            return CommandAnswer("refused", live.version, refused.refusal)

    def _carried_out(self, job: WriteJob, moved: TableMove) -> CommandAnswer:
        request, live = job.request, moved.live
        metering = Metering(live.name, live.links, self.meters, self._now)
        work = Work(live, metering, self._now, known=self._known)
        try:
            work.carry_out(request)
        except Refused as refused:
            log.info("refused", table=live.name, by=str(request.by), refusal=str(refused.refusal.code))
            answer = CommandAnswer("refused", live.version, refused.refusal)
            # The clock asks again at the same version: what refused it may lie elsewhere, and pass.
            return answer if request.by_clock else self._kept(request, live, answer)
        by = str(request.by)
        if work.law is not None:
            self._unit.carry_law(law_row(work.law, work.now))
        lines = zip(work.lines, work.shown, strict=True)
        news = [New(line, by, request.key, work.now, shown) for line, shown in lines]
        if news:
            head, playing = self._heads[live.stream], live.table.round is not None
            self._rounds.grow(self._unit, head, work.now, work.published, work.events, playing=playing)
            self._heads[live.stream] = self._unit.append(head, news)
            self._rounds.left_at(self._heads[live.stream])
        self._grow(metering, by, request.key)
        self._unit.move([*work.movements, *metering.movements])
        self.meters.update(metering.meters)
        moved.live = work.live
        moved.published += work.published
        return self._kept(
            request, moved.live, CommandAnswer("done", work.live.version, None, tuple(work.published))
        )

    def _grow(self, metering: Metering, by: str, key: str) -> None:
        """Append what happened to meters to their own streams."""
        grown: dict[str, list[New]] = {}
        for house, event in metering.happened:
            new = meter_news(event, by, key, self._now)
            grown.setdefault(METER_STREAM + house, []).append(new)
        for stream, news in grown.items():
            self._heads[stream] = self._unit.append(self._heads[stream], news)

    def _known(self, accounts: list[str]) -> dict[str, int]:
        """Balances as this transaction has them, kept still until its end."""
        return self._unit.hold(accounts)

    def _kept(self, request: CommandRequest, live: Live, answer: CommandAnswer) -> CommandAnswer:
        body, fingerprint = answer_text(answer), request.fingerprint
        self._unit.answer(live.stream, request.key, fingerprint, answer.version, body)
        stored = StoredAnswer(request.key, fingerprint, answer.version, body)
        self._answered[live.stream, request.key] = stored
        return answer


def caught_up(unit: ReadUnit, live: Live, version: int) -> TableMove:
    """A table with the events that another process has stored since."""
    moved = TableMove(live)
    if version < live.version:
        raise StoreError(f"{live.stream}: the store ends at {version}, and {live.version} was published")
    if version > live.version:
        carry_laws(unit)  # another process may have moved the table to law data that are new here
        for stored in unit.proven(live.stream, after=live.version):
            moved.live, shown, _ = moved.live.read(stored.line, stored.at)
            moved.published.append(shown)
    return moved


def meter_now(unit: ReadUnit, meter: Meter) -> Meter:
    """A meter with the events that were stored since."""
    for stored in unit.proven(METER_STREAM + meter.name, after=meter.version):
        meter = evolve(meter, meter_event(unit, stored.line))
    return meter


def meter_news(event: MeterEvent, by: str, key: str, now: int) -> New:
    """An event of a meter to append; the point that it must hit at is secret until it has hit."""
    shown = line_of(meter_published(event)) if isinstance(event, PointArmed) else ""
    return New(meter_codec.line(event), by, key, now, shown)


def meter_event(unit: ReadUnit, line: str) -> MeterEvent:
    """A stored event of a meter. A table that joined names its law, or is read by that of its header.

    Tables joined without naming one before stores carried their law.
    """
    event = meter_codec.parse(line)
    if isinstance(event, TableJoined) and not shelf().carries(event.member.law):
        carry_laws(unit)  # another process may have set the table up, or moved it
    if isinstance(event, TableJoined) and not event.member.law:
        law = law_of_table(unit, event.member.table)
        return replace(event, member=replace(event.member, law=law))
    return event


class Writer:
    """The thread, and the queue before it."""

    def __init__(
        self,
        database: Database,
        get: Get,
        meter: GetMeter,
        install: Install,
        afterwards: Install = lambda *_: None,
        clock: Callable[[], int] = lambda: int(time.time() * 1000),
    ) -> None:
        """A finished transaction goes to `install` before its answers go out, then to `afterwards`."""
        self._database = database
        self._get = get
        self._meter = meter
        self._install = install
        self._afterwards = afterwards
        self._clock = clock
        self._queue: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._rounds = RoundIndex()
        self.stopped = False
        self.batches = 0
        self.commands = 0
        self.shed = 0
        """Commands that were turned away because too many waited."""

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def submit(self, job: WriteJob) -> None:
        """Add a command to the queue; one too many is turned away at once, except the house's own."""
        if self.stopped:
            raise NotStored("the house is closing; try again later")
        if self._queue.qsize() >= MOST_WAITING and not job.request.by_clock:
            self.shed += 1
            raise NotStored("too many commands are waiting; try again in a moment")
        self._queue.put(job)

    def stop(self) -> None:
        """Finish the commands in the queue, then end."""
        self.stopped = True
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()

    @property
    def waiting(self) -> int:
        """Commands that wait."""
        return self._queue.qsize()

    def _run(self) -> None:
        ending = False
        while not ending:
            jobs = self._next()
            if jobs and jobs[-1] is None:
                ending = True
            self.write([job for job in jobs if job is not None])

    def _next(self) -> list[WriteJob | None]:
        jobs = [self._queue.get()]
        while len(jobs) < MOST_JOBS and jobs[-1] is not None:
            try:
                jobs.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return jobs

    def write(self, jobs: list[WriteJob]) -> None:
        """One transaction for all of them; each alone where together they fail."""
        if not jobs:
            return
        try:
            self._write_batch(jobs)
        except Exception as problem:
            if len(jobs) == 1:
                log.error("not stored", table=jobs[0].name, problem=repr(problem)[:300])
                deliver([(jobs[0], NotStored(_why_not_stored(problem)))])
                return
            for job in jobs:
                self.write([job])

    def _write_batch(self, jobs: list[WriteJob]) -> None:
        with self._database.writing() as unit:
            batch = WriteBatch(unit, self._get, self._meter, self._clock(), self._rounds)
            batch.run(jobs)
        self.batches += 1
        self.commands += len(jobs)
        self._install(batch.moved, batch.meters)
        deliver(batch.answers)
        try:
            self._afterwards(batch.moved, batch.meters)
        except Exception as problem:
            log.error("not done afterwards", problem=repr(problem)[:300])


def _why_not_stored(problem: Exception) -> str:
    """What whoever sent a command is told; a wager's own code fails again when it is sent again."""
    if isinstance(problem, LawError):
        return f"nothing was stored: law data: {problem}"
    return "nothing was stored; retry with the same key"


def deliver(answers: Answers) -> None:
    """Deliver answers, all those of one loop at once."""
    for loop in dict.fromkeys(job.loop for job, _ in answers):
        mine = [each for each in answers if each[0].loop is loop]
        if loop is None:
            _deliver_all(mine)
        elif not loop.is_closed():
            with contextlib.suppress(RuntimeError):  # it was closed just now
                loop.call_soon_threadsafe(_deliver_all, mine)


def _deliver_all(answers: Answers) -> None:
    """A recipient that fails keeps no other from its answer."""
    for job, answer in answers:
        try:
            job.done(answer)
        except Exception as problem:
            log.error("not delivered", table=job.name, problem=repr(problem)[:300])
