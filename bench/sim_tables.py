"""The tables that the benches of the simulator play at, and what they print."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from cutcard.law import document
from cutcard.law.ruleset.resolution import resolve
from cutcard.money import Cents
from cutcard.odds.strategy import basic, count_of
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.runs.simulation import planned
from cutcard.sim.scenario import Scenario
from cutcard.wagers.settlement import growths

DOCUMENT = "md-blackjack"
OPTIONS = {"decks": 6, "soft_17": "stand", "max_hands": 4, "surrender": False}
"""The rest is fixed there: doubles after a split, split aces that may draw and be split again."""
SIDES = {
    "lucky_ladies": "A",
    "royal_match_21": "C",
    "three_card_poker": "A",
    "match_the_dealer": "6_decks",
    "pair": "standard",
}
"""Wagers as most tables have them: on twenty, on suits, on a poker hand, on matches and on pairs."""
WITH_BUSTER = {**{name: SIDES[name] for name in list(SIDES)[:4]}, "buster_blackjack": "A"}
"""The last of them left for one that the dealer's hand decides."""
BOTH_HANDS = {
    "lucky_ladies": "A",
    "buster_blackjack": "A",
    "hit_and_run": "standard",
    "bad_beat": "standard",
    "upcard_luck_21": "A",
}
"""Wagers for which the dealer's hand and the box's are followed to their ends."""
WHEEL = {"wheel": ["jackpot=1", "$1000=2", "$50=30", "$10=90", "$250/$100=5", "$20/$3=40"]}
BUTTON = {"bonus_button_awards": ["5.00=90", "7.50=40", "1000.00=1"]}
MASSACHUSETTS = {
    "buster_blackjack": "",
    "twenty_one_plus_three": "",
    "same_suit": "",
    "match_the_dealer": "",
    "trilux_bonus": "",
}
"""Wagers of another document, among them those on a third card and on the dealer's finished hand."""
METERS = {"hit_and_run": Cents(100_000), "bad_beat": Cents(500_000)}
DEPTH = Fraction(3, 4)
STAKE, SIDE_STAKE = Cents(1000), Cents(500)
SEED = 20


def plan(
    *, boxes: int = 1, depth: Fraction | None = DEPTH, sides: Mapping[str, str] = MappingProxyType({})
) -> Plan:
    """A table with the main wager, and with side wagers by their paytables."""
    asked = {name: {"paytable": table} for name, table in sides.items()}
    rules, findings = resolve(document(DOCUMENT), options=OPTIONS, wagers=asked)
    assert rules is not None, findings
    stakes = {"main": STAKE, **dict.fromkeys(asked, SIDE_STAKE)}
    return Plan(rules, basic(rules), stakes, boxes=boxes, penetration=depth, seed=SEED, meters=METERS)


def of_document(
    document_id: str,
    wagers: Mapping[str, str] = MappingProxyType({}),
    *,
    variation: str | None = None,
    boxes: int = 1,
    options: Mapping[str, object] = MappingProxyType({}),
) -> Plan:
    """A table of any document, everything else as it is usual there."""
    scenario = Scenario(
        document_id, variation, dict(options), dict(wagers), boxes=boxes, seed=SEED, penetration=None
    )
    return planned(scenario)[1]


VARIATIONS: Mapping[str, Callable[[], Plan]] = {
    "multiple action, two boxes": lambda: of_document(
        "ma-blackjack", variation="multiple_action", boxes=2
    ),
    "Switch, two boxes": lambda: of_document("md-blackjack", variation="switch", boxes=2),
    "no hole card, three boxes": lambda: of_document("md-blackjack", variation="no_hole_card", boxes=3),
    "Pontoon, five boxes": lambda: of_document("md-pontoon-21", boxes=5),
    "Player's Edge, two boxes": lambda: of_document(
        "md-players-edge-21", {"match_up": "", "match_down": ""}, boxes=2
    ),
    "two streaks": lambda: of_document("ma-blackjack", {"streak_2": "", "streak_3": ""}),
    "a wheel, two boxes": lambda: of_document(
        "md-blackjack", {"bonus_spin": ""}, boxes=2, options=WHEEL
    ),
}
"""One table of each other shape."""


def growing(asked: Plan) -> Plan:
    """The plan with meters that grow by a twentieth of each stake."""
    found = [each for name in asked.sides for each in growths(asked.rules.offers[name])]
    return replace(asked, growing={each.name: replace(each, rate=Fraction(1, 20)) for each in found})


def watching(asked: Plan) -> Plan:
    """The plan with a count, the depth and sessions watched."""
    return replace(asked, watch=WatchRequest(count_of("hilo"), by_depth=True, session=50, sessions=4))


SHAPES: Mapping[str, Callable[[], Plan]] = {
    **{f"{many} boxes, five side wagers": partial(plan, boxes=many, sides=SIDES) for many in (3, 8)},
    "Switch with Super Match": lambda: of_document(
        "md-blackjack", {"super_match": ""}, variation="switch", boxes=2
    ),
    "third cards, three boxes": lambda: of_document("ma-blackjack", {"trilux_bonus": ""}, boxes=3),
    "continuous shuffler, two boxes": lambda: of_document(
        "md-blackjack", {"pair": ""}, boxes=2, options={"shuffler": "continuous"}
    ),
    "double shoe, two boxes": lambda: of_document("md-blackjack", boxes=2, options={"shoe": "double"}),
    "one deck, five boxes": lambda: of_document("md-blackjack", boxes=5, options={"decks": 1}),
    "a button, two boxes": lambda: of_document(
        "ma-blackjack", {"blackjack_bonus": ""}, boxes=2, options=BUTTON
    ),
    "super and envy bonus, three boxes": lambda: of_document(
        "md-pontoon-21", {"super_bonus": "", "envy_bonus": ""}, boxes=3
    ),
    "standing meters, two boxes": lambda: of_document("md-blackjack", {"super_4": "D"}, boxes=2),
    "growing meters, two boxes": lambda: growing(of_document("md-blackjack", {"super_4": "D"}, boxes=2)),
    "growing meters, a hand's end": lambda: growing(plan(sides=BOTH_HANDS)),
    "all watched, two boxes": lambda: watching(plan(boxes=2, sides=SIDES)),
    "streaks watched": lambda: watching(of_document("ma-blackjack", {"streak_2": ""})),
}
"""More shapes, whose sums alone are compared."""


def rate(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Rounds for each second of a clock."""
    start = clock()
    rounds = work()
    return rounds / (clock() - start)


def verdict(name: str, rates: tuple[float, float], limit: float) -> tuple[str, bool]:
    """A line that tells a ratio of rates and its limit; whether it is kept."""
    ratio = rates[0] / rates[1]
    good = ratio >= limit
    return f"{name}: {ratio:.2f}, at least {limit:.2f}  {'PASS' if good else 'FAIL'}", good
