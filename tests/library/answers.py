"""One answer of every kind that the library gives, computed once for all tests that look at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import cutcard
from cutcard import odds, sim
from cutcard.results import Result

ROUND: Final = {
    "document": "md-pontoon-21",
    "boxes": [{"box": 1, "stakes": {"main": "10"}}],
    "cards": ["As", "9c", "Kd", "7h"],
}
RULES: Final = {"document": "house-rules", "options": {"decks": 1, "soft_17": "hit"}}


@cache
def sim_run() -> sim.SimRun:
    return sim.run("md-blackjack", rounds=2_000, seed=7, wagers={"lucky_ladies": "A"}, workers=1)


ANSWERS: Final[dict[str, Callable[[], Result]]] = {
    "settle": lambda: cutcard.settle(ROUND),
    "check": lambda: cutcard.check({"document": "md-pontoon-21", "options": {"decks": 5}}),
    "check of nothing": lambda: cutcard.check({}),
    "law.diff": lambda: cutcard.law.diff("md-players-edge-21", "players-edge-21-brochure"),
    "law.diff of the same": lambda: cutcard.law.diff("md-blackjack", "md-blackjack"),
    "edge": lambda: odds.edge("md-blackjack", decks=1),
    "edge of a side wager": lambda: odds.edge("md-blackjack", "match_the_dealer", decks=6),
    "wager": lambda: odds.wager("md-blackjack", "lucky_ladies", paytable="A", decks=6),
    "hand": lambda: odds.hand("md-blackjack", cards="8h 8d", up="Tc", decks=1),
    "chart": lambda: odds.chart("md-blackjack", decks=1),
    "best_play": lambda: odds.best_play("md-blackjack", decks=1),
    "removal_effects": lambda: odds.removal_effects("md-blackjack", "match_the_dealer", decks=6),
    "strategy_value": lambda: odds.strategy_value("md-blackjack", decks=1),
    "sweep": lambda: odds.sweep("md-blackjack", over={"decks": [1], "soft_17": ["hit", "stand"]}),
    "sweep of a wager": lambda: odds.sweep("md-blackjack", "match_the_dealer", over={"decks": [2, 6]}),
    "what_if": lambda: odds.what_if("md-blackjack", "lucky_ladies", pays={"any_20": "5 to 1"}),
    "countability": lambda: odds.countability("md-blackjack", wagers=["match_the_dealer"], levels=[1]),
    "sessions": lambda: odds.sessions("md-blackjack", "lucky_ladies", rounds=20, bankroll=10),
    "compare": lambda: odds.compare({**RULES, "options": {"decks": 1}}, RULES),
    "sim.run": sim_run,
    "sim.run by a count": lambda: sim.run(
        "md-blackjack", rounds=2_000, wagers={"lucky_ladies": "A"}, count="hilo", workers=1
    ),
    "sim.sweep": lambda: sim.sweep("md-blackjack", over={"penetration": [0.5, 0.75]}, rounds=2_000),
    "replay": lambda: sim_run().replay(3),
}


@cache
def answer(name: str) -> Result:
    return ANSWERS[name]()
