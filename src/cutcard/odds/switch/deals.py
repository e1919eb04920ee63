"""The four cards of Blackjack Switch: every order of them, and into which two hands they are put."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import NATURAL, VALUES
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS

Array = np.ndarray[Any, Any]

HANDS: Final = {hand: place for place, hand in enumerate(TWO_CARD_HANDS)}
BLACKJACK: Final = HANDS[NATURAL]
SWITCHED: Final = len(TWO_CARD_HANDS)
"""An ace and a ten that a switch brought together: held beside the hands of two cards."""
PAID: Final = SWITCHED + 1
"""A blackjack that took even money."""
HELD: Final = PAID + 1
CARDS: Final = np.array([*range(SWITCHED), BLACKJACK, BLACKJACK])
"""By hand held: its two cards."""

KEEP: Final = 0
SWITCH: Final = 1
FIRST_PAID: Final = 2
SECOND_PAID: Final = 3
BOTH_PAID: Final = 4
"""What is done with the four cards: kept, switched, or even money taken before that is asked."""


@dataclass(frozen=True)
class _Orders:
    """Every order of four values: the hands as they are dealt, and as a switch would make them."""

    values: Array
    dealt: tuple[Array, Array]
    switched: tuple[Array, Array]


@lru_cache(maxsize=1)
def _orders() -> _Orders:
    pair = np.array([[_pair(one, two) for two in range(len(VALUES))] for one in range(len(VALUES))])
    first, second, third, fourth = values = np.indices((len(VALUES),) * 4).reshape(4, -1)
    made = (pair[first, fourth], pair[third, second])
    one, two = (np.where(each == BLACKJACK, SWITCHED, each) for each in made)
    return _Orders(values, (pair[first, second], pair[third, fourth]), (one, two))


def _pair(one: int, two: int) -> int:
    hand = [0] * len(VALUES)
    hand[one] += 1
    hand[two] += 1
    return HANDS[tuple(hand)]


def arranged(values: Array, at_blackjack: Array, *, even_money: bool) -> Array:
    """What is best done with four cards in each order, by start.

    `values` are those of hands held by the other hand's cards and the start; `at_blackjack` what a
    dealer blackjack makes of hands as they were dealt.
    """
    orders = _orders()
    one, two = orders.dealt

    def worth(first: Array, second: Array) -> Array:
        return np.asarray(values[CARDS[second], first] + values[CARDS[first], second])

    lost_one, lost_two = at_blackjack[two, one], at_blackjack[one, two]
    lost = lost_one + lost_two
    tries = [worth(one, two) + lost, worth(*orders.switched) + lost]
    if even_money:
        paid = np.full(one.shape, PAID)
        is_one, is_two = (one == BLACKJACK)[:, None], (two == BLACKJACK)[:, None]
        tries.append(np.where(is_one, worth(paid, two) + lost_two, -np.inf))
        tries.append(np.where(is_two, worth(one, paid) + lost_one, -np.inf))
        tries.append(np.where(is_one & is_two, worth(paid, paid), -np.inf))
    return np.asarray(np.argmax(tries, axis=0))


def never_switched(starts: int) -> Array:
    """The cards kept as they were dealt, always."""
    return np.full((_orders().dealt[0].size, starts), KEEP)


@dataclass(frozen=True)
class Deals:
    """In how many orders of four cards a player comes to hold two hands, by hand, hand and start."""

    held: Array
    """Once it is decided what to do with them."""
    dealt: Array
    """As they were dealt, even money being taken or not."""
    done: Array
    """What is done with them by order and start."""

    def chance_of(self, shoe: Composition, wanted: int, *, starts: Array) -> float:
        """How often something is done with the cards; `starts` is by hand, hand and start."""
        chance = _order_chances(shoe)[:, None] * starts[_orders().dealt[1], _orders().dealt[0]]
        return float((chance * (self.done == wanted)).sum() / chance.sum())


def deals_of(done: Array) -> Deals:
    """The hands that come of what is done with each order."""
    orders, starts = _orders(), done.shape[1]
    (one, two), (other_one, other_two) = orders.dealt, orders.switched
    paid = np.full(one.shape, PAID)
    made = np.array([(one, two), (other_one, other_two), (paid, two), (one, paid), (paid, paid)])
    before = made.copy()
    before[SWITCH] = one, two
    found = []
    for hands in (made, before):
        counted = np.zeros((HELD, HELD, starts))
        for start in range(starts):
            first, second = hands[done[:, start], :, np.arange(one.size)].T
            np.add.at(counted[:, :, start], (first, second), 1.0)
        found.append(counted)
    return Deals(found[0], found[1], done)


def _order_chances(shoe: Composition) -> Array:
    """The chance of every order of four values."""
    counts, chance = np.array(shoe.by_value), np.ones(_orders().values.shape[1])
    for place, values in enumerate(_orders().values):
        gone = (_orders().values[:place] == values).sum(axis=0)
        chance = chance * np.maximum(counts[values] - gone, 0) / (shoe.size - place)
    return chance


def four_card_chances(shoe: Composition) -> Array:
    """The chance of one order of the four cards of two hands held, by hand and hand."""
    found = np.zeros((len(HANDS), len(HANDS)))
    one, two = _orders().dealt
    found[one, two] = _order_chances(shoe)
    return np.asarray(found[np.ix_(CARDS, CARDS)])
