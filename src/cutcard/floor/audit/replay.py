"""Replay: tables folded from their first event, their movements compared, random rounds rechecked.

A round is the same where for each of its events somebody could do what brings it, at the table as it
then stood, and that brings this very event (`table.record`). All movements of the tables that are folded
are made again and compared with the ledger; so is the snapshot.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from sqlalchemy import select

from cutcard.floor.links import HOME_STREAM, REMOTE_STREAM, link_moves
from cutcard.floor.live import (
    ENGINE,
    METER_STREAM as METER,
    TABLE_STREAM,
    Live,
    UnusableSnapshot,
    event_in,
    meter_event,
    read_live,
    read_snapshot,
)
from cutcard.floor.meters import Meter, evolve, moves, new_meter
from cutcard.floor.store import LAST, Database, Movement, ReadUnit, Stored, owner, row_digest, schema
from cutcard.table import BetAcknowledged, RoundEnded, RoundStarted, Settled
from cutcard.table.record import EVENT, NAMES, Recheck, line_of, money_missing, unlike_the_shuffle
from cutcard.wagers import missing_code

_MODULUS: Final = 1 << 256
MovementsByVersion = Iterable[tuple[int, Iterable[Movement]]]
"""Versions of a stream, each with what its event moves."""


@dataclass(frozen=True, slots=True)
class MovementDifference:
    """Something stored that differs from its replay."""

    stream: str
    version: int
    problem: str

    def text(self) -> str:
        """In one line."""
        return f"{self.stream} {self.version}: {self.problem}"


class Remade:
    """The movements of one stream as they are made again: their number, and the sum of their digests."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.count = 0
        self._sum = 0

    def add(self, moves: Iterable[Movement]) -> None:
        """What one more event moves."""
        for each in moves:
            self._sum = (self._sum + int(row_digest(*each), 16)) % _MODULUS
            self.count += 1

    def compare(
        self, unit: ReadUnit, again: Callable[[], MovementsByVersion]
    ) -> Iterator[MovementDifference]:
        """The same as booked, in whatever order; which one is wrong is looked for only then."""
        count = sums = 0
        for row in _booked(unit, self.stream):
            sums = (sums + int(row_digest(*row[:6]), 16)) % _MODULUS
            count += 1
        if (count, sums) != (self.count, self._sum):
            for version, problem in _wrong(unit, self.stream, again()):
                yield MovementDifference(self.stream, version, problem)


def _booked(unit: ReadUnit, stream: str) -> Iterator[tuple[str, str, str, int, str, str, str]]:
    columns, first = schema.movements.c, f"{stream}:"
    query = select(schema.movements).where(columns.id >= first, columns.id < first + LAST)
    for row in unit.connection.execute(query):
        if owner(row[0])[0] == stream:
            yield row[0], row[1], row[2], row[3], row[4], row[5], row[6]


def _wrong(unit: ReadUnit, stream: str, expected: MovementsByVersion) -> Iterator[tuple[int, str]]:
    booked = {row[0]: row[:6] for row in _booked(unit, stream)}
    for version, movements in expected:
        for each in movements:
            row = booked.pop(each.id, None)
            if row is None:
                yield version, f"movement {each.id} is missing"
            elif row != tuple(each):
                yield version, f"movement {each.id} is not booked as its event says"
    for movement in sorted(booked):
        yield owner(movement)[1], f"movement {movement} belongs to no event"


Progress = Callable[[int, int], None]
CHUNK: Final = 5_000
MOST_DIFFERENCES: Final = 20
"""Differences reported of one table: one error often makes all that follows differ."""
STARTED: Final = line_of({EVENT: NAMES[RoundStarted]})[:-1]
NOTICED: Final = line_of({EVENT: NAMES[BetAcknowledged]})[:-1]
"""What devices take notice of right before a round starts is part of its start."""


