"""The arithmetic of the main game: in floating point, which decides, or modulo a prime, which proves.

The steps of `main_value` are written once over these operations. In floating point they find the best
play; modulo several primes they give the value of that play as a rational (`exact`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from cutcard.automata.dealer import BUST_END, ENDS
from cutcard.automata.hands import Split
from cutcard.odds import kernel, kernel_numbers
from cutcard.odds.main_rules import Amounts, MainRules
from cutcard.odds.walk import all_hands

Array = np.ndarray[Any, Any]


@dataclass
class Run:
    """Hands played with a given set of cards removed: values by hand and start."""

    rows: Array
    stand: Array
    hit: Array
    double: Array
    best: Array
    doubled: Array


class Numbers:
    """Operations on numbers and on arrays of them, which run over the dealer's starts."""

    left: Array
    size: Array
    dealer: Array
    known: Array
    start_cards: Array
    over: Array

    def __init__(self, prime: int | None = None) -> None:
        self.prime = prime
        self.is_prepared = False
        self.float_prime = None if prime is None else float(prime)

    def number(self, by: Fraction | int) -> float:
        """A rational in this arithmetic."""
        if self.prime is None:
            return float(by)
        exact = Fraction(by)
        return float(exact.numerator * pow(exact.denominator, -1, self.prime) % self.prime)

    def _reduced(self, values: Any) -> Any:
        """Sums of a few numbers brought back below the prime."""
        return values if self.prime is None else values % self.prime

    def _summed(self, values: Array) -> Array:
        """The sum over the first axis, however long."""
        if self.prime is None:
            return np.asarray(values.sum(axis=0))
        return np.asarray(values.astype(np.int64).sum(axis=0) % self.prime, dtype=np.float64)

    def mul(self, one: Any, other: Any) -> Any:
        """A product."""
        if self.prime is None:
            return one * other
        left, right = np.broadcast_arrays(np.asarray(one, float), np.asarray(other, float))
        out = np.empty(left.size)
        kernel_numbers.products(left.ravel(), right.ravel(), self.float_prime, out)
        return out.reshape(left.shape) if left.shape else float(out[0])

    def _whole(self, values: Array) -> Array:
        return np.asarray(self._reduced(values), dtype=np.float64)

    def prepare(self, rules: MainRules, left: Array) -> None:
        """The sets of removed cards to come, by what each leaves in the shoe."""
        self.is_prepared = True
        self.left = left
        self.size = left.sum(axis=1).astype(np.int32)
        self.known = (left < 0).any(axis=1) | (self.size < 1)
        self.dealer = np.zeros((left.shape[0], len(rules.starts), len(ENDS)))
        self.start_cards = start_cards(rules)
        most = max(int(self.size.max()), 2)
        self.over = np.array([0.0, *(self.number(Fraction(1, each)) for each in range(1, most + 1))])

    def met(self, hands: Array, rows: Array, acts: tuple[Array, Array] | None) -> Array:
        """The hands of a run that can come up at all, and by these actions where they are given."""
        tree = all_hands()
        hands = hands[(self.left[rows[hands]] >= 0).all(axis=1)]
        if acts is None:
            return hands
        came = kernel.reached(tree.child, hands, tree.count, kernel.Acts(*acts))
        return np.asarray(hands[came[hands]])

    def need(self, rules: MainRules, rows: Array) -> None:
        """The dealer's chances for some of the sets, where they are not known yet."""
        wanted = np.unique(rows[~self.known[rows]])
        if not wanted.size:
            return
        self.known[wanted] = True
        out = self.dealer.reshape(self.left.shape[0], len(rules.starts) * len(ENDS))
        kernel.dealer_chances(wanted, self.left, self.size, rules.tree, self.float_prime, self.over, out)
        others = self.dealer[wanted].sum(axis=2)
        self.dealer[wanted, :, BUST_END] = self._reduced(self._start_chances(wanted) - others)

    def _start_chances(self, rows: Array) -> Array:
        left, size = self.left[rows].astype(np.float64), self.size[rows]
        starts = self.start_cards
        first = self.mul(left[:, starts[:, 0]], self.over[size][:, None])
        if starts[0, 1] == kernel.NONE:
            return np.asarray(first)
        same = starts[:, 0] == starts[:, 1]
        second = np.maximum(left[:, starts[:, 1]] - same, 0)
        second = self.mul(second, self.over[np.maximum(size - 1, 0)][:, None])
        return np.asarray(self._reduced(self.mul(first, second) * np.where(same, 1, 2)))

    def play(
        self,
        rules: MainRules,
        split: Split,
        hands: Array,
        rows: Array,
        acts: tuple[Array, Array],
        *,
        amounts: Amounts,
        follows: bool,
    ) -> Run:
        """All hands of a run; those that the actions never reach are passed over."""
        assert follows or self.prime is None, "decisions are made in floating point"
        tree = all_hands()
        hands = self.met(hands, rows, acts if follows else None)
        self.need(rules, rows[hands])
        shape = (tree.keys.size, len(rules.starts))
        made = rules.table.most_doublings + 1
        stand, hit, double, best = (np.zeros(shape) for _ in range(4))
        values = kernel.Values(stand, hit, double, best, np.zeros((made, *shape)))
        shoes = kernel.Shoes(self.left, self.size, self.dealer, self.start_cards, self.over)
        worth = kernel.Worth(
            self._whole(amounts.stands[split]),
            self._whole(amounts.bust[split]),
            self._whole(amounts.rescue[split]),
        )
        may = kernel.May(rules.may[split], rules.may_doubled)
        kernel.play(
            tree.child, hands, rows, tree.kind, tree.count, shoes, worth, may, kernel.Acts(*acts),
            follows, self.float_prime, values,
        )  # fmt: skip
        return Run(rows, *values)

    def nothing(self, size: int) -> Array:
        """Noughts."""
        return np.zeros(size)

    def add(self, one: Any, other: Any) -> Any:
        """A sum."""
        return self._reduced(one + other)

    def less(self, one: Any, other: Any) -> Any:
        """A difference."""
        return self._reduced(one - other)

    def times(self, values: Any, by: Fraction | int) -> Any:
        """A product with one rational."""
        return values if by == 1 else self.mul(values, self.number(by))

    def times_each(self, values: Array, by: Sequence[Fraction]) -> Array:
        """A product with a rational each."""
        if all(each == 1 for each in by):
            return values
        return np.asarray(self.mul(values, np.array([self.number(each) for each in by])))

    def total(self, parts: Sequence[Array]) -> Array:
        """The sum of several arrays."""
        return self._summed(np.array(parts)) if len(parts) > 1 else parts[0]

    def sum(self, values: Array) -> float:
        """The sum of an array."""
        return float(self._summed(values))

    def best(self, options: Mapping[int, Array]) -> Array:
        """The option of the greatest value, the first of equals."""
        assert self.prime is None, "decisions are made in floating point"
        keys = sorted(options)
        found = np.argmax([options[key] for key in keys], axis=0)
        return np.asarray(np.array(keys, dtype=np.int8)[found])

    def pick(self, options: Mapping[int, Array], taken: Array) -> Array:
        """The values of the options taken."""
        keys = sorted(options)
        if len(keys) == 1:
            return options[keys[0]]
        return np.asarray(np.choose(np.searchsorted(keys, taken), [options[key] for key in keys]))

    def stand_with(self, run: Run, place: int, pays: Array) -> Array:
        """A hand's value standing at these prices."""
        row = run.rows[place]
        assert self.known[row], place
        if self.prime is None:
            return np.asarray(self.dealer[row] @ pays)
        each = self.mul(self.dealer[row], self._whole(pays)[None, :])
        return np.asarray(self._reduced(each.sum(axis=1)))

    def draws(self, run: Run, place: int, value: int) -> float:
        """The chance that a hand's next card is of a value."""
        row = run.rows[place]
        return float(self.mul(float(self.left[row, value]), float(self.over[self.size[row]])))


def start_cards(rules: MainRules) -> Array:
    """The values of each start's cards; the second is none where only one is seen."""
    found = []
    for start in rules.starts:
        values = [value for value, many in enumerate(start) for _ in range(many)]
        found.append([values[0], values[1] if len(values) > 1 else kernel.NONE])
    return np.array(found, dtype=np.int32)
