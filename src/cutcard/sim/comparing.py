"""Results beside the exact odds: those that are kept, or computed where that is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from cutcard.law.offers import Offer
from cutcard.money import Dollars, MeterShare
from cutcard.odds import cache
from cutcard.odds.answer import Answer, Exact
from cutcard.odds.first_cards import PLAYED_FOR_THE_WAGER
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, question
from cutcard.odds.registry import BY_PLAY
from cutcard.sim.results import WagerResult, compared
from cutcard.sim.scenario import Scenario, Table
from cutcard.sim.strategy import BASIC

BEST_PLAY: Final = "The main game is played the best way, which no chart quite does."


def beside_exact(
    found: WagerResult, asked: Scenario, table: Table, *, compute: bool = False
) -> WagerResult:
    """A wager's result with the exact figures where they are known; as it is where they are not.

    The main wager is held against the chart's edge, which is what a strategy of totals can reach; how
    often each outcome comes is known for the best play only, and not shown.
    """
    if found.wager == MAIN and asked.strategy != BASIC:
        return found
    try:
        wanted = _question(found.wager, asked, table)
        answer = cache.answered(wanted).answer if compute else _kept(wanted)
    except OddsError:
        return found
    if answer is None:
        return found
    if found.wager != MAIN:
        return compared(found, answer, note=_other_play(answer, wanted))
    edge = _chart_edge(answer)
    return found if edge is None else compared(found, _rowless(answer), edge_by=edge)


def _question(wager: str, asked: Scenario, table: Table) -> Question:
    offer = table.rules.offers[wager]
    return question(
        asked.document,
        wager,
        paytable=offer.paytable.id,
        variation=asked.variation,
        options=asked.options,
        stake=table.stakes.get(wager) if _by_stake(offer) else None,
        meters={
            name: amount for name, amount in table.meters.items() if name in offer.paytable.meters()
        },
        unset_meters="zero",
    )


def _other_play(answer: Answer, wanted: Question) -> str:
    """What the exact odds take for granted about the play, where a strategy does otherwise."""
    if PLAYED_FOR_THE_WAGER in answer.assumptions:
        return PLAYED_FOR_THE_WAGER
    return BEST_PLAY if wanted.offer.law.classifier in BY_PLAY else ""


def _by_stake(offer: Offer) -> bool:
    """Whether a row pays dollars or a meter, so that the edge depends on the stake."""
    return any(isinstance(row.pays, Dollars | MeterShare) for row in offer.paytable.rows)


def _kept(wanted: Question) -> Answer | None:
    try:
        timed = cache.timed_of(cache.read(cache.digest_of(wanted)))
    except (TypeError, KeyError):
        return None
    return None if timed is None else timed.answer


def _chart_edge(answer: Answer) -> Exact | None:
    chart: Any = answer.extra.get("chart")
    return None if chart is None else chart["player_edge"]


def _rowless(answer: Answer) -> Answer:
    return replace(answer, rows=())
