"""How an event is told in a sentence, and how the sentence is read back.

A sentence is a template over the fields of one class of events; some fields are fixed by its words.
`{where}` is a box and one of its hands, `{dealer}` the dealer's. What the words do not say and is not
as expected is added in braces behind them, a citation in brackets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, get_args, get_type_hints

from cutcard.cards import Card, cards, text
from cutcard.money import Cents, dollars
from cutcard.table.events import Decided
from cutcard.table.record import codec
from cutcard.table.record.plain_values import Malformed, amount_of
from cutcard.table.record.text.tally import Tally
from cutcard.table.round import DEALER

CARD: Final = r"[A2-9TJQK][cdhs]"
MONEY: Final = r"\$-?[0-9]{1,13}\.[0-9]{2}"
QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
WORDS: Final = r"[\w§.'/&+%-]+(?: [\w§.'/&+%-]+)*"
NAME: Final = f"(?:{QUOTED}|{WORDS})"
HAND: Final = r"(?: hand (?P<hand>[1-9][0-9]{0,8}))?"
PLACES: Final = {"where": rf"box (?P<box>[1-9][0-9]{{0,8}}){HAND}", "dealer": f"dealer{HAND}"}
CARDS_A_ROW: Final = 26

Told = tuple[str, list[str], dict[str, Any]]
"""The words, the rows beneath them, and what must be added in braces."""
Kind = tuple[str, Callable[[Any], str], Callable[[str], Any]]
"""The pattern of a value in a sentence, how it is told, and how it is read."""


def quoted(value: str) -> str:
    """A name or other text as sentences have it: in quotes where it is not made of plain words."""
    if re.fullmatch(WORDS, value) and value.isprintable():
        return value
    return codec.text_line(value)


def unquoted(value: str) -> str:
    """The text that stands in a sentence."""
    if not value.startswith('"'):
        return value
    try:
        return str(json.loads(value))
    except ValueError:
        raise Malformed(f"{value[:40]} is not a text") from None


def money(amount: int) -> str:
    """Money as sentences have it: $12.50."""
    return f"${dollars(amount)}"


def money_in(words: str) -> Cents:
    """The money that stands in a sentence."""
    return amount_of(words.removeprefix("$"))


def _tells_amounts(value: tuple[Cents, ...]) -> str:
    return " + ".join(map(money, value))


def _reads_amounts(value: str) -> tuple[Cents, ...]:
    return tuple(map(money_in, value.split(" + ")))


_KINDS: Final[Mapping[Any, Kind]] = {
    int: ("-?[0-9]{1,16}", str, int),
    str: (NAME, quoted, unquoted),
    Card: (CARD, lambda card: card.text, lambda found: cards(found)[0]),
    Cents: (MONEY, money, money_in),
    tuple[Card, ...]: (f"{CARD}(?: {CARD})*", text, cards),
    tuple[Cents, ...]: (rf"{MONEY}(?: \+ {MONEY})*", _tells_amounts, _reads_amounts),
    tuple[str, ...]: (
        f"{NAME}(?:, {NAME})*",
        lambda names: ", ".join(map(quoted, names)),
        lambda found: tuple(map(unquoted, re.findall(NAME, found))),
    ),
}


def _kind(hint: Any) -> Kind:
    return _KINDS.get(hint) or _KINDS[get_args(hint)[0]]  # else it is X | None


def place_of(box: int, hand: int, tally: Tally) -> str:
    """A hand in words; its number is left out where the box has one hand only."""
    where = f"box {box}" if box != DEALER else "dealer"
    return f"{where} hand {hand}" if hand != 1 or tally.hands(box) > 1 else where


class Sentence:
    """One way to tell one class of events."""

    def __init__(self, made: type, template: str, rows: str = "", /, **fixed: object) -> None:
        self.made = made
        self.template = template
        self.fixed = fixed
        self.rows = tuple(rows.split())
        self._hints = get_type_hints(made)
        named = re.findall(r"\{(\w+)\}", template)
        self._place = next((name for name in named if name in PLACES and name not in self._hints), "")
        self._kinds = {name: _kind(self._hints[name]) for name in named if name != self._place}
        said = {*self._kinds, *fixed, *self.rows, "cite", *(("box", "hand") if self._place else ())}
        self._rest = tuple(each for each in fields(made) if each.name not in said)
        groups = {name: f"(?P<{name}>{kind[0]})" for name, kind in self._kinds.items()}
        parts = re.split(r"\{(\w+)\}", template)
        self._pattern = re.compile(
            "".join(
                re.escape(part) if at % 2 == 0 else groups.get(part) or PLACES[part]
                for at, part in enumerate(parts)
            )
        )

    @property
    def first_word(self) -> str:
        """What its line begins with."""
        word = self.template.split(" ", 1)[0]
        return {"{where}": "box", "{dealer}": "dealer"}.get(word, word)

    def told(self, event: Any, tally: Tally) -> Told | None:
        """How it tells an event; None where its words do not fit."""
        if any(getattr(event, name) != value for name, value in self.fixed.items()):
            return None
        said: dict[str, str] = {}
        if self._place:
            if (event.box == DEALER) is (self._place == "where"):
                return None
            said[self._place] = place_of(event.box, event.hand, tally)
        for name, (_, tell, _) in self._kinds.items():
            value = getattr(event, name)
            if value is None:
                return None
            said[name] = tell(value)
        rest = frozenset(
            each.name
            for each in self._rest
            if getattr(event, each.name) != self._expected(each, event.box if self._calls else 0, tally)
        )
        return self.template.format(**said), self._told_rows(event), codec.fields_of(event, rest)

    @property
    def _calls(self) -> bool:
        return self.made is Decided

    def _expected(self, each: Any, box: int, tally: Tally) -> object:
        """What a field is where the words do not say it."""
        if self._calls and each.name == "player":
            return tally.callers.get(box, "")
        return each.default

    def _told_rows(self, event: Any) -> list[str]:
        told: list[str] = []
        for name in self.rows:
            value = getattr(event, name)
            if self._hints[name] == tuple[Card, ...]:
                chunks = [value[at : at + CARDS_A_ROW] for at in range(0, len(value), CARDS_A_ROW)]
                told += [f"{name}: {text(chunk)}" for chunk in chunks]
            elif value:
                told.append(f"{name}: {_kind(self._hints[name])[1](value)}")
        return told

    def read(self, words: str, rows: list[str], more: dict[str, Any], tally: Tally) -> object | None:
        """The event that words and rows tell; None where they are not this sentence's."""
        found = self._pattern.fullmatch(words)
        if found is None:
            return None
        values: dict[str, Any] = {**self.fixed, **self._read_rows(rows)}
        for name, (_, _, read) in self._kinds.items():
            values[name] = read(found[name])
        if self._place:
            values["box"] = int(found["box"]) if self._place == "where" else DEALER
            values["hand"] = int(found["hand"] or 1)
        return self._made(values, more, tally)

    def _read_rows(self, rows: list[str]) -> dict[str, Any]:
        read: dict[str, str] = {}
        for row in rows:
            name, colon, value = row.partition(": ")
            if not colon or name not in self.rows:
                raise Malformed(f"{row[:40]!r} does not belong there")
            read[name] = f"{read[name]} {value}" if name in read else value
        values: dict[str, Any] = {name: "" if self._hints[name] is str else () for name in self.rows}
        for name, value in read.items():
            pattern, _, reads = _kind(self._hints[name])
            if not re.fullmatch(pattern, value):
                raise Malformed(f"{name}: {value[:40]!r} cannot be read")
            values[name] = reads(value)
        return values

    def _made(self, values: dict[str, Any], more: dict[str, Any], tally: Tally) -> object:
        known = {each.name for each in self._rest}
        if "cite" in self._hints:
            known.add("cite")
            values["cite"] = ""
        for key in more:
            if key not in known:
                raise Malformed(f"{key[:40]!r}: already in the words, or does not belong there")
        values |= codec.fields_in(codec.NAMES[self.made], more)
        for each in self._rest:
            if each.name not in values:
                if each.default is MISSING and not self._calls:
                    raise Malformed(f"{each.name} is not stated")
                values[each.name] = self._expected(each, values.get("box", 0), tally)
        return self.made(**values)
