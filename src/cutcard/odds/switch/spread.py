"""How the results of Blackjack Switch spread: two hands that meet one dealer's hand, from one shoe.

Given how the dealer's hand ends, hands are taken as independent of one another. For two hands that are
not split, all orders of the cards of both were gone through once, from one deck to eight: that moves the
standard deviation by less than 0.00001.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, ENDS
from cutcard.odds.main.decisions import TWO_CARD_HANDS
from cutcard.odds.main.split_value import hands_made
from cutcard.odds.main.walk import all_hands
from cutcard.odds.switch import kernel as kernel_switch
from cutcard.odds.switch.deals import BLACKJACK, CARDS, HELD, PAID, SWITCHED, four_card_chances
from cutcard.odds.switch.game import SwitchGame
from cutcard.odds.switch.orders import OTHERS, PAIRS, PLACES, beginnings
from cutcard.odds.switch.play import held_beside, switched_nets

Array = np.ndarray[Any, Any]

OTHER_CARDS: Final = np.array(TWO_CARD_HANDS)
NEVER: Final = 1e-15
"""A chance that is but rounding."""


@dataclass(frozen=True)
class Spread:
    """The standard deviation of a round's result, per unit staked on the two hands."""

    deviation: float
    of_a_wager: float
    """The same of one of the two wagers, with what it is doubled and split into."""


def spread(game: SwitchGame) -> Spread:
    """How a round's results spread."""
    return _Spreading(game).found()


def _first(values: Array) -> Array:
    """By hand, hand and start: what is told of the first, from what is told by other and hand."""
    return np.asarray(values[CARDS].swapaxes(0, 1))


def _second(values: Array) -> Array:
    return np.asarray(values[CARDS])


def _over(one: Array, other: Array) -> Array:
    """A quotient, nought where there is nothing to divide by."""
    one, other = np.broadcast_arrays(one, other)
    return np.asarray(np.divide(one, other, out=np.zeros(one.shape), where=other > NEVER))


class _Spreading:
    """One game's expected products of results."""

    def __init__(self, game: SwitchGame) -> None:
        self.game, self.play, self.worth = game, game.play, game.worth
        self.main, self.shoe, self.held = game.play.main, game.play.shoe, game.play.deals.held
        self.weight = four_card_chances(self.shoe)[:, :, None]

    def found(self) -> Spread:
        """All of it."""
        of_hands = self.play.squares + self._within_splits()
        products = self._apart() + self._at_blackjack()
        return Spread(
            deviation=sqrt(of_hands + 2 * products - (2 * self.game.value) ** 2) / 2,
            of_a_wager=sqrt(of_hands / 2 - self.game.value**2),
        )

    def _apart(self) -> float:
        """The expected product of two results, a dealer blackjack that is found before play apart."""
        both = _over(_first(self.by_end) * _second(self.by_end), self.ends)
        return float((self.held * self.weight * both.sum(axis=3)).sum())

    @cached_property
    def ends(self) -> Array:
        """By hand, hand and start: the chance of each dealer's end, but for a blackjack before play."""
        found = self._dealer.copy()
        if self.main.checks:
            found[..., BLACKJACK_END] = 0.0
        return found

    @cached_property
    def _dealer(self) -> Array:
        at = [self.play.sets.at(int(gone))[PLACES[CARDS]] for gone in OTHERS[CARDS]]
        return np.asarray(self.play.after.dealer[np.array(at)])

    @cached_property
    def by_end(self) -> Array:
        """By other, hand held and start: the result joint with the dealer's end."""
        starts = len(self.main.starts)
        found = np.zeros((len(OTHERS), HELD, starts, len(ENDS)))
        begins = np.zeros((all_hands().keys.size, starts))
        for other in range(len(OTHERS)):
            is_held = held_beside(self.held, other) > 0
            for hand in np.flatnonzero(is_held[:PAID].any(axis=1)):
                found[other, hand] = self._standing(other, int(hand), is_held[hand], begins)
        whole = self.ends[: len(OTHERS)]
        found[:, PAID] = whole[:, PAID] * self.main.prices.even_money / self.main.scale
        # a bust comes with every end alike
        lost = np.where(self.weight[: len(OTHERS)] > 0, self.worth.value - found.sum(axis=3), 0.0)
        lost[:, PAID] = 0.0
        return np.asarray(found + lost[..., None] * _over(whole, whole.sum(axis=3, keepdims=True)))

    def _standing(self, other: int, hand: int, is_held: Array, begins: Array) -> Array:
        """What a hand comes to with each end where it does not bust, by start."""
        beside, sets, hands = self.play.beside[other], self.play.after, all_hands()
        held = np.zeros((HELD, is_held.size))
        held[hand] = is_held
        found = np.zeros((is_held.size, len(ENDS)))
        for each in beginnings(beside, held, int(OTHERS[other])):
            at, (stood, _) = self.play.sets.at(each.gone), each.orders(begins)
            kernel_switch.results(stood, at, hands.kind, sets, self.nets[each.way], found)
        if hand == SWITCHED:
            at = self.play.sets.at(int(OTHERS[other]))[PLACES[BLACKJACK]]
            stands = (is_held & ~beside.doubles_switched)[:, None] * sets.weight[at]
            found += stands * sets.dealer[at] * switched_nets(self.main) / self.main.scale
        found = _over(found, self.weight[hand, other])
        for value, owed in beside.owed.items():
            if PAIRS[value] == hand:
                found[:, BLACKJACK_END] -= owed * beside.splits[value] * is_held
        return found

    @cached_property
    def nets(self) -> tuple[Array, ...]:
        """What a hand that stands comes to, by split; by doublings, kind and end."""
        return tuple(each / self.main.scale for each in self.main.prices.stands)

    def _within_splits(self) -> float:
        """What the hands of split pairs add to the squares, two and two."""
        found, starts = 0.0, self.main.starts
        for other, beside in enumerate(self.play.beside):
            held = held_beside(self.held, other)
            for value, made in beside.split_hands.items():
                pair = PAIRS[value]
                ends = self.ends[other, pair].copy()
                ends[:, BLACKJACK_END] = 0.0
                squares = _over(self.by_end[other, pair] ** 2, ends).sum(axis=1)
                by = held[pair] * beside.splits[value] * self.weight[pair, other] * squares
                for start in np.flatnonzero(by):
                    found += by[start] * self._several(other, value, int(made[start]), starts[start])
        return found

    def _several(self, other: int, value: int, most: int, start: tuple[int, ...]) -> float:
        """Of a split pair's hands: ordered pairs of them over the square of their mean number."""
        of_value = self.shoe.by_value[value] - int(OTHER_CARDS[other, value]) - 2 - start[value]
        made = hands_made(hands=most, of_rank=of_value, size=self.shoe.size - 5)
        mean = sum(many * float(chance) for many, chance in made.items())
        return sum(many * (many - 1) * float(chance) for many, chance in made.items()) / mean**2

    def _at_blackjack(self) -> float:
        """Two hands that a dealer blackjack meets before play."""
        if not self.main.checks:
            return 0.0
        kinds = all_hands().kind[PLACES[CARDS]]
        nets = self.main.prices.at_blackjack[kinds] / self.main.scale
        nets[PAID] = self.main.prices.even_money[BLACKJACK_END] / self.main.scale
        both = (nets[:, None] * nets[None, :])[:, :, None] * self._dealer[..., BLACKJACK_END]
        return float((self.play.deals.dealt * self.weight * both).sum())
