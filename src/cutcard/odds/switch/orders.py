"""Orders of cards at Blackjack Switch: of the first four, and of those drawn to the hands made of them.

Every order of four values is arranged into two hands, kept or switched. Play that is decided then takes
cards in a number of orders that no shoe changes. What an order is worth depends on the shoe only by the
set of cards it takes: how likely they are to leave it, and what the dealer makes of the rest. So orders
are counted in whole numbers, whatever the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import NATURAL, VALUES, Split, two_cards
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, pair_value
from cutcard.odds.main.hands import BASE, DIGITS, all_hands
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import MainRules
from cutcard.odds.main.value import second_places
from cutcard.odds.switch import kernel as kernel_switch

HANDS: Final = {hand: place for place, hand in enumerate(TWO_CARD_HANDS)}
BLACKJACK: Final = HANDS[NATURAL]
SWITCHED: Final = len(TWO_CARD_HANDS)
"""An ace and a ten that a switch brought together: held beside the hands of two cards."""
PAID: Final = SWITCHED + 1
"""A blackjack that took even money."""
HELD: Final = PAID + 1
CARDS: Final = np.array([*range(SWITCHED), BLACKJACK, BLACKJACK])
"""By hand held: its two cards."""

KEEP, SWITCH, FIRST_PAID, SECOND_PAID, BOTH_PAID = range(5)
"""What is done with the four cards: kept, switched, or even money taken before that is asked."""


@dataclass(frozen=True)
class _Orders:
    """Every order of four values: the hands as they are dealt, and as a switch would make them."""

    values: Array
    dealt: tuple[Array, Array]
    switched: tuple[Array, Array]


@lru_cache(maxsize=1)
def _orders() -> _Orders:
    pair = np.array(
        [[HANDS[two_cards(one, two)] for two in range(len(VALUES))] for one in range(len(VALUES))]
    )
    first, second, third, fourth = values = np.indices((len(VALUES),) * 4).reshape(4, -1)
    made = (pair[first, fourth], pair[third, second])
    one, two = (np.where(each == BLACKJACK, SWITCHED, each) for each in made)
    return _Orders(values, (pair[first, second], pair[third, fourth]), (one, two))


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


def worth_of_orders(values: Array, chance: Array) -> tuple[Array, Array, Array]:
    """Every order of four values, and by start what it is worth as it lies and switched.

    `chance` is that of the start with the hands as they were dealt, by which the worth is divided.
    """
    orders = _orders()
    one, two = orders.dealt
    made_one, made_two = orders.switched
    with np.errstate(divide="ignore", invalid="ignore"):
        keep = (values[CARDS[two], one] + values[CARDS[one], two]) / chance[two, one]
        switch = (values[CARDS[made_two], made_one] + values[CARDS[made_one], made_two]) / chance[
            two, one
        ]
    return orders.values, np.asarray(keep), np.asarray(switch)


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


Array = np.ndarray[Any, Any]

OTHERS: Final = np.array(TWO_CARD_HANDS) @ DIGITS
"""By two cards: their key as a set of cards."""
PLACES: Final = np.array([all_hands().place(hand) for hand in TWO_CARD_HANDS])
"""By two cards: where they stand among all hands."""
PAIRS: Final = {
    value: place for place, hand in enumerate(TWO_CARD_HANDS) if (value := pair_value(hand)) is not None
}
"""By value: the two cards that are a pair of it."""


@dataclass
class BesideOther:
    """How a hand is played beside another one, of which the two cards are known."""

    acts: Array
    """By hand and start, as it is played unless it is split."""
    doubles_switched: Array
    """By start: whether an ace and a ten from a switch are doubled."""
    splits: dict[int, Array] = field(default_factory=dict)
    """By value of a pair: in what part it is split, by start."""
    split_acts: dict[int, Array] = field(default_factory=dict)
    split_hands: dict[int, Array] = field(default_factory=dict)
    """By value and start: to how many hands at most."""
    split_orders: dict[int, tuple[Array, Array]] = field(default_factory=dict)
    """By value: for how many orders a split hand counts, by further cards of the value gone and start;
    whatever its second card is, and where it is of the value."""
    owed: dict[int, Array] = field(default_factory=dict)
    """By value and start: how often a late dealer blackjack still takes the wager of a split pair."""


@dataclass(frozen=True)
class Beginning:
    """So many of some hands, by start, to be played alike."""

    way: Split
    acts: Array
    places: Array
    counts: Array
    gone: int
    """The cards that are gone beside the hand, as a set."""

    def orders(self, begins: Array) -> tuple[Array, Array]:
        """In how many orders the hands stand and draw; `begins` is scratch, zero before and after."""
        begins[self.places] = self.counts
        stood, drew = kernel_switch.count_orders(all_hands().child, self.acts, begins)
        return stood, drew


def beginnings(beside: BesideOther, held: Array, gone: int) -> Iterator[Beginning]:
    """What is played beside another hand, from so many of each hand held by start."""
    counts = held[: len(PLACES)].copy()
    for value, part in beside.splits.items():
        counts[PAIRS[value]] *= 1 - part
    yield Beginning(Split.NEVER, beside.acts, PLACES, counts, gone)
    doubled = held[SWITCHED] * beside.doubles_switched
    if doubled.any():
        acts, natural = beside.acts.copy(), PLACES[[BLACKJACK]]
        acts[natural] = ActionCode.DOUBLE
        yield Beginning(Split.NEVER, acts, natural, doubled[None, :], gone)
    for value in beside.splits:
        yield from _split(beside, value, held[PAIRS[value]] * beside.splits[value], gone)


def _split(beside: BesideOther, value: int, pairs: Array, gone: int) -> Iterator[Beginning]:
    """Each hand of pairs of a value, more and more cards of the value being gone."""
    if not pairs.any():
        return
    way = Split.of_pair(value)
    for more, (of_any, of_own) in enumerate(zip(*beside.split_orders[value], strict=True)):
        counts = np.tile(of_any * pairs, (len(second_places()), 1))
        counts[value] += of_own * pairs
        # one card of the value lies in the hand; the other of the pair is gone too
        removed = gone + (1 + more) * int(DIGITS[value])
        yield Beginning(way, beside.split_acts[value], second_places()[value], counts, removed)


@dataclass(frozen=True)
class KnownSets:
    """Every set of cards that some beginnings can take, and those with which a hand stands."""

    keys: Array
    stood: Array
    _at: dict[int, Array] = field(default_factory=dict)

    def at(self, gone: int) -> Array:
        """By hand: the place of its cards and those gone; of no use where that never comes up."""
        if gone not in self._at:
            places = np.searchsorted(self.keys, all_hands().keys + gone)
            self._at[gone] = np.minimum(places, self.keys.size - 1)
        return self._at[gone]

    @property
    def most_cards(self) -> int:
        """Of the largest set."""
        return int(cards_in(self.keys).sum(axis=1).max(initial=0))

    def table(self, main: MainRules, shoe: Composition, numbers: Numbers) -> kernel_switch.Sets:
        """What each set leaves of a shoe, how likely it is, what the dealer makes of the rest."""
        cards = cards_in(self.keys)
        numbers.prepare(main, shoe.by_value, cards)
        numbers.need(main, np.flatnonzero(self.stood))
        weight = order_chances(numbers, shoe, cards)
        return kernel_switch.Sets(numbers.left, numbers.size, weight, numbers.dealer)


def sets_of(every: Iterable[Beginning], at_once: Array, starts: int) -> KnownSets:
    """The sets that beginnings can take, and others after which the dealer plays."""
    hands = all_hands()
    begins = np.zeros((hands.keys.size, starts))
    after, before = [at_once], [at_once]
    for each in every:
        stood, drew = ((orders != 0).any(axis=(0, 2)) for orders in each.orders(begins))
        stood[each.places] = True
        after.append(hands.keys[stood] + each.gone)
        before.append(hands.keys[drew] + each.gone)
    keys = np.unique(np.concatenate(after + before))
    return KnownSets(keys, np.isin(keys, np.concatenate(after)))


def cards_in(keys: Array) -> Array:
    """How many cards of each value sets hold."""
    return np.asarray((keys[:, None] // DIGITS[None, :]) % BASE, dtype=np.int16)


def order_chances(numbers: Numbers, shoe: Composition, cards: Array) -> Array:
    """How likely one order of a set's cards is to leave the shoe first."""
    many = cards.sum(axis=1)
    found = _falling(numbers, shoe.size, int(many.max(initial=0)), over=True)[many]
    for value, count in enumerate(shoe.by_value):
        ways = _falling(numbers, count, int(cards[:, value].max(initial=0)))
        found = numbers.mul(found, ways[cards[:, value]])
    return np.asarray(found)


def _falling(numbers: Numbers, count: int, most: int, *, over: bool = False) -> Array:
    """count, count x (count - 1) and so on, from none at all to so many; or one over each."""
    found = [1.0]
    for taken in range(most):
        left = max(count - taken, 0)
        found.append(numbers.mul(found[-1], numbers.over[left] if over else float(left)))
    return np.array(found)
