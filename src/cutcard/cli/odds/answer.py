"""Answers about odds, of one wager or of a whole document: their JSON, their tables, the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from cutcard import odds, reports, terminal
from cutcard.cli import printing
from cutcard.cli.printing.figures import percent
from cutcard.law import document, value_text
from cutcard.money import dollars
from cutcard.reports import sheet
from cutcard.results import plain_json
from cutcard.wording import outcome_name, plural

if TYPE_CHECKING:
    from rich.console import Console
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

LONGEST_FRACTION: Final = 40
PLAYERS_STYLE: Final = "bold red"
"""What favours the player."""
FIGURES: Final = ("house_edge", "player_edge", "hit_frequency", "standard_deviation")


# For people


def print_answer(answer: odds.Answer, to: Console, *, seats: int) -> None:
    """Print an answer for so many seats: its rows, its figures, what they rest on."""
    wager = answer.wager_law
    variation = f", {answer.variation}" if answer.variation else ""
    decks = plural(answer.decks, "deck")
    title = f"{wager.title} ({answer.document}{variation}), paytable {answer.paytable}, {decks}"
    to.print(terminal.one_line(title), style="bold")
    rows = [
        (
            outcome_name(row.outcome),
            row.pays,
            f"{float(row.probability):.8f}",
            reports.figures.one_in(row.probability),
            percent(row.contribution, sign=True),
            terminal.provision(row.cite),
        )
        for row in answer.rows
    ]
    columns = ("outcome", "pays", "probability#", "one in#", "contribution#", "provision")
    if rows:
        terminal.print_table(to, columns, rows)
    edge = percent(answer.house_edge) + _fraction(answer.house_edge)
    if odds.favours_player(answer):
        to.print(f" House edge: {edge} (favours the player)", style=PLAYERS_STYLE)
    else:
        to.print(f" House edge: {edge}", style="bold")
    terminal.print_facts(to, _facts(answer, seats))


def _fraction(value: odds.Exact) -> str:
    text = str(value) if isinstance(value, Fraction) else ""
    return f" = {text}" if text and len(text) <= LONGEST_FRACTION else ""


def _facts(answer: odds.Answer, seats: int) -> Iterator[tuple[str, str]]:
    hits, deviation = answer.hit_frequency, answer.standard_deviation
    if hits is not None:
        yield "Hit frequency", f"{percent(hits)}, one in {reports.figures.one_in(hits)}"
    if deviation is not None:
        yield "Standard deviation", f"{deviation:.4f}"
    if answer.stake is not None:
        yield "Stake", f"${dollars(answer.stake)}"
    for meter in answer.meters:
        figures = (f"{name} {shown}" for name, shown in sheet.meter_rows([meter], seats=seats))
        yield f"Meter {meter.name}", "; ".join(figures)
    yield from sheet.all_meters(answer, seats=seats)
    options = {"decks": answer.decks, **answer.options}
    if options:
        yield "Options", ", ".join(f"{name} = {value_text(value)}" for name, value in options.items())
    yield from printing.basis(answer, answer.cite)


def print_chart(answer: odds.Answer, question: odds.Question, to: Console) -> None:
    """Print the chart of an answer about the main wager; refused where the play does not fit one."""
    plain: Any = answer.extra.get("chart")
    if not isinstance(plain, Mapping):
        raise odds.OddsError(
            f"chart: the play of {answer.wager} with these rules does not fit one chart"
        )
    chart = odds.Chart(
        columns=plain["columns"],
        sections=plain["sections"],
        legend=plain["legend"],
        value=plain["player_edge"],
        cost=plain["cost"],
    )
    title, rules = sheet.document_title(question.rules), sheet.rules_line(question.rules)
    to.print(reports.terminal(chart, reports.ChartHeading(title, rules, answer.digest)))
    gain: Any = answer.extra.get("insurance_gain")
    if gain:
        to.print(
            f"Insurance, taken whenever it pays, adds {reports.percent(gain)} to either play; the "
            "edge of the chart is without it."
        )
    values = answer.extra.get("hand_values")
    if isinstance(values, Mapping):
        _print_hand_values(values, to)


def _print_hand_values(values: Mapping[str, Any], to: Console) -> None:
    """At Switch: what two cards are worth, by which to choose whether to switch."""
    columns = ("two cards", *(f"{column}#" for column in values["dealer"]))
    rows = [(name, *(f"{value:+.3f}" for value in worth)) for name, worth in values["worth"].items()]
    title = "Worth per unit wagered: switch where the two hands come to more together"
    terminal.print_table(to, columns, rows, title=title)


# The list of a document's wagers


def listing_json(
    wanted: odds.CatalogueRequest, entries: Sequence[odds.CatalogueEntry]
) -> dict[str, object]:
    """A list as the contract of the command line has it."""
    return {
        "document": wanted.document,
        "title": document(wanted.document).title,
        "variation": wanted.variation,
        "law": document(wanted.document).names,
        "answers": [entry_json(wanted, entry) for entry in entries],
    }


def entry_json(wanted: odds.CatalogueRequest, entry: odds.CatalogueEntry) -> dict[str, object]:
    """One entry; where it has a reason in place of an answer, with the same keys."""
    if entry.answer is not None:
        return odds.answer_json(entry.answer, seconds=entry.seconds)
    unanswered = entry.unanswered
    return {
        "document": wanted.document,
        "variation": wanted.variation,
        "wager": entry.wager,
        "paytable": entry.paytable,
        "options": {"decks": entry.decks},
        "stake": None,
        "method": None if unanswered is None else unanswered.method,
        **dict.fromkeys(FIGURES),
        "favours_player": None,
        "rows": [],
        "meters": {},
        "assumptions": [] if unanswered is None else list(unanswered.assumptions),
        "cite": entry.cite,
        "reason": entry.reason,
        "digest": None if unanswered is None else unanswered.digest,
        "law": document(wanted.document).names,
        "seconds": 0.0,
        "more": {} if unanswered is None else plain_json(unanswered.known),
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
