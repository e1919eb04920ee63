"""Results beside the exact odds: those that are kept, or computed where that is asked for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from cutcard.compute import cache
from cutcard.law import Offer
from cutcard.money import Dollars, MeterShare
from cutcard.odds import (
    MAIN,
    PLAYED,
    PLAYED_FOR_THE_WAGER,
    Answer,
    Exact,
    OddsError,
    Question,
    answered,
    digest_of,
    question,
    timed_of,
)
from cutcard.odds.strategy import BASIC
from cutcard.sim.meters.evolution import Evolved
from cutcard.sim.meters.results import (
    LongRun,
    MeterResult,
    long_run_beside,
    long_run_edge,
    long_runs,
    meter_beside,
    meter_results,
)
from cutcard.sim.results.results import WagerResult, compared
from cutcard.sim.scenario import Scenario, SimTable
from cutcard.sim.tables.bonuses import pays_at
from cutcard.wagers import decided_by, depends_on_play

BEST_PLAY: Final = "The main game is played optimally, which no chart quite does."
PLAYED_FOR_BONUS: Final = "Pairs are played by the chart, also those that the super bonus is played for."
EVEN_MONEY_TAKEN: Final = "Even money is taken where it is worth more; simulated players decline it."


def beside_exact(
    result: WagerResult, scenario: Scenario, table: SimTable, *, compute: bool = False
) -> WagerResult:
    """A wager's result beside the exact figures, where they are known.

    The main wager is compared with the chart's edge, which is what a strategy of totals can reach; how
    often each outcome comes is known for the best play only, and not shown.
    """
    if result.wager == MAIN and scenario.strategy != BASIC:
        return result
    try:
        wanted = _question(result.wager, scenario, table, seats=_seats(result.wager, scenario, table))
    except OddsError:
        return result
    answer = _answer(wanted, compute=compute)
    if answer is None:
        return result
    if result.wager in table.beside:
        return _bonus_beside(result, answer, scenario, table)
    if table.growing and wanted.meters:
        edge = long_run_edge(answer)
        edge = None if edge is None else edge + _envy(answer)
        beside = compared(result, answer, edge_by=edge, note=_other_play(answer, wanted))
        return replace(beside, exact=None if edge is None else -edge, z=None)
    if result.wager != MAIN:
        edge = _with_community(answer) if scenario.boxes > 1 else None
        return compared(result, answer, edge_by=edge, note=_other_play(answer, wanted))
    edge = _chart_edge(answer)
    if edge is None:
        return result
    is_played_for = bool(table.beside) and pays_at(table.rules, table.stakes[MAIN])
    note = PLAYED_FOR_BONUS if is_played_for else _even_money(answer)
    return compared(result, replace(answer, rows=()), edge_by=edge, note=note)


def _bonus_beside(
    result: WagerResult, answer: Answer, scenario: Scenario, table: SimTable
) -> WagerResult:
    """A payout beside the main wager; its odds are for one other box, and as much for each more."""
    if answer.stake != table.stakes[MAIN]:
        return result  # this stake is not paid the bonus; the odds are those of another
    note = "" if scenario.strategy == BASIC else PLAYED
    envy: Any = answer.extra.get("envy")
    if envy is None:
        return compared(result, answer, note=note)
    others = scenario.boxes - 1
    won = [replace(row, probability=row.probability * others) for row in answer.rows if row.net]
    rest = 1 - sum(row.probability for row in won)
    rows = (*won, *(replace(row, probability=rest) for row in answer.rows if not row.net))
    return compared(result, replace(answer, rows=rows), edge_by=envy["player_edge"], note=note)


def meters_beside_exact(
    totals: Evolved, scenario: Scenario, table: SimTable, *, compute: bool = False
) -> tuple[list[MeterResult], list[LongRun]]:
    """Growing meters, and the long run of their wagers, with the exact figures where they are known."""
    kept: dict[tuple[str, int], tuple[Answer | None, bool]] = {}

    def exact_answer(wager: str, seats: int) -> tuple[Answer | None, bool]:
        """The answer, and whether it is about the same play."""
        if (wager, seats) not in kept:
            try:
                wanted = _question(wager, scenario, table, seats=seats)
            except OddsError:
                return None, False
            answer = _answer(wanted, compute=compute)
            kept[wager, seats] = (answer, answer is not None and not _other_play(answer, wanted))
        return kept[wager, seats]

    meters, runs = [], []
    for each in meter_results(totals):
        growth = table.growing[each.name]
        answer, is_same = exact_answer(growth.offer, scenario.boxes)
        is_alone = scenario.boxes == 1 or growth.must_hit
        beside = each if answer is None else meter_beside(each, answer)
        meters.append(beside if is_same and is_alone else replace(beside, z=None))
    for run in long_runs(totals):
        answer, is_same = exact_answer(run.wager, _seats(run.wager, scenario, table))
        compared_run = run if answer is None else long_run_beside(run, answer, _envy(answer))
        runs.append(compared_run if is_same else replace(compared_run, z=None))
    return meters, runs


def _answer(wanted: Question, *, compute: bool) -> Answer | None:
    """From the cache, or computed where that is asked for."""
    wrong = (OddsError,) if compute else (OddsError, TypeError, KeyError)  # what is kept may be any text
    try:
        timed = answered(wanted) if compute else timed_of(cache.read(digest_of(wanted)))
    except wrong:
        return None
    return None if timed is None else timed.answer


def _question(wager: str, scenario: Scenario, table: SimTable, *, seats: int = 1) -> Question:
    offer = table.rules.offers[wager]
    return question(
        scenario.document,
        wager,
        paytable=offer.paytable.id,
        variation=scenario.variation,
        options=scenario.options,
        stake=table.stakes.get(MAIN if wager in table.beside else wager) if _by_stake(offer) else None,
        meters={
            name: amount for name, amount in table.meters.items() if name in offer.paytable.meters()
        },
        settings=scenario.settings.get(wager),
        seats=seats,
        unset_meters="zero",
    )


def _seats(wager: str, scenario: Scenario, table: SimTable) -> int:
    """The seats that share in a wager's payouts: all boxes where one's win pays others too."""
    offer = table.rules.offers[wager]
    pays_others = any(row.to == "others" for row in offer.paytable.rows)
    return scenario.boxes if pays_others or decided_by(offer.law).is_called_device else 1


def _other_play(answer: Answer, wanted: Question) -> str:
    """The assumption of the exact odds about the play, where the strategy differs from it."""
    if PLAYED_FOR_THE_WAGER in answer.assumptions:
        return PLAYED_FOR_THE_WAGER
    return BEST_PLAY if depends_on_play(wanted.offer.law) else ""


def _even_money(answer: Answer) -> str:
    """That the chart's edge is for a player who takes even money, where it is."""
    taken = any(row.outcome == "even_money" and row.probability for row in answer.rows)
    return EVEN_MONEY_TAKEN if taken else ""


def _by_stake(offer: Offer) -> bool:
    """Whether a row pays dollars or a meter, so that the edge depends on the stake."""
    return any(isinstance(row.pays, Dollars | MeterShare) for row in offer.paytable.rows)


def _with_community(answer: Answer) -> Exact:
    """The edge with what the other boxes' spins or wins pay, where they do."""
    community: Any = answer.extra.get("community")
    edge: Exact = answer.player_edge + _envy(answer) if community is None else community["player_edge"]
    return edge


def _envy(answer: Answer) -> Exact:
    """What the other boxes' wins add to the edge."""
    envy: Any = answer.extra.get("envy")
    return Fraction(0) if envy is None else envy["player_edge"]


def _chart_edge(answer: Answer) -> Exact | None:
    chart: Any = answer.extra.get("chart")
    return None if chart is None else chart["player_edge"]
