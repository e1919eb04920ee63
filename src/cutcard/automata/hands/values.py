"""Cards by point value: what the main game's chances depend on, the ace first and the tens last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cutcard.cards import SUITS, Card, card
from cutcard.rules import is_natural, is_soft, total

VALUES: Final = tuple(range(1, 11))
"""The ten point values, the ace at one."""
RANK_OF: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "K")
"""A rank of each value; a king stands for the tens, for it is in a deck of 48 too."""

Cards = tuple[int, ...]
"""How many cards of each value."""

NO_CARDS: Final[Cards] = (0,) * len(VALUES)


def value_index(each: Card) -> int:
    """A card's place among the values."""
    return each.value - 1


def with_card(cards: Cards, index: int, more: int = 1) -> Cards:
    """One card more of a value (or `more` of it)."""
    return (*cards[:index], cards[index] + more, *cards[index + 1 :])


def two_cards(one: int, two: int) -> Cards:
    """A hand of two cards, by the places of their values."""
    return with_card(with_card(NO_CARDS, one), two)


def counted(cards: Sequence[Card]) -> Cards:
    """How many cards of each value there are."""
    counts = [0] * len(VALUES)
    for each in cards:
        counts[value_index(each)] += 1
    return tuple(counts)


def points_of(cards: Cards) -> int:
    """The points with every ace at one."""
    return sum(count * value for count, value in zip(cards, VALUES, strict=True))


@cache
def total_of(cards: Cards) -> tuple[int, bool]:
    """A hand's total and whether it is soft, as the rules count it."""
    hand = cards_of(cards)
    return total(hand), is_soft(hand)


def cards_of(cards: Cards) -> tuple[Card, ...]:
    """Some cards of these values, low ones first, the suits in turn so that few are alike."""
    suits_of_cards = [suits for suits, count in zip(_BY_VALUE, cards, strict=True) for _ in range(count)]
    return tuple([suits[place % len(SUITS)] for place, suits in enumerate(suits_of_cards)])


_BY_VALUE: Final = tuple(tuple(card(rank + suit) for suit in SUITS) for rank in RANK_OF)


def _mate(value: int) -> int:
    """The value that makes a natural with another, by their places; `NO_MATE` where none does."""
    pairs = (two_cards(value, other) for other in range(len(VALUES)))
    return next((other for other, pair in enumerate(pairs) if is_natural(cards_of(pair))), NO_MATE)


NO_MATE: Final = -1
BLACKJACK_MATE: Final = tuple(_mate(value) for value in range(len(VALUES)))
"""By value: the value that makes a blackjack with it. An ace's is a ten, a ten's is an ace."""
NATURAL: Final[Cards] = next(
    two_cards(value, mate) for value, mate in enumerate(BLACKJACK_MATE) if mate != NO_MATE
)
