"""One round of a live table with all that the store has of it, on paper, and who paid its jackpots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, or_, select

from cutcard.floor.live import (
    ENGINE,
    METER_STREAM as METER,
    TABLE_STREAM,
    JackpotHeld,
    event_in,
    read_header,
)
from cutcard.floor.store import NOTICED, STARTED, Database, ReadUnit, Stored, carry_laws, name_in, schema
from cutcard.law import Code, Refused
from cutcard.money import dollars
from cutcard.reports.sheet import Block, Facts, Grid, Heading, Pages, Prose
from cutcard.rules import Line
from cutcard.shoe import CardsShuffled, ShoeRevealed
from cutcard.table import RoundEnded, Settled, line_view
from cutcard.table.record import (
    EVENT,
    NAMES,
    Header,
    law_of_header,
    line_of,
    recorded_acts,
)
from cutcard.wording import outcome_name, price_name, wager_name

SHUFFLED: Final = line_of({EVENT: NAMES[CardsShuffled]})[:-1]
SHUFFLES: Final = 4
"""So many shuffles before a round's end may have stacked what it was dealt from, of two batches."""
Booked = tuple[str, str, str, int, str, str]


@dataclass(frozen=True, slots=True)
class OneRound:
    """A round with all that the store has of it."""

    table: str
    number: int
    header: Header
    stored: tuple[Stored, ...]
    events: tuple[object, ...]
    movements: tuple[Booked, ...]
    commitments: tuple[str, ...]

    @property
    def stream(self) -> str:
        """The stream of its table."""
        return TABLE_STREAM + self.table

    @property
    def last(self) -> Stored:
        """Its last event."""
        return self.stored[-1]

    @property
    def digest(self) -> str:
        """The digest of its last event, which covers all before it."""
        return self.last.digest

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return isinstance(self.events[-1], RoundEnded)

    @property
    def lines(self) -> list[Line]:
        """What was settled, in its order."""
        return [line for event in self.events if isinstance(event, Settled) for line in event.lines]


def find_round(database: Database, table: str, number: int) -> OneRound:
    """A round of a table; refused where there is none."""
    stream = TABLE_STREAM + table
    with database.reading() as unit:
        carry_laws(unit)
        if not unit.heads([stream]):
            raise Refused(Code.BAD_REQUEST, f"table: this store has no {table!r}")
        stored = tuple(_stored(unit, stream, _start(unit, table, number)))
        wanted = {each.version for each in stored}
        return OneRound(
            table,
            number,
            read_header(unit, stream, stored[0].version),
            stored,
            tuple(event_in(each.line) for each in stored),
            tuple(_booked(unit, stream, wanted)),
            _commitments(unit, stream, stored[0].version),
        )


def _start(unit: ReadUnit, table: str, number: int) -> int:
    """The version at which a round began to start: by its row, or it is the one in play."""
    stream, columns = TABLE_STREAM + table, schema.rounds.c
    query = select(columns.number, columns.first, columns.last).where(columns.stream == stream)
    row = unit.connection.execute(query.where(columns.number == number)).one_or_none()
    if row is not None:
        return int(row[1])
    last = unit.connection.execute(query.order_by(columns.number.desc()).limit(1)).one_or_none()
    many, after = (0, 0) if last is None else (int(last[0]), int(last[2]))
    first = _in_play(unit, stream, after)
    if number == many + 1 and first:
        return first
    many += bool(first)
    has = f"rounds 1 to {many}" if many else "no round"
    raise Refused(Code.BAD_REQUEST, f"round {number}: table {table} has {has}")


def _in_play(unit: ReadUnit, stream: str, after: int) -> int:
    """The version at which the round after the last that is over began; 0 where there is none yet."""
    first = 0
    for stored in unit.events(stream, after, chunk=500):
        name = name_in(stored.line)
        if name == STARTED:
            return first or stored.version
        first = (first or stored.version) if name == NOTICED else 0
    return 0


def _stored(unit: ReadUnit, stream: str, start: int) -> Iterator[Stored]:
    for stored in unit.events(stream, start - 1, chunk=500):
        yield stored
        if isinstance(event_in(stored.line), RoundEnded):
            return


def _booked(unit: ReadUnit, stream: str, versions: Iterable[int]) -> Iterator[Booked]:
    columns = schema.movements.c
    for version in sorted(versions):
        first = f"{stream}:{version}:"
        query = select(schema.movements).where(columns.id >= first, columns.id < f"{stream}:{version};")
        rows = sorted(unit.connection.execute(query), key=lambda row: int(row[0].rpartition(":")[2]))
        yield from ((row[0], row[1], row[2], row[3], row[4], row[5]) for row in rows)


def _commitments(unit: ReadUnit, stream: str, before: int) -> tuple[str, ...]:
    """What the shuffles before this round were committed to; the last ones are those in play."""
    columns = schema.events.c
    query = select(columns.version, columns.line).where(
        columns.stream == stream, columns.version < before, columns.line.like(f"{SHUFFLED}%")
    )
    latest = unit.connection.execute(query.order_by(columns.version.desc()).limit(2))
    shuffles = [event_in(unit.uncovered(stream, *row)) for row in latest]
    commitments = [each.commitment for each in shuffles if isinstance(each, CardsShuffled)]
    return tuple(each for each in reversed(commitments) if each)


def chain_of_round(unit: ReadUnit, shown: OneRound) -> tuple[str, tuple[str, ...]]:
    """The digest that a round's first event follows from, and its lines as the chain covers them."""
    columns, first = schema.events.c, shown.stored[0].version
    of = columns.stream == shown.stream
    before = select(columns.digest).where(of, columns.version == first - 1)
    within = columns.version.between(first, shown.last.version)
    lines = select(columns.line).where(of, within).order_by(columns.version)
    digest = str(unit.connection.execute(before).scalar_one())
    return digest, tuple(unit.connection.execute(lines).scalars())


