"""The floor: every live table of a store, commands in, answers and updates out."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Final

import structlog

from cutcard.floor import store
from cutcard.floor.live import restart
from cutcard.floor.live.cage import Cage, Trial
from cutcard.floor.live.commands import OF_HITS, CommandAnswer, CommandRequest, Plain
from cutcard.floor.live.hub import AtOnce, Hub, Update
from cutcard.floor.live.meter_office import MeterOffice, set_up
from cutcard.floor.live.state import (
    METER_STREAM as METER,
    TABLE_STREAM,
    Live,
    Policy,
    check_name,
    header_line,
    new_live,
)
from cutcard.floor.live.view import halted, live_view, update_data
from cutcard.floor.live.writer import NotStored, TableMove, WriteJob, Writer, caught_up, meter_now
from cutcard.floor.meters import Meter, view as meter_view
from cutcard.floor.store import Broken, CheckpointThread, Database, ReadUnit, carry_laws, law_row
from cutcard.law import Code, LawError, Refusal, Refused, RuleSet, document, is_document
from cutcard.money import dollars
from cutcard.shoe import By
from cutcard.table import Settings
from cutcard.wagers import missing_code
from cutcard.wagers.settlement import growths

POLL_SECONDS: Final = 0.04
ALL_EACH: Final = 6
"""One look in this many is at every table, followed or not."""
log = structlog.get_logger("cutcard.floor")


class SteadyClock:
    """Milliseconds that never run backwards, whatever the machine's clock is set to."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """Now, or the latest moment that was ever told."""
        self.seen(int(time.time() * 1000))
        return self._last

    def seen(self, at: int) -> None:
        """A moment that has been: nothing from now on is earlier."""
        self._last = max(self._last, at)


@dataclass(frozen=True, slots=True)
class StoppedTable:
    """A table that is not served, and why."""

    name: str
    why: str