@dataclass(slots=True)
class Replayed:
    """What was replayed, and what differs."""

    tables: int = 0
    meters: int = 0
    events: int = 0
    rounds: int = 0
    settlements: int = 0
    movements: int = 0
    unjudged: int = 0
    """Differences in rounds whose law data are lost: what was adopted for them may differ from those."""
    without_code: dict[str, str] = field(default_factory=dict)
    """Tables whose rounds were not held against the rules: their wagers are code that is not here."""
    differences: list[MovementDifference] = field(default_factory=list)


def rounds_of(unit: ReadUnit) -> dict[str, list[int]]:
    """Stream of every table -> the versions at which its rounds began to start."""
    columns = schema.events.c
    noticed = columns.line.like(f"{NOTICED}%")
    query = select(columns.stream, columns.version, noticed).where(
        columns.line.like(f"{STARTED}%") | noticed
    )
    rounds: dict[str, list[int]] = defaultdict(list)
    first, last = 0, ("", 0)
    for stream, version, is_notice in unit.connection.execute(
        query.order_by(columns.stream, columns.version)
    ):
        first = first if last == (stream, version - 1) else version
        last = (stream, version) if is_notice else ("", 0)
        if not is_notice and stream.startswith(TABLE_STREAM):
            rounds[stream].append(first)
    return dict(rounds)


def replay(database: Database, many: int, *, seed: int, progress: Progress | None = None) -> Replayed:
    """Replay `many` rounds of the store, chosen by the seed; all of them where there are fewer."""
    result = Replayed()
    with database.reading() as unit:
        every = [(stream, each) for stream, versions in rounds_of(unit).items() for each in versions]
        chosen: dict[str, set[int]] = defaultdict(set)
        for stream, version in random.Random(seed).sample(every, min(many, len(every))):
            chosen[stream].add(version)
        meters = unit.streams(METER) if chosen else []
        ends = unit.heads([*chosen, *meters])
        total = sum(each.version for each in ends.values())
        for stream in sorted(chosen):
            _Folding(unit, stream, chosen[stream], result).run(progress, total)
        for stream in meters:
            _refold_meter(unit, stream, result)
            if progress is not None:
                progress(result.events, total)
        for stream in (*unit.streams(HOME_STREAM), *unit.streams(REMOTE_STREAM)):
            result.meters += 1
            result.differences += _unlike_booked(
                unit, stream, partial(link_moves, unit, stream), result
            )[:MOST_DIFFERENCES]
    return result


def _unlike_booked(
    unit: ReadUnit, stream: str, again: Callable[[], MovementsByVersion], result: Replayed
) -> list[MovementDifference]:
    """Compare what a stream's events move, made anew, with what is booked."""
    remade, last = Remade(stream), 0
    try:
        for version, movements in again():
            remade.add(movements)
            result.events += 1
            last = version
        return list(remade.compare(unit, again))
    except Exception as problem:
        return [MovementDifference(stream, last + 1, f"cannot be replayed: {problem!r}")]
    finally:
        result.movements += remade.count


def _refold_meter(unit: ReadUnit, stream: str, result: Replayed) -> None:
    """Compare what a meter's events move with what is booked, and its snapshot with the meter."""
    result.meters += 1
    unlike = 0
    snapshot = unit.snapshot(stream)

    def see(meter: Meter) -> None:
        nonlocal unlike
        if (
            snapshot is not None
            and meter.version == snapshot.version
            and _is_unlike(meter, snapshot.body)
        ):
            unlike = snapshot.version

    differences = _unlike_booked(unit, stream, lambda: _meter_moves(unit, stream, see), result)
    if unlike:
        what = "the snapshot differs from the meter that the events give"
        differences.append(MovementDifference(stream, unlike, what))
    result.differences += differences[:MOST_DIFFERENCES]


def _is_unlike(meter: Meter, body: str) -> bool:
    try:
        return bool(read_snapshot(body, None, None) != meter)
    except UnusableSnapshot:
        return False


def _meter_moves(
    unit: ReadUnit, stream: str, see: Callable[[Meter], None] | None = None
) -> Iterator[tuple[int, list[Movement]]]:
    meter = new_meter(stream.removeprefix(METER))
    for stored in unit.events(stream):
        event = meter_event(unit, stored.line)
        yield stored.version, moves(meter, event, f"{stream}:{stored.version}")
        meter = evolve(meter, event)
        if see is not None:
            see(meter)


