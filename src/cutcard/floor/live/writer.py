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
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog

from cutcard.floor.live.requests import CommandAnswer, CommandRequest, answer_of, answer_text, check_key
from cutcard.floor.live.round_rows import RoundsTold
from cutcard.floor.live.state import Live, Plain
from cutcard.floor.live.table_meters import METER_STREAM as METER, Metering
from cutcard.floor.live.work import Work
from cutcard.floor.meters import Meter, codec as meter_codec, evolve
from cutcard.floor.store import Database, Head, New, ReadUnit, StoredAnswer, StoreError, WriteUnit
from cutcard.law import Code, Refused

MOST_TOGETHER: Final = 64
"""Commands of one transaction."""
log = structlog.get_logger("cutcard.floor")


class NotStored(Exception):  # noqa: N818 - it says what the house is
    """Nothing was stored: the store did not take it, or the table is stopped. It may be asked again."""


@dataclass(slots=True, eq=False)
class WriteJob:
    """A command under way, and what to call with its answer, or with why there is none.

    Where it has a loop, it is called there.
    """

    name: str
    asked: CommandRequest
    done: Callable[[CommandAnswer | Exception], None]
    loop: asyncio.AbstractEventLoop | None = None
    came: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class TableMove:
    """What a transaction did to one table."""

    live: Live
    told: list[Plain] = field(default_factory=list)


Told = list[tuple["WriteJob", CommandAnswer | Exception]]
Install = Callable[[dict[str, TableMove], dict[str, Meter]], None]
"""Is given what a transaction did, once it is durable."""
Get = Callable[[str], Live]
GetMeter = Callable[[str], Meter]


class WriteBatch:
    """One transaction."""

    def __init__(self, unit: WriteUnit, get: Get, meter: GetMeter, now: int, rounds: RoundsTold) -> None:
        self._unit = unit
        self._rounds = rounds
        self._get = get
        self._meter = meter
        self._now = now
        self._heads: dict[str, Head] = {}
        self._answered: dict[tuple[str, str], StoredAnswer] = {}
        self.moved: dict[str, TableMove] = {}
        self.meters: dict[str, Meter] = {}
        self.answers: Told = []

    def run(self, jobs: list[WriteJob]) -> None:
        """Decide every command in turn on what the store holds."""
        lives = {name: self._get(name) for name in dict.fromkeys(job.name for job in jobs)}
        streams = {each.stream for each in lives.values()}
        played_for = {house for each in lives.values() for house in each.links.values()}
        streams.update(METER + house for house in played_for)
        self._heads = self._unit.heads(sorted(streams))
        keys = [(lives[job.name].stream, job.asked.key) for job in jobs]
        self._answered = self._unit.answered_all(keys)
        for name, live in lives.items():
            self.moved[name] = caught_up(self._unit, live, self._heads[live.stream].version)
        for house in played_for:
            self.meters[house] = meter_now(self._unit, self._meter(house), self._heads[METER + house])
        for job in jobs:
            self.answers.append((job, self._answer(job)))

    def _answer(self, job: WriteJob) -> CommandAnswer | Exception:
        asked, moved = job.asked, self.moved[job.name]
        live = moved.live
        try:
            check_key(asked)
            before = self._answered.get((live.stream, asked.key))
            if before is not None:
                if before.fingerprint != asked.fingerprint:
                    raise Refused(Code.BAD_REQUEST, "key: already used for another command")
                return answer_of(before.body)
            if asked.expected is not None and asked.expected != live.version:
                return CommandAnswer("stale", live.version)
            return self._carried_out(job, moved)
        except Refused as refused:
            return CommandAnswer("refused", live.version, refused.refusal)

    def _carried_out(self, job: WriteJob, moved: TableMove) -> CommandAnswer:
        asked, live = job.asked, moved.live
        metering = Metering(live.name, live.links, self.meters, self._now)
        work = Work(live, metering, self._now, known=self._known)
        try:
            work.carry_out(asked)
        except Refused as refused:
            log.info("refused", table=live.name, by=str(asked.by), code=str(refused.refusal.code))
            answer = CommandAnswer("refused", live.version, refused.refusal)
            # The clock asks again at the same version: what refused it may lie elsewhere, and pass.
            return answer if asked.by_clock else self._kept(asked, live, answer)
        by = str(asked.by)
        news = [New(line, by, asked.key, work.now) for line in work.lines]
        if news:
            head, playing = self._heads[live.stream], live.table.round is not None
            self._rounds.grow(self._unit, head, work.now, work.told, work.events, playing=playing)
            self._heads[live.stream] = self._unit.append(head, news)
            self._rounds.left_at(self._heads[live.stream])
        self._grow(metering, by, asked.key)
        self._unit.move([*work.movements, *metering.movements])
        self.meters.update(metering.meters)
        moved.live = work.live
        moved.told += work.told
        return self._kept(
            asked, moved.live, CommandAnswer("done", work.live.version, None, tuple(work.told))
        )

    def _grow(self, metering: Metering, by: str, key: str) -> None:
        """Append what happened to meters to their own streams."""
        grown: dict[str, list[New]] = {}
        for house, event in metering.happened:
            new = New(meter_codec.line(event), by, key, self._now)
            grown.setdefault(METER + house, []).append(new)
        for stream, news in grown.items():
            self._heads[stream] = self._unit.append(self._heads[stream], news)

    def _known(self, accounts: list[str]) -> dict[str, int]:
        """Balances as this transaction has them, kept still until its end."""
        return self._unit.hold(accounts)

    def _kept(self, asked: CommandRequest, live: Live, answer: CommandAnswer) -> CommandAnswer:
        body, fingerprint = answer_text(answer), asked.fingerprint
        self._unit.answer(live.stream, asked.key, fingerprint, answer.version, body)
        kept = StoredAnswer(asked.key, fingerprint, answer.version, body)
        self._answered[live.stream, asked.key] = kept
        return answer


