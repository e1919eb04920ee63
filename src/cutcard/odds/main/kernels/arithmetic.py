"""The arithmetic of the main game: in floating point, which decides, or modulo a prime, which proves.

The steps of `main.value` are written once over these operations. In floating point they find the best
play; modulo several primes they give the value of that play as a rational (`exact_value`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Any, Final

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


@dataclass(frozen=True, eq=False)
class Dealers:
    """What the dealer's hand comes to beside each set of removed cards, as far as it was asked for.

    It depends on the shoe, on how the dealer draws and on what is shown, and on nothing that players may
    do: rule sets that have these in common share it.
    """

    shoes: kernel_dealer.Shoes
    known: Array
    possible: Array
    about: tuple[object, ...]
    """What it was made for, kept so that its identity stays its own."""
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(cls, counts: tuple[int, ...], removed: Array, rules: MainRules, over: Array) -> Dealers:
        """Nothing known yet."""
        left = np.array(counts, dtype=np.int32) - removed
        size, possible = left.sum(axis=1, dtype=np.int32), left.min(axis=1) >= 0
        by_end = np.zeros((removed.shape[0], len(ENDS), len(rules.starts)))
        shoes = kernel_dealer.Shoes(left, size, by_end, start_cards(rules), over)
        return cls(shoes, ~possible | (size < 1), possible, (removed, rules.tree))


MOST_SHARED: Final = 3
"""Dealers that are kept; each takes some tens of megabytes."""
_shared_dealers: Final[OrderedDict[tuple[object, ...], Dealers]] = OrderedDict()
_sharing: Final = Lock()


def dealers_of(counts: tuple[int, ...], removed: Array, rules: MainRules, over: Array) -> Dealers:
    """The dealers that rule sets share, in floating point; the last few are kept."""
    key = (counts, id(removed), id(rules.tree), tuple(rules.starts))
    with _sharing:
        found = _shared_dealers.pop(key, None) or Dealers.of(counts, removed, rules, over)
        _shared_dealers[key] = found
        while len(_shared_dealers) > MOST_SHARED:
            _shared_dealers.popitem(last=False)
    return found


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
    dealers: Dealers

    def __init__(self, prime: int | None = None) -> None:
        self.prime = prime
        self.is_prepared = False
        self.float_prime = kernel_numbers.PLAIN if prime is None else float(prime)
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
        over = self._one_over(max(sum(counts), 2))
        if self.prime is None:
            found = dealers_of(tuple(counts), removed, rules, over)
        else:
            found = Dealers.of(tuple(counts), removed, rules, over)
        self.dealers, self.shoes, self.known, self.possible = (
            found,
            found.shoes,
            found.known,
            found.possible,
        )
        self.left, self.size, self.over = self.shoes.left, self.shoes.size, self.shoes.over
        self.dealer = self.shoes.dealer.transpose(0, 2, 1)

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
        if self.known[rows].all():
            return
        with self.dealers.lock:  # other rule sets ask the same dealer, and other threads may
            wanted = self._not_yet(rows)
            workspace = kernel_dealer.new_workspace(self.shoes)
            kernel_dealer.dealer_chances(wanted, self.shoes, rules.tree, self.float_prime, workspace)
            self.known[wanted] = True

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
    about = (none, shoes, main.tree, kernel_numbers.PLAIN, kernel_dealer.new_workspace(shoes))
    return [WarmUpCall(kernel_dealer.dealer_chances, about)]


def hand_calls(rules: RuleSet) -> list[WarmUpCall]:
    """Warm-up calls of the loops that play every hand, and that find which hands come up."""
    main, hands = main_rules(rules), all_hands()
    numbers, none = _of_no_shoes(main), np.zeros(0, dtype=np.int32)
    acts = np.zeros((*main.after_doubling.shape, len(main.starts)), dtype=np.int8)
    table, came = numbers.table(main, main.prices, Split.NEVER), np.zeros(0, dtype=np.bool_)
    about = (hands_of_run(none, none), numbers.shoes, table, acts, False, kernel_numbers.PLAIN)
    played = WarmUpCall(kernel.play, (*about, new_values(acts), new_workspace(acts)))
    return [played, WarmUpCall(kernel.reached, (hands.child, none, hands.count, acts, came))]


def _of_no_shoes(main: MainRules) -> Numbers:
    numbers = Numbers()
    numbers.prepare(main, (0,) * len(VALUES), np.zeros((0, len(VALUES)), dtype=np.int16))
    return numbers
