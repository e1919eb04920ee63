"""The dealer's chances for thousands of shoes at once (see `play` for the conventions)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.hands import BLACKJACK_MATE, BUST_END, NO_MATE
from cutcard.compute import njit
from cutcard.odds.main.kernels.numbers import less, product, total
from cutcard.rules import TWENTY_TWO

LANES: Final = 64
"""Shoes computed side by side; from so many on, the compiler makes vector instructions of the loops."""
MOST_POINTS: Final = TWENTY_TWO
"""No finished hand that is told apart from a bust has more, aces at one."""
MOST_CARDS: Final = 24

NONE: Final = -1
"""No card, no hand."""

Array = np.ndarray[Any, Any]

MATE: Final = np.array([NONE if mate == NO_MATE else mate for mate in BLACKJACK_MATE])
"""By value: the value that makes a blackjack with it, as the rules say; none where no value does."""


class TreeOps(NamedTuple):
    """Finished dealer's hands as a tree: an operation takes `copies` cards of `value` besides what the
    `depth` operations above it took; where a finished hand ends there, `first` points at its entries:
    a slot (end and start) and its orders. `past` is the next operation that is not below this one."""

    depth: Array
    value: Array
    copies: Array
    cards: Array
    past: Array
    first: Array
    slot: Array
    orders: Array


class Shoes(NamedTuple):
    """Sets of removed cards: what each leaves, and by end and start the dealer's chances with it."""

    left: Array
    size: Array
    dealer: Array
    start_cards: Array
    over: Array


class DealerWorkspace(NamedTuple):
    """Scratch arrays by lane."""

    ways: Array
    share: Array
    weight: Array
    acc: Array
    """By end and start: the chance so far."""
    chance: Array
    most: Array


def new_workspace(shoes: Shoes) -> DealerWorkspace:
    """Workspace to find the chances of some shoes."""
    _, ends, starts = shoes.dealer.shape
    share, weight = np.empty((2, MOST_CARDS, LANES))
    ways, acc = np.empty((10, MOST_POINTS + 1, LANES)), np.empty((ends * starts, LANES))
    return DealerWorkspace(ways, share, weight, acc, np.empty(LANES), np.empty(10, dtype=np.int32))


@njit(cache=True, _nrt=False, inline="always")
def _begun(
    left: Array, shoe: int, lane: int, ways: Array, share: Array, weight: Array, acc: Array, most: Array
) -> None:
    """A lane before any card; by value, the most cards that any lane so far has left."""
    share[0, lane] = weight[0, lane] = 1.0
    for value in range(10):
        ways[value, 0, lane] = 1.0
        most[value] = left[shoe, value] if lane == 0 else max(most[value], left[shoe, value])
    for slot in range(acc.shape[0]):
        acc[slot, lane] = 0.0


@njit(cache=True, _nrt=False, inline="always")
def _counted_ways(
    left: Array, shoe: int, size: int, lane: int, prime: float, over: Array, ways: Array,
    share: Array,
) -> None:  # fmt: skip
    """In how many ways a shoe gives so many cards of a value, and one over those of any cards."""
    for value in range(10):
        for copies in range(1, MOST_POINTS // (value + 1) + 1):
            many = float(max(left[shoe, value] - copies + 1, 0))
            ways[value, copies, lane] = product(ways[value, copies - 1, lane], many, prime)
    for taken in range(1, MOST_CARDS):
        rest = size - taken + 1
        one_over = over[rest] if rest > 0 else 0.0
        share[taken, lane] = product(share[taken - 1, lane], one_over, prime)


@njit(cache=True, _nrt=False, inline="always")
def _busts(start_cards: Array, ways: Array, share: Array, prime: float, acc: Array) -> None:
    """What no other end takes of a start's chance."""
    starts = start_cards.shape[0]
    for s in range(starts):
        first, second = start_cards[s, 0], start_cards[s, 1]
        for lane in range(LANES):
            if second == NONE:
                whole = product(ways[first, 1, lane], share[1, lane], prime)
            elif first == second:
                whole = product(ways[first, 2, lane], share[2, lane], prime)
            else:
                both = product(ways[first, 1, lane], ways[second, 1, lane], prime)
                both = product(both, share[2, lane], prime)
                whole = total(both, both, prime)
            for end in range(BUST_END):
                whole = less(whole, acc[end * starts + s, lane], prime)
            acc[BUST_END * starts + s, lane] = whole


@njit(cache=True, _nrt=False)
def dealer_chances(
    wanted: Array, shoes: Shoes, tree: TreeOps, prime: float, workspace: DealerWorkspace
) -> None:
    """The joint chance of each start and end of the dealer's hand, for each shoe in `wanted`."""
    # loops, not whole arrays, which numba takes seconds to compile
    ends, starts = shoes.dealer.shape[1], shoes.dealer.shape[2]
    ways, share, weight, acc, chance, most = workspace
    for block in range(0, wanted.shape[0], LANES):
        width = min(LANES, wanted.shape[0] - block)
        for lane in range(LANES):
            shoe = wanted[block + min(lane, width - 1)]
            _begun(shoes.left, shoe, lane, ways, share, weight, acc, most)
            _counted_ways(shoes.left, shoe, shoes.size[shoe], lane, prime, shoes.over, ways, share)
        op = 0
        while op < tree.depth.shape[0]:
            depth, value, copies = tree.depth[op], tree.value[op], tree.copies[op]
            if copies > most[value]:
                op = tree.past[op]
                continue
            for lane in range(LANES):
                weight[depth + 1, lane] = product(weight[depth, lane], ways[value, copies, lane], prime)
            first, last = tree.first[op], tree.first[op + 1]
            if first < last:
                cards = tree.cards[op]
                for lane in range(LANES):
                    chance[lane] = product(weight[depth + 1, lane], share[cards, lane], prime)
                for term in range(first, last):
                    slot, orders = tree.slot[term], tree.orders[term]
                    for lane in range(LANES):
                        acc[slot, lane] = total(
                            acc[slot, lane], product(orders, chance[lane], prime), prime
                        )
            op += 1
        _busts(shoes.start_cards, ways, share, prime, acc)
        for lane in range(width):
            shoe = wanted[block + lane]
            for slot in range(ends * starts):
                shoes.dealer[shoe, slot // starts, slot % starts] = acc[slot, lane]
