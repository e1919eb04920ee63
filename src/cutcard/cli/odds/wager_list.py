"""The list of a document's wagers with their odds: its JSON and its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from cutcard import odds, terminal
from cutcard.cli.odds.answer import PLAYERS_STYLE, answer_json, as_plain
from cutcard.law import document

if TYPE_CHECKING:
    from rich.console import Console

FIGURES: Final = ("house_edge", "player_edge", "hit_frequency", "standard_deviation")


def listing_json(
    wanted: odds.CatalogueRequest, entries: Sequence[odds.CatalogueEntry]
) -> dict[str, object]:
    """A list as the contract of the command line has it."""
    return {
        "document": wanted.document,
        "title": document(wanted.document).title,
        "variation": wanted.variation,
        "answers": [entry_json(wanted, entry) for entry in entries],
    }


def entry_json(wanted: odds.CatalogueRequest, entry: odds.CatalogueEntry) -> dict[str, object]:
    """One entry; where it has a reason in place of an answer, with the same keys."""
    if entry.answer is not None:
        return answer_json(entry.answer, seconds=entry.seconds)
    known = entry.unanswered
    return {
        "document": wanted.document,
        "variation": wanted.variation,
        "wager": entry.wager,
        "paytable": entry.paytable,
        "options": {"decks": entry.decks},
        "stake": None,
        "method": None if known is None else known.method,
        **dict.fromkeys(FIGURES),
        "favours_player": None,
        "rows": [],
        "meters": {},
        "assumptions": [] if known is None else list(known.assumptions),
        "cite": entry.cite,
        "reason": entry.reason,
        "digest": None if known is None else known.digest,
        "seconds": 0.0,
        "more": {} if known is None else as_plain(known.known),
    }


def print_listing(
    wanted: odds.CatalogueRequest, entries: Sequence[odds.CatalogueEntry], to: Console
) -> None:
    """Print house edges by wager and paytable, a column for each number of decks."""
    decks = sorted({entry.decks for entry in entries if entry.decks is not None})
    lines: dict[tuple[str, str], dict[int | None, odds.CatalogueEntry]] = {}
    for entry in entries:
        lines.setdefault((entry.wager, entry.paytable), {})[entry.decks] = entry
    rows: list[Sequence[str | Text]] = []
    for (wager, paytable), by_decks in lines.items():
        first = next(iter(by_decks.values()))
        edges = [_edge(by_decks.get(number)) for number in decks]
        rows.append((wager, paytable, *edges, terminal.provision(first.cite)))
    variation = f", {wanted.variation}" if wanted.variation else ""
    game = f"{document(wanted.document).title} ({wanted.document}{variation})"
    columns = ("wager", "paytable", *(f"{number}#" for number in decks), "provision")
    title = f"{game}: house edge in percent by number of decks"
    terminal.print_table(to, columns, rows, title=title)
    _print_notes(entries, to)


def _edge(entry: odds.CatalogueEntry | None) -> str | Text:
    if entry is None:
        return ""
    if entry.answer is None:
        return "-"
    edge = f"{float(entry.answer.house_edge) * 100:.3f}"
    return Text(edge, style=PLAYERS_STYLE if odds.favours_player(entry.answer) else "")


def _print_notes(entries: Sequence[odds.CatalogueEntry], to: Console) -> None:
    """Print what favours the player, and why there is no figure where there is none."""
    favourable: dict[tuple[str, str], list[str]] = {}
    reasons: dict[tuple[str, str], None] = {}
    for entry in entries:
        if entry.answer is None:
            reasons[entry.wager, entry.reason] = None
        elif odds.favours_player(entry.answer):
            favourable.setdefault((entry.wager, entry.paytable), []).append(str(entry.decks))
    if favourable:
        to.print("Favour the player:", style="bold")
        wagers = [
            (f"{wager} {table}", f"{', '.join(d)} decks") for (wager, table), d in favourable.items()
        ]
        terminal.print_facts(to, wagers)
    if reasons:
        to.print("No figure (-):", style="bold")
        terminal.print_facts(to, reasons)
