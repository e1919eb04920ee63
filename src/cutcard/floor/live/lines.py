"""The events of a live table's stream as lines: the table's own, and those of its money."""

from __future__ import annotations

from typing import Any

from cutcard.floor.ledger import codec as ledger_codec
from cutcard.table import codec as table_codec
from cutcard.table.codec import EVENT, line_of, plain_of

Plain = dict[str, Any]


def event_json(event: object) -> Plain:
    """An event as plain values."""
    if type(event) in ledger_codec.NAMES:
        return ledger_codec.event_json(event)
    return table_codec.event_json(event)


def event_line(event: object) -> str:
    """An event as one line of JSON."""
    return line_of(event_json(event))


def event_in(line: str) -> object:
    """The event that a line holds."""
    plain = plain_of(line)
    if plain.get(EVENT) in ledger_codec.EVENTS:
        return ledger_codec.event_of(plain)
    return table_codec.event_of(plain)
