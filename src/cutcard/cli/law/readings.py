"""`cutcard law readings`: where a text is ambiguous, and with --edges what each reading is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from cutcard import law, odds, reports, terminal
from cutcard.cli import printing
from cutcard.cli.law.contents import Plain, format_value, permitted, plain_value
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.results import exact_json

EDGE_COLUMNS = (
    "reading",
    "provision",
    "option",
    "wager",
    "table",
    "decks#",
    "house edge#",
    "change#",
    "how",
)


@examples("cutcard law readings md-pontoon-21", "cutcard law readings ma-blackjack --edges")
def readings(
    document: Annotated[
        str | None, typer.Argument(metavar="DOCUMENT", help="One document (default: all).")
    ] = None,
    edges: Annotated[
        bool, typer.Option("--edges", help="The house edge under each reading (minutes the first time).")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List where a text is ambiguous, and the reading taken.

    With the options for the other readings. Interrupted, --edges prints the readings that are priced
    by then, keeps them, and exits with 130.
    """
    with terminal.refusing(as_json=as_json):
        listed = list(_readings(document))
    if edges:
        _print_edges(document, as_json=as_json)
    elif as_json:
        terminal.print_json({"document": document, "readings": listed})
    else:
        _print_readings(listed)


def _readings(name: str | None) -> Iterator[Plain]:
    """The readings of one document (with those it shares), or every document's own."""
    for each in law.document_ids() if name is None else (name,):
        document = law.document(each)
        for reading in document.readings.values():
            yield _reading(document, document, reading)
        for shared in document.shared_readings if name is not None else ():
            owner = _owner(shared)
            yield _reading(document, owner, owner.readings[shared])


def _owner(reading: str) -> law.Document:
    """The document that a shared reading belongs to."""
    return next(each for each in law.documents() if reading in each.readings)


def _reading(document: law.Document, owner: law.Document, reading: law.Reading) -> Plain:
    """A reading with the options that offer the others, their values as the document has them."""
    offered = {name: find_option(document, name) or find_option(owner, name) for name in reading.options}
    return {
        "id": reading.id,
        "document": owner.id,
        "cite": reading.cite,
        "problem": reading.problem,
        "reading": reading.reading,
        "options": [
            {
                "name": name,
                "permitted": permitted(option),
                "default": plain_value(option.default),
                "cite": option.cite,
            }
            for name, option in offered.items()
            if option is not None
        ],
    }


def find_option(document: law.Document, name: str) -> law.OptionLaw | None:
    """An option of a document, or of one of its variations."""
    tables = (document.options, *(each.options for each in document.variations.values()))
    return next((table[name] for table in tables if name in table), None)


def _print_readings(listed: list[Any]) -> None:
    to = terminal.console()
    for reading in listed:
        to.print(f"{reading['id']}  {reading['document']}  {reading['cite']}", style="bold")
        facts = [("Problem", reading["problem"]), ("Reading", reading["reading"])]
        facts += [("Option", f"{each['name']}: {_values(each)}") for each in reading["options"]]
        terminal.print_facts(to, facts)


def _values(option: Plain) -> str:
    """An option's values with the default marked."""
    values, default = option["permitted"], option["default"]
    if not isinstance(values, list):
        is_fixed = str(values).startswith("fixed")
        return str(values) + ("" if is_fixed else f" (default {format_value(default)})")
    if isinstance(default, list):
        return f"any of {format_value(values)} (default {format_value(default)})"
    return ", ".join(format_value(v) + (" (default)" if v == default else "") for v in values)


def _print_edges(document: str | None, *, as_json: bool) -> None:
    """Print the house edge under every reading that has options."""
    edges: list[odds.ReadingEdge] = []
    interrupted = False
    with printing.bar("readings"):
        try:
            for rows in odds.reading_rows(document):
                edges += rows
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        listed = [_edge_json(edge) for edge in edges]
        terminal.print_json({"document": document, "edges": listed, "interrupted": interrupted})
    else:
        _print_edge_tables(edges)
    if interrupted:
        if not as_json:
            terminal.console().print("Interrupted: the same command goes on from here.")
        terminal.leave(terminal.INTERRUPTED)


def _print_edge_tables(edges: Sequence[odds.ReadingEdge]) -> None:
    to = terminal.console()
    for name in dict.fromkeys(edge.document for edge in edges):
        rows = [_edge_row(edge) for edge in edges if edge.document == name]
        terminal.print_table(to, EDGE_COLUMNS, rows, title=name)
    to.print(
        "Player edges have a minus sign. A reading is listed once for each wager that it changes; "
        "change is what the house gains against the reading taken (*)."
    )


def _edge_json(edge: odds.ReadingEdge) -> Plain:
    return {
        "reading": edge.reading,
        "document": edge.document,
        "cite": edge.cite,
        "option": edge.option,
        "value": None if edge.value is None else plain_value(edge.value),
        "default": edge.is_default,
        "wager": edge.wager or None,
        "paytable": edge.paytable or None,
        "decks": edge.decks,
        "variation": edge.variation,
        "options": {name: plain_value(value) for name, value in edge.options.items()},
        "seats": edge.seats,
        "method": edge.method or None,
        "house_edge": None if edge.house_edge is None else exact_json(edge.house_edge),
        "difference": None if edge.difference is None else exact_json(edge.difference),
        "favours_player": None if edge.player_edge is None else edge.favours_player,
        "note": edge.note or None,
    }


def _edge_row(edge: odds.ReadingEdge) -> tuple[str, ...]:
    value = (
        "" if edge.value is None else f" = {law.value_text(edge.value)}{' *' if edge.is_default else ''}"
    )
    house, change = edge.house_edge, edge.difference
    return (
        edge.reading,
        edge.cite,
        f"{edge.option}{value}",
        edge.wager,
        edge.paytable,
        "" if edge.decks is None else str(edge.decks),
        "" if house is None else reports.percent(house),
        "" if change is None or edge.is_default else reports.percent(change),
        edge.note or _how(edge),
    )


def _how(edge: odds.ReadingEdge) -> str:
    """The method, and what else has to be chosen for the reading to change anything."""
    chosen = [] if edge.variation is None else [edge.variation]
    chosen += [f"{name} = {law.value_text(value)}" for name, value in edge.options.items()]
    chosen += [f"{edge.seats} players"] if edge.seats > 1 else []
    return f"{edge.method}; {', '.join(chosen)}" if chosen else edge.method
