"""A par sheet put into headings, tables and sentences: its title, its summary, its rules, its wagers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from cutcard import __version__
from cutcard.odds import MAIN, Answer, Exact, MeterOdds, RowOdds, boxes, option_laws
from cutcard.reports import figures
from cutcard.reports.sheet.blocks import Block, ChartBlock, Facts, Grid, Heading, Pages, Prose
from cutcard.reports.sheet.par_sheet import Sheet, WagerOdds, document_title, rules_line
from cutcard.wording import (
    capitalized,
    option_label,
    outcome_name,
    paytable_label,
    price_name,
    spaced,
    title_case,
    value_label,
    without_ids,
)

SHORT_DIGEST: Final = 16
AT_SEATS: Final = "house_edge_at_seats"
LONG_RUN: Final = "long_run_house_edge"
"""Facts of a meter: the house edge with others at the table, and with contributions and seeds."""
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
            ("Document", f"{document_title(rules)} ({law.name})"),
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
        cells = ("not computed", DASH, DASH, DASH)
        if answer is not None:
            cells = (
                figures.percent(answer.house_edge),
                hit(answer),
                deviation(answer, 4),
                index_at(answer, SUMMARY_ROUNDS),
            )
        if answer is None or (answer.house_edge < 0 and each.offer.law.takes_stake):
            marked.append(number)
        rows.append(
            (each.offer.law.title, paytable_label(each.offer.paytable.id), *cells, each.offer.law.cite)
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
    warnings = []
    for each in sheet.wagers:
        name = each.offer.law.title
        if each.answer is None:
            warnings.append(f"{name}: not computed. {each.problem}")
        elif each.answer.house_edge < 0 and each.offer.law.takes_stake:
            edge = figures.percent(each.answer.player_edge)
            warnings.append(
                f"{name}: at the stake and meters assumed the edge favours the player by {edge}."
            )
    if shared := tuple(_shared(sheet)):
        warnings.append(
            "House edges are a lone player's where another seat's luck adds to the rows or shares a "
            f"meter. With {sheet.seats} players: {'; '.join(shared)}."
        )
    free = [each.offer.law.title for each in sheet.wagers if not each.offer.law.takes_stake]
    if free:
        listed = ", ".join(free)
        warnings.append(
            f"Without a stake of their own, figured per unit of the wager they go with: {listed}. "
            "A negative edge is what they add to that wager's return."
        )
    return tuple(warnings)


def _shared(sheet: Sheet) -> Iterator[str]:
    """The house edges that the other players at the table move."""
    for each in sheet.wagers if sheet.seats > 1 else ():
        edge = with_others(each)
        if each.answer is not None and edge is not None:
            shown = figures.percent(edge)
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
        "Hit of a meter: a round in which it is paid out whole and goes back to its reset amount; an "
        "award is any payment from it, a share such as 10% included.",
        "Break-even: the meter at which the house edge is zero, rounded up to a cent.",
        "Cost of the seed: what the house adds to a meter from its own money, on average of each stake.",
        f"Provisions are cited as the document prints them; an identifier such as {_reading(sheet)} "
        "names a reading of an ambiguous provision, listed by the command cutcard law readings.",
        "Every figure is computed from the rules of the document held as data; "
        "a digest changes with any rule, price or method that it was computed from.",
    )


def _reading(sheet: Sheet) -> str:
    return next(iter(sheet.rules.document.readings), "XX-A01")


CONFIDENCE: Final = 0.95
Z_95: Final = 1.96
"""Within so many standard deviations lies the middle 95% of a normal distribution."""
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000)
DASH: Final = "\N{EN DASH}"
NARROW: Final = -1
CENTS: Final = 100
ROUNDING: Final = 1e-9
"""Floats that differ by less are the same."""

METHOD_WORDS: Final = {
    "exact": "exact: a rational number, by complete enumeration",
    "markov": "a Markov chain, solved exactly",
    "limit": "a limit, converged to the precision of a float",
    "float": "by complete enumeration, in floating point; see the assumptions",
    "assumed": "exact for a device that was assumed, not filed",
}
SHOWN_ELSEWHERE: Final = (
    "stops",
    "awards",
    "strategy",
    "ranges",
    "chart",
    "hands_a_round",
)
"""What is shown elsewhere (the stops of a wheel are its rows) or belongs to another choice."""


def wager_blocks(each: WagerOdds, *, seats: int, new_page: bool = False) -> Iterator[Block]:
    """All that the sheet says of a wager."""
    law, table = each.offer.law, each.offer.paytable
    yield Heading(law.title, note=f"{law.about} ({law.cite})", new_page=new_page)
    answer = each.answer
    if answer is None:
        yield Facts(
            (("Paytable", f"{paytable_label(table.id)} ({table.cite})"), ("Odds", "not computed"))
        )
        yield Prose((each.problem,))
        return
    yield _head(each, answer)
    if answer.has_rows:
        yield _rows(answer)
    if answer.standard_deviation is not None:
        yield _volatility(answer, answer.standard_deviation)
    if answer.meters:
        yield _meters(answer, seats)
        if in_all := all_meters(answer, seats=seats):
            yield Facts(in_all)
    if more := _more(answer.extra):
        yield Facts(more)
    if answer.assumptions:
        yield Prose(
            tuple(without_ids(line).replace("`", "") for line in answer.assumptions), "Assumptions"
        )


def _head(each: WagerOdds, answer: Answer) -> Facts:
    rules, table = each.question.rules, each.offer.paytable
    own = {name: law for name, law in option_laws(rules).items() if law.wager == each.offer.law.id}
    stake = answer.stake if each.offer.law.takes_stake else None
    rows = [
        ("Paytable", f"{paytable_label(table.id)} ({table.cite})"),
        *((("Stake", figures.amount(Fraction(stake, CENTS))),) if stake else ()),
        *(
            (option_label(name), f"{value_label(rules.options[name])} ({law.cite})")
            for name, law in own.items()
        ),
        ("House edge", figures.percent(answer.house_edge, 6)),
    ]
    hit_name = "Hands won, of each round" if counts_hands(answer) else "Hit frequency"
    if exact := figures.fraction(answer.house_edge):
        rows.append(("House edge, exact", exact))
    if answer.hit_frequency is not None:
        rows.append((hit_name, f"{hit(answer)}, 1 in {figures.one_in(answer.hit_frequency)}"))
    rows += [
        ("Standard deviation", deviation(answer, 6)),
        ("Method", METHOD_WORDS.get(answer.method, answer.method)),
        ("Digest", answer.digest),
    ]
    return Facts(tuple(rows), exact=("House edge, exact", "Digest"))


def hit(answer: Answer) -> str:
    """The hit frequency; a dash where only the edge is known."""
    frequency = answer.hit_frequency
    return DASH if frequency is None else figures.percent(frequency)


def deviation(answer: Answer, digits: int) -> str:
    """The standard deviation; a dash where only the edge is known."""
    value = answer.standard_deviation
    return DASH if value is None else figures.decimal(value, digits)


def index_at(answer: Answer, rounds: int) -> str:
    """The volatility index for so many rounds; a dash where only the edge is known."""
    standard_deviation = answer.standard_deviation
    return (
        DASH
        if standard_deviation is None
        else figures.percent(volatility(standard_deviation, rounds), 2)
    )


def counts_hands(answer: Answer) -> bool:
    """Whether its rows count hands, of which a round may have several."""
    if not answer.has_rows:
        return False
    total = sum((float(row.probability) for row in answer.rows), 0.0)
    return abs(total - 1) > ROUNDING


def volatility(standard_deviation: float, rounds: int) -> float:
    """The volatility index: 1.96 standard deviations of the mean of so many rounds."""
    return Z_95 * standard_deviation / math.sqrt(rounds)


def _rows(answer: Answer) -> Grid:
    total = sum((row.probability for row in answer.rows), Fraction(0))
    often = "Hands a round#" if counts_hands(answer) else "Probability#"
    added = sum((row.contribution for row in answer.rows), Fraction(0))
    columns = ("Outcome", "Pays", "Net#", often, "1 in#", "Contribution#", "Provision")
    rows = [_row(row, answer.wager) for row in answer.rows]
    rows.append(("Total", "", "", _sum(total), "", figures.percent(added, 6), ""))
    return Grid(columns, tuple(rows), widest=columns.index("Provision"), total=True)


def _sum(total: Exact) -> str:
    is_one = abs(float(total) - 1) < ROUNDING
    return "1" if is_one else figures.decimal(total, 9)


def _row(row: RowOdds, wager: str) -> tuple[str, ...]:
    return (
        outcome_name(row.outcome),
        price_name(row.pays.replace(f"{wager}.", "")),
        figures.decimal(row.net, 4).rstrip("0").rstrip("."),
        figures.chance(row.probability),
        figures.one_in(row.probability),
        figures.percent(row.contribution, 6),
        row.cite,
    )


def _volatility(answer: Answer, standard_deviation: float) -> Grid:
    edge, most = float(answer.house_edge), _largest_hold(answer)
    spreads = [volatility(standard_deviation, rounds) for rounds in ROUNDS]
    columns = ("Rounds", *(f"{rounds:,}#" for rounds in ROUNDS))
    rows = (
        ("Volatility index, 95%", *(figures.percent(each) for each in spreads)),
        ("Hold, from", *(figures.percent(edge - each) for each in spreads)),
        ("Hold, to", *(figures.percent(min(edge + each, most)) for each in spreads)),
    )
    return Grid(columns, rows, widest=NARROW)


def _largest_hold(answer: Answer) -> float:
    """What the house wins in the round that is worst for the player: its hold is never more."""
    if not answer.has_rows or counts_hands(answer):
        return math.inf  # a round may have many hands
    return max(float(-row.net) for row in answer.rows)


def _meters(answer: Answer, seats: int) -> Grid:
    short = [each.name.removeprefix(f"{answer.wager}.") for each in answer.meters]
    columns = ("Meter", *(f"{title_case(each)}#" for each in short))
    return Grid(columns, meter_rows(answer.meters, seats=seats), widest=NARROW)


def meter_rows(meters: Sequence[MeterOdds], *, seats: int) -> tuple[tuple[str, ...], ...]:
    """What each figure of some meters is called, and how it stands with each of them."""
    names = dict.fromkeys(name for each in meters for name in each.facts)
    rows = [
        ("Shows", *(figures.amount(each.amount) for each in meters)),
        ("A dollar more lowers the house edge by", *(figures.percent(m.slope, 8) for m in meters)),
        (
            "Break-even, all else as shown",
            *(
                "none" if m.break_even_cents is None else figures.cents_amount(m.break_even_cents)
                for m in meters
            ),
        ),
    ]
    for name in names:
        label, shown = FACT_WORDS.get(name, (capitalized(spaced(name)), figures.decimal))
        cells = [shown(m.facts[name]) if name in m.facts else DASH for m in meters]
        others = ", others as shown" if len(meters) > 1 else ""
        rows.append((label.format(seats=seats, others=others), *cells))
    return tuple(rows)


def all_meters(answer: Answer, *, seats: int) -> tuple[tuple[str, str], ...]:
    """The house edge with what every meter does to it, where there are several."""
    named = {AT_SEATS: f"as shown, seats: {seats}", LONG_RUN: "in the long run"}
    edges = {name: answer.house_edge_with(name) for name in named if len(answer.meters) > 1}
    return tuple(
        (f"House edge {named[name]}, all meters", figures.percent(edge))
        for name, edge in edges.items()
        if edge is not None
    )


def with_others(each: WagerOdds) -> Exact | None:
    """The house edge with the other seats there, where they matter beside the rows; else None."""
    answer = each.answer
    if answer is None:
        return None
    own = each.offer.law.takes_stake
    edge = answer.house_edge_with(AT_SEATS)
    for name in ("community", "envy"):
        extra = answer.extra.get(name)
        player_edge = extra.get("player_edge") if isinstance(extra, Mapping) else None
        if isinstance(player_edge, Fraction | float):
            added = player_edge if name == "envy" and own else player_edge - answer.player_edge
            edge = (answer.house_edge if edge is None else edge) - added
    return edge


def _count(value: Exact) -> str:
    return figures.decimal(value, 1)


FACT_WORDS: Final = {
    "payout_limit": ("Most that one payout comes to", figures.amount),
    "seed": ("Goes back to", figures.amount),
    "reset": ("Goes back to", figures.amount),
    "maximum": ("Must be hit by", figures.amount),
    "hit_chance": ("Chance of a hit a round, seats: {seats}", figures.chance),
    "rounds_between_hits": ("Rounds between hits", _count),
    "award_chance": ("Chance of any award from it a round, seats: {seats}", figures.chance),
    "rounds_between_awards": ("Rounds between awards", _count),
    "contribution": ("Of each stake goes to the meter", figures.percent),
    "meter_at_hit": ("Mean meter when hit", figures.amount),
    "long_run_meter_at_hit": ("Mean meter when hit, from its reset", figures.amount),
    "seed_cost": ("Cost of the seed, of each stake", figures.percent),
    "long_run_return": ("Returned by the meter in the long run", figures.percent),
    "return_per_contribution": ("Returned per dollar contributed", figures.decimal),
    LONG_RUN: ("House edge in the long run{others}", figures.percent),
    AT_SEATS: ("House edge as shown, seats: {seats}", figures.percent),
}
"""How a meter's figures are labelled, and in which unit."""
BY_STAKE: Final = "edges_by_stake"
MORE_WORDS: Final = {
    "with_blackjack": "Insuring a blackjack",
    BY_STAKE: "Player edge by stake",
    "a_round_with": "Added to the edge in a round with",
}
"""What further figures are called where their name does not say it."""


def _more(extra: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Further figures of a method beside its rows: those that are numbers other than zero."""
    lines = []
    for name, value in extra.items():
        parts = value.items() if isinstance(value, Mapping) else ((name, value),)
        figures_shown = [
            _part(name, str(key), each) for key, each in parts if name not in SHOWN_ELSEWHERE
        ]
        if shown := "; ".join(each for each in figures_shown if each):
            lines.append((MORE_WORDS.get(name, capitalized(spaced(name))), shown))
    return tuple(lines)


def _part(name: str, key: str, value: object) -> str:
    """One figure: what is part of an edge, or a chance, as a percentage; its name where it has one."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not value:
        return ""
    of_an_edge = any(mark in f"{name} {key}" for mark in SHARES)
    shown = str(value) if isinstance(value, int) else figures.decimal(value)
    shown = figures.percent(value, 6) if of_an_edge and not isinstance(value, int) else shown
    if name == BY_STAKE:
        return f"${key}: {shown}"
    return shown if key == name else f"{spaced(key)}: {shown}"


SHARES: Final = ("edge", "adds", "gain", "chance", "a_round_with")
"""What a figure's name holds where it is a share of the stake, or of all rounds."""
