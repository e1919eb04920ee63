"""The proof of a shoe that is over: the record of it as everybody may see it, and what it proves."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from cutcard.fair import verify
from cutcard.floor.live import ENGINE, TABLE_STREAM, event_in
from cutcard.floor.store import Database, ReadUnit, schema
from cutcard.table.record import published

Plain = dict[str, Any]


def record(database: Database, table: str) -> tuple[str, list[str]] | None:
    """The commitment of the last shoe whose order is told, and its record; None before one is."""
    stream, held = TABLE_STREAM + table, schema.events.c
    with database.reading() as unit:
        if not unit.heads([stream]):
            return None
        named = select(held.version, held.line).where(held.stream == stream)
        told = named.where(held.line.like('{"event": "shoe_revealed"%'))
        last = unit.connection.execute(told.order_by(held.version.desc()).limit(1)).first()
        if last is None:
            return None
        commitment = str(json.loads(last[1])["commitment"])
        made = named.where(held.line.like(f'%"commitment": "{commitment}"%'), held.version < last[0])
        first = unit.connection.execute(made.order_by(held.version).limit(1)).first()
        start = last[0] if first is None else first[0]
        header = json.loads(unit.header(stream))["record"]
        events = list(_events(unit, stream, start - 1, last[0]))
    return commitment, [json.dumps(each) for each in (header, *published(events))]


def _events(unit: ReadUnit, stream: str, after: int, upto: int) -> Iterator[Plain]:
    for stored in unit.read(stream, after, upto):
        if type(event_in(stored.line)) in ENGINE:
            yield json.loads(stored.line)


def verdict(lines: list[str]) -> str:
    """What `cutcard verify` says of a record, in its one line."""
    return verify(io.BytesIO("".join(f"{each}\n" for each in lines).encode())).describe()
