"""The main wager of Blackjack Switch: two hands, so all figures are per unit of the stakes on both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, ENDS
from cutcard.odds.answers import Answer, Exact, RowOdds
from cutcard.odds.charts.legend import label
from cutcard.odds.main.decisions import TWO_CARD_HANDS
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.insurance import insurance_assumption, insurance_gain
from cutcard.odds.main.split_value import hands_made
from cutcard.odds.question import Question
from cutcard.odds.rows import answer_with, outcome_rows
from cutcard.odds.switch import kernel as kernel_switch
from cutcard.odds.switch.chart import switch_chart
from cutcard.odds.switch.game import SwitchGame, solve_switch
from cutcard.odds.switch.orders import (
    BLACKJACK,
    CARDS,
    HELD,
    OTHERS,
    PAID,
    PAIRS,
    PLACES,
    SWITCHED,
    beginnings,
    four_card_chances,
)
from cutcard.odds.switch.play import held_beside, switched_nets
from cutcard.rules import priced

FULL_AMOUNT: Final = "Doubles are for the full amount: no smaller one is ever worth more."
BEST_SWITCH: Final = (
    "The arrangement of the four cards that is worth more is taken, and each hand is played the best "
    "way for its own cards, the other hand's first two and the dealer's card; after a split it does "
    "not look at the other hands, but knows one more card of the pair gone. Play that looks at what "
    "other hands drew, too, can only gain: by sampling, some 0.01% of the stake with one deck, less "
    "than 0.001% with six."
)
EXACT: Final = "The edge is the exact value of that play; the rows are in floating point."
FLOAT: Final = (
    "The edge is in floating point. Where a dealer blackjack comes after play, further hands of a pair "
    "split more than once are taken as independent of its first two: an error far below 1e-6."
)
ROWS: Final = (
    "A row's probability is the expected number of hands that end so for each of the two wagers; a "
    "split wager has several."
)
SPREAD: Final = (
    "The standard deviation is that of a round's result per unit staked on both hands. For it, hands "
    "are independent of one another given the dealer's hand: for two hands that are not split, going "
    "through all orders of their cards changes it by less than 0.00001."
)
BY_TABLE: Final = (
    "The chart is the best play averaged over the other hand's cards, to be played after the switch. "
    "Its edge is for cards switched wherever the two hands made of them are worth more by the table of "
    "hand values."
)


def switch_odds(question: Question) -> Answer:
    """The main wager under the best switching and the best play."""
    game = solve_switch(question.rules, question.composition)
    exact, insured = game.play.exact_value, insurance_gain(question)
    value: Exact = game.value if exact is None else exact
    learned, spreads = switch_chart(game), spread(game)
    assumptions = [BEST_SWITCH, FLOAT if exact is None else EXACT, FULL_AMOUNT, ROWS, SPREAD, BY_TABLE]
    assumptions.append(insurance_assumption(question, insured))
    return answer_with(
        question,
        rows_of(game),
        method="float" if exact is None else "exact",
        assumptions=assumptions,
        extra={
            "strategy": {
                "dealer": [label(start) for start in game.play.main.starts],
                "first_two": learned.strategy,
            },
            "chart": learned.chart.as_extra(),
            "hand_values": {"dealer": learned.chart.columns, "worth": learned.worth},
            "switches": game.switches,
            "insurance_gain": insured,
            "hands_a_round": sum(times for times, _ in game.play.outcomes.values()),
            "deviation_of_a_wager": spreads.of_a_wager,
        },
        edge=value + insured,
        deviation=spreads.deviation,
    )


Array = np.ndarray[Any, Any]

OTHER_CARDS: Final = np.array(TWO_CARD_HANDS)
NEVER: Final = 1e-15
"""A chance that is but rounding."""


def rows_of(game: SwitchGame) -> list[RowOdds]:
    """Every outcome of a hand: how many for each wager, and what one of them wins on average."""
    main, outcomes = game.play.main, game.play.outcomes
    return outcome_rows(outcomes, lambda name: priced(main.game, main.rows, name), wagers=2)


@dataclass(frozen=True)
class Spread:
    """The standard deviation of a round's result, per unit staked on the two hands."""

    deviation: float
    of_a_wager: float
    """The same of one of the two wagers, with what it is doubled and split into."""


def spread(game: SwitchGame) -> Spread:
    """How a round's results spread."""
    return _SpreadMaker(game).spread()


def _first(values: Array) -> Array:
    """By hand, hand and start: the values of the first, from values by other and hand."""
    return np.asarray(values[CARDS].swapaxes(0, 1))


def _second(values: Array) -> Array:
    return np.asarray(values[CARDS])


def _over(one: Array, other: Array) -> Array:
    """A quotient, zero where there is nothing to divide by."""
    one, other = np.broadcast_arrays(one, other)
    return np.asarray(np.divide(one, other, out=np.zeros(one.shape), where=other > NEVER))


class _SpreadMaker:
    """One game's expected products of results."""

    def __init__(self, game: SwitchGame) -> None:
        self.game, self.play, self.worth = game, game.play, game.worth
        self.main, self.shoe, self.held = game.play.main, game.play.shoe, game.play.deals.held
        self.weight = four_card_chances(self.shoe)[:, :, None]

    def spread(self) -> Spread:
        """Both standard deviations."""
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
