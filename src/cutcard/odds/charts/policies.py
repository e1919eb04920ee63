"""A way to play given as a rule of thumb: from "what is done here?" to decisions for every hand.

A strategy chart, a person's own rules, a fixed policy of a test: each is a function of what a hand
shows. `decisions` asks it about every hand, so that its value can be computed like that of best play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.automata.hands import NATURAL, VALUES, Cards, Split, total_of
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, Decisions, pair_value
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels import play as kernel
from cutcard.odds.main.rules import MainRules
from cutcard.odds.main.suits import contexts

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class ChartSpot:
    """What a policy sees: the hand, the dealer's start, and what may be done."""

    hand: Cards
    start: Cards
    may: frozenset[ActionCode]
    """Besides standing."""
    split: Split = Split.NEVER
    doublings: int = 0

    @property
    def points(self) -> int:
        """The total, an ace at eleven where that does not bust."""
        return total_of(self.hand)[0]

    @property
    def is_soft(self) -> bool:
        """Whether an ace counts eleven."""
        return total_of(self.hand)[1]

    @property
    def count(self) -> int:
        """How many cards the hand has."""
        return sum(self.hand)


ManyPolicy = Callable[[ChartSpot], Array]
"""What is done against every start, in their order; the spot's own start does not count. After a
doubling, DOUBLE doubles again and SURRENDER is a rescue."""


def decisions(rules: MainRules, shoe: Composition, policy: ManyPolicy) -> Decisions:
    """A policy's decisions for every hand, whole and split."""
    found = Decisions()
    found.by_doublings = _acts(rules, policy, Split.NEVER)
    by_split = {split: _acts(rules, policy, split) for split in (Split.PAIR, Split.ACES)}
    hands, starts = all_hands(), rules.starts
    counts = shoe.by_value
    for value in range(len(VALUES)):
        if counts[value] < 2 or rules.most_hands(value) < 2:
            continue
        split = Split.of_pair(value)
        found.split_acts[value] = by_split[split]
        most = rules.most_hands(value)
        found.split_hands[value] = np.full(len(starts), most)
        for hand in TWO_CARD_HANDS:
            if hand[value]:
                taken = by_split[split][0][hands.place(hand)]
                for number in range(len(contexts(rules, shoe, hand))):
                    found.split_top[value, hand, number] = taken
    for hand in TWO_CARD_HANDS:
        place = hands.place(hand)
        kind = hands.kind[place]
        pair = pair_value(hand)
        more = set()
        if pair is not None and counts[pair] >= 2 and rules.most_hands(pair) >= 2:
            more.add(ActionCode.SPLIT)
        if rules.may_surrender[kind] and hand != NATURAL:
            more.add(ActionCode.SURRENDER)
        may = frozenset(more) | _may(rules, Split.NEVER, kind)
        for number, context in enumerate(contexts(rules, shoe, hand)):
            is_pair = context.is_pair and any(context.chance)
            here = may if is_pair else may - {ActionCode.SPLIT}
            found.top[hand, number] = policy(ChartSpot(hand, starts[0], here))
    return found


def _may(rules: MainRules, split: Split, kind: int) -> frozenset[ActionCode]:
    hit, double = rules.may[split][kind]
    return frozenset(
        act for act, allowed in ((ActionCode.HIT, hit), (ActionCode.DOUBLE, double)) if allowed
    )


def _acts(rules: MainRules, policy: ManyPolicy, split: Split) -> Array:
    hands, any_start = all_hands(), rules.starts[0]
    made = rules.table.most_doublings + 1
    acts = np.zeros((made, hands.keys.size, len(rules.starts)), dtype=np.int8)
    taken = np.array([kernel.STAND, kernel.HIT, kernel.DOUBLE, kernel.STAND, kernel.RESCUE])
    for place, row in enumerate(hands.cards.tolist()):
        hand, kind = tuple(row), hands.kind[place]
        if hands.count[place] < 2:
            continue
        if may := _may(rules, split, kind):
            acts[0, place] = policy(ChartSpot(hand, any_start, may, split))
        for d in range(1, made):
            again, saved = rules.may_doubled[d, kind]
            offered = {ActionCode.DOUBLE} if again and d + 1 < made else set()
            offered |= {ActionCode.SURRENDER} if saved else set()
            if offered:
                acts[d, place] = taken[policy(ChartSpot(hand, any_start, frozenset(offered), split, d))]
    return acts
