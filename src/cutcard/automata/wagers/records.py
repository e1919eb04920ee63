"""What is kept of a box's finished round for its side wagers: a few small whole numbers.

A card is its number in the deck of 52, and 52 where none was dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cutcard.automata.wagers.folds import NO_CARD
from cutcard.cards import DECK_52, Card
from cutcard.rules import LARGEST_BUST, TWENTY_ONE, total
from cutcard.wagers import View

MANY_CARDS: Final = 9
"""Stands for as many cards in the dealer's hand, and for any more."""

CARD: Final = NO_CARD
MAYBE: Final = NO_CARD + 1
DOMAINS: Final[Mapping[str, int]] = {
    "first": CARD,
    "second": CARD,
    "up": CARD,
    "hole": MAYBE,
    "third": MAYBE,
    "fourth": MAYBE,
    "split_third": MAYBE,
    "split_fourth": MAYBE,
    "dealer_third": MAYBE,
    "dealer_count": MANY_CARDS + 1,
    "dealer_total": LARGEST_BUST + 1,
    "completed_count": MANY_CARDS + 1,
    "completed_total": LARGEST_BUST + 1,
    "final_total": TWENTY_ONE + 1,
    "other_first": CARD,
    "other_second": CARD,
}
"""The inputs, and how many values each has.

The box's first two cards, the dealer's two; what the box drew before any split, and what then fell on
the first hand after one; the dealer's third card; the dealer's hand as the main wager sees it, and as
completed for Buster; the first hand's final total as side wagers are shown it; at
Switch the first two cards of the box's second hand.
"""
INPUTS: Final = tuple(DOMAINS)
NUMBER_OF: Final = {each: number for number, each in enumerate(DECK_52)}

Record = Mapping[str, int]


def record_of(view: View, completed: Sequence[Card]) -> Record:
    """The record of a view at the end of its round, with the dealer's hand completed for Buster."""
    dealer = view.dealer
    other = view.second_pair or (None, None)
    return {
        "first": NUMBER_OF[view.first_two[0]],
        "second": NUMBER_OF[view.first_two[1]],
        "up": NUMBER_OF[view.up],
        "hole": _at(dealer, 1),
        "third": _at(view.drawn, 0),
        "fourth": _at(view.drawn, 1),
        "split_third": _at(view.drawn_after_split, 0),
        "split_fourth": _at(view.drawn_after_split, 1),
        "dealer_third": _at(dealer, 2),
        "dealer_count": min(len(dealer), MANY_CARDS),
        "dealer_total": view.dealer_total,
        "completed_count": min(len(completed), MANY_CARDS),
        "completed_total": total(completed),
        "final_total": view.final_total,
        "other_first": NO_CARD if other[0] is None else NUMBER_OF[other[0]],
        "other_second": NO_CARD if other[1] is None else NUMBER_OF[other[1]],
    }


def _at(cards: Sequence[Card], place: int) -> int:
    return NUMBER_OF[cards[place]] if place < len(cards) else NO_CARD
