"""The events of a live table's stream as lines: the table's own, its money's, and the house's."""

from __future__ import annotations

from typing import Any, Final

from cutcard.floor.ledger import codec as ledger_codec
from cutcard.floor.live.events import DealingChanged, JackpotHeld
from cutcard.table.record import EVENT, Form, codec as table_codec, line_of, plain_of

Plain = dict[str, Any]
NAMES: Final = {JackpotHeld: "jackpot_held", DealingChanged: "dealing_changed"}
"""The house's own events, by the names they have in a stream."""
_FORMS: Final = {made: Form(made) for made in NAMES}
_MADE: Final = {name: made for made, name in NAMES.items()}


def event_json(event: object) -> Plain:
    """An event as plain values."""
    if type(event) in ledger_codec.NAMES:
        return ledger_codec.event_json(event)
    if (made := type(event)) in NAMES:
        return {EVENT: NAMES[made], **_FORMS[made].write(event)}
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
    if name in _MADE:
        return _FORMS[_MADE[name]].read({key: value for key, value in plain.items() if key != EVENT})
    return table_codec.event_of(plain)
