"""What must hold of the main game's value whatever the rules: more choice, more decks, fewer cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from cutcard.cards import Card, card
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.main.split_value import hands_made, weights
from cutcard.odds.question import question
from cutcard.odds.registry import answer
from table.driver import rules_of
from table.setups import GAMES, Game, game_id

SINGLE = [game for game in GAMES if not game_id(game).endswith("-switch")]

CHOICES: Mapping[str, tuple[object, object]] = {
    "surrender": (False, True),
    "double_totals": ("9_10_11", "any"),
    "max_hands": (1, 2),
    "max_hands_aces": (1, 2),
    "double_after_split": (False, True),
    "split_aces_draw": (False, True),
    "split_by": ("rank", "value"),
    "double_cards": ("first_two", "any_number"),
    "double_on_21": (False, True),
    "rescue": (False, True),
    "redouble": (False, True),
    "even_money": (False, True),
}
"""Options that only add to what a player may do, in the order in which they are given to them."""

PRICED = ("surrender", "rescue", "even_money")
"""Choices that a document must have a price for."""

ROUNDING = 1e-12


def choices(rules: RuleSet) -> dict[str, tuple[object, object]]:
    """Those that can be given to a document's players."""
    rows = {row.outcome for row in rules.main.paytable.rows}
    return {name: each for name, each in CHOICES.items() if name not in PRICED or name in rows}


def value(rules: RuleSet, decks: int, removed: tuple[Card, ...] = ()) -> float:
    size = rules.options["deck_cards"]
    assert isinstance(size, int)
    return solve(rules, Composition.full(decks, size).without(removed)).value


def with_options(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """The rules with options that need not stand in a submission."""
    return replace(rules, options={**rules.options, **options})  # type: ignore[dict-item]


def some_long(games: list[Game], *ordinary: str) -> list[object]:
    """The games by name, all but some for the long suite."""
    return [
        pytest.param(
            game, id=game_id(game), marks=[] if game_id(game) in ordinary else [pytest.mark.long]
        )
        for game in games
    ]


@pytest.mark.parametrize("game", some_long(SINGLE, "md-blackjack"))
@pytest.mark.parametrize("decks", [1, pytest.param(6, marks=pytest.mark.long)])
def test_more_choice_is_never_worth_less(game: Game, decks: int) -> None:
    """From no choice but hit, stand and a few doubles, one more at a time; most are worth something."""
    rules = rules_of(*game)
    given = choices(rules)
    options = {name: poor for name, (poor, _) in given.items()}
    values = [value(with_options(rules, options), decks)]
    for name, (_, rich) in given.items():
        options[name] = rich
        values.append(value(with_options(rules, options), decks))
        assert values[-1] >= values[-2] - ROUNDING, name
    assert sum(more > less + ROUNDING for less, more in pairwise(values)) >= len(given) // 2


@pytest.mark.long
@pytest.mark.parametrize("game", SINGLE, ids=game_id)
def test_more_splits_are_never_worth_less(game: Game) -> None:
    rules = rules_of(*game)
    tries = [
        value(with_options(rules, {"max_hands": hands, "max_hands_aces": aces}), decks=2)
        for hands, aces in ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4))
    ]
    assert all(less <= more + ROUNDING for less, more in pairwise(tries))


@pytest.mark.parametrize("game", some_long(SINGLE, "ma-blackjack"))
def test_more_decks_converge(game: Game) -> None:
    """The difference to an endless shoe goes with one over the number of decks."""
    rules = rules_of(*game)
    decks = (4, 8, 16, 32, 64)
    values = [value(rules, each) for each in decks]
    steps = [abs(more - less) for less, more in pairwise(values)]
    assert all(later < sooner for sooner, later in pairwise(steps))
    limits = [2 * more - less for less, more in pairwise(values)]
    assert all(abs(each - limits[-1]) < 2e-4 for each in limits)
    assert abs(limits[-1] - limits[-2]) < 5e-6
    assert abs(values[0] - limits[-1]) > 1e-4


