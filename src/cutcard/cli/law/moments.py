"""`cutcard law moments`: what a document orders of each act at each moment of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from cutcard import law, terminal
from cutcard.cli.law.contents import Plain
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DocumentId
from cutcard.law import CardStep, Code, HandState, MatrixCell, MatrixRow, Moment, Refused

Column = Moment | HandState | CardStep
Columns = (
    Mapping[Moment, tuple[MatrixCell, ...]]
    | Mapping[HandState, tuple[MatrixCell, ...]]
    | Mapping[CardStep, tuple[MatrixCell, ...]]
)


@examples("cutcard law moments md-blackjack --act missed_card")
def moments(
    document: DocumentId,
    act: Annotated[
        str | None, typer.Option("--act", metavar="NAME", help="Only this act or irregularity.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what the text orders of each act at each moment of a round.

    Ordered by the text, impossible, or silent: then with the reading taken.
    """
    with terminal.refusing(as_json=as_json):
        book = law.document(document)
        matrix = book.matrix
        if act is not None and act not in matrix.rows:
            hint = law.did_you_mean(act, matrix.rows)
            raise Refused(Code.BAD_REQUEST, f"law moments: no act {law.shorten(act)}{hint}")
    rows = [row for row in matrix.rows.values() if act in (None, row.act)]
    if as_json:
        plain: Plain = {
            "document": book.id,
            "moments": {each.value: each.meaning for each in matrix.moments},
            "hands": {each.value: each.meaning for each in matrix.hands},
            "steps": {each.value: each.meaning for each in matrix.steps},
            "absent": {each.value: why for each, why in matrix.absent.items()},
            "no_acts": dict(matrix.no_acts),
            "acts": [_row(book, row) for row in rows],
        }
        terminal.print_json(plain)
        return
    if not rows:
        why = f"{book.id} says nothing of moments: it has no moments.toml."
        terminal.console().print(why, highlight=False, soft_wrap=True)
        return
    columns = ("act", "moments", "is", "where", "says", "provision")
    terminal.print_table(terminal.console(), columns, [line for row in rows for line in _lines(row)])


def _lines(row: MatrixRow) -> list[tuple[str, ...]]:
    """A line for each thing said, with the moments, or the states of a hand, that it is said of."""
    said: dict[tuple[str, MatrixCell], list[str]] = {}
    for column in row.columns:
        for cell in row.cells(column):
            said.setdefault((_about(column), cell), []).append(str(column))
    return [
        (
            row.act,
            about + ", ".join(names),
            cell.stance,
            cell.where.text if cell.where else "",
            cell.says,
            cell.reading or cell.cite,
        )
        for (about, cell), names in said.items()
    ]


def _about(column: Column) -> str:
    """What kind of column it is: moments are not said to be such."""
    if isinstance(column, Moment):
        return ""
    return "due: " if isinstance(column, CardStep) else "hand: "


def _row(book: law.Document, row: MatrixRow) -> Plain:
    return {
        "act": row.act,
        "kind": row.kind,
        "about": row.about,
        "cite": row.cite,
        "provisions": list(row.provisions),
        "moments": _columns(book, row.moments),
        "hands": _columns(book, row.hands),
        "steps": _columns(book, row.steps),
    }


def _columns(book: law.Document, columns: Columns) -> Plain:
    return {str(column): [_cell(book, each) for each in cells] for column, cells in columns.items()}


def _cell(book: law.Document, cell: MatrixCell) -> Plain:
    plain: Plain = {"is": cell.stance, "says": cell.says, "cite": cell.cite}
    if cell.where is not None:
        plain["where"] = cell.where.text
    if cell.cases:
        plain["cases"] = list(cell.cases)
    if cell.reading:
        plain["reading"] = cell.reading
        reading = book.readings.get(cell.reading)
        plain["options"] = [] if reading is None else list(reading.options)
    return plain