def caught_up(unit: ReadUnit, live: Live, version: int) -> TableMove:
    """A table with the events that another process has stored since."""
    moved = TableMove(live)
    if version < live.version:
        raise StoreError(
            f"{live.stream}: the store ends at {version}, and {live.version} was told already"
        )
    if version > live.version:
        for stored in unit.read(live.stream, after=live.version):
            moved.live, told, _ = moved.live.read(stored.line, stored.at)
            moved.told.append(told)
    return moved


def meter_now(unit: ReadUnit, meter: Meter, head: Head) -> Meter:
    """A meter with the events that another process has stored since."""
    if head.version > meter.version:
        for stored in unit.read(head.stream, after=meter.version):
            meter = evolve(meter, meter_codec.parse(stored.line))
    return meter


class Writer:
    """The thread, and the queue before it."""

    def __init__(
        self,
        database: Database,
        get: Get,
        meter: GetMeter,
        install: Install,
        afterwards: Install = lambda *_: None,
    ) -> None:
        """What is done goes to `install` before the answers are told, and to `afterwards` then."""
        self._database = database
        self._get = get
        self._meter = meter
        self._install = install
        self._afterwards = afterwards
        self._queue: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._rounds = RoundsTold()
        self.stopped = False
        self.batches = 0
        self.commands = 0

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def put(self, job: WriteJob) -> None:
        """Ask for a command."""
        if self.stopped:
            raise NotStored("the house is closing; try again later")
        self._queue.put(job)

    def stop(self) -> None:
        """Finish what was asked, then end."""
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
        while len(jobs) < MOST_TOGETHER and jobs[-1] is not None:
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
            self._together(jobs)
        except Exception as problem:
            if len(jobs) == 1:
                log.error("not stored", table=jobs[0].name, problem=repr(problem)[:300])
                tell([(jobs[0], NotStored("nothing was stored; retry with the same key"))])
                return
            for job in jobs:
                self.write([job])

    def _together(self, jobs: list[WriteJob]) -> None:
        with self._database.writing() as unit:
            batch = WriteBatch(unit, self._get, self._meter, int(time.time() * 1000), self._rounds)
            batch.run(jobs)
        self.batches += 1
        self.commands += len(jobs)
        self._install(batch.moved, batch.meters)
        tell(batch.answers)
        try:
            self._afterwards(batch.moved, batch.meters)
        except Exception as problem:
            log.error("not done afterwards", problem=repr(problem)[:300])


def tell(answers: Told) -> None:
    """Hand answers over, all those of one loop at once."""
    for loop in dict.fromkeys(job.loop for job, _ in answers):
        mine = [each for each in answers if each[0].loop is loop]
        if loop is None:
            _tell_all(mine)
        elif not loop.is_closed():
            with contextlib.suppress(RuntimeError):  # it was closed just now
                loop.call_soon_threadsafe(_tell_all, mine)


def _tell_all(answers: Told) -> None:
    """One who cannot be told keeps no other from being told."""
    for job, answer in answers:
        try:
            job.done(answer)
        except Exception as problem:
            log.error("not told", table=job.name, problem=repr(problem)[:300])
