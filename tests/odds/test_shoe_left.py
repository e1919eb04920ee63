"""How large a shoe must be: no round may run out of cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.cards import cards
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import check_shoe, longest_round, question
from cutcard.rules.game import Game

DECKS = {
    "md-blackjack": (None, "switch"),
    "ma-blackjack": (None, "multiple_action", "hole_card_face_up"),
}


def longest(held: str, **options: object) -> int:
    rules = question("md-blackjack", "main", options=options).rules
    return longest_round(Game.of(rules.options, {}), Composition.of(cards(held)))


def test_hands_counted_out() -> None:
    """Tens: each hand draws a third card to 20, and the dealer a second; a lone pair is split once."""
    assert longest("Kc Qc", max_hands=2) == 2 + 2 + 1
    # two hands of 10-10 and a third card each, the dealer's 10 and another
    assert longest(" ".join(["Kc"] * 20), max_hands=2) == 2 * 3 + 2
    # 2 x 21 aces, the two last cards; 16 and a last card
    assert longest(" ".join(["Ac"] * 100), max_hands=2, max_hands_aces=2) == 2 * 22 + 17


def test_more_hands_take_more_cards() -> None:
    deck = " ".join(each.text for each in Composition.full(1).cards)
    two, four = (longest(deck, max_hands=hands, max_hands_aces=2) for hands in (2, 4))
    assert two < four == longest(deck, max_hands=9, max_hands_aces=2) < 52


@pytest.mark.parametrize(
    ("name", "variation"), [(name, each) for name, found in DECKS.items() for each in found]
)
def test_a_whole_deck_is_enough_and_a_few_cards_are_not(name: str, variation: str | None) -> None:
    asked = question(name, "main", variation=variation, decks=1)
    check_shoe(asked)
    few = Composition.of(asked.composition.cards[:12])
    with pytest.raises(OddsError, match="shoe: 12 cards are too few: a round could take"):
        check_shoe(replace(asked, composition=few))
