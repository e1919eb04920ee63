"""`cutcard law diff`: what differs between two documents or versions, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cutcard import law, reports, terminal
from cutcard.cli import printing
from cutcard.cli.law.contents import Plain
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.law import Document
from cutcard.odds import Exact, PricedChange
from cutcard.reports import LawComparison
from cutcard.results import exact_json
from cutcard.wording import SynopsisLine, plural

if TYPE_CHECKING:
    from rich.console import Console

NAMED: Final = "A document, one version of it (ID@VERSION), or the path of a folder with one."


@examples(
    "cutcard law diff md-players-edge-21 md-pontoon-21",
    "cutcard law diff md-blackjack ma-blackjack --no-edges --json",
    "cutcard law diff md-blackjack@1.15 rules/md-blackjack@1.16 --out synopsis.pdf",
)
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help=NAMED)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same, for the other side.")],
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Write FILE.html or FILE.pdf instead.")
    ] = None,
    no_edges: Annotated[
        bool, typer.Option("--no-edges", help="Leave out the house edges before and after.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List what differs between two documents, with provisions and edges.

    Options, values, wagers, paytables, rows, readings and procedures. Things are matched by what they
    are; a changed citation alone is a change only between versions of one document.
    """
    with terminal.refusing(as_json=as_json):
        target = None if out is None else printing.target(out, printing.PAGES)
        one, other = find_document(a), find_document(b)
        with printing.bar("house edges"):
            compared = reports.compare_law(one, other, with_edges=not no_edges)
        if target is not None:
            printing.write_pages(str(target[0]), reports.synopsis_pages(compared))
    if as_json:
        terminal.print_json(diff_json(compared))
    elif target is not None:
        counted = plural(len(compared.changes), "change")
        terminal.console().print(f"{target[0]}: {counted}", soft_wrap=True)
    else:
        _print(compared, terminal.console())


def find_document(name: str) -> Document:
    """A document by its name, or the only one in a folder of that path."""
    if law.is_document(name) or not Path(name).is_dir():
        return law.document(name)
    folder, *others = law.document_folders(Path(name))
    if others:
        labels = ", ".join(each.label for each in (folder, *others))
        raise law.LawError(f"{name}: it has several documents; name the folder of one: {labels}")
    return Document(folder)


def diff_json(compared: LawComparison) -> Plain:
    """The answer as the contract has it; `edge_alone` is what an option's change does by itself."""
    edges = compared.main
    main = (None, None) if edges is None else (edges.before, edges.after)
    return {
        "from": _side_json(compared.a, main[0]),
        "to": _side_json(compared.b, main[1]),
        "changes": [_change_json(each) for each in compared.priced],
    }


def _side_json(document: Document, main_edge: Exact | None) -> Plain:
    return {**law.side_json(document), "main_edge": _edge_json(main_edge)}


def _change_json(priced: PricedChange) -> Plain:
    return {
        **priced.change.as_json(),
        "edge_before": _edge_json(priced.edge_before),
        "edge_after": _edge_json(priced.edge_after),
        "edge_alone": _edge_json(priced.edge_alone),
        "wager": priced.wager or None,
        "decks": list(priced.decks),
    }


def _edge_json(edge: Exact | None) -> object:
    return None if edge is None else exact_json(edge)


def _print(compared: LawComparison, to: Console) -> None:
    """The synopsis: chapters, the two sides in columns, provisions below what they say."""
    a, b = compared.a, compared.b
    titles = reports.short_title(a, b), reports.short_title(b, a)
    head = [(row.label, Text(row.before), Text(row.after), "") for row in reports.head_rows(compared)]
    to.print(_table(("", "", ""), head, header=False))
    if not compared.changes:
        to.print(reports.NO_DIFFERENCE)
    for chapter in compared.chapters:
        to.print()
        to.rule(chapter.title, align="left", style="bold")
        for section in chapter.sections:
            if section.title:
                to.print(f"\n{section.title}", style="bold", soft_wrap=True)
            notes = reports.edge_notes(compared, section.lines)
            rows = [_row(line, note) for line, note in zip(section.lines, notes, strict=True)]
            to.print(_table((*titles, reports.EDGE), rows))


Row = tuple[str, Text, Text, str]
"""What differs, both sides, and what it does to the house edge."""


def _row(line: SynopsisLine, note: str) -> Row:
    before, after = _side(line.before, line.cite_before), _side(line.after, line.cite_after)
    return line.label, before, after, note


def _side(said: str, cite: str) -> Text:
    side = Text(terminal.one_line(said))
    if cite:
        side.append(f"\n{terminal.provision(cite)}", style="cyan")
    return side


def _table(columns: Sequence[str], rows: Sequence[Row], *, header: bool = True) -> Table:
    has_notes = any(row[3] for row in rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True, show_header=header)
    table.add_column("", ratio=3, style="bold", overflow="fold")
    table.add_column(columns[0], ratio=6, overflow="fold")
    table.add_column(columns[1], ratio=6, overflow="fold")
    if has_notes:
        table.add_column(columns[2], ratio=3, overflow="fold")
    for label, before, after, note in rows:
        cells = [Text(label), before, after, *([Text(note)] if has_notes else [])]
        table.add_row(*cells, end_section=False)
    return table
