"""The copies of one card that an outcome needs, as each classifier states them, confirmed exactly."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from cutcard.automata.wagers import IdentityTable, tabulate, totals
from cutcard.cards import DECK_52, Card
from cutcard.law import WagerLaw, document
from cutcard.law.model import SettledLaw
from cutcard.odds.registry import METHODS
from cutcard.odds.sides.first_cards import by_first_cards, by_insurance
from cutcard.wagers import CLASSIFIERS, classifier, copies_needed
from cutcard.wagers.view import View
from wagers.views import AMOUNTS

MOST_DECKS = 4
BY_FIRST_CARDS = [name for name, by in METHODS.items() if by in (by_first_cards, by_insurance)]
EIGHTS = [each for each in DECK_52 if each.rank == "8"]


def law_with(name: str) -> WagerLaw:
    return WagerLaw("side", "Side", "§1", "...", name, (), SettledLaw("end", "end", "§1"))


def possible_with(table: IdentityTable, decks: int) -> set[str]:
    """The outcomes that a shoe of so many decks can bring."""
    found = totals(table, [decks] * len(DECK_52))
    return {outcome for answer, ways in found.items() if ways for outcome in answer}


def test_only_outcomes_are_named() -> None:
    for each in CLASSIFIERS.values():
        assert set(each.copies) <= set(each.outcomes), each.name
        assert all(many > 1 for many in each.copies.values()), each.name


@pytest.mark.parametrize("name", BY_FIRST_CARDS)
def test_an_outcome_is_possible_from_the_decks_on_that_hold_its_copies(name: str) -> None:
    eyes, law = classifier(name), law_with(name)
    table = tabulate(name, eyes.classify, options=AMOUNTS, may_draw=lambda _: True)
    reachable = possible_with(table, MOST_DECKS)
    for decks in range(1, MOST_DECKS):
        wanted = {each for each in reachable if copies_needed(law, each) <= decks}
        assert possible_with(table, decks) == wanted, decks
    assert set(eyes.copies) <= reachable


def test_three_eights_of_the_dealer() -> None:
    fewest: dict[str, int] = {}
    for cards in product(EIGHTS, repeat=3):
        for outcome in classifier("third_card").classify(_dealer_has(cards)):
            fewest[outcome] = min(max(Counter(cards).values()), fewest.get(outcome, 9))
    optional = document("ma-blackjack").wager("optional_bonus")
    assert fewest == {each: copies_needed(optional, each) for each in fewest}
    assert set(classifier("third_card").copies) <= set(fewest)


def _dealer_has(cards: tuple[Card, ...]) -> View:
    return View((DECK_52[0], DECK_52[1]), cards[0], cards, dealer_total=24)


def test_the_main_wager_repeats_no_card() -> None:
    assert copies_needed(document("md-blackjack").wager("main"), "blackjack") == 1
