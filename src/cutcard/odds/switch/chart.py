"""What a person can learn of Blackjack Switch: a chart by totals, and what two cards are worth.

The best play looks at the other hand's cards too. The chart is made of its values, averaged over the
other hands as often as they come. Cards are switched where the two hands that come of it are worth more
together, by one table of what any two cards are worth beside another hand's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import Cards
from cutcard.odds.charts.chart import RARE, ChartTables
from cutcard.odds.charts.legend import DIGITS, FROM_A_SWITCH, Chart, label
from cutcard.odds.charts.policies import decisions
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, Decisions
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels.arithmetic import Numbers, Run
from cutcard.odds.main.value import MainValue
from cutcard.odds.switch.game import SwitchGame, followed
from cutcard.odds.switch.orders import (
    CARDS,
    HANDS,
    OTHERS,
    SWITCH,
    SWITCHED,
    arranged,
    beginnings,
    cards_in,
    four_card_chances,
    order_chances,
)
from cutcard.odds.switch.play import held_beside

Array = np.ndarray[Any, Any]

ORDERS: Final = np.array([2.0 if max(hand) == 1 else 1.0 for hand in TWO_CARD_HANDS])
"""In how many orders two cards come."""


@dataclass(frozen=True)
class SwitchChart:
    """The chart, and the table to switch by."""

    chart: Chart
    worth: Mapping[str, tuple[float, ...]]
    """By two cards: what they are worth by the chart's columns, once there is no dealer blackjack."""
    strategy: Mapping[str, tuple[str, ...]]
    """By two cards: what is best done with them, on average over the other hand's."""


def switch_chart(game: SwitchGame) -> SwitchChart:
    """What a person can learn of a solved game."""
    known = _Averaged(game)
    made = ChartTables(known.averaged, known.weights)
    drawn = made.drawn(known.played(made))
    return SwitchChart(drawn, known.worth(made.groups.order), known.strategy())


def switch_learned(game: SwitchGame) -> tuple[ChartTables, Mapping[str, tuple[float, ...]]]:
    """The chart before it is written in letters, and the table of `SwitchChart.worth`."""
    known = _Averaged(game)
    made = ChartTables(known.averaged, known.weights)
    return made, known.worth(made.groups.order)


