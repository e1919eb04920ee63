"""Every event of a table and of its shoe as one line of JSON, and back, without loss.

    {"event": "card_dealt", "drawn": "Qh", "box": 1, "hand": 1, "why": "first"}

The form of an event follows from its annotations; a field at its default is left out. A line that is
not exactly such a line is `Malformed`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Final, NoReturn, Union, cast, get_args, get_origin, get_type_hints

from cutcard.cards import DECK_52, Card
from cutcard.law import Refusal, place, shown
from cutcard.money import Cents, dollars
from cutcard.rules import Line
from cutcard.shoe import events as shoe_events
from cutcard.table import events as table_events
from cutcard.table.play.bets import Bet

MOST_NUMBER: Final = 10**15
MOST_AMOUNTS: Final = 10_000

Plain = dict[str, Any]
Reads = Callable[[Any], Any]
Writes = Callable[[Any], Any]


class Malformed(ValueError):  # noqa: N818 - it says what the text is
    """A text or value that stands for no event: where in it, and what is wrong."""


def snake_case(name: str) -> str:
    """A class by its name in texts: CardDealt -> card_dealt."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


# Plain values to values. Each reader takes exactly what the writer beside it makes.


def _text(value: Any) -> str:
    if type(value) is not str:
        raise Malformed(f"must be a text, not {shown(value)}")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise Malformed(f"must be a whole number, not {shown(value)}")
    return value


def _truth(value: Any) -> bool:
    if value is not True and value is not False:
        raise Malformed(f"must be true or false, not {shown(value)}")
    return value


_CARDS: Final = {each.text: each for each in DECK_52}


def _card(value: Any) -> Card:
    card = _CARDS.get(value) if type(value) is str else None
    if card is None:
        raise Malformed(f"must be a card, like Qh or Td, not {shown(value)}")
    return card


def _card_text(card: Card) -> str:
    return card.text


def _cards(value: Any) -> tuple[Card, ...]:
    if value == "":
        return ()
    if type(value) is not str:
        raise Malformed(f"must be cards, like 'Qh 9c', not {shown(value)}")
    try:
        return tuple(map(_CARDS.__getitem__, value.split(" ")))
    except KeyError as wrong:
        raise Malformed(f"{shown(wrong.args[0])} is not a card") from None


def _card_texts(cards: tuple[Card, ...]) -> str:
    return " ".join([each.text for each in cards])


_AMOUNT: Final = re.compile(r"(?!-0\.00)-?(?:0|[1-9][0-9]{0,12})\.[0-9]{2}")
_amounts_read: dict[str, Cents] = {}
_amounts_written: dict[int, str] = {}


def amount_of(value: Any) -> Cents:
    """Cents from dollars as a record writes them, "37.50" and in no other way."""
    known = _amounts_read.get(value) if type(value) is str else None
    if known is not None:
        return known
    if type(value) is not str or not _AMOUNT.fullmatch(value):
        raise Malformed(f"must be dollars, like '37.50', not {shown(value)}")
    if len(_amounts_read) >= MOST_AMOUNTS:
        _amounts_read.clear()
    amount = _amounts_read[value] = Cents(int(value.replace(".", "")))
    return amount


def _dollars(amount: int) -> str:
    known = _amounts_written.get(amount)
    if known is None:
        if len(_amounts_written) >= MOST_AMOUNTS:
            _amounts_written.clear()
        known = _amounts_written[amount] = dollars(amount)
    return known


def _same(value: Any) -> Any:
    return value


_SIMPLE: Final[Mapping[Any, tuple[Reads, Writes]]] = {
    str: (_text, _same),
    int: (_number, _same),
    bool: (_truth, _same),
    Card: (_card, _card_text),
    Cents: (amount_of, _dollars),
    tuple[Card, ...]: (_cards, _card_texts),
}


def coders_of(hint: Any) -> tuple[Reads, Writes]:
    """How a value of an annotation is read and written."""
    if (simple := _SIMPLE.get(hint)) is not None:
        return simple
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and inner[1:] == (NoneType,):
        return _optional(*coders_of(inner[0]))
    if origin is tuple and inner[1:] == (...,):
        return _listed(*coders_of(inner[0]))
    if origin is tuple:
        return _row([coders_of(each) for each in inner])
    if origin is Mapping and inner[0] is str:
        return _mapped(*coders_of(inner[1]))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _chosen(hint)
    return Form(cast(type, hint)).coders()


def _optional(read: Reads, write: Writes) -> tuple[Reads, Writes]:
    def reads(value: Any) -> Any:
        return None if value is None else read(value)

    def writes(value: Any) -> Any:
        return None if value is None else write(value)

    return reads, writes


def _listed(read: Reads, write: Writes) -> tuple[Reads, Writes]:
    def reads(value: Any) -> Any:
        if type(value) is not list:
            raise Malformed(f"must be a list, not {shown(value)}")
        try:
            return tuple([read(each) for each in value])
        except Malformed:
            _name_the_wrong_one(enumerate(value), read)

    def writes(value: Any) -> Any:
        return [write(each) for each in value]

    return reads, writes


