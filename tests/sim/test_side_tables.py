"""Side wagers in lockstep: which of them march, and that both kernels come to the same."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from cutcard.automata.wagers.finished_round import DOMAINS
from cutcard.automata.wagers.folds import NO_CARD
from cutcard.cards import DECK_52
from cutcard.rules import hole_card_is_known
from cutcard.rules.game import Game
from cutcard.sim.runs.engine import Engine
from cutcard.sim.tables.side_tables import OPEN, first_cards
from later import one_in
from sim.engine_cases import Dealt

LUCKY = ("lucky_ladies", "royal_match_21", "three_card_poker", "match_the_dealer", "in_between")
MARCHING = (
    Dealt("md-blackjack", wagers=LUCKY, penetration=Fraction(7, 10)),
    Dealt("ma-blackjack", "hole_card_face_up", wagers=("same_suit", "super_4_progressive")),
    Dealt("md-blackjack", wagers=("lucky_ladies", "buster_blackjack"), options={"soft_17": "hit"}),
    Dealt("md-blackjack", wagers=("buster_blackjack", *LUCKY), fresh=True),
    Dealt("md-blackjack", "no_hole_card", wagers=("buster_blackjack", "lucky_ladies", "pair")),
    Dealt("ma-blackjack", wagers=("buster_blackjack", "progressive_blackjack"), fresh=True),
)
"""Decided by first cards, by the dealer's hand completed for them, by cards that come later."""
SLOW = tuple(
    pytest.param(each, marks=pytest.mark.long)
    for each in (
        Dealt("md-pontoon-21", wagers=("match_super_bonus",), penetration=Fraction(7, 10)),
        Dealt("md-players-edge-21", wagers=("match_up", "match_down", "monster_match_progressive")),
    )
)
NOT_MARCHING = (
    Dealt("md-blackjack", wagers=("lucky_ladies", "bad_beat")),
    Dealt("md-blackjack", wagers=("hit_and_run",), fresh=True),
    Dealt("md-blackjack", "no_hole_card", wagers=("lucky_ladies",)),
    Dealt("ma-blackjack", wagers=("sevens",)),
    Dealt("ma-blackjack", wagers=("optional_bonus",)),
)


@pytest.mark.parametrize("case", one_in(5, [*MARCHING, *SLOW]), ids=str)
def test_both_kernels_come_to_the_same_with_side_wagers(case: Dealt) -> None:
    plan = case.plan()
    lockstep, staged = Engine(plan), Engine(plan, is_staged=True)
    assert (lockstep.is_staged, staged.is_staged) == (False, True)
    assert lockstep.columns == staged.columns
    for first in (3, 1 << 20):
        assert lockstep.run(first, 45).tolist() == staged.run(first, 45).tolist()
    assert lockstep.rounds_of(5, 40).tolist() == staged.rounds_of(5, 40).tolist()


@pytest.mark.parametrize("case", NOT_MARCHING, ids=str)
def test_a_wager_for_which_cards_are_dealt_is_left_to_the_staged_kernel(case: Dealt) -> None:
    """The dealer's later cards, a second card that there is not, a third for the box or the dealer."""
    assert Engine(case.plan()).is_staged


@pytest.mark.parametrize("case", MARCHING[:2], ids=str)
def test_all_wagers_as_one_say_what_each_of_their_chains_says(case: Dealt) -> None:
    engine = Engine(case.plan())
    assert engine.beside is not None
    found, game = engine.beside.together, engine.plan.game
    rng = random.Random(11)
    for _ in range(2_000):
        first, up, second, hole = (rng.randrange(NO_CARD) for _ in range(4))
        three = int(found.by_three[(first * NO_CARD + up) * NO_CARD + second])
        told = found.results[found.by_hole[three * NO_CARD + hole]].tolist()
        record = {"first": first, "up": up, "second": second, "hole": hole}
        for seen in (record, *_unseen(game, record)):
            assert told == [each.fold.of(seen) for each in engine.chains.chains]


def test_first_cards_say_what_chains_say_or_leave_it_open() -> None:
    case = Dealt("md-blackjack", wagers=("lucky_ladies", "hit_and_run", "sevens"))
    chains = Engine(case.plan(), is_staged=True).chains
    told, first = first_cards(chains.chains, chains.first_result, [False] * 3), chains.first_result
    rng, opened = random.Random(12), 0
    for _ in range(2_000):
        record = {name: rng.randrange(many) for name, many in DOMAINS.items()}
        two = int(told.by_two[record["first"] * NO_CARD + record["second"]])
        three = int(told.by_up[two * NO_CARD + record["up"]])
        number = int(told.by_hole[three * (NO_CARD + 1) + record["hole"]])
        results = told.results[number].tolist()
        right = [int(at) + each.fold.of(record) for at, each in zip(first, chains.chains, strict=False)]
        assert all(one in (OPEN, other) for one, other in zip(results, right, strict=True))
        assert told.is_open[number] == (OPEN in results)
        opened += OPEN in results
    assert opened > 0
    assert [chains.chains[place].wager for place, _, _ in told.late.tolist()] == ["hit_and_run"]


def _unseen(game: Game, record: dict[str, int]) -> list[dict[str, int]]:
    """The record with no second card, where none was looked at."""
    return [] if hole_card_is_known(game, DECK_52[record["up"]]) else [{**record, "hole": NO_CARD}]
