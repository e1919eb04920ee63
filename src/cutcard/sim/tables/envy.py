"""What a box's result gives to the other boxes: so much to each, or a price that each of them has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.automata.wagers import Chain, StreakWager
from cutcard.money import Cents

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class EnvyChain(Chain):
    """A payout for what other boxes won: what it comes to depends on how many of them did."""

    wins: tuple[int, ...] = ()
    """By result: whether the box won what pays the others."""
    prices: tuple[Cents, ...] = ()
    """By result: what the box is paid for each other box that won."""
    then: tuple[int, ...] = ()
    """By result: the one that it is counted as where another box won."""


@dataclass(frozen=True)
class Others:
    """By result of all side wagers, in units of each: what it gives, what a gift is worth to it."""

    gives: Array
    """Added up over all boxes but one: what that one is given."""
    worth: Array
    """What is given is paid so many times: 1, or the price that the receiving box has."""
    then: Array
    """The result that is counted where anything was given."""

    def __bool__(self) -> bool:
        """Whether any result gives anything."""
        return bool(self.gives.any())

    @property
    def table(self) -> Array:
        """For the kernel: how many results there are, then the three; empty where none gives."""
        if not self:
            return np.zeros(0, dtype=np.int64)
        return np.concatenate([[len(self.gives)], self.gives, self.worth, self.then]).astype(np.int64)


def others(
    sides: Sequence[Chain | StreakWager],
    units: Sequence[int],
    *,
    boxes: int,
    shown: Collection[str],
) -> Others:
    """For a table of so many boxes.

    What a device pays to others is no part of it: it goes by what was `shown` to whom.
    """
    gives: list[int] = []
    worth: list[int] = []
    then: list[int] = []
    for each, unit in zip(sides, units, strict=True):
        first, many = len(gives), len(each.results)
        if isinstance(each, EnvyChain):
            gives += each.wins if boxes > 1 else [0] * many
            worth += [price // unit for price in each.prices]
            then += [first + place for place in each.then]
            continue
        is_alone = boxes == 1 or each.wager in shown
        gives += [0 if is_alone else int(result.to_others) // unit for result in each.results]
        worth += [1] * many
        then += range(first, first + many)
    return Others(*(np.array(part, dtype=np.int64) for part in (gives, worth, then)))
