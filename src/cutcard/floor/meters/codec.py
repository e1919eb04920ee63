"""A meter's events and state as plain values and as one line of JSON, like a table's own.

Reading is strict: it takes exactly what writing makes, and else raises `Malformed`. What is published
of an event leaves out where a meter must hit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast, get_args

from cutcard.floor.meters.events import MeterEvent, MeterGrew, PointArmed
from cutcard.floor.meters.state import Meter
from cutcard.law import shown
from cutcard.table.record import EVENT, Form, Malformed, Plain, line_of, plain_of, snake_case

EVENTS: Final[Mapping[str, type]] = {snake_case(made.__name__): made for made in get_args(MeterEvent)}
NAMES: Final[Mapping[type, str]] = {made: name for name, made in EVENTS.items()}
_FORMS: Final[Mapping[str, Form]] = {name: Form(made) for name, made in EVENTS.items()}
_STATE: Final = Form(Meter)
_SECRET: Final[Mapping[type, tuple[str, ...]]] = {PointArmed: ("point", "salt"), MeterGrew: ("due",)}
METER: Final = "meter"


def event_json(event: MeterEvent) -> Plain:
    """An event as plain values, its name first."""
    name = NAMES[type(event)]
    return {EVENT: name, **_FORMS[name].write(event)}


def event_of(plain: Plain) -> MeterEvent:
    """The event that plain values stand for; `Malformed` where they stand for none."""
    left = dict(plain)
    name = left.pop(EVENT, None)
    form = _FORMS.get(name) if type(name) is str else None
    if form is None:
        raise Malformed(f"{shown(name)} is not an event of a meter")
    try:
        return cast(MeterEvent, form.read(left))
    except Malformed as problem:
        raise Malformed(f"{name}: {problem}") from None


def event_line(event: MeterEvent) -> str:
    """An event as one line of JSON."""
    return line_of(event_json(event))


def event_in(line: str) -> MeterEvent:
    """The event that a line of JSON holds."""
    return event_of(plain_of(line))


def published(event: MeterEvent) -> Plain:
    """An event as anybody may see it: without the point of a meter that must hit, until it did."""
    plain = event_json(event)
    for name in _SECRET.get(type(event), ()):
        plain.pop(name, None)
    return plain


def header_line(name: str) -> str:
    """The line with which a meter's stream begins."""
    return line_of({METER: name})


def meter_line(meter: Meter) -> str:
    """A meter at some moment as one line of JSON: a snapshot."""
    return line_of(_STATE.write(meter))


def meter_in(line: str) -> Meter:
    """The meter that a snapshot holds."""
    return cast(Meter, _STATE.read(plain_of(line)))
