"""Odds for people: the rows of a wager with chances and contributions; a document at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from cutcard.law import document, told
from cutcard.money import dollars
from cutcard.odds import Answer, Exact, MeterOdds, favours_player
from cutcard.terminal import output
from cutcard.wording import outcome_name, plural, spaced

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from cutcard.odds import CatalogueEntry, CatalogueRequest

LONGEST_FRACTION: Final = 40
PLAYERS_STYLE: Final = "bold red"
METHODS: Final = {
    "exact": "exact, by rationals",
    "markov": "a Markov chain over rounds",
    "limit": "converged, in floating point",
    "float": "floating point, rounding far below the digits shown",
}
IN_DOLLARS: Final = (
    "seed",
    "reset",
    "maximum",
    "meter_at_hit",
    "long_run_meter_at_hit",
    "payout_limit",
)
AS_PARTS: Final = (
    "hit_chance",
    "contribution",
    "seed_cost",
    "long_run_return",
    "long_run_edge",
    "edge_at_seats",
)


def percent(value: Exact, *, sign: bool = False) -> str:
    """A part of the stake in percent."""
    return f"{float(value) * 100:{'+' if sign else ''}.4f}%"


def one_in(chance: Exact) -> str:
    """How rare something is."""
    if not chance:
        return "never"
    rarity = float(1 / chance)
    return f"{rarity:,.2f}" if rarity < 1000 else f"{rarity:,.0f}"


def print_answer(found: Answer, to: Console) -> None:
    """One answer: its rows, its figures, what they stand on."""
    law = document(found.document)
    wager = law.wager(found.wager)
    at = f", {found.variation}" if found.variation else ""
    decks = plural(found.decks, "deck")
    title = f"{wager.title} ({found.document}{at}), paytable {found.paytable}, {decks}"
    to.print(output.one_line(title), style="bold")
    rows = [
        (
            outcome_name(row.outcome),
            row.pays,
            f"{float(row.probability):.8f}",
            one_in(row.probability),
            percent(row.contribution, sign=True),
            output.provision(row.cite),
        )
        for row in found.rows
    ]
    columns = ("outcome", "pays", "probability#", "one in#", "contribution#", "provision")
    if rows:
        output.print_table(to, columns, rows)
    edge = percent(found.house_edge) + _fraction(found.house_edge)
    if favours_player(found):
        to.print(f" House edge: {edge} (favours the player)", style=PLAYERS_STYLE)
    else:
        to.print(f" House edge: {edge}", style="bold")
    output.print_facts(to, _facts(found))


def _fraction(value: Exact) -> str:
    written = str(value) if isinstance(value, Fraction) else ""
    return f" = {written}" if written and len(written) <= LONGEST_FRACTION else ""


def _facts(found: Answer) -> list[tuple[str, str]]:
    hits, deviation = found.hit_frequency, found.standard_deviation
    facts: list[tuple[str, str]] = []
    if hits is not None:
        facts.append(("Hit frequency", f"{percent(hits)}, one in {one_in(hits)}"))
    if deviation is not None:
        facts.append(("Standard deviation", f"{deviation:.4f}"))
    if found.stake is not None:
        facts.append(("Stake", f"${dollars(found.stake)}"))
    for meter in found.meters:
        facts += _meter(meter)
    chosen = {name: value for name, value in found.options.items() if name != "decks"}
    given = ", ".join(f"{name} = {told(value)}" for name, value in chosen.items())
    if given:
        facts.append(("Options", given))
    facts.append(("Method", METHODS.get(found.method, found.method)))
    facts += [("Assumed", each) for each in found.assumptions]
    facts.append(("Provision", output.provision(found.cite)))
    return facts


def _meter(meter: MeterOdds) -> list[tuple[str, str]]:
    zero = meter.break_even
    even = "no amount brings the edge to zero" if zero is None else f"edge zero at ${float(zero):,.2f}"
    shows = f"shows ${float(meter.amount):,.2f}; {even}"
    facts = [(f"Meter {meter.name}", shows)]
    if meter.facts:
        said = ", ".join(f"{spaced(n)} {_fact(n, v)}" for n, v in meter.facts.items())
        facts.append(("Its figures", said))
    return facts


def _fact(name: str, value: Exact) -> str:
    if name in IN_DOLLARS:
        return f"${float(value):,.2f}"
    return percent(value) if name in AS_PARTS else f"{float(value):,.2f}"


def print_listing(wanted: CatalogueRequest, entries: Sequence[CatalogueEntry], to: Console) -> None:
    """A document: house edges by wager and paytable, a column for each number of decks."""
    from rich.text import Text

    decks = sorted({each.decks for each in entries if each.decks is not None})
    lines: dict[tuple[str, str], dict[int | None, CatalogueEntry]] = {}
    for each in entries:
        lines.setdefault((each.wager, each.paytable), {})[each.decks] = each
    rows: list[Sequence[str | Text]] = []
    for (wager, paytable), by_decks in lines.items():
        first = next(iter(by_decks.values()))
        edges = [_edge(by_decks.get(each), Text) for each in decks]
        rows.append((wager, paytable, *edges, output.provision(first.cite)))
    law = document(wanted.document)
    at = f", {wanted.variation}" if wanted.variation else ""
    title = f"{law.title} ({wanted.document}{at}): house edge in percent by number of decks"
    columns = ("wager", "paytable", *(f"{each}#" for each in decks), "provision")
    output.print_table(to, columns, rows, title=title)
    _print_notes(entries, to)


def _edge(found: CatalogueEntry | None, text: type[Text]) -> str | Text:
    if found is None:
        return ""
    if found.answer is None:
        return "-"
    edge = f"{float(found.answer.house_edge) * 100:.3f}"
    return text(edge, style=PLAYERS_STYLE if favours_player(found.answer) else "")


def _print_notes(entries: Sequence[CatalogueEntry], to: Console) -> None:
    """What favours the player, and why there is no figure where there is none."""
    favourable: dict[tuple[str, str], list[str]] = {}
    reasons: dict[tuple[str, str], None] = {}
    for each in entries:
        if each.answer is None:
            reasons[each.wager, each.reason] = None
        elif favours_player(each.answer):
            favourable.setdefault((each.wager, each.paytable), []).append(str(each.decks))
    if favourable:
        to.print("Favour the player:", style="bold")
        told_of = [(f"{w} {t}", f"{', '.join(d)} decks") for (w, t), d in favourable.items()]
        output.print_facts(to, told_of)
    if reasons:
        to.print("No figure (-):", style="bold")
        output.print_facts(to, reasons)