class Floor:
    """The tables of one store in one process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.hub = Hub()
        self.stopped: dict[str, StoppedTable] = {}
        self.stopped_meters: dict[str, str] = {}
        self._lives: dict[str, Live] = {}
        self._lock, self._finding = threading.Lock(), threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._meters: dict[str, Meter] = {}
        self._snapshots = restart.SnapshotSchedule(database, lambda: self._writer.waiting)
        self._clock = SteadyClock()
        self._writer = Writer(
            database, self.live, self.meter, self._install, self._snapshots.after, self._clock
        )
        self._poller: asyncio.Task[None] | None = None
        self._all_at_once = True
        self._unproven: list[str] = []
        self._proof = restart.BackgroundProof(database, self._found_broken)
        self._checkpoints = CheckpointThread(database)

    # Opening and closing.

    def load(self) -> None:
        """Verify every chain and rebuild every table; a broken one is stopped, the others go on.

        A store that is away or busy says nothing about its tables: then this raises, to be tried again.
        """
        self._carry_laws()
        with self.database.reading() as unit:
            self._clock.seen(unit.latest())
        streams = self.database.streams()
        self._all_at_once = sum(version for _, version in streams) <= restart.AT_ONCE
        for stream, _ in streams:
            if stream.startswith(METER):
                self._load_meter(stream.removeprefix(METER))
        for stream, _ in self.database.streams():
            if stream.startswith(TABLE_STREAM):
                self._load(stream.removeprefix(TABLE_STREAM))

    def _carry_laws(self) -> None:
        """Take the law data of the store, and log where they are not what is installed."""
        with self.database.reading() as unit:
            carry_laws(unit)
            laws = unit.laws()
        for each in laws:
            if each.is_adopted:
                message = "the data that tables were set up under are lost; these stand for them"
                log.warning("law adopted", law=each.name, tables=each.law, data=each.data, why=message)
            family = each.name.partition("@")[0]
            installed = document(family) if is_document(family) else None
            if installed is None or installed.digest != each.data:
                other = "nothing" if installed is None else f"{installed.name} {installed.digest[:12]}"
                log.info("law kept", law=each.name, digest=each.data, installed=other)

    def _load(self, name: str) -> None:
        try:
            live, snapshot = restart.load_table(self.database, name, whole=self._all_at_once)
            for house in live.links.values():
                self.meter(house)
            if missing := missing_code(each.law for each in live.table.rules.offers.values()):
                raise LawError(missing)
        except store.Unavailable:
            raise
        except Exception as problem:
            is_said = isinstance(problem, Broken | LawError)
            why = str(problem) if is_said else f"cannot be rebuilt: {problem!r}"
            self.stopped[name] = StoppedTable(name, why)
            log.error("table stopped", table=name, why=why)
            return
        self._lives[name] = live
        self._snapshots.versions[live.stream] = snapshot
        self._unproven += [live.stream] if snapshot and not self._all_at_once else []

    def _load_meter(self, name: str) -> None:
        try:
            meter, snapshot = restart.load_meter(self.database, name, whole=self._all_at_once)
            self._meters[name] = meter
            self._snapshots.versions[METER + name] = snapshot
            self._unproven += [METER + name] if snapshot and not self._all_at_once else []
        except store.Unavailable:
            raise
        except Exception as problem:
            self.stopped_meters[name] = str(problem)
            log.error("meter stopped", meter=name, why=str(problem))

    def prove(self, *, share: float = restart.SHARE) -> int:
        """Verify whole what `load` verified from a snapshot on; what is broken is stopped."""
        waiting, self._unproven = self._unproven, []
        return self._proof.run(waiting, share=share)

    def _found_broken(self, stream: str, why: str) -> None:
        name = stream.partition(":")[2]
        log.error("stopped", stream=stream, why=why)
        with self._lock:
            if stream.startswith(METER):
                self.stopped_meters[name] = why
                self._meters.pop(name, None)
            else:
                self.stopped[name] = StoppedTable(name, why)
                self._lives.pop(name, None)

    def start(self, *, shared: bool = False) -> None:
        """Begin to take commands; `shared`: other processes write to the same store."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        self._checkpoints.start()
        if shared:
            self._poller = self._loop.create_task(self._poll())

    async def stop(self) -> None:
        """Finish what was asked; nothing is lost, a round in play goes on after the next start."""
        if self._poller is not None:
            self._poller.cancel()
        self._proof.close()
        await asyncio.to_thread(self._writer.stop)
        lives, meters = list(self._lives.values()), list(self._meters.values())
        await asyncio.to_thread(self._snapshots.take_all, lives, meters)
        await asyncio.to_thread(self._checkpoints.stop)

    # Tables.

    def add(
        self,
        name: str,
        rules: RuleSet,
        settings: Settings | None = None,
        *,
        links: Mapping[str, str] | None = None,
        policy: Policy | None = None,
        operator: str = "",
        by: str = "",
    ) -> Live:
        """Set a table up on the floor; it is opened by its dealer. `by` is who did, for the record."""
        check_name(name)
        now = self._clock()
        live = new_live(
            name,
            rules,
            _asking(settings or Settings(), rules),
            created=now,
            links=links,
            policy=policy,
            operator=operator,
            by=by,
        )
        with self.database.writing() as unit:
            if unit.heads([live.stream]):
                raise Refused(Code.BAD_REQUEST, f"table: {name} is already on this floor")
            unit.carry_law(law_row(rules.document, now))
            unit.create(live.stream, header_line(live))
            self._meters.update(set_up(unit, live, now))
        self._lives[name] = live
        self._snapshots.versions[live.stream] = 0
        return live

    def live(self, name: str) -> Live:
        """A table; refused where there is none, `Unavailable` where it is stopped."""
        live = self._lives.get(name)
        if live is not None:
            return live
        if name in self.stopped:
            raise NotStored(f"table {name} is stopped: {self.stopped[name].why}")
        raise Refused(Code.BAD_REQUEST, f"table: {name!r} is not on this floor")

    def serves(self, name: str) -> bool:
        """Whether this process serves a table of that name."""
        return name in self._lives

    def look_for(self, name: str) -> None:
        """Look in the store for a table that another process has set up since anybody looked."""
        if name not in {*self._lives, *self.stopped}:
            self._look_for_new([stream for stream, _ in self.database.streams()])

    def meter(self, name: str) -> Meter:
        """A meter of the house."""
        meter = self._meters.get(name)
        if meter is not None:
            return meter
        if name in self.stopped_meters:
            raise NotStored(f"meter {name} is stopped: {self.stopped_meters[name]}")
        raise Refused(Code.BAD_REQUEST, f"meter: {name!r} is not on this floor")

    @property
    def meters(self) -> list[str]:
        """Every meter of the house."""
        return sorted(self._meters)

    @property
    def names(self) -> list[str]:
        """Every table that is served."""
        return sorted(self._lives)

    @property
    def lives(self) -> list[Live]:
        """The same tables, as they stand."""
        return list(self._lives.values())

    def view(self, name: str, by: By) -> Plain:
        """A table as one person may see it."""
        live = self.live(name)
        seen = live_view(live, by, int(time.time() * 1000)) | halted(live, self._meters)
        seen["hits"] = [
            {"hit": won.id, "meter": house, "amount": dollars(won.taken), "status": str(won.status)}
            for house in dict.fromkeys(live.links.values())
            for won in self._meters[house].hits
            if won.table == name
        ]
        return seen

    # Commands.

    async def submit(self, name: str, request: CommandRequest) -> CommandAnswer:
        """Have a command carried out; it is durable when this returns."""
        future: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        self.ask(name, request, partial(_set, future))
        return await future

    def ask(
        self, name: str, request: CommandRequest, done: Callable[[CommandAnswer | Exception], None]
    ) -> None:
        """Have a command carried out; `done` gets its answer when durable, or why there is none."""
        self.live(name)
        self._writer.submit(WriteJob(name, request, done, asyncio.get_running_loop()))

    async def submit_meter(
        self, name: str, request: CommandRequest, *, trial: bool = False
    ) -> CommandAnswer:
        """Have a command about a meter carried out; hits are claimed and verified at their table.

        On `trial` nothing is kept: the answer is what it would be.
        """
        meter = self.meter(name)
        if request.body.get("do") in OF_HITS:
            won = meter.hit(str(request.body.get("hit")))
            if won is None:
                have = ", ".join(each.id for each in meter.hits) or "none"
                message = f"hit: not pending at {name}; pending: {have}"
                return CommandAnswer("refused", meter.version, Refusal(Code.NOT_AWAITED, message, ""))
            return await self.submit(won.table, request)
        return await asyncio.to_thread(self._office, name, request, trial=trial)

    def _office(self, name: str, request: CommandRequest, *, trial: bool) -> CommandAnswer:
        with suppress(Trial), self.database.writing() as unit:
            office = MeterOffice(unit, self.live, self._clock())
            answer = office.submit(name, request)
            if trial:
                raise Trial
        if trial:
            return answer
        self._install({}, office.meters)
        _note(answer, request, meter=name)
        return answer

    @property
    def cage(self) -> Cage:
        """The cage of the house; it blocks."""
        return Cage(self.database, self._clock)

    async def submit_cage(
        self, request: CommandRequest, *, alone_below: int | None = None, trial: bool = False
    ) -> CommandAnswer:
        """Have a deposit or a withdrawal carried out; on `trial` nothing is kept."""
        submit = self.cage.submit
        answer = await asyncio.to_thread(submit, request, alone_below=alone_below, trial=trial)
        _note(answer, request, cage=True)
        return answer

    def meter_view(self, name: str, role: str) -> Plain:
        """A meter as somebody in a role may see it."""
        return meter_view(self.meter(name), role)

    @property
    def measures(self) -> Mapping[str, int]:
        """Counts for whoever watches the house."""
        return {
            "commands": self._writer.commands,
            "batches": self._writer.batches,
            "waiting": self._writer.waiting,
            "shed": self._writer.shed,
            "followers": self.hub.many,
            "tables": len(self._lives),
            "stopped": len(self.stopped),
        }

    # Updates.

    async def follow(
        self, name: str, after: int | None = None, *, at_once: AtOnce | None = None
    ) -> AsyncGenerator[Update, None]:
        """Every update past a version, or from now on; a gap that is too old starts anew.

        What `at_once` takes while this waits for an update is not yielded.
        """
        live = self.live(name)
        with self.hub.joined(name) as reader:
            reader.seen = live.version if after is None else after
            if reader.seen < live.version:
                for update in self.hub.recent(name, reader.seen) or [self._whole(live)]:
                    reader.seen = update.version
                    yield update
            while True:
                yield await reader.next(at_once)

    def _whole(self, live: Live, *, again: bool = False) -> Update:
        return Update(live.version, update_data(live, [], gap=True), again)

    def _install(self, moved: Mapping[str, TableMove], meters: Mapping[str, Meter]) -> None:
        """Take what is durable into memory, and hand it on (from any thread)."""
        updates, turned = [], set()
        with self._lock:
            for house, meter in meters.items():
                before_it = self._meters.get(house)
                if before_it is not None and meter.version > before_it.version:
                    self._meters[house] = meter
                    turned |= {house} if meter.live != before_it.live else set()
            for name, each in moved.items():
                before = self._lives.get(name)
                if before is not None and each.live.version > before.version:
                    news = each.published[before.version - each.live.version :]
                    updates.append((name, Update(each.live.version, update_data(each.live, news))))
                    self._lives[name] = each.live
            halts = [each for each in self.lives if not turned.isdisjoint(each.links.values())]
            updates += [(each.name, self._whole(each, again=True)) for each in halts]
            if updates and self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._publish, updates)

    def _publish(self, updates: list[tuple[str, Update]]) -> None:
        for name, update in updates:
            self.hub.publish(name, update)

    async def _poll(self) -> None:
        """Read what other processes have stored: often where somebody follows, now and then for all."""
        for number in count():
            await asyncio.sleep(POLL_SECONDS)
            every = number % ALL_EACH == 0
            try:
                if every or self.hub.followed:
                    await asyncio.to_thread(self._look, every=every)
            except Exception as problem:
                log.warning("poll failed", problem=repr(problem)[:200])

    def _look(self, *, every: bool = True) -> None:
        wanted = set(self._lives if every else self.hub.followed)
        streams = self.database.streams()
        if every:
            self._look_for_new([stream for stream, _ in streams])
        with self.database.reading(brief=True) as unit:
            for stream, version in streams:
                try:
                    self._catch_up(unit, stream, version, wanted)
                except Broken as problem:
                    self._found_broken(stream, str(problem))

    def _catch_up(self, unit: ReadUnit, stream: str, version: int, wanted: set[str]) -> None:
        name = stream.removeprefix(TABLE_STREAM)
        if stream.startswith(TABLE_STREAM) and name in wanted and name in self._lives:
            live = self._lives[name]
            if version > live.version:
                self._install({name: caught_up(unit, live, version)}, {})
        house = stream.removeprefix(METER)
        meter = self._meters.get(house) if stream != house else None
        if meter is not None and version > meter.version:
            self._install({}, {meter.name: meter_now(unit, meter)})

    def _look_for_new(self, streams: list[str]) -> None:
        """Tables and meters that another process has set up."""
        with self._finding:
            for stream in streams:
                house = stream.removeprefix(METER)
                if stream.startswith(METER) and house not in {*self._meters, *self.stopped_meters}:
                    self._load_meter(house)
            for stream in streams:
                name = stream.removeprefix(TABLE_STREAM)
                if stream.startswith(TABLE_STREAM) and name not in {*self._lives, *self.stopped}:
                    self._load(name)


def _set(future: asyncio.Future[CommandAnswer], answer: CommandAnswer | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _note(answer: CommandAnswer, request: CommandRequest, **where: object) -> None:
    """Write down what was refused at no table."""
    if answer.refusal is not None:
        code, do = str(answer.refusal.code), str(request.body.get("do"))[:40]
        log.info("refused", **where, by=str(request.by), do=do, refusal=code)


def _asking(settings: Settings, rules: RuleSet) -> Settings:
    """The settings of a table; one that gives a meter away at random asks its device at every end."""
    gives_away = any(growth.must_hit for offer in rules.offers.values() for growth in growths(offer))
    return replace(settings, asks_for_draws=True) if gives_away else settings
