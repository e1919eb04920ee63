"""Styles, amounts, cards and counts of the terminal table, and its glyphs where there is no UTF-8."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from cutcard.cards import SUIT_SYMBOLS, Card
from cutcard.rules import TWENTY_ONE, is_natural, is_soft, total

GOLD: Final = "bold #f2c14e"
FAINT: Final = "#9fb8a8"
GOOD: Final = "bold #7ee081"
BAD: Final = "bold #ff8a80"
WARNING: Final = "bold #ffb454"

# One character for one, so that columns stay where they are.
WITHOUT_UTF8: Final = str.maketrans(
    {
        **{symbol: letter for letter, symbol in SUIT_SYMBOLS.items()},
        **dict.fromkeys("╭╮╰╯┬┴┼", "+"),
        **dict.fromkeys("─━", "-"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("▒░", "#"),
        **dict.fromkeys("█", "="),
        "▶": ">",
        "♤": "*",
        "·": "-",
        "…": ".",
        "±": "~",
        "×": "x",
        "§": " ",
        "’": "'",
        "–": "-",
    }
)


def money(amount: int) -> str:
    """Cents for people: $1,234.50, -$5.00."""
    whole, rest = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}${whole:,}.{rest:02d}"


def short(amount: int) -> str:
    """Cents for a label: $10, $12.50."""
    return money(amount).removesuffix(".00")


def result(amount: int) -> Text:
    """A gain or loss with its sign and colour."""
    if not amount:
        return Text(money(0))
    return Text(("+" if amount > 0 else "") + money(amount), GOOD if amount > 0 else BAD)


def face(card: Card) -> str:
    """A card as people write it: 10♥, Q♠."""
    return ("10" if card.rank == "T" else card.rank) + SUIT_SYMBOLS[card.suit]


def count(cards: Sequence[Card]) -> str:
    """A hand's count: hard 17, soft 18, 21, bust with 24."""
    points = total(cards)
    if len(cards) == 1 and cards[0].is_ace:
        return "ace"
    if points > TWENTY_ONE:
        return f"bust, {points}"
    if points == TWENTY_ONE or len(cards) == 1:
        return str(points)
    return f"{'soft' if is_soft(cards) else 'hard'} {points}"


def dealer_count(cards: Sequence[Card]) -> str:
    """The dealer's count, a blackjack by its name."""
    return "blackjack" if is_natural(cards) else count(cards)


def wrapped(written: str, width: int, *, indent: int = 0, style: str = "") -> list[Text]:
    """A paragraph as lines, all set in by `indent`."""
    room = max(20, width - indent)
    lines = textwrap.wrap(written, room) or [""]
    return [Text(" " * indent + line, style) for line in lines]


def joined(parts: Iterable[Text], gap: str = "  ") -> Text:
    """Texts in one line."""
    return Text(gap).join(list(parts))