class _Averaged:
    """One game averaged over the other hands."""

    def __init__(self, game: SwitchGame) -> None:
        self.game, self.main, self.shoe = game, game.play.main, game.play.shoe
        self.held = [held_beside(game.play.deals.held, other) for other in range(len(OTHERS))]
        self.of_four = four_card_chances(self.shoe)[: len(OTHERS), : len(OTHERS)]

    @cached_property
    def by_other(self) -> Array:
        """How often each hand of any cards comes up beside each other, by start; rare ones a little."""
        hands, starts = all_hands(), len(self.main.starts)
        found = np.zeros((len(OTHERS), hands.keys.size, starts))
        begins = np.zeros(found.shape[1:])
        draws = np.full(found.shape[1:], ActionCode.HIT, dtype=np.int8)
        rare = np.broadcast_to(RARE * ORDERS[:, None], (len(ORDERS), starts))
        numbers = Numbers()
        numbers.prepare(self.main, self.shoe.by_value, hands.cards[:0])
        for other, gone in enumerate(OTHERS.tolist()):
            played = next(beginnings(self.game.play.beside[other], self.held[other], gone))
            never = replace(played, acts=draws, counts=rare * ORDERS[other])
            for each in (played, never):
                stood, drew = each.orders(begins)
                found[other] += stood[0] + drew.sum(axis=0)
            chances = order_chances(numbers, self.shoe, cards_in(hands.keys + gone))
            found[other] *= chances[:, None]
        return found

    @property
    def weights(self) -> Array:
        """How often each hand comes up."""
        return np.asarray(self.by_other.sum(axis=0))

    @property
    def averaged(self) -> MainGame:
        """The values of the best play, as if there were one hand to play."""
        evaluation = MainValue(self.main, self.shoe, Numbers(), Decisions(), decides=False)
        worth, whole = self.game.worth, np.maximum(self.weights, np.finfo(float).tiny)
        stand, hit, double = (
            (self.by_other * each).sum(axis=0) / whole for each in (worth.stand, worth.hit, worth.double)
        )
        made = np.zeros((self.main.table.most_doublings + 1, *stand.shape))
        rows = np.arange(all_hands().keys.size)
        evaluation.unsplit = Run(rows, stand, hit, double, np.zeros_like(stand), made)
        evaluation.decisions.by_doublings = made.astype(np.int8)
        evaluation.action_values = dict(self.options)
        return MainGame(self.game.rules, self.main, self.shoe, evaluation, self.game.value)

    @cached_property
    def options(self) -> Mapping[tuple[Cards, int], dict[int, Array]]:
        """By two cards and context: each action's value by start, on average over the other hands."""
        found = {}
        for (hand, number), options in self.game.worth.options.items():
            weight = self._times(HANDS[hand])
            found[hand, number] = {act: (weight * each).sum(axis=0) for act, each in options.items()}
        return found

    def strategy(self) -> dict[str, tuple[str, ...]]:
        """What is best done with two cards, by start; an ace and a ten from a switch apart."""
        found = {}
        for (hand, number), options in self.options.items():
            acts = sorted(options)
            best = np.argmax([options[act] for act in acts], axis=0)
            name = label(hand) + (f" ({number + 1})" if number else "")
            found[name] = tuple(ActionCode(acts[each]).name.lower() for each in best)
        found[FROM_A_SWITCH] = tuple("double" if each else "stand" for each in self.doubles)
        return found

    @cached_property
    def doubles(self) -> Array:
        """By start: whether an ace and a ten from a switch are doubled, on average."""
        stand, double = (self._times(SWITCHED) * self.game.worth.switched).sum(axis=1)
        return np.asarray(double > stand)

    def _times(self, held: int) -> Array:
        """How often a hand is held beside each other, by start; what is never held, a little."""
        times = np.array([each[held] for each in self.held]) + RARE * ORDERS[:, None]
        return np.asarray(times * self.of_four[CARDS[held]][:, None])

    @cached_property
    def on_average(self) -> tuple[Array, Array, Array]:
        """What each hand held is worth, what a dealer blackjack makes of it, and the chance that it is
        played, by start: beside any other hand, as often as that is dealt."""
        weight = (self.of_four * ORDERS[:, None])[:, CARDS, None]
        whole = np.maximum(weight.sum(axis=0), np.finfo(float).tiny)
        worth = self.game.worth
        value, at_blackjack, chance = (
            (weight * each).sum(axis=0) / whole
            for each in (worth.value, worth.at_blackjack, worth.chance)
        )
        return value, at_blackjack, chance

    def worth(self, order: Array) -> dict[str, tuple[float, ...]]:
        """What two cards are worth by column, once it is known that the dealer has no blackjack."""
        names = {HANDS[hand]: label(hand) for hand in TWO_CARD_HANDS} | {SWITCHED: FROM_A_SWITCH}
        return {name: tuple(self._known[held][order].tolist()) for held, name in names.items()}

    @cached_property
    def _known(self) -> Array:
        """By hand held and start: what it is worth where there is no dealer blackjack."""
        value, _, chance = self.on_average
        found = np.divide(value, chance, out=np.zeros_like(value), where=chance > 0)
        return np.asarray(np.round(found, DIGITS))

    def played(self, made: ChartTables) -> float:
        """The player's edge by chart and table."""
        by_chart = decisions(self.main, self.shoe, made.policy)
        play = followed(self.game.rules, self.shoe, lambda _: by_chart, self.done, doubles=self.doubles)
        return play.value

    @property
    def done(self) -> Array:
        """What is done with four cards: even money by what it is worth on average, all else by table."""
        value, at_blackjack, known = (
            np.broadcast_to(each, (len(OTHERS), *each.shape))
            for each in (*self.on_average[:2], self._known)
        )
        by_table = arranged(known, np.zeros_like(known), even_money=False)
        best = arranged(value, at_blackjack, even_money=self.main.game.even_money)
        return np.asarray(np.where(best > SWITCH, best, by_table))
