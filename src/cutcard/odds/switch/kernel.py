"""The loops of Blackjack Switch (see `main.kernels.play` for the conventions).

Play that is decided takes cards in so many orders, which no shoe changes: orders are counted in whole
numbers, and a shoe says how likely one is, by the set of cards it takes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cutcard.automata.hands import BLACKJACK_END
from cutcard.compute import njit
from cutcard.odds.main.kernels.dealer import MATE, NONE
from cutcard.odds.main.kernels.numbers import PLAIN, product, total
from cutcard.odds.main.kernels.play import DOUBLE, HIT, OPEN

Array = np.ndarray[Any, Any]


class Sets(NamedTuple):
    """Sets of cards gone: what each leaves, how likely one order of it is, and what the dealer then
    makes of the rest, by start and end."""

    left: Array
    size: Array
    weight: Array
    dealer: Array


@njit(cache=True)
def count_orders(child: Array, acts: Array, begins: Array) -> tuple[Array, Array]:
    """In how many orders of cards hands stand, and draw, by doublings, hand and start.

    `begins` is how many there are of each hand to begin with; nothing is left of it.
    """
    stood = np.zeros((2, *begins.shape))
    drew = np.zeros((2, *begins.shape))
    for h in range(child.shape[0]):
        for s in range(begins.shape[1]):
            many = begins[h, s]
            if many == 0.0:
                continue
            begins[h, s] = 0.0
            act = acts[h, s]
            if act != HIT and act != DOUBLE:
                stood[0, h, s] += many
                continue
            drew[0 if act == HIT else 1, h, s] += many
            for c in range(10):
                j = child[h, c]
                if j != NONE and act == HIT:
                    begins[j, s] += many
                elif j != NONE:
                    stood[1, j, s] += many
    return stood, drew


@njit(cache=True)
def meet_ends(stood: Array, at: Array, kind: Array, sets: Sets, out: Array) -> None:
    """How often hands that stand meet each end of the dealer's, by doublings, kind and end.

    `at` finds the set of cards gone with each hand.
    """
    for d in range(2):
        for h in range(stood.shape[1]):
            for s in range(stood.shape[2]):
                if stood[d, h, s] != 0.0:
                    by = stood[d, h, s] * sets.weight[at[h]]
                    for end in range(out.shape[2]):
                        out[d, kind[h], end] += by * sets.dealer[at[h], s, end]


@njit(cache=True)
def meet_busts(child: Array, drew: Array, at: Array, sets: Sets, out: Array) -> None:
    """How often hands bust, by doublings: all that matters is whether the dealer has a blackjack."""
    for d in range(2):
        for h in range(drew.shape[1]):
            for s in range(drew.shape[2]):
                if drew[d, h, s] == 0.0 or sets.size[at[h]] < 2:
                    continue
                by = drew[d, h, s] * sets.weight[at[h]] / sets.size[at[h]]
                for c in range(10):
                    left = sets.left[at[h], c]
                    if child[h, c] == NONE and left > 0:
                        _bust(by * left, sets.left[at[h]], sets.size[at[h]] - 1, s, c, out[d])


@njit(cache=True)
def _bust(by: float, left: Array, size: int, s: int, c: int, out: Array) -> None:
    """A bust by one card, of which one less is left: by whether the dealer's start is of a blackjack."""
    shown = (left[s] - (s == c)) / size
    mate = MATE[s]
    beaten = 0.0
    if mate != NONE and size > 1:
        beaten = shown * (left[mate] - (mate == c)) / (size - 1)
    out[OPEN] += by * (shown - beaten)
    out[BLACKJACK_END] += by * beaten


@njit(cache=True)
def results(stood: Array, at: Array, kind: Array, sets: Sets, nets: Array, out: Array) -> None:
    """What hands that stand come to, by start and end; `nets` are by doublings, kind and end."""
    for d in range(2):
        for h in range(stood.shape[1]):
            for s in range(stood.shape[2]):
                if stood[d, h, s] != 0.0:
                    by = stood[d, h, s] * sets.weight[at[h]]
                    for end in range(out.shape[1]):
                        out[s, end] += by * sets.dealer[at[h], s, end] * nets[d, kind[h], end]


@njit(cache=True)
def add_worth(stood: Array, at: Array, kind: Array, nets: Array, out: Array) -> None:
    """What hands that stand come to, as whole numbers by set of cards, start and end."""
    for d in range(2):
        for h in range(stood.shape[1]):
            for s in range(stood.shape[2]):
                if stood[d, h, s] != 0.0:
                    for end in range(out.shape[2]):
                        out[at[h], s, end] += stood[d, h, s] * nets[d, kind[h], end]


@njit(cache=True)
def weighed(worth: Array, sets: Sets, prime: float) -> float:
    """The expectation of what is worth so much by set of cards, start and end."""
    whole = 0.0
    for at in range(worth.shape[0]):
        here = 0.0
        for s in range(worth.shape[1]):
            for end in range(worth.shape[2]):
                by = worth[at, s, end]
                if by != 0.0:
                    many = by if prime == PLAIN else np.mod(by, prime)
                    here = total(here, product(many, sets.dealer[at, s, end], prime), prime)
        whole = total(whole, product(here, sets.weight[at], prime), prime)
    return whole
