"""The arithmetic of the main game: in floating point, which decides, or modulo a prime, which proves.

The steps of `main.value` are written once over these operations. In floating point they find the best
play; modulo several primes they give the value of that play as a rational (`exact_value`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from cutcard.automata.hands import ENDS, VALUES, Split
from cutcard.compute import WarmUpCall
from cutcard.law import RuleSet
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels import (
    dealer as kernel_dealer,
    numbers as kernel_numbers,
    play as kernel,
)
from cutcard.odds.main.rules import Amounts, MainRules, main_rules

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
    actions: Array | None = None
    """By doublings made, action, hand and start."""


class Numbers:
    """Operations on numbers and on arrays of them, which run over the dealer's starts."""

    left: Array
    """By set of removed cards: what is left of each value."""
    size: Array
    dealer: Array
    """By set: the dealer's chances by start and end."""
    known: Array
    possible: Array
    over: Array
    """One over each small number."""
    shoes: kernel_dealer.Shoes

    def __init__(self, prime: int | None = None) -> None:
        self.prime = prime
        self.is_prepared = False
        self.float_prime = None if prime is None else float(prime)
        self._shared: kernel.Values | None = None
        self._rationals: dict[int, tuple[tuple[Fraction, ...], Array | None]] = {}
        """Rationals in this arithmetic, by their identity, which is theirs as long as they are kept."""

    def number(self, by: Fraction | int) -> float:
        """A rational in this arithmetic."""
        if self.prime is None:
            return float(by)
        return float(by.numerator * pow(by.denominator, -1, self.prime) % self.prime)

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
        return kernel_numbers.products()(one, other, self.float_prime)

    def _whole(self, values: Array) -> Array:
        return np.asarray(self._reduced(values), dtype=np.float64)

    def prepare(self, rules: MainRules, counts: Sequence[int], removed: Array) -> None:
        """The sets of cards that will be removed from a shoe of so many cards of each value."""
        self.is_prepared = True
        sets = removed.shape[0]
        self.left = np.array(counts, dtype=np.int32) - removed
        self.size, self.possible = self.left.sum(axis=1, dtype=np.int32), self.left.min(axis=1) >= 0
        self.known = ~self.possible | (self.size < 1)
        by_end = np.zeros((sets, len(ENDS), len(rules.starts)))
        self.dealer = by_end.transpose(0, 2, 1)
        self.over = self._one_over(max(sum(counts), 2))
        self.shoes = kernel_dealer.Shoes(self.left, self.size, by_end, start_cards(rules), self.over)

    def _one_over(self, most: int) -> Array:
        numbers = np.arange(most + 1)
        if self.prime is None:
            return np.concatenate([[0.0], 1.0 / numbers[1:]])
        return np.array([0.0, *(float(pow(each, -1, self.prime)) for each in numbers[1:].tolist())])

    def met(self, hands: Array, rows: Array, acts: Array | None) -> Array:
        """The hands of a run that can come up at all, and by these actions where they are given."""
        tree = all_hands()
        hands = hands[self.possible[rows[hands]]]
        if acts is None:
            return hands
        came = np.zeros(tree.keys.size, dtype=np.bool_)
        kernel.reached(tree.child, hands, tree.count, acts, came)
        return np.asarray(hands[came[hands]])

    def need(self, rules: MainRules, rows: Array) -> None:
        """The dealer's chances for some of the sets, where they are not known yet."""
        wanted = self._not_yet(rows)
        if wanted.size:
            self.known[wanted] = True
            workspace = kernel_dealer.new_workspace(self.shoes)
            kernel_dealer.dealer_chances(wanted, self.shoes, rules.tree, self.float_prime, workspace)

    def _not_yet(self, rows: Array) -> Array:
        """Those of some sets that are not known yet, each once."""
        unknown = rows[~self.known[rows]].astype(np.int64)
        order, first = np.arange(unknown.size), np.empty(self.known.size, dtype=np.int64)
        first[unknown[::-1]] = order[::-1]
        return np.asarray(unknown[first[unknown] == order])

    def table(self, rules: MainRules, amounts: Amounts, split: Split) -> kernel.PlayTable:
        """What the rules say of a hand before or after a split, in this arithmetic."""
        may = rules.may_doubled.copy()
        may[0] = rules.may[split][:, ::-1]
        may[-1, :, 0] = False
        return kernel.PlayTable(self._whole(amounts.ends(split)), may, rules.after_doubling)

    def play(
        self,
        table: kernel.PlayTable,
        hands: Array,
        rows: Array,
        acts: Array,
        *,
        follows: bool,
        keeps: bool,
    ) -> Run:
        """All hands of a run, whose dealer's chances are known.

        Unless they are kept, its values are good until the next run only: such runs share their memory.
        """
        assert follows or self.prime is None, "decisions are made in floating point"
        values = self._shared
        if values is None or keeps:
            values = new_values(acts)
        if not keeps:
            self._shared = values
        played = hands_of_run(hands, rows)
        kernel.play(
            played, self.shoes, table, acts, follows, self.float_prime, values, new_workspace(acts)
        )
        stand, hit, double = (
            values.actions[0, act] for act in (kernel.STAND, kernel.HIT, kernel.DOUBLE)
        )
        return Run(rows, stand, hit, double, values.best[0], values.best, values.actions)

    def add(self, one: Any, other: Any) -> Any:
        """A sum."""
        return self._reduced(one + other)

    def less(self, one: Any, other: Any) -> Any:
        """A difference."""
        return self._reduced(one - other)

    def times(self, values: Any, by: Fraction | int) -> Any:
        """A product with one rational."""
        return values if by == 1 else self.mul(values, self.number(by))

    def times_each(self, values: Array, by: tuple[Fraction, ...]) -> Array:
        """A product with a rational each."""
        if id(by) not in self._rationals:  # the same few are met again and again
            plain = all(each == 1 for each in by)
            self._rationals[id(by)] = by, None if plain else np.array([self.number(e) for e in by])
        numbers = self._rationals[id(by)][1]
        return values if numbers is None else np.asarray(self.mul(values, numbers))

    def total(self, parts: Sequence[Array]) -> Array:
        """The sum of several arrays."""
        return self._summed(np.array(parts)) if len(parts) > 1 else parts[0]

    def sum(self, values: Array) -> float:
        """The sum of an array."""
        return float(self._summed(values))

    def best(self, options: Mapping[int, Array]) -> Array:
        """The option of the greatest value, the first of equals."""
        assert self.prime is None, "decisions are made in floating point"
        keys = np.array(sorted(options), dtype=np.int8)
        return np.asarray(keys[np.array([options[key] for key in keys.tolist()]).argmax(axis=0)])

    def pick(self, options: Mapping[int, Array], taken: Array) -> Array:
        """The values of the options taken."""
        found = np.zeros(taken.shape)
        for key, values in options.items():
            np.copyto(found, values, where=taken == key)
        return found

    def stand_with(self, run: Run, place: int, pays: Array) -> Array:
        """A hand's value standing at these prices."""
        row = run.rows[place]
        assert self.known[row], place
        if self.prime is None:
            return np.asarray(self.dealer[row] @ pays)
        each = self.mul(self.dealer[row], self._whole(pays)[None, :])
        return np.asarray(self._reduced(each.sum(axis=1)))

    def at_end(self, run: Run, place: int, end: int, amount: int) -> Array:
        """A hand's value where only one end of the dealer's hand counts."""
        row = run.rows[place]
        assert self.known[row], place
        return np.asarray(self.mul(self.dealer[row, :, end], float(self._reduced(amount))))

    def draws(self, run: Run, place: int, value: int) -> float:
        """The chance that a hand's next card is of a value."""
        row = run.rows[place]
        return float(self.mul(float(self.left[row, value]), float(self.over[self.size[row]])))


