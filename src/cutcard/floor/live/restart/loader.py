"""Tables and meters out of the store: verified, then folded from the last snapshot on.

A store of up to `AT_ONCE` events is verified whole before anything is served. Of a larger one each
stream is verified from its snapshot on, so that a start takes seconds; the rest of it is verified while
the house is open (`Floor.prove`), and what is broken is stopped then. `cutcard audit` verifies all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import structlog

from cutcard.floor.live.restart import snapshots
from cutcard.floor.live.state import TABLE_STREAM, Live, live_of
from cutcard.floor.live.table_meters import METER_STREAM as METER
from cutcard.floor.meters import Meter, codec as meter_codec, evolve, new_meter
from cutcard.floor.store import Database, Kept
from cutcard.law import RuleSet
from cutcard.rules import Game

AT_ONCE: Final = 100_000
"""Events of a store up to which all of it is verified before it is served."""
log = structlog.get_logger("cutcard.floor")


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table as its events make it, and the version of the snapshot that it was made from."""

    live: Live
    kept: int


@dataclass(frozen=True, slots=True)
class LoadedMeter:
    """A meter likewise."""

    meter: Meter
    kept: int


def load_table(
    database: Database, name: str, *, whole: bool = True, from_snapshot: bool = True
) -> LoadedTable:
    """A table, verified; not `whole`: from its snapshot on alone, where there is one."""
    stream = TABLE_STREAM + name
    kept = _verified(database, stream, whole=whole) if from_snapshot else None
    with database.reading() as unit:
        new = live_of(unit.header(stream))
        found = read_kept(stream, kept, new.table.rules, new.table.game)
        live = start = found if isinstance(found, Live) and found.name == name else new
        for stored in unit.read(stream, after=start.version):
            live, _, _ = live.read(stored.line, stored.at)
    if kept is not None and start is new and not whole:
        database.verify(stream)
    return LoadedTable(live, start.version)


def load_meter(database: Database, house: str, *, whole: bool = True) -> LoadedMeter:
    """A meter, verified; not `whole`: from its snapshot on alone, where there is one."""
    stream = METER + house
    kept = _verified(database, stream, whole=whole)
    found = read_kept(stream, kept)
    meter = start = found if isinstance(found, Meter) and found.name == house else new_meter(house)
    with database.reading() as unit:
        for stored in unit.read(stream, after=start.version):
            meter = evolve(meter, meter_codec.parse(stored.line))
    if kept is not None and not start.version and not whole:
        database.verify(stream)
    return LoadedMeter(meter, start.version)


def _verified(database: Database, stream: str, *, whole: bool) -> Kept | None:
    """The newest snapshot of a stream, which is verified as far as it is to be now."""
    with database.reading() as unit:
        kept = unit.kept(stream)
    database.verify(stream, after=0 if whole or kept is None else kept.version)
    return kept


def read_kept(
    stream: str, kept: Kept | None, rules: RuleSet | None = None, game: Game | None = None
) -> object:
    """What a snapshot holds; None where it cannot be used."""
    if kept is None:
        return None
    try:
        found = snapshots.read_snapshot(kept.body, rules, game)
    except snapshots.UnusableSnapshot as problem:
        log.info("snapshot not used", stream=stream, why=str(problem))
        return None
    return found if getattr(found, "version", None) == kept.version else None


def rebuilt(database: Database, name: str, *, from_snapshot: bool = True) -> Live:
    """A table as its events make it, from the last snapshot on where that can be used."""
    return load_table(database, name, from_snapshot=from_snapshot).live
