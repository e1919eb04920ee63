"""A function of a few small whole numbers as a chain of look-ups: one number folded in after another.

A fold begins with 0 and takes its inputs in turn: the number so far and the next input are looked up in
a table and give the number so far. Prefixes that no later input can tell apart get one number, so the
tables are as small as the order of the inputs allows; the order is chosen by their size. Where whole
cards make them too large, cards are read twice, once for their ranks and once for their suits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

import numpy as np

from cutcard.cards import RANKS, SUITS

NO_CARD: Final = len(RANKS) * len(SUITS)
"""The number of a card that was not dealt; the others stand in the order of the deck of 52."""
BYTES_EACH: Final = 2
MOST_BYTES: Final = 1 << 16
"""Tables up to this size are taken as they are; larger ones only where ranks and suits need more."""
MOST_STATES: Final = 1 << 16
MOST_SEARCHED: Final = 1 << 27
"""So many entries may be gone through in search of an order."""


@dataclass(frozen=True, eq=False)
class Axis:
    """One axis of an array: the input that it reads, and the place along it of each of its values."""

    reads: str
    place: Any

    @property
    def domain(self) -> int:
        """How many values the input has."""
        return len(self.place)


@dataclass(frozen=True, eq=False)
class Stage:
    """One look-up: by the number so far, then by the input."""

    reads: str
    table: Any

    @property
    def domain(self) -> int:
        """How many values the input has."""
        return int(self.table.shape[1])


@dataclass(frozen=True, eq=False)
class Fold:
    """Look-ups in turn; the last number is the function's value."""

    stages: tuple[Stage, ...]

    @property
    def size(self) -> int:
        """How many bytes its tables take."""
        return BYTES_EACH * sum(int(stage.table.size) for stage in self.stages)

    @property
    def reads(self) -> tuple[str, ...]:
        """The inputs that matter, in the order in which they are first read."""
        return tuple(dict.fromkeys(stage.reads for stage in self.stages))

    def of(self, record: Mapping[str, int]) -> int:
        """The value for these inputs."""
        return int(self.over(record))

    def over(self, record: Mapping[str, Any]) -> Any:
        """The values for arrays of inputs, which may lie along different axes."""
        number: Any = 0
        for stage in self.stages:
            number = stage.table[number, record[stage.reads]]
        return number


def fold(values: Any, axes: Sequence[Axis]) -> Fold:
    """The least fold of an array of values, each axis of which an input reads."""
    values, axes = merged(values, axes)
    if not axes:
        return constant(values.item())
    best, order = _least(values, axes)
    if best.size > MOST_BYTES and all(axis.domain >= NO_CARD for axis in axes):
        parted, parts = _parted(np.transpose(values, order), [axes[at] for at in order])
        best = min(best, _in_order(parted, parts), key=lambda each: each.size)
    return best


def merged(values: Any, axes: Sequence[Axis]) -> tuple[Any, list[Axis]]:
    """The same function with places that no value tells apart made one; what is left matters."""
    kept: list[Axis] = []
    at = 0
    for axis in axes:
        rows = np.moveaxis(values, at, 0).reshape(values.shape[at], -1)
        first, which = distinct(rows)
        values = np.take(values, first, axis=at)
        if len(first) == 1:
            values = np.squeeze(values, axis=at)
            continue
        kept.append(Axis(axis.reads, which[axis.place]))
        at += 1
    return values, kept


def distinct(rows: Any) -> tuple[Any, Any]:
    """Where each different row first stands, and for every row which of these it is.

    Rows are compared by a random linear combination of their entries, and every match is then verified.
    """
    width = rows.shape[1]
    mixing = np.random.Generator(np.random.PCG64(width)).integers(1, 2**62, width, dtype=np.int64) | 1
    with np.errstate(over="ignore"):
        sums = rows.astype(np.int64) @ mixing if width else np.zeros(len(rows), dtype=np.int64)
    _, first, which = np.unique(sums, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    first, which = first[order], number[which.ravel()]
    if not np.array_equal(rows, rows[first][which]):  # pragma: no cover - one chance in 2**60
        raise ArithmeticError("two different rows with the same sum")
    return first, which


def renumbered(before: Fold, numbers: Any) -> Fold:
    """The fold with its values renumbered, and states that no longer differ merged."""
    stages: list[Stage] = []
    for stage in reversed(before.stages):
        table = numbers[stage.table]
        if (table == table[:, :1]).all():  # nothing is read any more
            numbers = table[:, 0]
            continue
        first, numbers = distinct(table)
        stages.append(Stage(stage.reads, table[first].astype(np.uint16)))
    return Fold(tuple(reversed(stages))) if stages else constant(int(numbers[0]))


def constant(value: int) -> Fold:
    """One and the same value, whatever is read."""
    return Fold((Stage("up", np.full((1, NO_CARD), value, dtype=np.uint16)),))


def _orders(values: Any) -> Iterator[tuple[int, ...]]:
    """The orders of the axes that may give different tables, as many as there is time for."""
    alike = [
        (one, other)
        for other in range(values.ndim)
        for one in range(other)
        if values.shape[one] == values.shape[other]
        and np.array_equal(values, np.swapaxes(values, one, other))
    ]
    tried = 0
    for order in permutations(range(values.ndim)):
        if all(order.index(one) < order.index(other) for one, other in alike):
            yield order
            tried += values.size
            if tried > MOST_SEARCHED:
                return


def _least(values: Any, axes: Sequence[Axis]) -> tuple[Fold, tuple[int, ...]]:
    """The smallest fold and its order of the axes; of equal ones the first."""
    candidates = (
        (_in_order(np.transpose(values, order), [axes[at] for at in order]), order)
        for order in _orders(values)
    )
    return min(candidates, key=lambda each: each[0].size)


def _in_order(values: Any, axes: Sequence[Axis]) -> Fold:
    """The fold that takes the axes as they stand: from the last one back, equal rows are one state."""
    # A row holds the values for one prefix of inputs, by the next input. Prefixes with equal rows need
    # not be distinguished: number the different rows, put each row's number in its place, and go on one
    # axis earlier. For max(a, b) with a and b of 0 or 1 the rows are [0, 1] and [1, 1]: two states after
    # a. For a constant function all rows are equal: one state.
    stages: list[Stage] = []
    for axis in reversed(axes):
        rows = values.reshape(-1, values.shape[-1])
        first, which = distinct(rows)
        assert len(first) < MOST_STATES
        stages.append(Stage(axis.reads, rows[first][:, axis.place].astype(np.uint16)))
        values = which.reshape(values.shape[:-1])
    return Fold(tuple(reversed(stages)))


def _parted(values: Any, axes: Sequence[Axis]) -> tuple[Any, list[Axis]]:
    """Each axis of cards as two: all the ranks first, then all the suits.

    A card that was not dealt is one rank more, of which every suit says the same.
    """
    ranks, suits = [], []
    for at, axis in enumerate(axes):
        whole = axis.place[:NO_CARD].reshape(len(SUITS), len(RANKS))
        has_none = axis.domain > NO_CARD
        if has_none:
            whole = np.hstack([whole, np.full((len(SUITS), 1), axis.place[NO_CARD])])
        values = np.take(values, whole.T, axis=2 * at)
        number = np.arange(axis.domain)
        ranks.append(Axis(axis.reads, np.where(number < NO_CARD, number % len(RANKS), len(RANKS))))
        suits.append(Axis(axis.reads, np.where(number < NO_CARD, number // len(RANKS), 0)))
    halves = [*range(0, values.ndim, 2), *range(1, values.ndim, 2)]
    return np.transpose(values, halves), [*ranks, *suits]
