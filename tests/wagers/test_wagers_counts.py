"""Counts that anyone can look up or work out on paper: hands per outcome in one deck of 52."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from cutcard.cards import DECK_52
from cutcard.law.model import OptionValue
from cutcard.wagers import classifier
from cutcard.wagers.view import View

# Three-card poker, C(52, 3) = 22,100 hands; each hand by its best name.
THREE_CARDS = {
    "mini_royal": 4,
    "straight_flush": 44,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1096,
}
# Two cards, C(52, 2) = 1,326 hands.
TWO_CARDS = {
    "pairs": {"pair": 78},
    "suited_two": {"royal_match": 4, "suited_match": 308},
    "twenty_points": {"suited_20": 4 * 6 + 4, "any_20": 136 - 28},
    "house_money": {
        "ace_king_suited": 4,
        "two_card_straight_flush": 48,
        "pair": 78,
        "two_card_straight": 156,
    },
}


def best(name: str, view: View) -> str:
    return next(iter(classifier(name).classify(view)), "")


def test_three_card_poker_hands() -> None:
    counts = Counter(best("three_cards", View((a, b), c, (c,))) for a, b, c in combinations(DECK_52, 3))
    assert sum(counts.values()) == 22100
    assert {name: counts[name] for name in THREE_CARDS} == THREE_CARDS
    assert counts[""] == 22100 - sum(THREE_CARDS.values())


@pytest.mark.parametrize("name", TWO_CARDS)
def test_two_card_hands(name: str) -> None:
    two = DECK_52[1]
    counts = Counter(best(name, View((a, b), two, (two,))) for a, b in combinations(DECK_52, 2))
    assert {outcome: counts[outcome] for outcome in TWO_CARDS[name]} == TWO_CARDS[name]


def test_over_and_under_13_with_the_ace_at_one() -> None:
    two = DECK_52[1]
    points = Counter(a.value + b.value for a, b in combinations(DECK_52, 2))
    for name, wins in [("over_13", range(14, 21)), ("under_13", range(2, 13))]:
        won = sum(bool(best(name, View((a, b), two, (two,)))) for a, b in combinations(DECK_52, 2))
        assert won == sum(points[total] for total in wins)


@pytest.mark.parametrize("ace", ["high", "low"])
def test_a_card_between_two_others_is_as_likely_with_the_ace_high_or_low(ace: str) -> None:
    options: dict[str, OptionValue] = {"spread_ace": ace}
    ranks = [c for c in DECK_52 if c.suit == "c"]
    won = Counter(
        best("spread", View((a, b), up, (up,), options=options)) for a, b, up in product(ranks, repeat=3)
    )
    # Ordered triples of 13 ranks: the middle one of three different ranks is the up card in a third.
    assert sum(n for name, n in won.items() if name.endswith("spread")) == 13 * 12 * 11 // 3
    assert won["triple_match"] == 13


@pytest.mark.long
def test_every_three_cards_of_many_decks_have_one_best_name() -> None:
    """All 52 x 52 x 52 ordered hands: the poker wager's answer does not depend on their order."""
    for a, b, c in product(DECK_52, repeat=3):
        names = {
            best("three_cards", View(pair, up, (up,)))
            for pair, up in [((a, b), c), ((c, a), b), ((b, c), a)]
        }
        assert len(names) == 1, (a, b, c)
