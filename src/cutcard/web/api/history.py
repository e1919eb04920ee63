"""What is stored, as it may be read: rounds and events without what nobody at the table has seen."""

from __future__ import annotations

import json
from typing import Any, Final

from cutcard.client import StreamLine
from cutcard.floor.live import METER_STREAM as METER, NotStored
from cutcard.floor.meters import codec as meter_codec, published
from cutcard.floor.store import Database, Head, ReadUnit, Stored
from cutcard.law import Refused
from cutcard.table.record import FaceDown
from cutcard.web.api.house import HouseFloor

Plain = dict[str, Any]
TABLE: Final = "table:"
CHUNK: Final = 256
STARTED: Final = "round_started"
ENDED: Final = "round_ended"


def _event(stored: Stored) -> Plain:
    event: Plain = json.loads(stored.line)
    return event


def _next_round(unit: ReadUnit, stream: str, after: int, end: int) -> tuple[int, int] | None:
    """The first start of a round past a version: its version and number."""
    while after < end:
        for stored in unit.read(stream, after, min(after + CHUNK, end)):
            event = _event(stored)
            if event["event"] == STARTED:
                return stored.version, int(event["number"])
        after += CHUNK
    return None


def start_of(unit: ReadUnit, stream: str, number: int, end: int) -> int | None:
    """The version at which a round began, by binary search: the numbers of rounds only grow."""
    low, high = 0, end
    while low < high:
        middle = (low + high) // 2
        begun = _next_round(unit, stream, middle, high)
        if begun is None or begun[1] > number:
            high = middle
        elif begun[1] == number:
            return begun[0]
        else:
            low = begun[0]
    begun = _next_round(unit, stream, low, end)
    return begun[0] if begun is not None and begun[1] == number else None


def round_events(database: Database, table: str, number: int) -> tuple[list[Plain], bool] | None:
    """A round's events as everybody may see them, and whether it is over; None where there is none."""
    stream = TABLE + table
    with database.reading() as unit:
        head = unit.heads([stream]).get(stream)
        start = None if head is None else start_of(unit, stream, number, head.version)
        if head is None or start is None:
            return None
        down, events, after = FaceDown(), list[Plain](), start - 1
        while after < head.version:
            for stored in unit.read(stream, after, after + CHUNK):
                event = _event(stored)
                down, seen = down.publish(event)
                events.append(seen)
                if event["event"] == ENDED:
                    return events, True
            after += CHUNK
    return events, False


def events_after(
    database: Database, stream: str, after: int, limit: int
) -> tuple[int, list[Stored]] | None:
    """Some events of a stream past a version, those of tables and meters as everybody may see them."""
    with database.reading() as unit:
        head = unit.heads([stream]).get(stream)
        if head is None:
            return None
        upto = min(after + limit, head.version)
        if not stream.startswith(TABLE):
            return head.version, [_of_others(each) for each in unit.read(stream, after, upto)]
        begin = _last_end(unit, stream, after)
        down, rows = FaceDown(), []
        for stored in unit.read(stream, begin, upto):
            down, seen = down.publish(_event(stored))
            if stored.version > after:
                rows.append((stored, seen))
    return head.version, [_stored_as_seen(stored, seen) for stored, seen in rows]


def happened_under(database: Database, stream: str, key: str, version: int) -> list[Plain]:
    """The events of a command that was answered before, as everybody may see them."""
    first = version
    with database.reading() as unit:
        for stored in unit.back(stream, version):
            if stored.key != key:
                break
            first = stored.version - 1
    page = events_after(database, stream, first, version - first) if first < version else None
    return [] if page is None else [_event(each) for each in page[1]]


def _last_end(unit: ReadUnit, stream: str, before: int) -> int:
    """The version of the last end of a round up to a version: nothing lies hidden there."""
    while before > 0:
        begin = max(0, before - CHUNK)
        for stored in reversed(unit.read(stream, begin, before)):
            if _event(stored)["event"] == ENDED:
                return stored.version
        before = begin
    return 0


def _of_others(stored: Stored) -> Stored:
    """An event of another stream; a meter's without the point where it must hit."""
    if not stored.stream.startswith(METER):
        return stored
    return _stored_as_seen(stored, published(meter_codec.parse(stored.line)))


def _stored_as_seen(stored: Stored, seen: Plain) -> Stored:
    """A stored event with only what may be seen, and no digest: it would betray which card is hidden."""
    line = json.dumps(seen, ensure_ascii=False)
    return Stored(stored.stream, stored.version, stored.at, stored.by, stored.key, line, "")


def public_digest(floor: HouseFloor, head: Head) -> str:
    """The digest of a stream's last event; empty while it could betray what is face down."""
    kind, _, name = head.stream.partition(":")
    try:
        if kind == "table":
            hidden = any(side.pile.loaded for side in floor.live(name).table.shoe.sides)
        else:
            hidden = kind == "meter" and bool(floor.meter(name).commitment)
    except (Refused, NotStored):
        hidden = True
    return "" if hidden else head.digest


def stream_lines(floor: HouseFloor) -> list[StreamLine]:
    """Every stream of the house with its end, in the order of their names."""
    names = [name for name, _ in floor.database.streams()]
    with floor.database.reading() as unit:
        heads = unit.heads(names)
    return [
        StreamLine(stream=name, version=head.version, digest=public_digest(floor, head))
        for name, head in sorted(heads.items())
    ]
