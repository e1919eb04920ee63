"""Blackjack Switch: two hands a box, the decision to switch, and what all of it comes to."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from cutcard.automata.hands.play import Choose, SeenHand
from cutcard.automata.hands.values import VALUES, cards_of
from cutcard.cards import DECK_52, Card, cards
from cutcard.odds import OddsError
from cutcard.odds.charts.policies import ChartSpot, decisions
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.rules import main_rules
from cutcard.odds.strategy import Strategy, from_file, to_toml
from cutcard.odds.strategy.book import WORTH_ROWS, switches
from cutcard.odds.switch.game import followed
from cutcard.odds.switch.orders import KEEP, SWITCH
from cutcard.odds.switch.play import SwitchPlay
from cutcard.rules.actions import Action
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.results.results import results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.scenario import table_of
from cutcard.sim.tables.play_tables import MAY_SWITCH, WORD, switch_table
from later import one_in
from odds.main_ways import against_each
from sim.engine_cases import Dealt, replay, rounds, totals
from sim.played import Case, Wild
from sim.stand_in import on_stand_in

RULES = Case("md-blackjack", "switch").rules
PLAIN_PLAY = """
[hard]
4-8   = "H"
9-11  = "Dh"
12-16 = "S S S S S H H H H H"
17-20 = "S"
[soft]
12-17 = "H"
18-20 = "S"
[pairs]
2-2 = "H"
3-3 = "H"
4-4 = "H"
5-5 = "Dh"
6-6 = "H"
7-7 = "P P P P P P H H H H"
8-8 = "P"
9-9 = "S"
T-T = "S"
A-A = "P"
"""


def worth_by_total() -> str:
    """A table in which good totals are worth more, and less the higher the dealer's card is."""
    points = {
        name: sum(min(10, "A23456789T".index(each) + 1) for each in name[:3:2]) for name in WORTH_ROWS
    }
    rows = []
    for name, total in points.items():
        total = total + 10 if "A" in name else total
        good = (total - 14) * 50 if total > 16 or total in (9, 10, 11) else -300
        good += 200 if name == "A-T" else 0
        row = (f"{(good - 20 * place) / 1000:.3f}" for place in range(10))
        rows.append(f'"{name}" = "{" ".join(row)}"')
    return "\n".join(["[switch]", *rows, ""])


MINE = PLAIN_PLAY + worth_by_total()


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Strategy]:
    def read(content: str) -> Strategy:
        file = tmp_path / "mine.toml"
        file.write_text(content)
        return from_file(file, RULES)

    return read


def plan_of(case: Dealt, strategy: Strategy) -> Plan:
    table = table_of(case.scenario)
    about = (table.rules, strategy, table.stakes, case.boxes, table.penetration, 7)
    return Plan(*about, meters=table.meters)


# The decision.


def switched(strategy: Strategy, held: str, up: str) -> bool:
    return strategy.choose(SeenHand(cards(held), cards(up), MAY_SWITCH)) is Action.SWITCH


def test_cards_are_switched_where_the_hands_made_are_worth_more(
    read: Callable[[str], Strategy],
) -> None:
    mine = read(MINE)
    assert switched(mine, "Tc 6d 5h Kd", "Th")  # 16 and 15 become 20 and 11
    assert not switched(mine, "Tc Kd 5h 6d", "Th")
    assert not switched(mine, "Ac Td Th 9d", "6h")  # a blackjack is worth more than 21 by a switch
    assert switched(mine, "Ac 2d 4h Td", "6h")
    for held in ("9c 5d 9h 7d", "9c 5d 2h 5h"):  # the same two hands again
        assert not switched(mine, held, "6h")


def test_the_dealers_card_decides_too(read: Callable[[str], Strategy]) -> None:
    row = MINE.index('"T-T"')
    rich = MINE[:row] + '"T-T" = "9 9 9 9 9 9 9 9 9 -9"\n' + MINE[MINE.index("\n", row) + 1 :]
    mine = read(rich)
    assert switched(mine, "Tc 6d 5h Kd", "9h")
    assert not switched(mine, "Tc 6d 5h Kd", "Ah")


def test_who_never_switches_says_so(read: Callable[[str], Strategy]) -> None:
    never, mine = read('switch = "never"\n' + PLAIN_PLAY), read(MINE)
    assert not switched(never, "Tc 6d 5h Kd", "Th")
    assert not switch_table(never.choose).any()
    assert never.digest != mine.digest
    for each in (never, mine):
        assert read(to_toml(each)) == each


WRONG = [
    ('switch: missing; what two cards are worth stands there, or "never"', PLAIN_PLAY),
    ("switch: a table of rows, not always", 'switch = "always"\n' + PLAIN_PLAY),
    ("switch A-T switched: no row", MINE.replace('"A-T switched"', "# ")),
    ("switch 7-8: no row", MINE.replace('"7-8"', "# ")),
    ("switch 8-7: not two cards", MINE.replace('"7-8"', '"8-7"')),
    ("switch 7-8 against 2: 'x' is not a number", re.sub('"7-8" = ".*"', '"7-8" = "x"', MINE)),
    ("switch 7-8: 11 codes for 10 columns", MINE.replace('"7-8" = "', '"7-8" = "0 ')),
]


@pytest.mark.parametrize(("said", "content"), WRONG, ids=[said for said, _ in WRONG])
def test_what_is_wrong_with_a_table_of_worth_is_one_line(
    said: str, content: str, tmp_path: Path, read: Callable[[str], Strategy]
) -> None:
    with pytest.raises(OddsError) as problem:
        read(content)
    assert str(problem.value).startswith(f"{tmp_path / 'mine.toml'}: {said}")
    assert "\n" not in str(problem.value)


