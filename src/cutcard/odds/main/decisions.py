"""A way to play the main game: what is done with every hand against everything the dealer can show."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.hands import VALUES, Cards, two_cards

Array = np.ndarray[Any, Any]


class ActionCode(IntEnum):
    """What the player does, best first where values tie."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    EVEN_MONEY = 5


class SplitPlay(IntEnum):
    """How hands are played after a split."""

    AS_UNSPLIT = 0
    """As the same cards would be had there been no split."""
    BY_PAIR = 1
    """The best for a hand of that pair, one more card of its rank being gone."""
    BY_HANDS = 2
    """The best for a hand of that pair and as many more cards of its rank as are gone."""


class AfterSplit(NamedTuple):
    """What decisions after a split may depend on."""

    play: SplitPlay
    resplits: bool = False
    """Whether a pair that is split is split as often as it may; else no further than is best."""


@dataclass
class Decisions:
    """A way to play: what is done with every hand against every start."""

    by_doublings: Array | None = None
    """By doublings made, hand and start."""
    split_acts: dict[int, Array] = field(default_factory=dict)
    """By value split: the same of a hand after the split."""
    split_again: dict[tuple[int, int], Array] = field(default_factory=dict)
    """By value split and cards of the rank gone, two or more: the same where it is played otherwise."""
    top: dict[tuple[Cards, int], Array] = field(default_factory=dict)
    """By two-card hand and context."""
    split_top: dict[tuple[int, Cards, int], Array] = field(default_factory=dict)
    """By value split, two-card hand and context."""
    split_hands: dict[int, Array] = field(default_factory=dict)
    """By value: how many hands a pair is split to, at most."""

    def all_split_acts(self) -> list[tuple[int, Array]]:
        """What is done after splits, with the value split."""
        more = [(value, acts) for (value, _), acts in self.split_again.items()]
        return [*self.split_acts.items(), *more]

    @property
    def acts(self) -> Array | None:
        """What is done before any doubling, by hand and start."""
        return None if self.by_doublings is None else self.by_doublings[0]


TENS: Final = len(VALUES) - 1
TWO_CARD_HANDS: Final = tuple(
    two_cards(one, two) for one in range(len(VALUES)) for two in range(one, len(VALUES))
)


def pair_value(hand: Cards) -> int | None:
    """The value of which a two-card hand is a pair."""
    return next((value for value, many in enumerate(hand) if many == 2), None)
