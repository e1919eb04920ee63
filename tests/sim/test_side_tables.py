"""Side wagers in lockstep: those that first cards decide, and that both kernels come to the same."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from cutcard.automata.folds import NO_CARD
from cutcard.cards import DECK_52
from cutcard.rules.game import Game
from cutcard.sim.engine import Engine
from cutcard.sim.general_tables import looks_at_hole
from sim.engine_cases import Dealt

LUCKY = ("lucky_ladies", "royal_match_21", "three_card_poker", "match_the_dealer", "in_between")
EARLY = (
    Dealt("md-blackjack", wagers=LUCKY, penetration=Fraction(7, 10)),
    Dealt("md-blackjack", wagers=LUCKY, fresh=True),
    Dealt("md-blackjack", "no_hole_card", wagers=("match_the_dealer",), penetration=Fraction(1, 2)),
    Dealt("ma-blackjack", "hole_card_face_up", wagers=("same_suit", "super_4_progressive")),
    Dealt("ma-blackjack", wagers=("over_13", "blazing_7s"), fresh=True),
)
SLOW = pytest.param(
    Dealt("md-pontoon-21", wagers=("match_super_bonus",), penetration=Fraction(7, 10)),
    marks=pytest.mark.long,
)
LATE = (
    Dealt("md-blackjack", wagers=("lucky_ladies", "bad_beat")),
    Dealt("md-blackjack", wagers=("buster_blackjack",), fresh=True),
    Dealt("md-blackjack", "no_hole_card", wagers=("lucky_ladies",)),
    Dealt("ma-blackjack", wagers=("sevens",)),
    Dealt("ma-blackjack", wagers=("twenty_point_bonus",)),
)


@pytest.mark.parametrize("case", [*EARLY, SLOW], ids=str)
def test_both_kernels_come_to_the_same_with_side_wagers(case: Dealt) -> None:
    plan = case.plan()
    lockstep, general = Engine(plan), Engine(plan, is_general=True)
    assert (lockstep.is_general, general.is_general) == (False, True)
    assert lockstep.columns == general.columns
    assert lockstep.run(3, 45).tolist() == general.run(3, 45).tolist()
    assert lockstep.rounds_of(5, 40).tolist() == general.rounds_of(5, 40).tolist()


@pytest.mark.parametrize("case", LATE, ids=str)
def test_a_wager_that_needs_more_than_first_cards_is_left_to_the_general_kernel(case: Dealt) -> None:
    """The dealer's later cards, a second card not looked at, a card dealt for the wager alone."""
    engine = Engine(case.plan())
    assert engine.is_general
    assert engine.together is None


@pytest.mark.parametrize("case", [EARLY[0], EARLY[3]], ids=str)
def test_all_wagers_as_one_say_what_each_of_their_chains_says(case: Dealt) -> None:
    engine = Engine(case.plan())
    found, game = engine.together, engine.plan.game
    assert found is not None
    rng = random.Random(11)
    for _ in range(2_000):
        first, up, second, hole = (rng.randrange(NO_CARD) for _ in range(4))
        three = int(found.by_three[(first * NO_CARD + up) * NO_CARD + second])
        told = found.results[found.by_hole[three * NO_CARD + hole]].tolist()
        record = {"first": first, "up": up, "second": second, "hole": hole}
        for seen in (record, *_unseen(game, record)):
            assert told == [each.fold.of(seen) for each in engine.chains.chains]


def _unseen(game: Game, record: dict[str, int]) -> list[dict[str, int]]:
    """The record with no second card, where none was looked at."""
    return [] if looks_at_hole(game, DECK_52[record["up"]]) else [{**record, "hole": NO_CARD}]
