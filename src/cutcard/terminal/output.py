"""Shared printing: one JSON document on standard output, one line of complaint on standard error.

Exit codes are the contract's: 0 done, 1 the answer is no, 2 the request was wrong.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from cutcard.cards import SUIT_SYMBOLS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from cutcard.cards import Card
    from cutcard.law import Refusal

DONE: Final = 0
NO: Final = 1
WRONG: Final = 2

WIDTH_WHEN_PIPED: Final = 140
NARROWEST: Final = 72


def prepare() -> None:
    """A character the terminal cannot show is written as an escape rather than as an error.

    What is written to a standard output or error that the caller closed goes nowhere.
    """
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def one_line(text: str) -> str:
    """A text fit for one line of a terminal: what is not printable is written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def complain(message: str) -> None:
    """One line on standard error."""
    typer.echo(f"cutcard: {one_line(message)}", err=True)


def leave(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise typer.Exit(code)


def print_json(found: object) -> None:
    """One JSON document on standard output, as UTF-8 whatever the terminal; a list one per line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A lone surrogate becomes \\udXXX, which is how JSON writes it too.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(found, list):
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in found)
        sys.stdout.write(f"[\n{lines}\n]\n" if found else "[]\n")
    else:
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=2) + "\n")


def refusal_line(refusal: Refusal) -> str:
    """A refusal as one line, its provision at the end."""
    return refusal.message + (f" [{refusal.cite}]" if refusal.cite else "")


def refuse(refusal: Refusal, *, as_json: bool) -> NoReturn:
    """Answer with a refusal: the line on standard error, its JSON where that was asked for."""
    if as_json:
        told = {"code": str(refusal.code), "message": refusal.message, "cite": refusal.cite or None}
        print_json({"refused": told})
    complain(refusal_line(refusal))
    leave(WRONG)


@contextmanager
def refusing(*, as_json: bool) -> Iterator[None]:
    """A refusal raised inside becomes the command's answer."""
    from cutcard.law import Refused

    try:
        yield
    except Refused as refused:
        refuse(refused.refusal, as_json=as_json)


def console() -> Console:
    """Standard output for people: colour where it is a terminal, wide where it is not."""
    from rich.console import Console

    class Out(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # as everywhere else; rich would leave with the code of a "no"

    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    to = Out(
        highlight=False,
        markup=False,
        emoji=False,
        width=WIDTH_WHEN_PIPED if piped else None,
    )
    if to.width < NARROWEST:  # rich would leave out the columns that do not fit
        to.width = NARROWEST
    return to


def print_table(
    to: Console, columns: Sequence[str], rows: Iterable[Sequence[str | Text]], *, title: str = ""
) -> None:
    """A table; a column named with `$` (money) or `#` (a count) at its end is set to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

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
        table.add_row(*(Text(one_line(each)) if isinstance(each, str) else each for each in row))
    to.print(table)


def provision(cite: str) -> str:
    """A citation for people: an id of ours is told apart from the document's own numbering."""
    return re.sub(r"\b[A-Z]{2}-A[0-9]{2}\b", r"reading \g<0>", cite)


def print_facts(to: Console, facts: Iterable[tuple[str, str]]) -> None:
    """Names and texts side by side, long texts wrapped under themselves."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    for name, told in facts:
        grid.add_row("", Text(f"{name}:"), Text(one_line(told)))
    to.print(grid)


def card_text(cards: Iterable[Card], to: Console) -> Text:
    """Cards for people: suits as coloured symbols on a UTF-8 terminal, else as letters."""
    from rich.text import Text

    symbols = to.is_terminal and to.encoding.lower().startswith("utf")
    shown = Text()
    for index, each in enumerate(cards):
        suit = SUIT_SYMBOLS[each.suit] if symbols else each.suit
        shown.append(" " if index else "")
        shown.append(each.rank + suit, style="red" if each.red else "bold")
    return shown