def new_values(acts: Array) -> kernel.Values:
    """Of hands that such actions are taken with: zeros."""
    actions = np.zeros((acts.shape[0], kernel.ACTIONS, *acts.shape[1:]))
    return kernel.Values(actions, np.zeros(acts.shape))


def new_workspace(acts: Array) -> kernel.PlayWorkspace:
    """Workspace to play such hands."""
    return kernel.PlayWorkspace(np.zeros(10), np.zeros((2, acts.shape[2])))


def hands_of_run(hands: Array, rows: Array) -> kernel.RunHands:
    """Hands and the set of removed cards of each, as the kernels take them."""
    tree = all_hands()
    return kernel.RunHands(hands, rows, tree.child, tree.kind, tree.count)


def start_cards(rules: MainRules) -> Array:
    """The values of each start's cards; the second is none where only one is seen."""
    found = []
    for start in rules.starts:
        values = [value for value, many in enumerate(start) for _ in range(many)]
        found.append([values[0], values[1] if len(values) > 1 else kernel_dealer.NONE])
    return np.array(found, dtype=np.int32)


# Warm-up: compiles the main game's kernels on empty input, made as the real input is, so that they are
# compiled for the same types of arrays. A second process does this while the first one is busy.


def dealer_calls(rules: RuleSet) -> list[WarmUpCall]:
    """Warm-up calls of the loops that find the dealer's chances."""
    main = main_rules(rules)
    shoes, none = _of_no_shoes(main).shoes, np.zeros(0, dtype=np.int64)
    about = (none, shoes, main.tree, None, kernel_dealer.new_workspace(shoes))
    return [WarmUpCall(kernel_dealer.dealer_chances, about)]


def hand_calls(rules: RuleSet) -> list[WarmUpCall]:
    """Warm-up calls of the loops that play every hand, and that find which hands come up."""
    main, hands = main_rules(rules), all_hands()
    numbers, none = _of_no_shoes(main), np.zeros(0, dtype=np.int32)
    acts = np.zeros((*main.after_doubling.shape, len(main.starts)), dtype=np.int8)
    table, came = numbers.table(main, main.prices, Split.NEVER), np.zeros(0, dtype=np.bool_)
    about = (hands_of_run(none, none), numbers.shoes, table, acts, False, None)
    played = WarmUpCall(kernel.play, (*about, new_values(acts), new_workspace(acts)))
    return [played, WarmUpCall(kernel.reached, (hands.child, none, hands.count, acts, came))]


def _of_no_shoes(main: MainRules) -> Numbers:
    numbers = Numbers()
    numbers.prepare(main, (0,) * len(VALUES), np.zeros((0, len(VALUES)), dtype=np.int16))
    return numbers
