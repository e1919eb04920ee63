"""One hand, played by a strategy against one thing the dealer shows, as a machine driven by cards.

The states are hands that wait for a card. They are found by going through all that can happen to a
hand, and those that nothing tells apart any more are merged: what is left is as small as the strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from cutcard.automata.hands.play import Fate, Finish, Playing
from cutcard.automata.minimise import exits_of, merge_states, next_states
from cutcard.cards import Card
from cutcard.rules import TWO_CARDS, Hand, cards_seen, history_seen

Array = np.ndarray[Any, Any]


class HandQuestion(NamedTuple):
    """What the rules ask about a hand beside its cards."""

    hands: int
    """How many hands the box holds, as far as it decides whether there may be one more."""
    acted: bool


WaysOut = tuple[list[tuple[int, int]], Array, Array]
"""Ways, how many steps each stands at, and the places of those steps, way by way."""


@dataclass(frozen=True)
class HandMachine:
    """The machine against one thing shown.

    In place of a next state stands a negative number where the hand is split (`split_kept` says
    which of the two cards stays) or has ended (`finish_of`).
    """

    letters: int
    step: Array
    """By state and letter: the next state."""
    dealt: dict[tuple[int, int], int]
    """By the letters of two cards: the same for a hand just dealt."""
    halves: dict[tuple[int, int], int]
    """By the letter of a card split off and how many hands the box holds: the state it waits in."""
    switched: dict[tuple[int, int], int]
    """At Switch: the same as `dealt` for cards that a switch brought together."""
    _reached: dict[int, Array] = field(default_factory=dict)
    _ways_out: dict[int, WaysOut] = field(default_factory=dict)

    def reached_from(self, state: int) -> Array:
        """The steps of the states that a hand can come to from one, that one first, numbered anew."""
        known = self._reached
        if state not in known:
            order = {state: 0}
            for each in order_of_finding(order, self.step):
                order.setdefault(each, len(order))
            steps = self.step[list(order)]
            place = np.zeros(len(self.step), dtype=np.int64)
            place[list(order)] = range(len(order))
            known[state] = np.where(steps >= 0, place[np.maximum(steps, 0)], steps)
        return known[state]

    def ways_out_from(self, state: int) -> WaysOut:
        """Where those steps leave the hand, each way by its target and its letter, in order."""
        known = self._ways_out
        if state not in known:
            steps = self.reached_from(state).ravel()
            at = np.flatnonzero(steps < 0)
            targets = steps[at]
            # an end looks at no letter
            letters = np.where(targets >= -self.letters, at % self.letters, 0)
            order = np.lexsort((letters, targets))
            pairs = np.column_stack([targets, letters])[order]
            ways, many = np.unique(pairs, axis=0, return_counts=True)
            known[state] = [(target, letter) for target, letter in ways.tolist()], many, at[order]
        return known[state]

    def split_kept(self, target: int) -> int | None:
        """The letter of the card that the hand keeps where it is split; None where it is not."""
        return -1 - target if -self.letters <= target < 0 else None

    def finish_of(self, target: int) -> int:
        """The number of the finish of a hand that has ended."""
        return -1 - self.letters - target


class HandMachines:
    """Hand machines of one table, one for each thing the dealer may show."""

    def __init__(self, playing: Playing, cards: Sequence[Card]) -> None:
        self.playing, self.cards = playing, tuple(cards)
        self.letter = {card: number for number, card in enumerate(self.cards)}
        self._finish_numbers: dict[Finish, int] = {}
        self.finishes: list[Finish] = []
        game = playing.game
        self.most = max(game.max_hands, game.max_hands_aces)

    def against(self, shown: tuple[Card, ...]) -> HandMachine:
        """The machine against these cards."""
        one = _HandMaker(self, shown)
        dealt, switched = self._first_two(one), {}
        if self.playing.game.switch:
            switched = self._first_two(one, switched=True)
        halves = {
            (a, hands): one.waits(
                self.playing.dealt((card,)).but(from_split=True, aces_split=card.is_ace),
                HandQuestion(hands, acted=True),
            )
            for a, card in enumerate(self.cards)
            for hands in range(2, self.most + 1)
        }
        rows = one.rows()
        steps = np.array(rows, dtype=np.int64).reshape(len(rows), len(self.cards))
        kept, place = merge_states(steps)
        step = next_states(place, steps[kept], exits_of(steps))

        def moved(target: int) -> int:
            return int(place[target]) if target >= 0 else target

        return HandMachine(
            len(self.cards),
            step,
            {key: moved(target) for key, target in dealt.items()},
            {key: moved(target) for key, target in halves.items()},
            {key: moved(target) for key, target in switched.items()},
        )

    def _first_two(self, one: _HandMaker, **how: bool) -> dict[tuple[int, int], int]:
        """What becomes of any two cards, by their letters."""
        hands = {
            (a, b): self.playing.dealt((self.cards[a], self.cards[b])).but(**how)
            for a in range(len(self.cards))
            for b in range(len(self.cards))
        }
        return {key: one.decided(hand, HandQuestion(1, acted=False)) for key, hand in hands.items()}

    def number(self, hand: Hand) -> int:
        """The number of what a finished hand comes to."""
        finish = self.playing.finish(hand)
        if finish not in self._finish_numbers:
            self._finish_numbers[finish] = len(self.finishes)
            self.finishes.append(finish)
        return self._finish_numbers[finish]


class _HandMaker:
    def __init__(self, making: HandMachines, shown: tuple[Card, ...]) -> None:
        self.making, self.playing, self.shown = making, making.playing, shown
        self.states: dict[tuple[object, ...], int] = {}
        self.order: list[tuple[Hand, HandQuestion]] = []
        self.known: dict[tuple[object, ...], int] = {}

    def waits(self, hand: Hand, turn: HandQuestion) -> int:
        """The number of the state of a hand that waits for a card."""
        key = (cards_seen(hand.cards), history_seen(hand), turn)
        state = self.states.get(key)
        if state is None:
            state = self.states[key] = len(self.order)
            self.order.append((hand, turn))
        return state

    def decided(self, hand: Hand, turn: HandQuestion) -> int:
        """What becomes of a hand of two cards or more."""
        fate, after = self.playing.after(hand, self.shown, hands=turn.hands, acted=turn.acted)
        if fate is Fate.SPLITS:
            return -1 - self.making.letter[hand.cards[0]]
        if fate is Fate.ENDS:
            return -1 - len(self.making.cards) - self.making.number(after)
        if len(hand.cards) >= TWO_CARDS:
            turn = HandQuestion(0, acted=True)  # a third card leaves nothing to split
        return self.waits(after, turn)

    def rows(self) -> list[list[int]]:
        """Every state's next, by letter."""
        return [
            [self._with_card(hand, card, turn._replace(acted=True)) for card in self.making.cards]
            for hand, turn in self.order
        ]

    def _with_card(self, hand: Hand, card: Card, turn: HandQuestion) -> int:
        """The target of a hand that is dealt a card; computed once for hands that then look alike."""
        cards = (*hand.cards, card)
        if len(cards) <= TWO_CARDS:
            return self.decided(hand.but(cards=cards), turn)
        key = (cards_seen(cards), history_seen(hand), turn)
        target = self.known.get(key)
        if target is None:
            target = self.known[key] = self.decided(hand.but(cards=cards), turn)
        return target


def order_of_finding(order: dict[int, int], step: Array) -> list[int]:
    """Every state reachable from those in `order`, breadth first."""
    queue, seen = list(order), set(order)
    for state in queue:
        for target in sorted({each for each in step[state].tolist() if each >= 0} - seen):
            seen.add(target)
            queue.append(target)
    return queue
