"""The game tree against the table engine, and best play as `main_game` finds it against the tree.

The tree asks the rules alone; the engine deals, asks and settles. On every shoe that the engine was
driven through, two boxes and Switch included, both must win the same rational, under the fixed policy
and at best play. `main_game` plays each hand by its own cards: without splits that is all there is to
know, so it must be equal; after a split the tree also sees the box's other hands, so it is never less.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.cards import cards
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.rules.actions import Action
from cutcard.rules.hand import TWO_CARDS
from later import one_in
from odds.golden_shoes import Golden, all_golden, evaluated, exact, is_single, params
from oracles.tree import best_value, policy_value
from oracles.tree_table import Asked
from table.driver import rules_of
from table.setups import GAMES, Game, game_id


def any_shoe(golden: Golden) -> bool:  # noqa: ARG001 - one shape for all
    return True


def fixed_policy(asked: Asked) -> Action | None:
    """The policy of the golden files (`tests/table/small_shoes.py`)."""
    if asked.is_offer or asked.hand is None:
        return None
    hand = asked.hand
    if Action.SPLIT in asked.may and hand.cards[0].value in (1, 8):
        return Action.SPLIT
    if Action.DOUBLE in asked.may and len(hand.cards) == TWO_CARDS and hand.total in (10, 11):
        return Action.DOUBLE
    return Action.HIT if hand.total < 17 and Action.HIT in asked.may else Action.STAND


@pytest.mark.parametrize(
    "golden",
    [golden for golden, _ in all_golden()],
    ids=lambda golden: f"{game_id(golden.game)}: {golden.name}",
)
def test_the_fixed_policy_wins_what_the_engine_won(golden: Golden) -> None:
    found = policy_value(golden.rules, golden.shoe, fixed_policy, boxes=golden.boxes)
    assert found == golden.policy


@pytest.mark.parametrize("golden", one_in(3, params(any_shoe)))
def test_best_play_wins_what_the_engine_won(golden: Golden) -> None:
    """Also where the round can run out of cards."""
    assert best_value(golden.rules, golden.shoe, boxes=golden.boxes) == golden.best


def changed(rules: RuleSet, **options: bool | int) -> RuleSet:
    """The rules with options that need not stand in a submission."""
    return replace(rules, options={**rules.options, **options})


def never_splits(rules: RuleSet) -> RuleSet:
    return changed(rules, insurance=False, max_hands=1, max_hands_aces=1)


@pytest.mark.parametrize("golden", one_in(4, params(is_single)))
def test_without_splits_the_analyser_plays_as_well_as_anybody(golden: Golden) -> None:
    rules = never_splits(golden.rules)
    assert exact(evaluated(rules, golden.shoe)) == best_value(rules, golden.shoe)


@pytest.mark.parametrize("golden", one_in(4, params(is_single)))
def test_with_splits_it_is_never_better_than_one_who_sees_all_hands(golden: Golden) -> None:
    rules = changed(golden.rules, insurance=False)
    assert exact(evaluated(rules, golden.shoe)) <= best_value(rules, golden.shoe)


BY_SUIT = "6s 7s 8s 7d Ah 6h Kc Kc Kc Kc Kc Kc Kc"
SEVENS = "7s 7s 7s 7d 3c Kh Kh Kc Kc Kc Kc Kc"
LOW = "Ac 2c 2c 3c 4c 6c 9c Kd Kd Kd Kd Kd Kd"
"""Shoes in which suits pay (three cards in order, three sevens), and one of long hands."""

SINGLE = [game for game in GAMES if not game_id(game).endswith("-switch")]
PAYS_BY_SUIT = ("md-players-edge-21", "players-edge-21-brochure", "md-pontoon-21")


@pytest.mark.parametrize("shoe", one_in(2, [BY_SUIT, SEVENS]))
@pytest.mark.parametrize("name", PAYS_BY_SUIT)
def test_the_analyser_uses_suits_as_well_as_anybody(name: str, shoe: str) -> None:
    rules, held = never_splits(rules_of(name)), Composition.of(cards(shoe))
    found = evaluated(rules, held)
    assert exact(found) == best_value(rules, held)
    blind = Composition.of(
        cards(" ".join(f"{each[0]}{'cdhs'[i % 4]}" for i, each in enumerate(shoe.split())))
    )
    assert exact(evaluated(rules, blind)) != exact(found), "suits make no difference here"


@pytest.mark.long
@pytest.mark.parametrize("game", SINGLE, ids=game_id)
def test_long_hands_are_played_as_well_as_by_anybody(game: Game) -> None:
    rules, held = never_splits(rules_of(*game)), Composition.of(cards(LOW))
    assert exact(evaluated(rules, held)) == best_value(rules, held)


def test_insurance_is_taken_when_it_is_worth_it() -> None:
    """Mostly tens: behind an ace there is a blackjack more often than one time in three."""
    rules = rules_of("md-blackjack", options={"max_hands": 2, "max_hands_aces": 2})
    shoe = Composition.of(cards("Ah 9c 9c Kc Kc Kc Kc Kc Kc"))
    assert best_value(rules, shoe) > best_value(changed(rules, insurance=False), shoe)


def test_a_shoe_too_small_to_deal_is_refused() -> None:
    with pytest.raises(OddsError, match="too few"):
        best_value(rules_of("md-blackjack"), Composition.of(cards("Ah Kc 9d")))