def _name_the_wrong_one(entries: Any, read: Reads) -> NoReturn:
    for key, each in entries:
        try:
            read(each)
        except Malformed as problem:
            where = f"[{key}]" if isinstance(key, int) else f".{place('', key)}"
            raise Malformed(f"{where}: {problem}") from None
    raise AssertionError("all of them can be read")


def _row(coders: list[tuple[Reads, Writes]]) -> tuple[Reads, Writes]:
    def reads(value: Any) -> Any:
        if type(value) is not list or len(value) != len(coders):
            raise Malformed(f"must be a list of {len(coders)}, not {shown(value)}")
        return tuple([read(each) for (read, _), each in zip(coders, value, strict=True)])

    def writes(value: Any) -> Any:
        return [write(each) for (_, write), each in zip(coders, value, strict=True)]

    return reads, writes


def _mapped(read: Reads, write: Writes) -> tuple[Reads, Writes]:
    def reads(value: Any) -> Any:
        if type(value) is not dict:
            raise Malformed(f"must be an object, not {shown(value)}")
        try:
            return {key: read(each) for key, each in value.items()}
        except Malformed:
            _name_the_wrong_one(value.items(), read)

    def writes(value: Any) -> Any:
        return {key: write(each) for key, each in value.items()}

    return reads, writes


def _chosen(kind: type[StrEnum]) -> tuple[Reads, Writes]:
    known = {str(each): each for each in kind}

    def reads(value: Any) -> Any:
        if type(value) is not str or value not in known:
            raise Malformed(f"{shown(value)} is not a {snake_case(kind.__name__)}")
        return known[value]

    return reads, str


class Form:
    """How one class of values is written as an object: its fields, those at a default left out."""

    def __init__(self, made: type) -> None:
        assert is_dataclass(made), made
        hints = get_type_hints(made)
        self.made = made
        self.reads: dict[str, Reads] = {}
        self.writes: list[tuple[str, Writes, object]] = []
        self.needed: list[str] = []
        for each in fields(made):
            read, write = coders_of(hints[each.name])
            default = each.default
            if default is MISSING and each.default_factory is not MISSING:
                default = each.default_factory()
            elif default is MISSING:
                self.needed.append(each.name)
            self.reads[each.name] = read
            self.writes.append((each.name, write, default))

    def coders(self) -> tuple[Reads, Writes]:
        """For a value within another."""
        return self.read, self.write

    def write(self, value: Any) -> Plain:
        """The fields of a value."""
        plain: Plain = {}
        for name, write, default in self.writes:
            each = getattr(value, name)
            if default is MISSING or each != default:
                plain[name] = write(each)
        return plain

    def read(self, value: Any) -> Any:
        """The value that an object of fields stands for."""
        if type(value) is not dict:
            raise Malformed(f"must be an object, not {shown(value)}")
        reads, values, name = self.reads, {}, ""
        try:
            for name, each in value.items():
                values[name] = reads[name](each)
        except KeyError:
            known = ", ".join(reads) or "none"
            raise Malformed(f"{place('', name)}: unknown key; known keys: {known}") from None
        except Malformed as problem:
            joint = "" if str(problem).startswith((".", "[")) else ": "
            raise Malformed(f"{name}{joint}{problem}") from None
        for name in self.needed:
            if name not in values:
                raise Malformed(f"{name} is missing")
        return self.made(**values)


LONGEST_LINE: Final = 1_000_000
"""In characters, and in bytes for whoever checks a record without this program."""
EVENT: Final = "event"


WITHIN_EVENTS: Final = (Bet, Line, Refusal, table_events.LawDifference)
"""Values that lie within an event and are none."""


def _classes() -> dict[str, type]:
    """Every event by its name."""
    named = {**vars(shoe_events), **vars(table_events)}
    events = [each for each in named.values() if isinstance(each, type) and is_dataclass(each)]
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


def _taken(values: Plain) -> object:
    """The same where nobody else has the values: the name is taken out of them."""
    name = values.pop(EVENT, None)
    form = _FORMS.get(name) if type(name) is str else None
    if form is None:
        raise Malformed("the event is not named" if name is None else f"{shown(name)} is not an event")
    try:
        return form.read(values)
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


BET: Final = Form(Bet)


# Plain values are made anew for a line, so none holds itself.
_encode: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_encode_ascii: Final = json.JSONEncoder(ensure_ascii=True, check_circular=False).encode


def line_of(plain: Mapping[str, object] | str) -> str:
    """Plain values, or a text in quotes, as one line of JSON, all of it printable."""
    line = _encode(plain)
    return line if line.isprintable() else _encode_ascii(plain)


def event_line(event: object) -> str:
    """An event as one line of JSON."""
    return line_of(event_json(event))


def _once(pairs: list[tuple[str, object]]) -> Plain:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(f"{place('', twice)} is there twice")
    return plain


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
        plain = _decode(line)
    except json.JSONDecodeError as problem:
        raise Malformed(f"not JSON: {problem.msg[:1].lower()}{problem.msg[1:]}") from None
    except RecursionError:
        raise Malformed("nested too deeply") from None
    except Malformed:
        raise
    except ValueError:
        raise Malformed("a number with thousands of digits") from None
    if type(plain) is not dict:
        raise Malformed("not a JSON object")
    return plain


def event_in(line: str) -> object:
    """The event that a line of JSON holds."""
    return _taken(plain_of(line))
