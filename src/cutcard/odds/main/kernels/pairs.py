"""Two hands of a split pair together: how often neither busts (see `kernel` for the conventions)."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.compute import njit
from cutcard.odds.main.kernels.dealer import NONE
from cutcard.odds.main.kernels.numbers import product, total
from cutcard.odds.main.kernels.play import DOUBLE, HIT, STAND

Array = np.ndarray[Any, Any]


@njit(cache=True)
def _not_busted(
    child: Array,
    hands: Array,
    cards: Array,
    count: Array,
    left: Array,
    size: int,
    value: int,
    mix: Array,
    prime: float | None,
    over: Array,
    reach: Array,
    final: Array,
) -> float:
    """The chance that a hand from one card of a value does not bust; `final` says how it may end."""
    reach[hands] = 0.0
    final[hands] = 0.0
    reach[hands[0]] = 1.0
    for place in range(hands.shape[0]):
        h = hands[place]
        if reach[h] == 0.0:
            continue
        first = count[h] == 1
        stands = 0.0 if first else mix[h, STAND]
        if stands != 0.0:
            final[h] = total(final[h], product(reach[h], stands, prime), prime)
        hits = 1.0 if first else mix[h, HIT]
        doubles = 0.0 if first else mix[h, DOUBLE]
        rest = size - count[h] + 1
        if (hits == 0.0 and doubles == 0.0) or rest <= 0:
            continue
        for c in range(10):
            many = left[c] - cards[h, c] + (1 if c == value else 0)
            j = child[h, c]
            if many <= 0 or j == NONE:
                continue
            chance = product(reach[h], product(float(many), over[rest], prime), prime)
            if hits != 0.0:
                reach[j] = total(reach[j], product(chance, hits, prime), prime)
            if doubles != 0.0:
                final[j] = total(final[j], product(chance, doubles, prime), prime)
    whole = 0.0
    for place in range(hands.shape[0]):
        whole = total(whole, final[hands[place]], prime)
    return whole


@njit(cache=True)
def neither_busts(
    child: Array,
    hands: Array,
    cards: Array,
    count: Array,
    left: Array,
    size: int,
    value: int,
    mix: Array,
    prime: float | None,
    over: Array,
) -> tuple[float, float]:
    """The chances that one hand, and that both hands, of a split pair do not bust.

    `hands` are those that hold the value, the single card first; `mix` how often each is stood on, hit
    or doubled; `left` is the shoe without the pair and without the dealer's two cards.
    """
    reach = np.zeros(child.shape[0])
    final = np.zeros(child.shape[0])
    one = _not_busted(child, hands, cards, count, left, size, value, mix, prime, over, reach, final)
    ends = final.copy()
    both = 0.0
    rest = left.copy()
    for place in range(hands.shape[0]):
        h = hands[place]
        if ends[h] == 0.0:
            continue
        for c in range(10):
            rest[c] = left[c] - cards[h, c] + (1 if c == value else 0)
        other = _not_busted(
            child, hands, cards, count, rest, size - count[h] + 1, value, mix, prime, over, reach, final
        )
        both = total(both, product(ends[h], other, prime), prime)
    return one, both
