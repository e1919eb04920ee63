"""`cutcard law readings --edges`: what each reading of an ambiguous text does to the house edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.cli.law.answers import plain
from cutcard.cli.odds.answers import exact
from cutcard.cli.printing.progress import bar
from cutcard.law import told
from cutcard.reports import percent
from cutcard.terminal import output

if TYPE_CHECKING:
    from cutcard.odds import Exact, ReadingEdge

COLUMNS = ("reading", "provision", "option", "wager", "table", "decks#", "house edge#", "change#", "how")


def print_edges(document: str | None, *, as_json: bool) -> None:
    """Every reading with options, priced: as a table, or as one JSON document."""
    from cutcard.odds import reading_edges

    with bar("readings"):
        found = reading_edges(document)
    if as_json:
        output.print_json({"document": document, "edges": [_json(each) for each in found]})
        return
    to = output.console()
    for name in dict.fromkeys(each.document for each in found):
        rows = [_row(each) for each in found if each.document == name]
        output.print_table(to, COLUMNS, rows, title=name)
    to.print(
        "Player edges have a minus sign. A reading is listed once for each wager that it "
        "affects; change is the gain of the house against the reading taken (*)."
    )


def _json(found: ReadingEdge) -> dict[str, object]:
    return {
        "reading": found.reading,
        "document": found.document,
        "cite": found.cite,
        "option": found.option,
        "value": None if found.value is None else plain(found.value),
        "default": found.is_default,
        "wager": found.wager or None,
        "paytable": found.paytable or None,
        "decks": found.decks,
        "variation": found.variation,
        "options": {name: plain(value) for name, value in found.options.items()},
        "seats": found.seats,
        "method": found.method or None,
        "house_edge": _figure(found.house_edge),
        "difference": _figure(found.difference),
        "favours_player": None if found.player_edge is None else found.favours_player,
        "note": found.note or None,
    }


def _figure(value: Exact | None) -> dict[str, object] | None:
    return None if value is None else exact(value)


def _row(found: ReadingEdge) -> tuple[Any, ...]:
    value = "" if found.value is None else f" = {told(found.value)}{' *' if found.is_default else ''}"
    edge, change = found.house_edge, found.difference
    return (
        found.reading,
        found.cite,
        f"{found.option}{value}",
        found.wager,
        found.paytable,
        "" if found.decks is None else str(found.decks),
        "" if edge is None else percent(edge),
        "" if change is None or found.is_default else percent(change),
        found.note or _how(found),
    )


def _how(found: ReadingEdge) -> str:
    """The method, and what else had to be chosen for the reading to be felt."""
    where = [] if found.variation is None else [found.variation]
    where += [f"{name} = {told(value)}" for name, value in found.options.items()]
    where += [f"{found.seats} players"] if found.seats > 1 else []
    return f"{found.method}; {', '.join(where)}" if where else found.method
