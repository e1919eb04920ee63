"""A par sheet put into headings, tables and sentences: its title, its summary, its rules, its wagers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cutcard import __version__
from cutcard.odds import MAIN, boxes, option_laws
from cutcard.reports import figures
from cutcard.reports.sheet.blocks import Block, ChartBlock, Facts, Grid, Heading, Pages, Prose
from cutcard.reports.sheet.par_sheet import Sheet, document_title, rules_line
from cutcard.reports.sheet.wagers import (
    CONFIDENCE,
    DASH,
    Z_95,
    deviation,
    hit,
    index_at,
    wager_blocks,
    with_others,
)
from cutcard.wording import option_label, paytable_label, value_label

SHORT_DIGEST: Final = 16
SUMMARY_ROUNDS: Final = 10_000


def pages(sheet: Sheet) -> Pages:
    """The sheet as a document."""
    whose = sheet.operator or "operator not stated"
    return Pages(
        title=f"Par sheet: {sheet.rules.document.title}",
        subtitle=f"{whose} · {rules_line(sheet.rules)}",
        running=f"{whose} · {document_title(sheet.rules)}",
        foot=f"{sheet.dated} · digest {sheet.digest[:SHORT_DIGEST]}".strip(" ·"),
        blocks=tuple(_blocks(sheet)),
    )


def _blocks(sheet: Sheet) -> Iterator[Block]:
    yield _title_block(sheet)
    yield Heading("Summary")
    yield _summary(sheet)
    yield Prose(_warnings(sheet))
    for each in sheet.wagers:
        is_main = each.offer.law.id == MAIN
        yield from wager_blocks(each, seats=sheet.seats, new_page=is_main)
        if is_main:
            yield from _play(sheet)
    yield Heading("Definitions")
    yield Prose(_definitions(sheet))
    yield Heading(
        "Choices in force",
        note="what the document leaves to the operator; options of a wager stand with it",
    )
    yield _options(sheet, fixed=False)
    yield Heading("Fixed by the document")
    yield _options(sheet, fixed=True)


def _title_block(sheet: Sheet) -> Facts:
    rules, law = sheet.rules, sheet.rules.document
    variation = None if rules.variation is None else law.variations[rules.variation]
    decks = f"{rules.options['decks']} of {rules.options['deck_cards']} cards"
    return Facts(
        (
            ("Document", f"{document_title(rules)}, version {law.version} ({law.id})"),
            ("Operator", sheet.operator or "not stated"),
            ("Variation", "none" if variation is None else f"{variation.title} ({variation.cite})"),
            ("Decks", decks),
            ("Boxes", f"{boxes(rules)}; figures that depend on other players are for {sheet.seats}"),
            ("Date", sheet.dated or "not stated"),
            ("Computed by", f"cutcard {__version__}"),
            ("Digest of the law", law.digest),
            ("Digest of this sheet", sheet.digest),
        ),
        exact=("Digest of the law", "Digest of this sheet"),
    )


def _summary(sheet: Sheet) -> Grid:
    rows, marked = [], []
    for number, each in enumerate(sheet.wagers):
        answer = each.answer
        told = ("not computed", DASH, DASH, DASH)
        if answer is not None:
            told = (
                figures.percent(answer.house_edge),
                hit(answer),
                deviation(answer, 4),
                index_at(answer, SUMMARY_ROUNDS),
            )
        if answer is None or (answer.house_edge < 0 and each.offer.law.takes_stake):
            marked.append(number)
        rows.append(
            (each.offer.law.title, paytable_label(each.offer.paytable.id), *told, each.offer.law.cite)
        )
    columns = (
        "Wager",
        "Paytable",
        "House edge#",
        "Hit frequency#",
        "Std. deviation#",
        f"VI, {SUMMARY_ROUNDS:,}#",
        "Provision",
    )
    return Grid(columns, tuple(rows), marked=tuple(marked))


def _warnings(sheet: Sheet) -> tuple[str, ...]:
    said = []
    for each in sheet.wagers:
        name = each.offer.law.title
        if each.answer is None:
            said.append(f"{name}: not computed. {each.problem}")
        elif each.answer.house_edge < 0 and each.offer.law.takes_stake:
            edge = figures.percent(each.answer.player_edge)
            said.append(
                f"{name}: at the stake and meters assumed the edge favours the player by {edge}."
            )
    if told := tuple(_shared(sheet)):
        said.append(
            "House edges are a lone player's where another seat's luck adds to the rows or shares a "
            f"meter. With {sheet.seats} players: {'; '.join(told)}."
        )
    free = [each.offer.law.title for each in sheet.wagers if not each.offer.law.takes_stake]
    if free:
        listed = ", ".join(free)
        said.append(
            f"Without a stake of their own, figured per unit of the wager they go with: {listed}. "
            "A negative edge is what they add to that wager's return."
        )
    return tuple(said)


def _shared(sheet: Sheet) -> Iterator[str]:
    """The house edges that the other players at the table move."""
    for each in sheet.wagers if sheet.seats > 1 else ():
        edge = with_others(each)
        if each.answer is not None and edge is not None:
            shown = figures.percent(-edge)
            if shown != figures.percent(each.answer.house_edge):
                yield f"{each.offer.law.title} {shown}"


def _options(sheet: Sheet, *, fixed: bool) -> Grid:
    laws = option_laws(sheet.rules)
    rows = tuple(
        (
            option_label(name),
            value_label(value),
            *(() if fixed else ("default" if value == laws[name].default else "chosen",)),
            laws[name].cite,
        )
        for name, value in sheet.rules.options.items()
        if name in laws and not laws[name].wager and laws[name].is_fixed is fixed
    )
    return Grid(("Option", "Value", *(() if fixed else ("Standing",)), "Provision"), rows)


def _play(sheet: Sheet) -> Iterator[Block]:
    chart = sheet.chart
    note = rules_line(sheet.rules)
    yield Heading("Strategy by totals", level=2, note=note, new_page=chart is not None)
    if chart is None:
        yield Prose((f"No chart: {sheet.no_chart}",))
        return
    yield Facts(
        (
            ("House edge when played by the chart", figures.percent(-chart.value, 6)),
            ("Its cost against the best play", figures.percent(chart.cost, 6)),
        )
    )
    yield ChartBlock(chart)
    main = sheet.wagers[0].answer
    values = None if main is None else main.extra.get("hand_values")
    if isinstance(values, Mapping):
        note = "per unit wagered; cards are switched where the two hands come to more together"
        yield Heading("What two cards are worth", level=2, note=note)
        rows = ((name, *(f"{each:+.3f}" for each in by)) for name, by in values["worth"].items())
        yield Grid(("Two cards", *(f"{each}#" for each in values["dealer"])), tuple(rows))


def _definitions(sheet: Sheet) -> tuple[str, ...]:
    return (
        "House edge: what the house keeps on average of a unit of the first stake, from a full shoe. "
        "It is the negative of the total of the contributions.",
        "Net: what the player is up, in units of the stake, when the outcome comes. "
        "Contribution: probability times net, the outcome's part of the player's edge.",
        "1 in: the mean number of rounds to one such outcome. "
        "Hit frequency: the share of rounds in which the wager is paid more than its stake.",
        "Standard deviation: of the net result of one round, in units of the stake.",
        f"Volatility index (VI) at {CONFIDENCE:.0%}: {Z_95} times the standard deviation divided by the "
        "square root of the number of rounds. Over that many rounds of equal stakes the hold lies "
        "within one index of the house edge with a chance of about 95 in 100, by the normal "
        "approximation; with rare, large payouts it is rough until they have come many times. "
        "The hold ends at the most that the house can win of a stake.",
        "Cost of the seed: what the house adds to a meter from its own money, on average of each stake.",
        f"Provisions are cited as the document prints them; an identifier such as {_reading(sheet)} "
        "names a reading of an ambiguous provision, listed by the command cutcard law readings.",
        "Every figure is computed from the rules of the document held as data; "
        "a digest changes with any rule, price or method that it was computed from.",
    )


def _reading(sheet: Sheet) -> str:
    return next(iter(sheet.rules.document.readings), "XX-A01")
