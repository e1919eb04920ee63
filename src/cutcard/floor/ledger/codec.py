"""The ledger's events as plain values and as one line of JSON, like the table's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from cutcard.floor.ledger.events import LedgerEvent
from cutcard.law import shown
from cutcard.table.record import (
    EVENT,
    EVENTS as TABLE_EVENTS,
    Form,
    Malformed,
    Plain,
    line_of,
    plain_of,
    snake_case,
)

EVENTS: Final[Mapping[str, type]] = {snake_case(made.__name__): made for made in get_args(LedgerEvent)}
"""Every event of the ledger by its name; none is called as an event of a table is."""
NAMES: Final[Mapping[type, str]] = {made: name for name, made in EVENTS.items()}
_FORMS: Final[Mapping[str, Form]] = {name: Form(made) for name, made in EVENTS.items()}

assert not EVENTS.keys() & TABLE_EVENTS.keys(), "a name stands for two events"


def event_json(event: object) -> Plain:
    """An event as plain values, its name first."""
    name = NAMES[type(event)]
    return {EVENT: name, **_FORMS[name].write(event)}


def event_of(plain: Plain) -> LedgerEvent:
    """The event that plain values stand for; `Malformed` where they stand for none."""
    left = dict(plain)
    name = left.pop(EVENT, None)
    form = _FORMS.get(name) if type(name) is str else None
    if form is None:
        raise Malformed(f"{shown(name)} is not an event of the ledger")
    try:
        made: LedgerEvent = form.read(left)
    except Malformed as problem:
        raise Malformed(f"{name}: {problem}") from None
    return made


def event_line(event: object) -> str:
    """An event as one line of JSON."""
    return line_of(event_json(event))


def event_in(line: str) -> LedgerEvent:
    """The event that a line of JSON holds."""
    return event_of(plain_of(line))
