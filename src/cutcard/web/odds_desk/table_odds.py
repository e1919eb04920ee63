"""Jobs of the odds desk about one live table: edges, strategy chart, advice, standard deviations."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from cutcard import odds
from cutcard.automata.hands import value_index
from cutcard.cards import Card, cards
from cutcard.compute import report_progress
from cutcard.floor.live import live_of
from cutcard.floor.pit import Edge
from cutcard.law import Offer, RuleSet, WagerLaw
from cutcard.money import Cents, Odds
from cutcard.odds import (
    Answer,
    Chart,
    OddsError,
    answered,
    boxes,
    edge_of,
    favours_player,
    payouts,
    shoe,
    table_question,
)
from cutcard.odds.switch import SwitchGame, solve_switch, switch_choice
from cutcard.reports import figures
from cutcard.reports.sheet import chart_of, rules_line
from cutcard.rules import TWO_CARDS
from cutcard.wagers import depends_on_play

Plain = dict[str, Any]
MAIN: Final = "main"
TEN: Final = 9
"""The place of a ten among the values of a composition."""


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
                drawn = chart_of(answer) if name == MAIN else None
                chart = chart if drawn is None else _chart(drawn)
            yield None
        return {"rules": rules_line(rules), "wagers": lines, "chart": chart}


@dataclass(frozen=True, slots=True)
class QuickOdds:
    """The same as far as it is known in moments: the main wager in doubles, and what the cards decide.

    A wager that the play decides waits for its own answer.
    """

    header: str

    def work(self) -> Generator[Plain, None, Plain]:
        """The main wager first; yields what is known so far."""
        rules = _rules(self.header)
        every = payouts(rules)
        lines = {name: {**_head(name, offer), "edge": None, "why": ""} for name, offer in every.items()}
        edge = edge_of(table_question(rules, MAIN, seats=boxes(rules)))
        lines[MAIN] |= {"edge": figures.percent(edge.value, 3), "method": edge.method}
        drawn = None if _is_switch(rules) else odds.chart_of_game(_game(self.header))
        known = {"rules": rules_line(rules), "chart": None if drawn is None else _chart(drawn)}
        yield {**known, "wagers": list(lines.values())}
        for name, offer in every.items():
            if takes_time(offer.law):
                continue
            report_progress(offer.law.title, 0, 0)
            try:
                lines[name] |= _figures(_answer(rules, name))
            except OddsError as problem:
                lines[name] |= {"why": str(problem)}
            yield {**known, "wagers": list(lines.values())}
        return {**known, "wagers": list(lines.values())}


def takes_time(law: WagerLaw) -> bool:
    """Whether the play of the main game decides a wager: then its answer takes its time."""
    return law.id == MAIN or depends_on_play(law)


def _is_switch(rules: RuleSet) -> bool:
    return rules.options.get("switch") is True


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


def _chart(drawn: Chart) -> Plain:
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


def insurance_values(header: str, held: str, up: str) -> list[Plain]:
    """Insurance of half the wager taken or not, in units of the wager, these cards alone being seen."""
    rules = _rules(header)
    left = shoe(rules).without((*cards(held), *cards(up)))
    price = rules.offers["insurance"].paytable.rows[0].pays
    if not isinstance(price, Odds):
        raise OddsError("insurance: has no price by the unit")
    pays = float(price.winnings(Cents(100))) / 100
    tens = left.by_value[TEN] / left.size
    values = {"decline": 0.0, "insure": round((tens * (1 + pays) - 1) / 2, 6)}
    order = sorted(values, key=lambda act: -values[act])
    return [{"action": act, "value": values[act]} for act in order]


@lru_cache(maxsize=2)
def _switch(header: str) -> SwitchGame:
    rules = _rules(header)
    return solve_switch(rules, shoe(rules))


def switch_values(header: str, held: str, beside: str, up: str) -> list[Plain]:
    """Two hands kept as they lie or their second cards switched, in units of one hand's wager."""
    first, second, third, fourth = (value_index(each) for each in cards(f"{held} {beside}"))
    shown = tuple(value_index(each) for each in cards(up))
    choice = switch_choice(_switch(header), (first, second), (third, fourth), shown)
    if choice is None:
        return []
    values = {"keep": choice.keep, "switch": choice.switch}
    order = sorted(values, key=lambda act: -values[act])
    return [{"action": act, "value": round(values[act], 6)} for act in order]


def even_money_values(header: str, held: str, up: str) -> list[Plain]:
    """Even money taken or not, with a blackjack; none where the table does not offer it."""
    known = odds.even_money(_game(header), cards(held), cards(up))
    if known is None:
        return []
    values = {"even_money": float(known.taken), "decline": float(known.declined)}
    order = sorted(values, key=lambda act: -values[act])
    return [{"action": act, "value": round(values[act], 6)} for act in order]


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
        """The main wager, those that the cards decide, then the others; yields those known so far."""
        rules = _rules(self.header)
        edges: dict[str, Edge] = {}
        offers = sorted(rules.offers.items(), key=lambda each: _comes(each[0], each[1]))
        for name, offer in offers:
            report_progress(offer.law.title, len(edges), len(offers))
            edges[name] = spread(rules, name)
            yield dict(edges)
        return edges


def _comes(name: str, offer: Offer) -> int:
    """Its turn: what is worked out in moments comes first."""
    return 0 if name == MAIN else 1 + takes_time(offer.law)


def spread(rules: RuleSet, wager: str) -> Edge:
    """The edge and the standard deviation of one wager, or why there are none; doubles do for a band."""
    if not rules.offers[wager].law.takes_stake:
        return Edge(problem="it takes no stake of its own")
    question = table_question(rules, wager, seats=boxes(rules))
    try:
        found = edge_of(question, with_deviation=True)
    except OddsError as problem:
        return Edge(problem=str(problem))
    if found.standard_deviation is None:
        return Edge(problem="its standard deviation is not known")
    return Edge(found.value, found.standard_deviation)
