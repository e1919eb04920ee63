"""The battery: does a way of shuffling give every order alike? At card level, every test a p-value.

What is counted over N shuffles of n cards that can all be told apart:

* position by card: how often card c lies at position i, or in a block of positions. A shuffle is a
  permutation matrix, of covariance (I - J/n) x (I - J/n) / (n - 1); the squared deviations from N/n,
  added up and divided by N/(n - 1), are chi-square of (n - 1)^2 degrees. (Mean and variance are exact
  for any N: two shuffles agree in m places, of mean 1 and variance 1, pairwise independent.)
* trend: the sum of position x card over all cards, which is normal of known mean and variance; it is
  sharp where a shuffle is skewed a little everywhere, as one by remainders is.
* adjacent pairs: how often card b follows card a, the top card taken to follow the bottom one. That is
  a random n-cycle. Two of them share m arcs, of mean u = n/(n - 1) and variance v = n/(n - 2) + u - u^2,
  which gives the sum of squared deviations its exact mean N n (n - 2)/(n - 1) and variance
  2 N (N - 1) v; the chi-square of that mean and variance is its tail.
* every order of few cards: plain chi-square over the n! orders.
* the cut: the same counts after a cut. (Cutting always at one place only renames the positions.) The
  one who cuts has seen the commitment, so the cuts tried are one that goes through every position in
  turn, and one that is worked out from the commitment. Neither may bring in an unevenness.

p-values are two-sided: orders that come out too evenly are not chance either.

False alarms. The battery fails at 99% (Holm over all its tests), and then only if it also fails on
fresh numbers at 99.9%. A fair shuffle therefore fails with a chance of at most 1e-2 x 1e-3 = 1e-5.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import operator
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fair.tails import both_sides, chi_square_tail, rejected

FIRST_LEVEL = 0.01
FRESH_LEVEL = 0.001

Order = Sequence[int]
Shuffler = Callable[[Order], Order]
Seen = Callable[[Order], bytes]


@dataclass(frozen=True)
class Sizes:
    """How many shuffles each count takes."""

    deck: int = 3_000
    shoe: int = 350
    small: int = 9_000


def fails(measure: Callable[[], dict[str, float]]) -> list[str]:
    """The tests that fail, and fail again on fresh numbers; empty for a fair source."""
    if not rejected(measure(), level=FIRST_LEVEL):
        return []
    return rejected(measure(), level=FRESH_LEVEL)


def salted(order: Order) -> bytes:
    """A commitment to the order of numbered cards, as one to real cards is made."""
    return _digest(f"{secrets.token_hex(32)}:", order)


def unsalted(order: Order) -> bytes:
    """A commitment that forgets the salt: of few cards it tells the order to whoever tries them all."""
    return _digest("", order)


def _digest(salt: str, order: Order) -> bytes:
    return hashlib.sha256((salt + " ".join(map(str, order))).encode()).digest()


def p_values(shuffler: Shuffler, sizes: Sizes, *, seen: Seen = salted) -> dict[str, float]:
    """Every test of the battery on fresh shuffles."""
    found = dict(_full_size(shuffler, seen, cards=52, shuffles=sizes.deck, block=1))
    found |= dict(_full_size(shuffler, seen, cards=312, shuffles=sizes.shoe, block=6))
    for cards in (4, 5):
        found |= dict(_every_order(shuffler, seen, cards=cards, shuffles=sizes.small))
    return found


def rotated(order: Order, position: int) -> Order:
    """A cut: the cards above the position go to the bottom."""
    return [*order[position:], *order[:position]]


def _cut_by(seen: bytes, cards: int) -> int:
    """A cut as worked out by one who has seen the commitment, and nothing else."""
    return 1 + int.from_bytes(seen[:8]) % (cards - 1)


def _full_size(
    shuffler: Shuffler, seen: Seen, *, cards: int, shuffles: int, block: int
) -> Iterator[tuple[str, float]]:
    orders = [shuffler(range(cards)) for _ in range(shuffles)]
    yield f"{cards} position by card", position_by_card(orders, block=1)
    if block > 1:
        yield f"{cards} block by card", position_by_card(orders, block=block)
    yield f"{cards} trend", trend(orders)
    yield f"{cards} adjacent pairs", adjacent_pairs(orders)
    in_turn = [rotated(o, 1 + index % (cards - 1)) for index, o in enumerate(orders)]
    yield f"{cards} cut in turn", position_by_card(in_turn, block=block)
    known = [rotated(o, _cut_by(seen(o), cards)) for o in orders]
    yield f"{cards} cut by commitment", position_by_card(known, block=block)


def _every_order(
    shuffler: Shuffler, seen: Seen, *, cards: int, shuffles: int
) -> Iterator[tuple[str, float]]:
    orders = [tuple(shuffler(range(cards))) for _ in range(shuffles)]
    every = list(itertools.permutations(range(cards)))
    yield f"{cards} every order", evenly(orders, every)
    known = [tuple(rotated(o, _cut_by(seen(o), cards))) for o in orders]
    yield f"{cards} every order, cut by commitment", evenly(known, every)


def evenly(seen: Sequence[object], possible: Sequence[object]) -> float:
    """Whether the possible all come up alike; something impossible makes it 0."""
    return by_weight(seen, dict.fromkeys(possible, 1))


def by_weight(seen: Sequence[object], weights: Mapping[Any, int]) -> float:
    """Whether each comes up as its weight says; something of no weight makes it 0."""
    counted, total = Counter(seen), sum(weights.values())
    expected = {each: len(seen) * weight / total for each, weight in weights.items() if weight}
    if counted.keys() - expected.keys():
        return 0.0
    statistic = sum((counted[each] - mean) ** 2 / mean for each, mean in expected.items())
    return both_sides(chi_square_tail(statistic, len(expected) - 1))


def position_by_card(orders: Sequence[Order], *, block: int) -> float:
    """Whether every card lies equally often in every block of positions (and of like cards)."""
    cards, shuffles = len(orders[0]), len(orders)
    sides = cards // block
    counted = [0] * (sides * sides)
    groups = [card // block * sides for card in range(cards)]
    blocks = [position // block for position in range(cards)]
    for order in orders:
        for place, card in zip(blocks, order, strict=True):
            counted[groups[card] + place] += 1
    mean = shuffles * block * block / cards
    squares = math.fsum((each - mean) ** 2 for each in counted)
    statistic = squares * (cards - 1) / (shuffles * block * block)
    return both_sides(chi_square_tail(statistic, (sides - 1) ** 2))


def trend(orders: Sequence[Order]) -> float:
    """Whether the cards that lay high before lie high, or low, after."""
    n, shuffles = len(orders[0]), len(orders)
    found = sum(sum(map(operator.mul, range(n), order)) for order in orders)
    mean = shuffles * n * (n - 1) ** 2 / 4
    variance = shuffles * n * n * (n + 1) ** 2 * (n - 1) / 144
    return math.erfc(abs(found - mean) / math.sqrt(2 * variance))


def adjacent_pairs(orders: Sequence[Order]) -> float:
    """Whether every card follows every other equally often."""
    n, shuffles = len(orders[0]), len(orders)
    counted = [0] * (n * n)
    for order in orders:
        for card, following in itertools.pairwise(order):
            counted[card * n + following] += 1
        counted[order[-1] * n + order[0]] += 1
    expected = shuffles / (n - 1)
    squares = math.fsum(
        (each - expected) ** 2 for cell, each in enumerate(counted) if cell // n != cell % n
    )
    u = n / (n - 1)
    mean = shuffles * n * (n - 2) / (n - 1)
    variance = 2 * shuffles * (shuffles - 1) * (n / (n - 2) + u - u * u)
    scale = variance / (2 * mean)
    return both_sides(chi_square_tail(squares / scale, mean / scale))
