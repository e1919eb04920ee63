"""How a box's hands count in a round: how many won, how many lost, whether one was given up.

The settlement is asked about every finished hand against every end of the dealer's. Numbers of the hands
of a split box are added up, but for a dealer's blackjack that is found after play: it takes from the box
as a whole, so the settlement is asked about all its hands together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from cutcard.automata.hands.dealer import BLACKJACK_END, ENDS
from cutcard.automata.rounds.machine import RoundMachine
from cutcard.rules import Game, Hand, Prices, settle_box

Array = np.ndarray[Any, Any]


class BoxCount(NamedTuple):
    """What the hands of a box come to, counted."""

    won: int
    lost: int
    total: int
    given_up: int

    @property
    def is_met(self) -> bool:
        """Whether a box can come to it."""
        return 0 < self.total >= max(self.won + self.lost, self.given_up)

    def number(self, most_hands: int) -> int:
        """One number for all four, where a box may have so many hands: those of its hands add up."""
        # Four digits in base most_hands + 1; no digit exceeds most_hands, so adding hands never carries.
        # Of at most 4 hands: won 1 of 1 is 1 + 25 = 26, lost 1 of 1 is 5 + 25 = 30, and a box with both
        # is 56 = 1 + 5 * (1 + 5 * 2): one won, one lost, two in all.
        side = most_hands + 1
        return self.won + side * (self.lost + side * (self.total + side * self.given_up))


def counts(most_hands: int) -> tuple[BoxCount, ...]:
    """By its number: every count, those among them that no box can come to."""
    each = range(most_hands + 1)
    return tuple(BoxCount(*reversed(places)) for places in product(each, repeat=4))


@dataclass(frozen=True)
class BoxResults:
    """The counts of finished hands as numbers."""

    by_hand: Array
    """By finished hand and end of the dealer's hand."""
    kinds: Array
    """By finished hand: what a blackjack found after play sees of it, from 1 on; 0 where none can."""
    late: Array
    """The counts of split boxes after such a blackjack, by the kinds of their hands (`late_place`)."""


def late_place(kinds: Sequence[int], many: int) -> int:
    """Where the count of a box stands whose hands, in their order, are of these of so many kinds."""
    return sum(kind * (many + 1) ** place for place, kind in enumerate(kinds))


def box_results(machine: RoundMachine, game: Game, rows: Prices) -> BoxResults:
    """The counts of a machine's finished hands."""
    most = machine.most_hands
    finishes = machine.finishes
    ends = range(len(ENDS))
    by_hand = [[_count(game, rows, [each.hand], end).number(most) for end in ends] for each in finishes]
    looks: dict[object, tuple[int, Hand]] = {}
    kinds = np.zeros(len(finishes), dtype=np.int64)
    for number, each in enumerate(finishes):
        hand = each.hand
        if hand.from_split and game.blackjack_spares_extras:
            kinds[number], _ = looks.setdefault(each.to_late_blackjack, (len(looks) + 1, hand))
    examples = dict(looks.values())
    late = np.zeros((len(examples) + 1) ** most if examples else 0, dtype=np.int64)
    for many in range(2, most + 1):
        for split in product(examples, repeat=many):
            count = _count(game, rows, [examples[kind] for kind in split], BLACKJACK_END)
            late[late_place(split, len(examples))] = count.number(most)
    return BoxResults(np.array(by_hand, dtype=np.int64).ravel(), kinds, late)


def _count(game: Game, rows: Prices, hands: Sequence[Hand], end: int) -> BoxCount:
    lines = settle_box(game, rows, list(enumerate(hands, 1)), ENDS[end], box=1)
    return BoxCount(
        won=sum(line.net > 0 for line in lines),
        lost=sum(line.net < 0 for line in lines),
        total=len(lines),
        given_up=sum(bool(hand.surrendered) for hand in hands),
    )
