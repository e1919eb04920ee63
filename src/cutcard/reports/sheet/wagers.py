"""One wager of a par sheet in blocks: its figures, its rows, its volatility, its meters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from cutcard.odds import Answer, Exact, MeterOdds, RowOdds, option_laws
from cutcard.reports import figures
from cutcard.reports.sheet.blocks import Block, Facts, Grid, Heading, Prose
from cutcard.reports.sheet.par_sheet import WagerOdds
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
UNTOLD: Final = (
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
        if in_all := _all_meters(answer, seats):
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
    found = answer.hit_frequency
    return DASH if found is None else figures.percent(found)


def deviation(answer: Answer, digits: int) -> str:
    """The standard deviation; a dash where only the edge is known."""
    found = answer.standard_deviation
    return DASH if found is None else figures.decimal(found, digits)


def index_at(answer: Answer, rounds: int) -> str:
    """The volatility index for so many rounds; a dash where only the edge is known."""
    found = answer.standard_deviation
    return DASH if found is None else figures.percent(volatility(found, rounds), 2)


def counts_hands(answer: Answer) -> bool:
    """Whether its rows tell of hands, of which a round may have several."""
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
    edge, most = float(answer.house_edge), _most_held(answer)
    spreads = [volatility(standard_deviation, rounds) for rounds in ROUNDS]
    columns = ("Rounds", *(f"{rounds:,}#" for rounds in ROUNDS))
    rows = (
        ("Volatility index, 95%", *(figures.percent(each) for each in spreads)),
        ("Hold, from", *(figures.percent(edge - each) for each in spreads)),
        ("Hold, to", *(figures.percent(min(edge + each, most)) for each in spreads)),
    )
    return Grid(columns, rows, widest=NARROW)


def _most_held(answer: Answer) -> float:
    """What the house wins in the round that is worst for the player: its hold is never more."""
    if not answer.has_rows or counts_hands(answer):
        return math.inf  # a round may have many hands
    return max(float(-row.net) for row in answer.rows)


def _meters(answer: Answer, seats: int) -> Grid:
    meters: Sequence[MeterOdds] = answer.meters
    short = [each.name.removeprefix(f"{answer.wager}.") for each in meters]
    columns = ("Meter", *(f"{title_case(each)}#" for each in short))
    names = dict.fromkeys(name for each in meters for name in each.facts)
    rows = [
        ("Shows", *(figures.amount(each.amount) for each in meters)),
        ("A dollar more lowers the house edge by", *(figures.percent(m.slope, 8) for m in meters)),
        (
            "Break-even, all else as shown",
            *("none" if m.break_even is None else figures.amount(m.break_even) for m in meters),
        ),
    ]
    for name in names:
        told, shown = FACT_WORDS.get(name, (capitalized(spaced(name)), figures.decimal))
        cells = [shown(m.facts[name]) if name in m.facts else DASH for m in meters]
        others = ", others as shown" if len(meters) > 1 else ""
        rows.append((told.format(seats=seats, others=others), *cells))
    return Grid(columns, tuple(rows), widest=NARROW)


def _all_meters(answer: Answer, seats: int) -> tuple[tuple[str, str], ...]:
    """The house edge with what every meter does to it, where there are several."""
    named = {"edge_at_seats": f"as shown, seats: {seats}", "long_run_edge": "in the long run"}
    found = {name: together(answer, name) for name in named if len(answer.meters) > 1}
    return tuple(
        (f"House edge {named[name]}, all meters", _house(edge))
        for name, edge in found.items()
        if edge is not None
    )


def together(answer: Answer, fact: str) -> Exact | None:
    """The player's edge where each meter moves it by a fact of its own; None where one has none."""
    edges = [each.facts[fact] for each in answer.meters if fact in each.facts]
    if not edges or len(edges) < len(answer.meters):
        return None
    edge = answer.player_edge
    return edge + sum((each - edge for each in edges), Fraction(0))


def with_others(each: WagerOdds) -> Exact | None:
    """The player's edge with the other seats there, where they matter beside the rows; else None."""
    answer = each.answer
    if answer is None:
        return None
    own = each.offer.law.takes_stake
    edge = together(answer, "edge_at_seats")
    for name in ("community", "envy"):
        told = answer.extra.get(name)
        found = told.get("player_edge") if isinstance(told, Mapping) else None
        if isinstance(found, Fraction | float):
            added = found if name == "envy" and own else found - answer.player_edge
            edge = (answer.player_edge if edge is None else edge) + added
    return edge


def _house(value: Exact) -> str:
    """A player's edge told from the house's side."""
    return figures.percent(-value)


def _count(value: Exact) -> str:
    return figures.decimal(value, 1)


FACT_WORDS: Final = {
    "payout_limit": ("Most that one hand is paid", figures.amount),
    "seed": ("Goes back to", figures.amount),
    "reset": ("Goes back to", figures.amount),
    "maximum": ("Must be hit by", figures.amount),
    "hit_chance": ("Chance of a hit a round, seats: {seats}", figures.chance),
    "rounds_between_hits": ("Rounds between hits", _count),
    "contribution": ("Of each stake goes to the meter", figures.percent),
    "meter_at_hit": ("Mean meter when hit", figures.amount),
    "long_run_meter_at_hit": ("Mean meter when hit, from its reset", figures.amount),
    "seed_cost": ("Cost of the seed, of each stake", figures.percent),
    "long_run_return": ("Returned by the meter in the long run", figures.percent),
    "return_per_contribution": ("Returned per dollar contributed", figures.decimal),
    "long_run_edge": ("House edge in the long run{others}", _house),
    "edge_at_seats": ("House edge as shown, seats: {seats}", _house),
}
"""How a meter's figures are told, and in which unit."""
MORE_WORDS: Final = {
    "with_blackjack": "Insuring a blackjack",
    "edges_by_stake": "Player edge by stake",
    "a_round_with": "Added to the edge in a round with",
}
"""What further figures are called where their name does not say it."""


def _more(extra: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Further figures that a method gave beside its rows, those that are numbers and not nothing."""
    found = []
    for name, value in extra.items():
        parts = value.items() if isinstance(value, Mapping) else ((name, value),)
        told = [_part(name, str(key), each) for key, each in parts if name not in UNTOLD]
        if shown := "; ".join(each for each in told if each):
            found.append((MORE_WORDS.get(name, capitalized(spaced(name))), shown))
    return tuple(found)


def _part(name: str, key: str, value: object) -> str:
    """One figure: what is part of an edge, or a chance, as a percentage; its name where it has one."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not value:
        return ""
    of_an_edge = any(mark in f"{name} {key}" for mark in SHARES)
    shown = str(value) if isinstance(value, int) else figures.decimal(value)
    shown = figures.percent(value, 6) if of_an_edge and not isinstance(value, int) else shown
    return shown if key == name else f"{spaced(key)}: {shown}"


SHARES: Final = ("edge", "adds", "gain", "chance", "a_round_with")
"""What a figure's name holds where it is a share of the stake, or of all rounds."""