def shoes_revealed(unit: ReadUnit, shown: OneRound) -> bool:
    """Whether the order of every shoe that a round may have been dealt from is known by now.

    Until then a digest of the table's chain could be used to try which cards were burned.
    """
    version, line = schema.events.c.version, schema.events.c.line
    of = schema.events.c.stream == shown.stream

    def named(name: str) -> ColumnElement[bool]:
        return line.like(f"{line_of({EVENT: name})[:-1]}%")

    shuffled = select(version, line).where(
        of, named(NAMES[CardsShuffled]), version <= shown.last.version
    )
    shuffles = unit.connection.execute(shuffled.order_by(version.desc()).limit(SHUFFLES)).all()
    if not shuffles:
        return False
    revealed = select(version, line).where(of, named(NAMES[ShoeRevealed]), version > shuffles[-1][0])
    reveals = unit.connection.execute(revealed.order_by(version).limit(4 * SHUFFLES))
    known = {
        event.commitment for event in _read(unit, shown, reveals) if isinstance(event, ShoeRevealed)
    }
    return all(
        isinstance(event, CardsShuffled) and event.commitment and event.commitment in known
        for event in _read(unit, shown, shuffles)
    )


def _read(unit: ReadUnit, shown: OneRound, rows: Iterable[Any]) -> Iterator[object]:
    return (event_in(unit.uncovered(shown.stream, *row)) for row in rows)


def round_pages(shown: OneRound) -> Pages:
    """The round as pages."""
    header = shown.header
    game = " ".join(filter(None, (law_of_header(header).name, header.variation)))
    title = f"Round {shown.number} at table {shown.table}"
    last = shown.stored[-1]
    blocks: list[Block] = [
        Facts(
            (
                ("rules", f"{game}, submission {header.digest}"),
                ("from", f"{time_of(shown.stored[0].at)}, event {shown.stored[0].version}"),
                ("to", f"{time_of(last.at)}, event {last.version}{'' if shown.ended else ', in play'}"),
                ("chained by", last.digest),
                *(("shuffle commitment", each) for each in shown.commitments),
            ),
            exact=("chained by", "shuffle commitment"),
        ),
        Heading("What happened"),
        Prose(tuple(acts_of(shown))),
        *money_of(shown),
    ]
    return Pages(title, f"{game}; every line with the provision behind it", game, title, tuple(blocks))


def time_of(at: int) -> str:
    """A moment, as reports write it."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def acts_of(shown: OneRound) -> Iterator[str]:
    """What happened in a round, a line for each act."""
    engine = [each for each in shown.events if type(each) in ENGINE]
    for _, lines in recorded_acts(engine):
        parts = [line.strip() for line in lines if line.strip()]
        if parts:
            yield parts[0] + (f": {'; '.join(parts[1:])}" if parts[1:] else "")


def money_of(shown: OneRound) -> Iterator[Block]:
    """What was settled in a round, and what was moved."""
    yield from _settled(shown.lines)
    yield from _moved(shown.movements)


def _settled(lines: list[Line]) -> Iterator[Block]:
    if not lines:
        return
    rows = []
    for each in map(line_view, lines):
        hand = f" hand {each['hand']}" if each.get("hand") else ""
        rows.append(
            (
                f"{each['box']}{hand}",
                wager_name(str(each["wager"])),
                outcome_name(str(each["outcome"])),
                str(each["stake"]),
                price_name(str(each.get("pays") or "")),
                str(each["net"]),
                str(each.get("cite") or ""),
            )
        )
    columns = ("box", "wager", "outcome", "stake #", "pays", "net #", "provision")
    yield Heading("Settlement")
    yield Grid(columns, tuple(rows), widest=6)


def _moved(movements: tuple[Booked, ...]) -> Iterator[Block]:
    if not movements:
        return
    columns = ("from", "to", "amount #", "why", "provision", "movement")
    rows = tuple((row[1], row[2], dollars(row[3]), row[4], row[5], row[0]) for row in movements)
    yield Heading("Movements of money")
    yield Grid(columns, rows, widest=4)


HIT_EVENTS: Final = {
    "hit_locked": "locked",
    "hit_claimed": "claimed",
    "hit_verified": "verified",
    "hit_paid": "paid",
    "hit_voided": "voided",
}
"""Events of a hit, and what was done."""


@dataclass(frozen=True, slots=True)
class HitEvent:
    """One thing that was done about a hit."""

    hit: str
    meter: str
    done: str
    by: str
    at: int
    version: int
    cite: str


def hit_events(unit: ReadUnit, shown: OneRound) -> list[HitEvent]:
    """All that was done about the hits of a round, in order."""
    history: list[HitEvent] = []
    columns = schema.events.c
    for event in shown.events:
        if not isinstance(event, JackpotHeld):
            continue
        stream = METER + event.house_meter
        named = or_(*(columns.line.like(f"{line_of({EVENT: name})[:-1]}%") for name in HIT_EVENTS))
        query = select(columns.version, columns.at, columns.by, columns.line).where(
            columns.stream == stream, named
        )
        quoted = json.dumps(event.hit, ensure_ascii=False)
        for version, at, by, line in unit.connection.execute(query.order_by(columns.version)):
            if quoted in line:
                plain = json.loads(line)
                done, cite = HIT_EVENTS[plain[EVENT]], str(plain.get("cite", ""))
                history.append(HitEvent(event.hit, event.house_meter, done, by, at, version, cite))
    return history
