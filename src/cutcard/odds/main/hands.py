"""Every hand a player can hold and every set of cards that play can have removed, numbered once.

Rules and shoes do not matter here: it is arithmetic on multisets of values up to 21 points. A set of
removed cards is a hand, or a hand and a few more cards of the rank it was split from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BUST_END, ENDS, VALUES, Cards, Finished, Kind, kind_of, representative
from cutcard.cards import Card
from cutcard.odds.main.kernels.dealer import TreeOps
from cutcard.rules import TWENTY_ONE

Array = np.ndarray[Any, Any]

BASE: Final = 32
"""Counts of each value are digits of one integer in this base."""
DIGITS: Final = np.array([BASE**place for place in range(len(VALUES))], dtype=np.int64)
NO_HAND: Final = -1


@dataclass(frozen=True)
class AllHands:
    """All hands up to 21 points, few cards first, and the hand each becomes with one more card."""

    keys: Array
    order: Array
    """Places of the hands by sorted key."""
    cards: Array
    count: Array
    child: Array
    kind: Array
    kinds: tuple[tuple[Kind, tuple[Card, ...]], ...]

    def find(self, keys: Array) -> Array:
        """The places of hands by key; all of them must be hands."""
        return self.order[np.searchsorted(self.keys[self.order], keys)]

    def place(self, cards: Cards) -> int:
        """The place of a hand."""
        key = int(sum(int(digit) * count for digit, count in zip(DIGITS, cards, strict=True)))
        return int(self.find(np.array([key]))[0])


def _card_counts(keys: Array) -> Array:
    return (keys[:, None] // DIGITS[None, :]) % BASE


@lru_cache(maxsize=1)
def all_hands() -> AllHands:
    """Every multiset of values up to 21 points, the empty hand first."""
    layers = [np.zeros(1, dtype=np.int64)]
    values = np.array(VALUES)
    while layers[-1].size:
        grown = (layers[-1][:, None] + DIGITS[None, :]).ravel()
        grown = np.unique(grown)
        layers.append(grown[_card_counts(grown) @ values <= TWENTY_ONE])
    keys = np.concatenate(layers)
    cards = _card_counts(keys).astype(np.int16)
    points = cards @ values
    order = np.argsort(keys)
    grown = keys[:, None] + DIGITS[None, :]
    child = order[np.searchsorted(keys[order], grown.ravel()) % keys.size].reshape(grown.shape)
    child = np.where(points[:, None] + values[None, :] <= TWENTY_ONE, child, NO_HAND).astype(np.int32)
    places: dict[Kind, int] = {}
    held: list[tuple[Kind, tuple[Card, ...]]] = []
    kind = np.zeros(keys.size, dtype=np.int32)
    for place, row in enumerate(cards.tolist()):
        hand = tuple(row)
        found = kind_of(hand)
        if found not in places:
            places[found] = len(held)
            held.append((found, representative(hand)))
        kind[place] = places[found]
    return AllHands(keys, order, cards, cards.sum(axis=1), child, kind, tuple(held))


@lru_cache(maxsize=1)
def two_card_places() -> Mapping[Cards, int]:
    """The place of every hand of two cards."""
    hands = all_hands()
    return {tuple(hands.cards[place].tolist()): int(place) for place in np.flatnonzero(hands.count == 2)}


@dataclass(frozen=True)
class Removed:
    """Sets of removed cards: every hand, then hands with more cards of the rank they were split from."""

    cards: Array
    rows: dict[tuple[int, int], tuple[Array, Array]]
    """By value split and extra cards removed: the hands that hold the value, and each hand's set."""


@lru_cache(maxsize=8)
def removed_sets(extra: tuple[int, ...]) -> Removed:
    """The sets for up to `extra[value]` cards of a value removed beside a hand that holds it."""
    hands = all_hands()
    wanted = [hands.keys]
    for value, most in enumerate(extra):
        holding = hands.keys[hands.cards[:, value] > 0]
        wanted += [holding + each * DIGITS[value] for each in range(1, most + 1)]
    others = np.setdiff1d(np.concatenate(wanted), hands.keys)
    keys = np.concatenate([hands.keys, others])
    order = np.argsort(keys)
    rows: dict[tuple[int, int], tuple[Array, Array]] = {}
    for value, most in enumerate(extra):
        holding = np.flatnonzero(hands.cards[:, value] > 0)
        for each in range(1, most + 1):
            found = np.zeros(hands.keys.size, dtype=np.int32)
            sought = hands.keys[holding] + each * DIGITS[value]
            found[holding] = order[np.searchsorted(keys[order], sought)]
            rows[value, each] = (holding.astype(np.int32), found)
    return Removed(_card_counts(keys).astype(np.int16), rows)


@lru_cache(maxsize=16)
def dealer_tree(finished: tuple[Finished, ...], tells_22: bool) -> TreeOps:
    """The tree of the finished hands; a 22 that no price tells from a bust is left to the busts."""
    twenty_two = next(index for index, end in enumerate(ENDS) if end.total == TWENTY_ONE + 1)
    paths = sorted(
        (tuple((value, many) for value, many in enumerate(each.cards) if many), each)
        for each in finished
        if each.end != BUST_END and (tells_22 or each.end != twenty_two)
    )
    ops: list[tuple[int, int, int, int]] = []
    first: list[int] = []
    entries: list[tuple[int, int]] = []
    above: tuple[tuple[int, int], ...] = ()
    for path, each in paths:
        shared = 0
        while shared < min(len(above), len(path)) and above[shared] == path[shared]:
            shared += 1
        for depth in range(shared, len(path)):
            value, many = path[depth]
            ops.append((depth, value, many, sum(count for _, count in path[: depth + 1])))
            first.append(len(entries))
        entries += (
            (each.end * len(each.orders) + start, many) for start, many in enumerate(each.orders) if many
        )
        above = path
    first.append(len(entries))
    table = np.array(ops, dtype=np.int32)
    columns = [np.ascontiguousarray(column) for column in table.T]
    return TreeOps(
        depth=columns[0],
        value=columns[1],
        copies=columns[2],
        cards=columns[3],
        past=_past(columns[0]),
        first=np.array(first, dtype=np.int32),
        slot=np.array([slot for slot, _ in entries], dtype=np.int32),
        orders=np.array([many for _, many in entries], dtype=np.float64),
    )


def _past(depth: Array) -> Array:
    """For each operation of a tree, the next one that is not below it."""
    depths = [*depth.tolist(), -1]
    found, above = [], [depth.size]
    for op in range(depth.size - 1, -1, -1):
        while depths[above[-1]] > depths[op]:
            above.pop()
        found.append(above[-1])
        above.append(op)
    return np.array(found[::-1], dtype=np.int32)