def bits(choose: Choose) -> np.ndarray:
    """By four values and by the up card's."""
    words = switch_table(choose)[:, None] >> np.arange(WORD) & 1
    return np.asarray(words.ravel()[: len(VALUES) ** 5].reshape(-1, len(VALUES)), dtype=bool)


def test_the_kernels_table_is_the_strategy(read: Callable[[str], Strategy]) -> None:
    mine, rng = read(MINE), random.Random(5)
    found = bits(mine.choose)
    assert 0.1 < found.mean() < 0.6
    for _ in range(2_000):
        *held, up = (rng.choice(DECK_52) for _ in range(5))
        four = 0
        for card in held:
            four = four * len(VALUES) + card.value - 1
        told = switches(mine.book.worth or {}, "23456789TA".index(_label(up)), held)
        assert found[four, up.value - 1] == told


def _label(card: Card) -> str:
    return "T" if card.is_ten_valued else card.rank


# Rounds.


class AnyPlay(Strategy):
    """Whatever the rules allow, by no pattern."""

    @property
    def digest(self) -> str:
        return self.name

    @property
    def choose(self) -> Choose:
        return Wild(self.name)


SIDES = ("super_match", "hit_and_run", "bad_beat")
FEW = (
    Dealt("md-blackjack", "switch", boxes=3, wagers=SIDES),
    Dealt("md-blackjack", "switch", {"hole_card": "none", "decks": 1}, boxes=2),
)
MANY = (
    *FEW,
    Dealt("md-blackjack", "switch", boxes=2, wagers=("lucky_ladies", "buster_blackjack", "super_4")),
    Dealt("md-blackjack", "switch", {"decks": 1}, boxes=4, penetration=Fraction(9, 10)),
    Dealt("md-blackjack", "switch", {"switch_natural_v_22": "win", "even_money": True}, boxes=7),
)


@pytest.mark.parametrize("case", one_in(2, FEW), ids=str)
def test_rounds_of_any_play_are_the_same_at_the_table(
    case: Dealt, read: Callable[[str], Strategy]
) -> None:
    plan = plan_of(case, AnyPlay("any", read(MINE).book))
    engine = Engine(plan)
    for unit in range(2):
        for traced in rounds(engine, unit, 20):
            replay(plan, traced)


@pytest.mark.long
@pytest.mark.parametrize("case", MANY, ids=str)
def test_thousands_of_rounds_of_any_play(case: Dealt, read: Callable[[str], Strategy]) -> None:
    for name in ("any", "other"):
        plan = plan_of(case, AnyPlay(name, read(MINE).book))
        engine = Engine(plan)
        for unit in range(80):
            for traced in rounds(engine, unit, 30):
                replay(plan, traced)


def test_a_gpu_comes_to_the_same_sums(read: Callable[[str], Strategy]) -> None:
    case = Dealt("md-blackjack", "switch", wagers=("super_match",), penetration=Fraction(1, 20))
    plan = plan_of(case, read(MINE))
    sums, many = on_stand_in(plan)
    assert sums == Engine(plan).run(3, 1).tolist()
    assert many == Engine(plan).rounds_of(3, 1).tolist()


def test_a_session_is_of_a_box_and_not_of_a_hand(read: Callable[[str], Strategy]) -> None:
    plain = plan_of(Dealt("md-blackjack", "switch", boxes=2), read(MINE))
    watching = replace(plain, watch=WatchRequest(by_depth=True, session=10, sessions=3))
    before, found = (totals(Engine(plan), 0, 4) for plan in (plain, watching))
    assert found.values[: len(before.values)] == before.values
    assert found["session/many"] == 4 * 3 * 2
    by_depth = [found[f"depth/{part}/main/bets"] for part in range(10)]
    assert sum(by_depth) == found["main.bets"] == 2 * found.rounds


# The exact odds.


def exact(plan: Plan) -> SwitchPlay:
    """The strategy's own play from a full shoe, by the odds."""
    main, choose = main_rules(plan.rules), plan.strategy.choose

    def policy(spot: ChartSpot) -> ActionCode:
        may = frozenset(Action[act.name] for act in spot.may)
        return ActionCode[
            choose(SeenHand(cards_of(spot.hand), cards_of(spot.start), may, spot.split)).name
        ]

    assert [start.index(1) for start in main.starts] == list(range(len(VALUES)))
    full = Composition.full(plan.game.decks)
    by_chart = decisions(main, full, against_each(main, policy))
    done = np.where(bits(choose), SWITCH, KEEP)
    return followed(plan.rules, full, lambda _: by_chart, done)


@pytest.mark.long
def test_edge_and_rows_are_what_odds_says(read: Callable[[str], Strategy]) -> None:
    plan = plan_of(Dealt("md-blackjack", "switch", fresh=True), read(MINE))
    engine, play = Engine(plan), exact(plan)
    found = results(totals(engine, 0, 400_000 // FRESH_ROUNDS))[0]
    assert found.standard_error is not None
    assert abs(found.house_edge + play.value) < 4 * found.standard_error
    counts = {row.outcome: row.count for row in found.rows}
    assert set(counts) <= set(play.outcomes)
    for outcome, (times, _) in play.outcomes.items():
        expected = times * found.rowed
        spread = sqrt(2 * expected)  # both hands of a box may end so together
        assert abs(counts.get(outcome, 0) - expected) < 4 * spread + 4, outcome
