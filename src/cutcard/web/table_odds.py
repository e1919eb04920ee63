"""The odds of one live table: its exact edges, its strategy chart, and what each action is worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from cutcard.cards import cards
from cutcard.floor.live.state import live_of
from cutcard.law.ruleset import RuleSet
from cutcard.odds import cache, figures
from cutcard.odds.main_game import MainGame, solve
from cutcard.odds.problem import OddsError
from cutcard.odds.sheet import boxes, chart_of, rules_line, shoe, table_question

Plain = dict[str, Any]
MAIN: Final = "main"


@lru_cache(maxsize=64)
def _rules(header: str) -> RuleSet:
    return live_of(header).table.rules


@lru_cache(maxsize=8)
def _game(header: str) -> MainGame:
    rules = _rules(header)
    return solve(rules, shoe(rules))


def edges(header: str) -> Plain:
    """Every wager's edge from a fresh shoe, and the chart of the main wager."""
    rules = _rules(header)
    found = list(_edges(rules))
    return {"rules": rules_line(rules), "wagers": [each for each, _ in found], **found[0][1]}


def _edges(rules: RuleSet) -> Iterator[tuple[Plain, Plain]]:
    for name, offer in rules.offers.items():
        line: Plain = {"wager": name, "title": offer.law.title, "cite": offer.law.cite}
        chart: Plain = {}
        try:
            answer = cache.answered(table_question(rules, name, seats=boxes(rules))).answer
        except OddsError as problem:
            yield {**line, "edge": None, "why": str(problem)}, {"chart": None}
            continue
        often = answer.hit_frequency
        line |= {
            "edge": figures.percent(answer.house_edge, 3),
            "favours": float(answer.house_edge) < 0,
            "wins": figures.one_in(often) if often else "",
            "method": answer.method,
        }
        if name == MAIN:
            drawn = chart_of(answer)
            chart["chart"] = None if drawn is None else _chart(drawn)
        yield line, chart


def _chart(drawn: Any) -> Plain:
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


def advice(header: str, held: str, up: str) -> Plain:
    """What each action is worth with these cards against that card, best first, from a fresh shoe."""
    found = _game(header).actions(cards(held), cards(up))
    values = {act.name.lower(): float(value) for act, value in found.items()}
    order = sorted(values, key=lambda act: -values[act])
    return {"values": [{"action": act, "value": round(values[act], 6)} for act in order]}