def solved(game: Game, **options: object) -> MainGame:
    rules = with_options(rules_of(*game), options)
    size = rules.options["deck_cards"]
    assert isinstance(size, int)
    return solve(rules, Composition.full(2, size))


@pytest.mark.parametrize("game", some_long(SINGLE, "md-blackjack", "ma-blackjack", "md-pontoon-21"))
def test_every_hand_ends_in_one_way(game: Game) -> None:
    """Every outcome counted as one: the chances sum to one, with splits to the hands of a round."""
    whole, split = solved(game, max_hands=1, max_hands_aces=1), solved(game)
    hands = [
        found.average(found.main.outcomes.map(lambda code: (code >= 0).astype(np.int64)))
        for found in (whole, split)
    ]
    assert hands[0] == pytest.approx(1, abs=ROUNDING)
    assert 1.01 < hands[1] < 1.1


@pytest.mark.long
@pytest.mark.parametrize("game", SINGLE, ids=game_id)
def test_outcomes_are_counted_once_each(game: Game) -> None:
    """What they add is the value; none comes less than never."""
    whole, split = solved(game, max_hands=1, max_hands_aces=1), solved(game)
    for found in (whole, split):
        assert all(times > 0 for times, _ in found.outcomes.values())
        added = sum(worth for _, worth in found.outcomes.values())
        assert added == pytest.approx(found.value, abs=ROUNDING)
    assert sum(times for times, _ in whole.outcomes.values()) == pytest.approx(1, abs=ROUNDING)


def test_cards_taken_out_move_the_edge_as_they_are_known_to() -> None:
    """Low cards are the house's (a five most of all), tens and aces the player's; eights hardly matter.

    Griffin, The Theory of Blackjack, effects of removal.
    """
    rules = rules_of("md-blackjack", options={"decks": 1, "soft_17": "stand", "surrender": False})
    full = value(rules, 1)
    moved = {rank: value(rules, 1, (card(f"{rank}c"),)) - full for rank in "A23456789K"}
    assert all(moved[rank] > 0 for rank in "234567")
    assert all(moved[rank] < 0 for rank in "A9K")
    assert max(moved, key=lambda rank: moved[rank]) == "5"
    assert min(moved, key=lambda rank: moved[rank]) in "AK"
    assert min(moved, key=lambda rank: abs(moved[rank])) == "8"
    assert moved["2"] < moved["3"] < moved["4"] < moved["5"]
    evenly = (sum(moved[rank] for rank in "A23456789") + 4 * moved["K"]) / 13
    assert abs(evenly) < max(map(abs, moved.values())) / 5


def test_cards_taken_out_move_side_wagers() -> None:
    def edge(wager: str, removed: str = "") -> Fraction:
        found = answer(
            question("md-blackjack", wager, decks=6, removed=[card(each) for each in removed.split()])
        )
        return Fraction(found.player_edge)

    assert edge("insurance", "Kc Qd Jh") < edge("insurance") < edge("insurance", "2c 5d 8h")
    assert edge("lucky_ladies", "Qh") < edge("lucky_ladies") < edge("lucky_ladies", "2c")
    assert edge("sevens", "7h") < edge("sevens") < edge("sevens", "8h")
    assert edge("buster_blackjack", "6c 6d 6h") < edge("buster_blackjack")


@pytest.mark.parametrize("hands", [2, 3, 4, 5])
@pytest.mark.parametrize(("of_rank", "size"), [(2, 8), (3, 9), (4, 52), (8, 104), (24, 312), (96, 312)])
def test_weights_of_split_hands_count_every_hand_once(hands: int, of_rank: int, size: int) -> None:
    """A hand that is worth one whatever it holds: all of them together are the hands that are made."""
    found = weights(hands=hands, of_rank=of_rank, size=size)
    total = sum(found.any_second, Fraction(0))
    for gone, weight in enumerate(found.second_of_rank):
        left = size - 2 - gone
        total += weight * Fraction(max(of_rank - 2 - gone, 0), left) if left > 0 else 0
    made = hands_made(hands=hands, of_rank=of_rank - 2, size=size - 2)
    assert sum(made.values()) == 1
    assert total == sum(many * chance for many, chance in made.items())
