"""Tables and meters out of the store at a start, and what keeps a start quick.

A store of up to `AT_ONCE` events is verified whole before anything is served. Of a larger one each
stream is verified from its snapshot on, so that a start takes seconds; the rest of it is verified while
the house is open (`Floor.prove`), and what is broken is stopped then. `cutcard audit` verifies all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import structlog

from cutcard.floor.live import snapshots
from cutcard.floor.live.state import METER_STREAM, TABLE_STREAM, Live, read_live
from cutcard.floor.live.writer import TableMove, meter_now
from cutcard.floor.meters import Meter, new_meter
from cutcard.floor.store import Broken, Database, ReadUnit, StoredSnapshot, StoreError
from cutcard.law import RuleSet
from cutcard.rules import Game

AT_ONCE: Final = 100_000
"""Events of a store up to which all of it is verified before it is served."""
SNAPSHOT_EVERY: Final = 2_000
"""Events after which a snapshot is due."""
LATE: Final = 3
"""A snapshot waits for a quiet moment until it is due this many times over."""
SHARE: Final = 0.1
"""Of one processor's time, so that nobody at a table notices."""
log = structlog.get_logger("cutcard.floor")


def load_table(
    database: Database, name: str, *, whole: bool = True, from_snapshot: bool = True
) -> tuple[Live, int]:
    """A verified table, and the version of the snapshot it was folded from.

    Not `whole`: only what follows the snapshot is verified, where there is one that can be used.
    """
    stream = TABLE_STREAM + name
    snapshot = _verified_snapshot(database, stream, whole=whole) if from_snapshot else None
    with database.reading() as unit:
        new = read_live(unit, stream)
        state = _state_of(stream, snapshot, new.table.rules, new.table.game)
        live = start = state if isinstance(state, Live) and state.name == name else new
        for stored in unit.read(stream, after=start.version):
            live, _, _ = live.read(stored.line, stored.at)
    if snapshot is not None and start is new and not whole:
        database.verify(stream)
    return live, start.version


def load_meter(database: Database, name: str, *, whole: bool = True) -> tuple[Meter, int]:
    """A verified meter likewise."""
    stream = METER_STREAM + name
    snapshot = _verified_snapshot(database, stream, whole=whole)
    with database.reading() as unit:
        meter, version = _folded_meter(unit, name, snapshot)
    if snapshot is not None and not version and not whole:
        database.verify(stream)
    return meter, version


def read_meter(unit: ReadUnit, name: str) -> Meter:
    """A meter as its events make it, folded from the last snapshot that can be used."""
    return _folded_meter(unit, name, unit.snapshot(METER_STREAM + name))[0]


def _folded_meter(unit: ReadUnit, name: str, snapshot: StoredSnapshot | None) -> tuple[Meter, int]:
    state = _state_of(METER_STREAM + name, snapshot)
    start = state if isinstance(state, Meter) and state.name == name else new_meter(name)
    return meter_now(unit, start), start.version


def _verified_snapshot(database: Database, stream: str, *, whole: bool) -> StoredSnapshot | None:
    """The newest snapshot of a stream, which is verified from its start or from there."""
    with database.reading() as unit:
        snapshot = unit.snapshot(stream)
    database.verify(stream, after=0 if whole or snapshot is None else snapshot.version)
    return snapshot


def _state_of(
    stream: str, snapshot: StoredSnapshot | None, rules: RuleSet | None = None, game: Game | None = None
) -> object:
    """The state that a snapshot holds; None where it cannot be used."""
    if snapshot is None:
        return None
    try:
        state = snapshots.read_snapshot(snapshot.body, rules, game)
    except snapshots.UnusableSnapshot as problem:
        log.info("snapshot not used", stream=stream, why=str(problem))
        return None
    return state if getattr(state, "version", None) == snapshot.version else None


class Closing(Exception):  # noqa: N818 - it says what the house is
    """The house closes; the rest is proven another time."""


class BackgroundProof:
    """Verifies, without haste, streams of which a start verified only what follows their snapshot."""

    def __init__(self, database: Database, broken: Callable[[str, str], None]) -> None:
        """`broken` gets the stream, and why."""
        self._database = database
        self._broken = broken
        self._closing = threading.Event()

    def run(self, streams: Iterable[str], *, share: float = SHARE) -> int:
        """Verify them, one after the other; how many were."""
        done = 0
        began = time.thread_time()

        def progress(*_: int) -> None:
            nonlocal began
            spent = time.thread_time() - began
            if self._closing.wait(spent * (1 / share - 1)):
                raise Closing
            began = time.thread_time()

        try:
            for stream in streams:
                try:
                    self._database.verify(stream, progress)
                except Broken as problem:
                    self._broken(stream, str(problem))
                except StoreError as problem:
                    log.warning("not proven", stream=stream, problem=str(problem))
                done += 1
                progress()
        except Closing:
            pass
        return done

    def close(self) -> None:
        """Stop."""
        self._closing.set()


class SnapshotSchedule:
    """Takes snapshots of tables and meters many events after their last, when nobody waits."""

    def __init__(self, database: Database, waiting: Callable[[], int]) -> None:
        """`waiting`: how many commands wait at the moment."""
        self.versions: dict[str, int] = {}
        """Stream -> the version of its snapshot."""
        self._database = database
        self._waiting = waiting

    def after(self, moved: Mapping[str, TableMove], meters: Mapping[str, Meter]) -> None:
        """Take one snapshot that is due, if any, after a transaction."""
        late = LATE if self._waiting() else 1
        for live in (each.live for each in moved.values()):
            if self._is_due(live.stream, live.version, late) and live.table.round is None:
                self.take(live)
                return
        for meter in meters.values():
            if self._is_due(METER_STREAM + meter.name, meter.version, late):
                self.take(meter)
                return

    def take_all(self, lives: Iterable[Live], meters: Iterable[Meter]) -> None:
        """Take a snapshot of every table that changed, and of the meters for which one is due."""
        for live in lives:
            if live.version != self.versions.get(live.stream):
                self.take(live)
        for meter in meters:
            if self._is_due(METER_STREAM + meter.name, meter.version):
                self.take(meter)

    def take(self, state: Live | Meter) -> None:
        """Store a snapshot; no harm without it."""
        stream = state.stream if isinstance(state, Live) else METER_STREAM + state.name
        table, setup = (state.table, state.setup) if isinstance(state, Live) else (None, "")
        body = snapshots.write_snapshot(state, table, setup)
        try:
            with self._database.writing() as unit:
                head = unit.heads([stream])[stream]
                if head.version == state.version:
                    unit.keep_snapshot(stream, head.version, head.digest, body)
                    self.versions[stream] = state.version
        except StoreError as problem:
            log.warning("snapshot not kept", stream=stream, problem=str(problem))

    def _is_due(self, stream: str, version: int, late: int = 1) -> bool:
        return version - self.versions.get(stream, 0) >= SNAPSHOT_EVERY * late
