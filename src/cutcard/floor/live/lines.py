"""The events of a live table's stream as lines: the table's own, its money's, and the house's."""

from __future__ import annotations

from typing import Any, Final

from cutcard.floor.ledger import codec as ledger_codec
from cutcard.floor.live.events import JackpotHeld
from cutcard.table import codec as table_codec
from cutcard.table.codec import EVENT, line_of, plain_of
from cutcard.table.plain_values import Form

Plain = dict[str, Any]
HELD: Final = "jackpot_held"
_HELD: Final = Form(JackpotHeld)


def event_json(event: object) -> Plain:
    """An event as plain values."""
    if type(event) in ledger_codec.NAMES:
        return ledger_codec.event_json(event)
    if type(event) is JackpotHeld:
        return {EVENT: HELD, **_HELD.write(event)}
    return table_codec.event_json(event)


def event_line(event: object) -> str:
    """An event as one line of JSON."""
    return line_of(event_json(event))


def event_in(line: str) -> object:
    """The event that a line holds."""
    plain = plain_of(line)
    name = plain.get(EVENT)
    if name in ledger_codec.EVENTS:
        return ledger_codec.event_of(plain)
    if name == HELD:
        return _HELD.read({key: value for key, value in plain.items() if key != EVENT})
    return table_codec.event_of(plain)
