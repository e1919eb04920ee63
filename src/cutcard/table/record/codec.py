"""Every event of a table and of its shoe as one line of JSON, and back, without loss.

    {"event": "card_dealt", "drawn": "Qh", "box": 1, "hand": 1, "why": "first"}

The form of an event follows from its annotations; a field at its default is left out. A line that is
not exactly such a line is `Malformed`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any, Final, NoReturn, cast

from cutcard.law import Refusal, place, shown
from cutcard.rules import Line
from cutcard.shoe import events as shoe_events
from cutcard.table import events as table_events
from cutcard.table.play.bets import Bet
from cutcard.table.record.plain_values import Form, Malformed, Plain, Writes, snake_case

LONGEST_LINE: Final = 1_000_000
"""In characters, and in bytes for whoever checks a record without this program."""
EVENT: Final = "event"


WITHIN_EVENTS: Final = (Bet, Line, Refusal)
"""Values that lie within an event and are none."""


def _classes() -> dict[str, type]:
    """Every event by its name."""
    made = {**vars(shoe_events), **vars(table_events)}
    events = [each for each in made.values() if isinstance(each, type) and is_dataclass(each)]
    return {snake_case(each.__name__): each for each in events if each not in WITHIN_EVENTS}


EVENTS: Final[Mapping[str, type]] = _classes()
NAMES: Final[Mapping[type, str]] = {made: name for name, made in EVENTS.items()}
_FORMS: Final[Mapping[str, Form]] = {name: Form(made) for name, made in EVENTS.items()}
_WRITES: Final[Mapping[type, tuple[str, Writes]]] = {
    made: (name, _FORMS[name].write) for name, made in EVENTS.items()
}


def event_json(event: object) -> Plain:
    """An event as plain values, its name first."""
    name, write = _WRITES[type(event)]
    return {EVENT: name, **write(event)}


def event_of(plain: Plain) -> object:
    """The event that plain values stand for; `Malformed` where they stand for none."""
    return _taken(dict(plain))


def _taken(plain: Plain) -> object:
    name = plain.pop(EVENT, None)
    form = _FORMS.get(name) if type(name) is str else None
    if form is None:
        raise Malformed(
            f"{shown(name)} is not an event" if name is not None else "the event is not named"
        )
    try:
        return form.read(plain)
    except Malformed as problem:
        raise Malformed(f"{name}: {problem}") from None


def fields_of(event: object, names: frozenset[str]) -> Plain:
    """Some fields of an event as plain values, whether or not they are at a default."""
    form = _FORMS[NAMES[type(event)]]
    return {name: write(getattr(event, name)) for name, write, _ in form.writes if name in names}


def fields_in(name: str, plain: Plain) -> dict[str, Any]:
    """Some fields of an event from plain values."""
    reads, values = _FORMS[name].reads, {}
    for key, each in plain.items():
        try:
            values[key] = reads[key](each)
        except Malformed as problem:
            raise Malformed(f"{key}: {problem}") from None
    return values


_BET: Final = Form(Bet)


def bet_json(bet: Bet) -> Plain:
    """A bet as plain values."""
    return _BET.write(bet)


def bet_of(plain: Plain) -> Bet:
    """The bet that plain values stand for."""
    return cast(Bet, _BET.read(plain))


_encode: Final = json.JSONEncoder(ensure_ascii=False).encode
_encode_ascii: Final = json.JSONEncoder(ensure_ascii=True).encode


def line_of(plain: Mapping[str, object]) -> str:
    """Plain values as one line of JSON, all of it printable."""
    line = _encode(plain)
    return line if line.isprintable() else _encode_ascii(plain)


def text_line(value: str) -> str:
    """A text in quotes on one line, all of it printable."""
    line = _encode(value)
    return line if line.isprintable() else _encode_ascii(value)


def event_line(event: object) -> str:
    """An event as one line of JSON."""
    return line_of(event_json(event))


def _once(pairs: list[tuple[str, object]]) -> Plain:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(f"{place('', twice)} is there twice")
    return found


def _no_float(written: str) -> NoReturn:
    raise Malformed(f"{written[:20]}: not a number of a record")


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float
).decode


def plain_of(line: str) -> Plain:
    """The object that a line of JSON holds; `Malformed` where it holds none."""
    if len(line) > LONGEST_LINE:
        raise Malformed(f"longer than {LONGEST_LINE:,} characters")
    try:
        found = _decode(line)
    except json.JSONDecodeError as problem:
        raise Malformed(f"not JSON: {problem.msg[:1].lower()}{problem.msg[1:]}") from None
    except RecursionError:
        raise Malformed("nested too deeply") from None
    except Malformed:
        raise
    except ValueError:
        raise Malformed("a number with thousands of digits") from None
    if type(found) is not dict:
        raise Malformed("not a JSON object")
    return found


def event_in(line: str) -> object:
    """The event that a line of JSON holds."""
    return _taken(plain_of(line))