class _Folding:
    """One table from its header to its last event."""

    def __init__(self, unit: ReadUnit, stream: str, chosen: set[int], result: Replayed) -> None:
        self.unit = unit
        self.stream = stream
        self.chosen = chosen
        self.result = result
        self.differences: list[MovementDifference] = []
        self.remade = Remade(stream)
        self.version = 0
        self._recheck: Recheck | None = None
        law = json.loads(unit.header(stream))["record"]["law"]
        adopted = (each.at for each in unit.laws() if each.law == law and each.is_adopted)
        self._adopted_at = next(adopted, 0)
        """Until when the table was played by law data that are lost."""

    def run(self, progress: Progress | None, total: int) -> None:
        """Fold, and report differences; an event that does not fold ends it."""
        self.result.tables += 1
        try:
            self._fold(progress, total)
            self.differences += self.remade.compare(self.unit, self._again)
        except Exception as problem:
            self._differs(self.version, f"cannot be replayed: {problem!r}")
        self.result.differences += self.differences[:MOST_DIFFERENCES]
        self.result.movements += self.remade.count

    def _fold(self, progress: Progress | None, total: int) -> None:
        live = read_live(self.unit, self.stream)
        snapshot = self.unit.snapshot(self.stream)
        waiting: deque[tuple[Stored, object]] = deque()
        coming = self._events()
        while entry := waiting.popleft() if waiting else next(coming, None):
            stored, event = entry
            self.version = stored.version
            if stored.version in self.chosen:
                waiting.extend(_rest_of_round(coming) if not waiting else ())
                self._begin(live, [event, *(each for _, each in waiting)])
            self._hold_against_the_rules(live, stored.version, stored.at, event)
            live, _, moved = live.read(stored.line, stored.at)
            self.remade.add(moved)
            self.result.events += 1
            if snapshot is not None and snapshot.version == live.version:
                self._compare_snapshot(live, snapshot.body)
            if progress is not None and stored.version % CHUNK == 0:
                progress(self.result.events, total)

    def _events(self) -> Iterator[tuple[Stored, object]]:
        for stored in self.unit.events(self.stream):
            self.version = stored.version
            yield stored, event_in(stored.line)

    def _again(self) -> Iterator[tuple[int, list[Movement]]]:
        live = read_live(self.unit, self.stream)
        for stored in self.unit.events(self.stream):
            live, _, moved = live.read(stored.line, stored.at)
            yield stored.version, moved

    def _begin(self, live: Live, events: Iterable[object]) -> None:
        if missing := missing_code(each.law for each in live.table.rules.offers.values()):
            self.result.without_code[self.stream] = missing
            return
        self.result.rounds += 1
        self._recheck = Recheck([each for each in events if type(each) in ENGINE])

    def _hold_against_the_rules(self, live: Live, version: int, at: int, event: object) -> None:
        if self._recheck is None or type(event) not in ENGINE:
            return
        self.result.settlements += isinstance(event, Settled)
        for problem in self._recheck.next(live.table, event):
            if at < self._adopted_at:
                self.result.unjudged += 1
            else:
                self._differs(version, problem)
        if problem := unlike_the_shuffle(live.table, event):
            self._differs(version, problem)
        if isinstance(event, RoundEnded):
            self._recheck = None
            after, _ = live.after(event, 0)
            if problem := money_missing(after.table):
                self._differs(version, problem)

    def _differs(self, version: int, problem: str) -> None:
        self.differences.append(MovementDifference(self.stream, version, problem))

    def _compare_snapshot(self, live: Live, body: str) -> None:
        try:
            state = read_snapshot(body, live.table.rules, live.table.game)
        except UnusableSnapshot:
            return
        if state != live:
            self._differs(live.version, "the snapshot differs from the table that the events give")


def _rest_of_round(coming: Iterator[tuple[Stored, object]]) -> Iterator[tuple[Stored, object]]:
    for entry in coming:
        yield entry
        if isinstance(entry[1], RoundEnded):
            return
