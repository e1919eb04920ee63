"""Little cards: drawn whole where there is room, as two signs where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from cutcard.cards import SUIT_SYMBOLS, Card
from cutcard.terminal.drawing.text import face

BLACK: Final = "#1d1d1f on #f7f5ee"
RED: Final = "bold #c4122f on #f7f5ee"
EDGE: Final = "#8d8a80 on #f7f5ee"
BACK: Final = "#9db4e8 on #23407f"
SHORT: Final = 1
LOW: Final = 4
TALL: Final = 5
WIDTH: Final = 5
STEP: Final = 4
"""How far the next card of a fan lies to the right of a card: its rank and suit stay in sight."""

Lying = Card | None
"""A card face up, or None for one that lies face down."""


def fan(cards: Sequence[Lying], height: int) -> list[Text]:
    """Cards side by side, each over the right edge of the one before."""
    if height == SHORT:
        return [in_line(cards)]
    drawn = [_card(each, height) for each in cards]
    lines = []
    for row in range(height):
        line = Text()
        for index, each in enumerate(drawn):
            line.append_text(each[row] if index == len(drawn) - 1 else each[row][:STEP])
        lines.append(line)
    return lines


def fan_width(count: int, height: int) -> int:
    """How many columns so many cards take."""
    if not count:
        return 0
    return STEP * count if height == SHORT else STEP * (count - 1) + WIDTH


def in_line(cards: Sequence[Lying]) -> Text:
    """Cards as signs with blanks between: Q♥ 10♠ ▒▒."""
    return Text(" ").join([_sign(each) for each in cards])


def _sign(card: Lying) -> Text:
    if card is None:
        return Text(" ▒▒", BACK)
    return Text(f"{face(card):>3}", RED if card.red else BLACK)


def _card(card: Lying, height: int) -> list[Text]:
    style = BACK if card is None else EDGE
    rows = [Text("╭───╮", style)]
    for inside in _inside(card, height - 2):
        rows.append(Text("│", style).append_text(inside).append("│", style))
    rows.append(Text("╰───╯", style))
    return rows


def _inside(card: Lying, rows: int) -> list[Text]:
    if card is None:
        return [Text("▒▒▒", BACK) for _ in range(rows)]
    style = RED if card.red else BLACK
    rank, suit = face(card)[:-1], SUIT_SYMBOLS[card.suit]
    lines = [f"{rank}{suit}"[:3].ljust(3), *["   "] * (rows - 2), suit.rjust(3)]
    if rows > 2:
        lines[-1] = f"{suit}{rank}".rjust(3)
    return [Text(line, style) for line in lines]
