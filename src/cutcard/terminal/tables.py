"""What is printed for people, with rich: the console, tables, facts, cards."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cutcard.cards import SUIT_SYMBOLS, Card
from cutcard.terminal.output import one_line

WIDTH_WHEN_PIPED: Final = 140
NARROWEST: Final = 72


class _StandardOutput(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # as everywhere else; rich would leave with the code of a "no"


def console() -> Console:
    """Standard output for people: colour where it is a terminal, wide where it is not."""
    is_piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    to = _StandardOutput(
        highlight=False, markup=False, emoji=False, width=WIDTH_WHEN_PIPED if is_piped else None
    )
    if to.width < NARROWEST:  # rich would leave out the columns that do not fit
        to.width = NARROWEST
    return to


def print_table(
    to: Console, columns: Sequence[str], rows: Iterable[Sequence[str | Text]], *, title: str = ""
) -> None:
    """A table; a column named with `$` (money) or `#` (a count) at its end is set to the right."""
    table = Table(
        box=box.SIMPLE_HEAD, title=one_line(title) or None, title_justify="left", pad_edge=False
    )
    for index, name in enumerate(columns):
        is_number = name.endswith(("$", "#"))
        table.add_column(
            name.rstrip("$#"),
            justify="right" if is_number else "left",
            overflow="fold",
            no_wrap=index == 0,
        )
    for row in rows:
        table.add_row(*(Text(one_line(cell)) if isinstance(cell, str) else cell for cell in row))
    to.print(table)


def print_facts(to: Console, facts: Iterable[tuple[str, str]]) -> None:
    """Names and texts side by side, long texts wrapped under themselves."""
    grid = Table.grid(padding=(0, 1))
    for name, text in facts:
        grid.add_row("", Text(f"{name}:"), Text(one_line(text)))
    to.print(grid)


def card_text(cards: Iterable[Card], to: Console) -> Text:
    """Cards for people: suits as coloured symbols on a UTF-8 terminal, otherwise as letters."""
    has_symbols = to.is_terminal and to.encoding.lower().startswith("utf")
    line = Text()
    for index, card in enumerate(cards):
        suit = SUIT_SYMBOLS[card.suit] if has_symbols else card.suit
        line.append(" " if index else "")
        line.append(card.rank + suit, style="red" if card.red else "bold")
    return line
