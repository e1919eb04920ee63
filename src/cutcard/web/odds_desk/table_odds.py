"""Jobs of the odds desk about one live table: edges, strategy chart, advice, standard deviations."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from cutcard import odds
from cutcard.cards import Card, cards
from cutcard.compute import report_progress
from cutcard.floor.live import live_of
from cutcard.floor.pit import Edge
from cutcard.law import Offer, RuleSet
from cutcard.odds import (
    Answer,
    OddsError,
    answered,
    boxes,
    favours_player,
    payouts,
    shoe,
    table_question,
)
from cutcard.reports import figures
from cutcard.reports.sheet import chart_of, rules_line
from cutcard.rules import TWO_CARDS

Plain = dict[str, Any]
MAIN: Final = "main"


@lru_cache(maxsize=64)
def _rules(header: str) -> RuleSet:
    return live_of(header).table.rules


@lru_cache(maxsize=8)
def _game(header: str) -> odds.MainGame:
    rules = _rules(header)
    return odds.solve(rules, shoe(rules))


@lru_cache(maxsize=8)
def _later(header: str) -> odds.LaterHands:
    return odds.LaterHands(_game(header))


def _answer(rules: RuleSet, wager: str) -> Answer:
    """As the par sheet of the table has it."""
    return answered(table_question(rules, wager, seats=boxes(rules))).answer


@dataclass(frozen=True, slots=True)
class TableOdds:
    """Every wager's edge from a fresh shoe, and the chart of the main wager."""

    header: str

    def work(self) -> Generator[None, None, Plain]:
        """Wager by wager."""
        rules = _rules(self.header)
        lines: list[Plain] = []
        chart: Plain | None = None
        every = payouts(rules)
        for name, offer in every.items():
            report_progress(offer.law.title, len(lines), len(every))
            try:
                answer = _answer(rules, name)
            except OddsError as problem:
                lines.append({**_head(name, offer), "edge": None, "why": str(problem)})
            else:
                lines.append({**_head(name, offer), **_figures(answer)})
                chart = _chart(answer) if name == MAIN else chart
            yield None
        return {"rules": rules_line(rules), "wagers": lines, "chart": chart}


@dataclass(frozen=True, slots=True)
class WagerEdge:
    """One wager's edge, and how often it wins, from a fresh shoe."""

    header: str
    wager: str

    def work(self) -> Plain:
        """As in the list of all."""
        rules = _rules(self.header)
        return {**_head(self.wager, rules.offers[self.wager]), **_figures(_answer(rules, self.wager))}


def _head(name: str, offer: Offer) -> Plain:
    return {"wager": name, "title": offer.law.title, "cite": offer.law.cite}


def _figures(answer: Answer) -> Plain:
    often = answer.hit_frequency
    return {
        "edge": figures.percent(answer.house_edge, 3),
        "favours": favours_player(answer),
        "wins": figures.one_in(often) if often else "",
        "method": answer.method,
    }


def _chart(answer: Answer) -> Plain | None:
    drawn = chart_of(answer)
    if drawn is None:
        return None
    return {
        "columns": list(drawn.columns),
        "sections": [
            {"title": title, "rows": [{"hand": hand, "codes": list(codes)} for hand, codes in rows]}
            for title, rows in drawn.sections
        ],
        "legend": dict(drawn.legend),
        "edge": figures.percent(-drawn.value, 3),
        "cost": figures.percent(drawn.cost, 3),
    }


@dataclass(frozen=True, slots=True)
class Advice:
    """What each action is worth with these cards against that card, best first, from a fresh shoe."""

    header: str
    held: str
    up: str
    hands: int = 1
    """How many hands the box has: of a split one when it has several."""
    doublings: int = 0

    def work(self) -> Plain:
        """The value of each action; the game is solved once and cached for all hands."""
        hand, up = cards(self.held), cards(self.up)
        values = self._values(hand, up)
        order = sorted(values, key=lambda act: -values[act])
        payload: Plain = {"values": [{"action": act, "value": round(values[act], 6)} for act in order]}
        payload |= _doubles(_game(self.header))
        if self.hands == 1 or len(hand) > TWO_CARDS:
            return payload
        return {**payload, "splits_on": _later(self.header).splits_on(hand[0], up, self.hands)}

    def _values(self, hand: Sequence[Card], up: Sequence[Card]) -> dict[str, float]:
        of_split = self.hands > 1
        if of_split or self.doublings:
            return _later(self.header).values(hand, up, of_split=of_split, doublings=self.doublings)
        values = _game(self.header).actions(hand, up)
        return {act.name.lower(): float(value) for act, value in values.items()}


def _doubles(game: odds.MainGame) -> Plain:
    """What the values are made with: every double whole, and how many there may be.

    Where `even`, a double is worth in proportion to all that is then at stake, so that a smaller one is
    priced too: nothing that only the first stake wins, loses or gets back comes into it.
    """
    rules = game.main.game
    first_alone = rules.bonus_after_double and rules.optional_payouts_on == "original_stake"
    is_even = rules.dealer_checks and not (rules.redouble or rules.rescue or first_alone)
    return {"even": is_even, "doublings": game.main.after_doubling.shape[0] - 1}


@dataclass(frozen=True, slots=True)
class Spreads:
    """Every wager's edge and standard deviation, for the floor's band of expected results."""

    header: str

    def work(self) -> Generator[dict[str, Edge], None, dict[str, Edge]]:
        """Computed wager by wager; yields those known so far."""
        rules = _rules(self.header)
        edges: dict[str, Edge] = {}
        for name, offer in rules.offers.items():
            report_progress(offer.law.title, len(edges), len(rules.offers))
            edges[name] = spread(rules, name)
            yield dict(edges)
        return edges


def spread(rules: RuleSet, wager: str) -> Edge:
    """The edge and the standard deviation of one wager, or why there are none."""
    if not rules.offers[wager].law.takes_stake:
        return Edge(problem="it takes no stake of its own")
    try:
        answer = _answer(rules, wager)
    except OddsError as problem:
        return Edge(problem=str(problem))
    deviation = answer.standard_deviation
    if deviation is None:
        return Edge(problem="its standard deviation is not known")
    return Edge(float(answer.house_edge), float(deviation))
