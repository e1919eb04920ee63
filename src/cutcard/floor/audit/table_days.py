"""A table's day beside its hands, in order of time: who dealt, money, shoes, what went wrong."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import or_, select

from cutcard.floor.audit.walk import public_words
from cutcard.floor.live import TABLE_STREAM, event_in
from cutcard.floor.store import IRREGULAR, ReadUnit, name_in, schema
from cutcard.law import Code, Refused
from cutcard.table.record import EVENT, line_of

Lane = Literal["crew", "money", "players", "cards", "wrong", "jackpot"]
_TOLD: Final[Mapping[Lane, tuple[str, ...]]] = {
    "crew": (
        *("table_opened", "table_closed", "gaming_day_began", "dealer_changed", "dealer_took_over"),
        *("dealing_changed", "law_changed"),
    ),
    "money": ("counted", "filled", "credited", "dropped", "tips_taken"),
    "players": ("bought_in", "cashed_out", "player_arrived", "player_left", "entry_permitted"),
    "cards": ("shoe_loaded", "cards_shuffled", "shoe_ended", "cards_inspected"),
    "wrong": (
        *("recut_ordered", "reshuffle_ordered", "burn_excused"),
        *("shuffler_failed", "shuffler_repaired", "reader_repaired", "light_repaired"),
        *IRREGULAR,
    ),
    "jackpot": ("jackpot_held", "jackpot_confirmed"),
}
LANES: Final[Mapping[str, Lane]] = {name: lane for lane, names in _TOLD.items() for name in names}
"""Events that a day is told by, and what they are about."""
MOST: Final = 400
"""Entries of a day, the latest; there is a search for the rest."""


@dataclass(frozen=True, slots=True)
class DayEntry:
    """Something that happened."""

    version: int
    at: int
    by: str
    lane: Lane
    words: str
    cite: str
    round: int | None
    """The round in which it happened, where that is over."""


@dataclass(frozen=True, slots=True)
class TableDay:
    """What happened at a table in a period, the first thing first."""

    entries: tuple[DayEntry, ...]
    earlier: int
    """How many entries before them are left out."""


def last_event_at(unit: ReadUnit, table: str) -> int:
    """When something last happened at a table; refused where there is none of that name."""
    stream = TABLE_STREAM + table
    head = unit.heads([stream]).get(stream)
    if head is None:
        raise Refused(Code.BAD_REQUEST, f"table: this store has no {table!r}")
    return _at(unit, stream, head.version) if head.version else 0


def table_day(unit: ReadUnit, table: str, since: int, until: int) -> TableDay:
    """The period from one moment until before another, in milliseconds."""
    stream = TABLE_STREAM + table
    head = unit.heads([stream]).get(stream)
    if head is None:
        raise Refused(Code.BAD_REQUEST, f"table: this store has no {table!r}")
    first = _first_from(unit, stream, since, head.version)
    after = _first_from(unit, stream, until, head.version)
    columns = schema.events.c
    named = or_(*(columns.line.like(f"{line_of({EVENT: name})[:-1]}%") for name in LANES))
    query = select(columns.version, columns.at, columns.by, columns.line).where(
        columns.stream == stream, columns.version >= first, columns.version < after, named
    )
    latest = unit.connection.execute(query.order_by(columns.version.desc())).all()
    rows = latest[:MOST][::-1]
    rounds = _rounds(unit, stream, first, after)
    entries = []
    for version, at, by, line in rows:
        text = unit.uncovered(stream, version, line)
        words, cite = public_words(event_in(text))
        lane = LANES[name_in(text)]
        entries.append(DayEntry(version, at, by, lane, words, cite, _round_at(rounds, version)))
    return TableDay(tuple(entries), len(latest) - len(rows))


def _at(unit: ReadUnit, stream: str, version: int) -> int:
    columns = schema.events.c
    query = select(columns.at).where(columns.stream == stream, columns.version == version)
    return int(unit.connection.execute(query).scalar_one())


def _first_from(unit: ReadUnit, stream: str, at: int, end: int) -> int:
    """The first version at or past a moment, by binary search: times of a stream never run backwards."""
    low, high = 1, end + 1
    while low < high:
        middle = (low + high) // 2
        if _at(unit, stream, middle) < at:
            low = middle + 1
        else:
            high = middle
    return low


Spans = list[tuple[int, int, int]]


def _rounds(unit: ReadUnit, stream: str, first: int, after: int) -> Spans:
    """First and last version and number of the rounds between two versions."""
    columns = schema.rounds.c
    query = select(columns.first, columns.last, columns.number).where(
        columns.stream == stream, columns.last >= first, columns.first < after
    )
    found = unit.connection.execute(query.order_by(columns.first))
    return [(int(row[0]), int(row[1]), int(row[2])) for row in found]


def _round_at(rounds: Spans, version: int) -> int | None:
    at = bisect_right(rounds, version, key=lambda each: each[0]) - 1
    return rounds[at][2] if at >= 0 and version <= rounds[at][1] else None
