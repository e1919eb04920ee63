from __future__ import annotations

import pytest

from cutcard.cards import cards
from cutcard.rules import is_natural, is_soft, total
from rules.games import hand


@pytest.mark.parametrize(
    ("dealt", "points", "soft"),
    [
        ("Ah Kh", 21, True),
        ("Ah Ad", 12, True),
        ("Ah Ad 9c", 21, True),
        ("Ah Ad Kc", 12, False),
        ("Ah 6d Kc", 17, False),
        ("Ah 6d", 17, True),
        ("Kh Qd 2c", 22, False),
        ("Ah Ad Ac As 7d", 21, True),
        ("", 0, False),
    ],
)
def test_the_ace_counts_eleven_unless_that_passes_21(dealt: str, points: int, soft: bool) -> None:
    assert total(cards(dealt)) == points
    assert is_soft(cards(dealt)) is soft


@pytest.mark.parametrize(
    ("dealt", "natural"), [("Ah Td", True), ("Kh As", True), ("Ah 9d Ad", False), ("7h 7d 7c", False)]
)
def test_a_natural_is_two_cards(dealt: str, natural: bool) -> None:
    assert is_natural(cards(dealt)) is natural


def test_a_two_card_21_is_no_blackjack_after_a_split_or_a_switch() -> None:
    assert hand("Ah Kh").is_blackjack
    assert not hand("Ah Kh", from_split=True).is_blackjack
    assert not hand("Ah Kh", switched=True).is_blackjack


@pytest.mark.parametrize("fact", ["stood", "rescued", "even_money"])
def test_a_hand_that_is_over(fact: str) -> None:
    assert not hand("9h 5d").is_over
    assert hand("9h 5d", **{fact: True}).is_over
    assert hand("9h 5d", surrendered="held").is_over
    assert hand("9h 5d Kd").is_over


def test_a_hand_that_no_dealer_can_change() -> None:
    assert hand("9h 5d Kd").is_decided
    assert hand("9h 5d", surrendered="at_once").is_decided
    assert not hand("9h 5d", surrendered="held").is_decided
    assert not hand("9h 5d", stood=True).is_decided
