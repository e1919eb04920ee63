"""The engine: both its kernels against each other, and its rounds against the table engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from cutcard.automata.hands.play import Choose, SeenHand
from cutcard.cards import Card
from cutcard.law import document_ids
from cutcard.money import Cents
from cutcard.odds.strategy import Strategy
from cutcard.rules.actions import Action
from cutcard.sim.kernels.lockstep import kernel
from cutcard.sim.kernels.staged.fields import MOST_TRACED
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import Totals
from cutcard.sim.runs.engine import Engine
from later import one_in
from sim.engine_cases import Dealt, every_variation, replay, rounds, seated, side_wagers, totals

DEEP = Fraction(19, 20)
MANY_BOXES = 7
SOME_BOXES = (1, 3, MANY_BOXES)

# Two kernels, one result.

ALONE = (
    *(Dealt(name, penetration=Fraction(7, 10)) for name in document_ids()),
    *(Dealt(name, fresh=True) for name in document_ids()),
    Dealt("players-edge-21-brochure"),
    Dealt("md-blackjack", options={"soft_17": "hit", "surrender": True, "decks": 8}),
    Dealt("md-blackjack", None, {"decks": 2, "max_hands": 3}, penetration=Fraction(1, 4)),
    Dealt("md-blackjack", "no_hole_card", fresh=True),
    Dealt("ma-blackjack", "six_to_five"),
    Dealt("ma-blackjack", "hole_card_face_up", fresh=True),
    Dealt("ma-blackjack", options={"hole_card": "face_down"}, penetration=Fraction(61, 100)),
)


LARGE = [
    *(case for case in ALONE if case.document == "players-edge-21-brochure"),
    Dealt("md-players-edge-21", fresh=True),
]
"""A machine of a hundred thousand states takes its time."""
USUAL = [pytest.param(case, marks=pytest.mark.long) if case in LARGE else case for case in ALONE]


@pytest.mark.parametrize("case", one_in(4, USUAL), ids=str)
def test_both_kernels_come_to_the_same(case: Dealt) -> None:
    plan = case.plan()
    lockstep, staged = Engine(plan), Engine(plan, is_staged=True)
    assert (lockstep.is_staged, staged.is_staged) == (False, True)
    assert lockstep.columns == staged.columns
    assert lockstep.run(0, 60).tolist() == staged.run(0, 60).tolist()
    assert lockstep.rounds_of(5, 40).tolist() == staged.rounds_of(5, 40).tolist()


PARTS = (
    Dealt("md-blackjack"),
    Dealt("ma-blackjack", fresh=True),
    Dealt("ma-blackjack", wagers=("over_13",), boxes=2),
    Dealt("ma-blackjack", wagers=("streak_2", "streak_3"), penetration=Fraction(1, 5)),
)


@pytest.mark.parametrize("case", one_in(2, PARTS), ids=str)
def test_units_are_the_same_in_any_parts_and_order(case: Dealt) -> None:
    engine = Engine(case.plan())
    whole = engine.run(0, 97).tolist()
    for parts in (
        [(0, 97)],
        [(64, 33), (0, 1), (33, 31), (1, 32)],
        [(at, 1) for at in range(96, -1, -1)],
    ):
        added = Totals.nothing(engine.columns)
        for first, units in parts:
            added = added.plus(engine.run(first, units))
        assert list(added.values) == whole
    each = [engine.rounds_of(first, units) for first, units in ((0, 1), (1, 31), (32, 33), (65, 32))]
    assert np.concatenate(each).tolist() == engine.rounds_of(0, 97).tolist()
    assert int(np.concatenate(each).sum()) == Totals(engine.columns, tuple(whole)).rounds


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_cover_card_at_the_very_top_leaves_one_round_a_shoe(cards: int) -> None:
    plan = Dealt("md-blackjack").plan()
    plan = replace(plan, penetration=Fraction(cards, plan.cards))
    assert plan.burned == 1
    assert Engine(plan).rounds_of(0, 3).tolist() == [kernel.SHOES] * 3


def test_another_seed_or_unit_is_another_result() -> None:
    plan = Dealt("md-blackjack").plan()
    engine, other = Engine(plan), Engine(replace(plan, seed=8))
    found = [engine.run(0, 1), engine.run(1, 1), other.run(0, 1), engine.run(2**40, 1)]
    assert len({tuple(each.tolist()) for each in found}) == len(found)


@pytest.mark.parametrize("seed", [0, 2**32, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_is_played(seed: int) -> None:
    plan = replace(Dealt("md-blackjack").plan(), seed=seed)
    assert Engine(plan).run(3, 2).tolist() == Engine(plan, is_staged=True).run(3, 2).tolist()


# Rounds of the engine at a table.

TABLES = (
    *(Dealt(name, variation, boxes=2) for name, variation in every_variation()),
    *(Dealt("md-blackjack", boxes=boxes) for boxes in SOME_BOXES),
    *(Dealt("ma-blackjack", "multiple_action", boxes=boxes) for boxes in (1, MANY_BOXES)),
    Dealt("ma-blackjack", "hole_card_face_up", boxes=5, wagers=("over_13", "blazing_7s")),
    Dealt("md-blackjack", options={"decks": 1}, penetration=DEEP),
    Dealt("md-blackjack", options={"decks": 1}, boxes=MANY_BOXES, penetration=DEEP),
    Dealt("md-blackjack", options={"decks": 2, "soft_17": "hit"}, boxes=5, penetration=DEEP),
    Dealt("md-blackjack", "hand_dealt", {"decks": 2}, ("bet_the_set_21",), 2, DEEP),
    Dealt("ma-blackjack", options={"decks": 1}, boxes=4, penetration=DEEP),
    Dealt("md-blackjack", boxes=3, fresh=True, wagers=("lucky_ladies",)),
    Dealt("md-blackjack", boxes=2, options={"surrender": True, "surrender_asked": "before_check"}),
    Dealt(
        "md-blackjack",
        boxes=3,
        wagers=("lucky_ladies", "buster_blackjack", "hit_and_run", "bad_beat", "upcard_luck_21"),
    ),
    Dealt("md-blackjack", "no_hole_card", boxes=3, wagers=("super_4", "buster_blackjack", "pair")),
    Dealt("ma-blackjack", boxes=3, wagers=("over_13", "trilux_bonus", "trilux_super_3", "blazing_7s")),
    Dealt("md-players-edge-21", boxes=2, wagers=("match_up", "match_down", "monster_match_progressive")),
)


OTHER_NUMBERS = [
    pytest.param(Dealt("md-blackjack", boxes=boxes), marks=pytest.mark.long)
    for boxes in range(1, MANY_BOXES + 1)
    if boxes not in SOME_BOXES
]


@pytest.mark.parametrize("case", one_in(10, [*TABLES, *OTHER_NUMBERS]), ids=str)
def test_rounds_of_the_engine_are_the_same_at_the_table(case: Dealt) -> None:
    plan = case.plan()
    engine = Engine(plan, is_staged=True)
    for unit in range(2):
        for traced in rounds(engine, unit, 25):
            replay(plan, traced)


WAGERS = [(name, wager) for name in document_ids() for wager in side_wagers(name)]


@pytest.mark.parametrize(("name", "wager"), one_in(15, WAGERS))
def test_every_side_wager_pays_what_the_table_pays(name: str, wager: str) -> None:
    case = seated(name, None, wager, boxes=2)
    assert case is not None
    plan = case.plan()
    engine = Engine(plan)
    for traced in rounds(engine, 0, 20):
        replay(plan, traced)


WHOLE_UNITS = (
    Dealt("md-blackjack", wagers=("lucky_ladies", "buster_blackjack"), boxes=2),
    Dealt("md-blackjack", wagers=("lucky_ladies", "royal_match_21")),
    Dealt("ma-blackjack", "multiple_action", wagers=("sevens",), boxes=2),
    Dealt("md-blackjack", options={"decks": 1}, wagers=("royal_match_21",), boxes=5, penetration=DEEP),
    Dealt("md-blackjack", "switch", wagers=("super_match",), boxes=2),
    Dealt("md-players-edge-21"),
)


@pytest.mark.parametrize("case", one_in(3, WHOLE_UNITS), ids=str)
def test_the_rounds_of_a_unit_come_to_its_sums(case: Dealt) -> None:
    plan = case.plan()
    engine = Engine(plan)
    found = totals(engine, 4, 1)
    played = list(rounds(engine, 4))
    assert found.rounds == len(played)
    for wager in engine.wagers:
        scale = engine.scale[wager]
        nets = [traced.net[box, wager] for traced in played for box in range(1, plan.boxes + 1)]
        spots = plan.spots if wager == "main" else 1
        assert found[f"{wager}.bets"] == len(nets)
        assert found[f"{wager}.staked"] * scale == len(nets) * spots * plan.stakes[wager]
        assert found[f"{wager}.net"] * scale == sum(nets)
        assert found[f"{wager}.hits"] == sum(net > 0 for net in nets)
        assert found[f"{wager}.square"] * scale**2 == sum(net * net for net in nets)
        assert found[f"{wager}.unit_square"] == found[f"{wager}.net"] ** 2
        assert found[f"{wager}.unit_cross"] == found[f"{wager}.net"] * found.rounds
        if wager != "main":
            rows = [name for name in found.columns if name.startswith(f"{wager}.row.")]
            assert sum(found[name] for name in rows) == len(nets)


# Shoes.


def most_alike(played: Iterable[Traced]) -> int:
    """How often the card that came most often came."""
    dealt: Counter[Card] = Counter(each.card for traced in played for each in traced.taken)
    return max(dealt.values())


@pytest.mark.parametrize(
    "case", [Dealt("md-blackjack", boxes=2), Dealt("ma-blackjack", options={"decks": 2})], ids=str
)
def test_a_unit_is_so_many_shoes_dealt_to_the_cover_card(case: Dealt) -> None:
    plan = case.plan()
    shoes: list[list[Traced]] = []
    taken = plan.cut
    for traced in rounds(Engine(plan), 2):
        if taken >= plan.cut:
            shoes.append([])
            taken = plan.burned
        shoes[-1].append(traced)
        taken += len(traced.taken) + plan.burns_each_round
    assert taken >= plan.cut
    assert len(shoes) == kernel.SHOES
    assert max(map(most_alike, shoes)) <= plan.game.decks


def test_a_shoe_that_runs_out_goes_on_with_cards_of_earlier_rounds() -> None:
    """Never with a card that lies on the table."""
    case = Dealt("md-blackjack", options={"decks": 1}, boxes=6, penetration=DEEP)
    plan = case.plan()
    ran_out = 0
    engine = Engine(plan)
    for unit in range(4):
        played = list(rounds(engine, unit))
        assert all(most_alike([traced]) == 1 for traced in played)
        taken = plan.cut
        for traced in played:
            taken = plan.burned if taken >= plan.cut else taken
            taken += len(traced.taken) + plan.burns_each_round
            ran_out += taken > plan.cards
    assert ran_out > 5


class Greedy(Strategy):
    """Splits what it may and hits all else: rounds as long as can be."""

    @property
    def digest(self) -> str:
        return "greedy"

    @property
    def choose(self) -> Choose:
        return self._chosen

    @staticmethod
    def _chosen(seen: SeenHand) -> Action:
        return next((act for act in (Action.SPLIT, Action.HIT) if act in seen.may), Action.STAND)


@pytest.mark.long
def test_a_round_longer_than_the_shoe_ends_all_the_same() -> None:
    """Seven who never stand: one deck is not enough, with no earlier round to take cards from."""
    for penetration in (None, Fraction(3, 4)):
        plan = Dealt("md-blackjack", options={"decks": 1}, boxes=MANY_BOXES, fresh=True).plan()
        strategy = Greedy("greedy", plan.strategy.book)
        engine = Engine(replace(plan, strategy=strategy, penetration=penetration))
        longest = max(
            (engine.trace(unit, 0) for unit in range(1_500)), key=lambda traced: len(traced.taken)
        )
        assert len(longest.taken) > plan.cards
        assert most_alike([longest]) == 2
        assert totals(engine, 0, 20)["main.net"] < 0
        assert len(longest.taken) < MOST_TRACED


# What is refused.


def test_stakes_that_do_not_fit_the_kernels_words_are_refused() -> None:
    plan = Dealt("md-blackjack").plan()
    with pytest.raises(SimError, match=r"stakes: .* too small for that"):
        Engine(replace(plan, stakes={"main": Cents(99_999_999_999)}))


def test_what_is_won_must_fit_the_kernels_words() -> None:
    plan = Dealt("md-blackjack", wagers=("blazing_7s",)).plan()
    vast = dict.fromkeys(plan.meters, Cents(10**14 + 1))
    with pytest.raises(SimError, match=r"wager: what blazing_7s can win is too much"):
        Engine(replace(plan, meters=vast))
    much = dict.fromkeys(plan.meters, Cents(10**9 + 1))
    with pytest.raises(SimError, match=r"wager: blazing_7s wins too much too often"):
        Engine(replace(plan, meters=much)).run(0, 200)


def test_a_meter_must_be_known() -> None:
    plan = Dealt("md-blackjack", wagers=("blazing_7s",)).plan()
    with pytest.raises(SimError, match=r"meter: state what blazing_7s\S* shows"):
        Engine(Plan(plan.rules, plan.strategy, plan.stakes, penetration=plan.penetration))


# The proof.

PROVED = [*product(document_ids(), ["main"]), *WAGERS]


@pytest.mark.long
@pytest.mark.parametrize(("name", "wager"), PROVED)
def test_twenty_thousand_rounds_at_the_table(name: str, wager: str) -> None:
    """Of a wager by itself in every variation that has it: the first 64 rounds of many units."""
    proved = 0
    for variation in (None, *(each for of, each in every_variation() if of == name and each)):
        case = Dealt(name, variation)
        found = case if wager == "main" else seated(name, variation, wager, boxes=1)
        if found is not None:
            proved += 1
            _proved(found.plan())
    assert proved


def _proved(plan: Plan) -> None:
    engine = Engine(plan, is_staged=True)
    proved = 0
    for unit in range(20_000 // 64 + 1):
        for traced in rounds(engine, unit, 64):
            replay(plan, traced)
            proved += 1
    assert proved >= 20_000


def test_several_hands_of_the_dealers_come_to_what_they_came_to() -> None:
    """Kept sums: a blackjack of one hand of the dealer's ends only a part of the round."""
    engine = Engine(Dealt("ma-blackjack", "multiple_action", boxes=2).plan())
    sums = totals(engine, 0, 3)
    assert [sums[f"main.{name}"] for name in ("net", "hits", "square")] == [-88, 875, 52_442]
