"""When two hands exchange their second cards: by what two cards are worth against the dealer's card.

Every two cards have a row of worth by what the dealer shows, in thousandths of a wager; an ace and a ten
that a switch brings together have a row of their own. Cards are switched where the two hands that come
of it are worth more together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from cutcard.automata.hands import cards_of
from cutcard.cards import Card
from cutcard.odds import DIGITS, FROM_A_SWITCH, TWO_CARD_HANDS, label
from cutcard.rules import is_natural

Worth = Mapping[str, tuple[int, ...]]
"""By the name of two cards and by column; without any, cards are never switched."""

PARTS: Final = 10**DIGITS
NAMES: Final = {
    tuple(sorted(card.value for card in cards_of(hand))): label(hand) for hand in TWO_CARD_HANDS
}
"""By the values of two cards: what the row is called."""
ROWS: Final = (*NAMES.values(), FROM_A_SWITCH)
_NUMBER: Final = re.compile(rf"([+-]?)(\d{{1,3}})(?:\.(\d{{1,{DIGITS}}}))?", re.ASCII)


def switches(worth: Worth, column: int, cards: Sequence[Card]) -> bool:
    """Whether the two cards of one hand and the two of the other are worth more switched."""
    if not worth:
        return False
    one, two, three, four = cards
    kept = sum(worth[_name(*pair)][column] for pair in ((one, two), (three, four)))
    made = ((one, four), (three, two))
    names = (FROM_A_SWITCH if is_natural(pair) else _name(*pair) for pair in made)
    return sum(worth[name][column] for name in names) > kept


def _name(one: Card, two: Card) -> str:
    return NAMES[min(one.value, two.value), max(one.value, two.value)]


def in_parts(worth: Mapping[str, Sequence[float]]) -> Worth:
    """A table of the odds."""
    return {name: tuple(round(each * PARTS) for each in worth[name]) for name in ROWS}


def read_number(text: str) -> int:
    """A worth as a file tells it; `ValueError` where it is none."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a number of at most {DIGITS} decimals")
    sign, whole, parts = found.groups()
    number = int(whole) * PARTS + int((parts or "").ljust(DIGITS, "0"))
    return -number if sign == "-" else number


def write_number(number: int) -> str:
    """A worth for a file."""
    whole, parts = divmod(abs(number), PARTS)
    return f"{'-' if number < 0 else ''}{whole}.{parts:0{DIGITS}}"
