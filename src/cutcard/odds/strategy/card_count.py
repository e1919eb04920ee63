"""A count: what a player adds up of the cards that are seen.

It may be given by name, as tags in a line, or as a file. A tag belongs to a rank (`5=1`), to
consecutive ranks (`2-6=1`, the ace above the king), to one card (`7h=-3`, which overrides its rank) or
to all cards not named (`rest=0`). A count in which a card has no tag is refused: its tag would be an
accident. In a file:

    name = "queens"
    [tags]
    Qh = -40
    rest = 1

and, where they are not the default, `pivot` (the running count when the whole shoe is dealt), `running =
true` (it is not divided by the decks left) and `bin` (how wide a bin is).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Final

from cutcard.cards import DECK_52, SUITS
from cutcard.law import shorten
from cutcard.odds.problem import OddsError
from cutcard.odds.strategy.toml_file import content_of, parsed, short

RANKS: Final = "23456789TJQKA"
REST: Final = "rest"
MOST_TAG: Final = 100
FINEST: Final = 20
"""Tags are whole numbers, or parts of one down to a twentieth."""
MOST_BIN: Final = 100
MOST_NAME: Final = 40
PARTS: Final = ("name", "tags", "pivot", "running", "bin")
NAMED: Final[Mapping[str, Mapping[str, Any]]] = {
    "hilo": {"tags": "2-6=1,7-9=0,T-A=-1"},
    "ko": {"tags": "2-7=1,8-9=0,T-A=-1", "pivot": 4, "running": True},
    "hiopt1": {"tags": "3-6=1,T-K=-1,rest=0"},
    "hiopt2": {"tags": "2-3=1,4-5=2,6-7=1,T-K=-2,rest=0"},
    "omega2": {"tags": "2-3=1,4-6=2,7=1,9=-1,T-K=-2,rest=0"},
    "zen": {"tags": "2-3=1,4-6=2,7=1,8-9=0,T-K=-2,A=-1"},
    "halves": {"tags": "2=0.5,3-4=1,5=1.5,6=1,7=0.5,8=0,9=-0.5,T-A=-1"},
    "aces": {"tags": "A=-12,rest=1"},
    "tens": {"tags": "T-K=-9,rest=4"},
    "sevens": {"tags": "7=-12,rest=1"},
}
"""Counts that are widely published; the last three follow one kind of card alone."""

_NUMBER: Final = re.compile(r"[+-]?([0-9]{1,6}(\.[0-9]{0,6})?|\.[0-9]{1,6}|[0-9]{1,6}/[0-9]{1,6})")


@dataclass(frozen=True)
class CardCount:
    """A linear count: a tag for every card that is seen."""

    name: str
    tags: tuple[Fraction, ...]
    """By place in `DECK_52`."""
    pivot: Fraction = Fraction(0)
    """Where the running count ends when a shoe is dealt to its last card."""
    is_true: bool = True
    """Whether it is divided by the decks that are left."""
    step: int = 1
    """How wide a bin is."""

    @property
    def per(self) -> int:
        """The parts of one that all its numbers are made of."""
        return lcm(self.pivot.denominator, *(tag.denominator for tag in self.tags))


def count_of(written: str) -> CardCount:
    """The count that a text names, spells out or gives the file of; `OddsError` where it is none."""
    name = re.sub(r"[-_ ]", "", written.lower())  # people write Hi-Lo
    if name in NAMED:
        return _parse_count("count", {"name": name, **NAMED[name]})
    if "=" in written:
        return _parse_count("count", {"tags": written})
    if not written.lower().endswith(".toml"):
        raise OddsError(
            f"count: {shorten(written)}: one of {', '.join(NAMED)}; or tags, like 2-6=1,7-9=0,T-A=-1; "
            "or a FILE.toml"
        )
    content = parsed(written, content_of(written), what="count")
    for name in content:
        if name not in PARTS:
            raise OddsError(
                f"{written}: {short(name)}: not a part of a count; the parts are {', '.join(PARTS)}"
            )
    return _parse_count(written, {"name": written, **content})


def _parse_count(where: str, content: Mapping[str, Any]) -> CardCount:
    name, step = content.get("name", "tags"), content.get("bin", 1)
    running = content.get("running", False)
    if not isinstance(name, str) or not name.isprintable():
        raise OddsError(f"{where}: name: a text, not {short(name)}")
    if not isinstance(step, int) or isinstance(step, bool) or not 1 <= step <= MOST_BIN:
        raise OddsError(f"{where}: bin: a whole number from 1 to {MOST_BIN}, not {short(step)}")
    if not isinstance(running, bool):
        raise OddsError(f"{where}: running: true or false, not {short(running)}")
    pivot = _number(where, "pivot", content.get("pivot", 0), most=1000)
    tags = _tags(where, content.get("tags"))
    return CardCount(name[:MOST_NAME], tags, pivot=pivot, is_true=not running, step=step)


def _tags(where: str, tags: object) -> tuple[Fraction, ...]:
    """The tags by place in the deck."""
    given: dict[str, object] = {}
    if isinstance(tags, str):
        for each in tags.split(","):
            key, equals, value = (part.strip() for part in each.partition("="))
            if not (key and equals and value):
                raise OddsError(f"{where}: {shorten(each)}: write CARD=TAG, like 5=1 or T-A=-1")
            if key in given:
                raise OddsError(f"{where}: {shorten(key)} is given twice")
            given[key] = value
    elif isinstance(tags, Mapping):
        given = dict(tags)
    else:
        raise OddsError(f"{where}: no tags; write them under [tags], like 5 = 1")
    by_card = _by_card(where, given)
    missing = [card.text for card in DECK_52 if card.text not in by_card]
    if missing:
        raise OddsError(f"{where}: no tag for {_in_ranks(missing)}; give each one, or rest=0")
    if not any(by_card.values()):
        raise OddsError(f"{where}: every tag is 0, which counts nothing")
    return tuple(by_card[card.text] for card in DECK_52)


def _by_card(where: str, given: Mapping[str, object]) -> dict[str, Fraction]:
    """The tag of each card: its own before its rank's, and that before the rest's."""
    levels: list[dict[str, Fraction]] = [{}, {}, {}]
    for key, value in given.items():
        tag = _number(where, key, value, most=MOST_TAG)
        level, texts = _named_cards(where, key)
        for text in texts:
            if text in levels[level]:
                raise OddsError(f"{where}: {short(key)}: {text[0] if level else text} already has a tag")
            levels[level][text] = tag
    return {**levels[0], **levels[1], **levels[2]}


def _named_cards(where: str, key: str) -> tuple[int, list[str]]:
    """The level of a key (0 the rest, 1 ranks, 2 a card), and the cards that it names."""
    if key == REST:
        return 0, [card.text for card in DECK_52]
    tidy = key.strip().replace("10", "T")
    first, dash, last = tidy.upper().partition("-")
    if first in RANKS and len(first) == 1 and not dash:
        return 1, [first + suit for suit in SUITS]
    if dash and len(first) == len(last) == 1 and first in RANKS and last in RANKS:
        places = range(RANKS.index(first), RANKS.index(last) + 1)
        if places:
            return 1, [RANKS[place] + suit for place in places for suit in SUITS]
    text = tidy[:1].upper() + tidy[1:].lower()
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return 2, [text]
    raise OddsError(
        f"{where}: {short(key)}: not a card; write a rank (T), ranks (2-6), a card (7h) or rest"
    )


def _number(where: str, key: str, value: object, *, most: int) -> Fraction:
    text = repr(value) if isinstance(value, float) else str(value)
    if isinstance(value, bool) or not _NUMBER.fullmatch(text) or re.search("/0+$", text):
        raise OddsError(f"{where}: {short(key)}: a number, like 1, -0.5 or 1/2, not {short(value)}")
    number = Fraction(text)
    if abs(number) > most or number.denominator > FINEST:
        raise OddsError(f"{where}: {short(key)}: at most {most} either way, in parts down to 1/{FINEST}")
    return number


def _in_ranks(missing: list[str]) -> str:
    """Cards as text, those of a whole rank by the rank."""
    whole = [rank for rank in RANKS if sum(text[0] == rank for text in missing) == len(SUITS)]
    single = [text for text in missing if text[0] not in whole]
    return ", ".join([*whole, *single])
