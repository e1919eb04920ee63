# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Side wagers in lockstep: a shoe that was dealt is gone through once more, lane by lane."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint32

from cutcard.automata.folds import NO_CARD
from cutcard.odds.compiled import njit

NET, UNIT_SQUARE, UNIT_CROSS = range(3)
"""What is added up for each wager; all else follows from how often everything came."""


class Sides(NamedTuple):
    """The tables of side wagers, their totals, and room to work in."""

    by_three: Any
    by_hole: Any
    """As in `side_tables.Together`."""
    nets: Any
    """By number of what all come to, and by wager: its net."""
    counts: Any
    """By number: how often it came."""
    totals: Any
    """By wager: its sums."""
    mine: Any
    """By lane and number: how often it came in the lane's unit."""
    begun: Any
    """By lane: where in the cards dealt to it the round begins that is not over."""
    begins: Any
    """Of one lane: where its rounds begin."""


@njit(cache=True, inline="always")
def began(at, many, results, kept, shape, sides):
    """Where the rounds of a lane began that are over, and the next one: how many are over.

    `begins` tells, after its first entry, the places behind the cards that gave the results off.
    """
    begins, rounds = sides.begins, 0
    begins[0] = sides.begun[at]
    for i in range(many):
        m = results[i]
        begins[rounds + 1] = begins[i + 1] + uint32(kept)
        rounds += (m < shape.hot) | (m >= shape.last)
    sides.begun[at] = begins[rounds]
    return rounds


@njit(cache=True, inline="always")
def settled(at, rounds, dealt, sides):
    """All side wagers of a lane's first rounds, counted in its unit."""
    mine, by_three, by_hole, cards = sides.mine[at], sides.by_three, sides.by_hole, uint32(NO_CARD)
    for i in range(rounds):
        p = sides.begins[i]
        number = uint32(dealt[p, at]) * cards + uint32(dealt[p + uint32(1), at])
        number = uint32(by_three[number * cards + uint32(dealt[p + uint32(2), at])])
        mine[by_hole[number * cards + uint32(dealt[p + uint32(3), at])]] += uint32(1)


@njit(cache=True, inline="always")
def moved_on(many, kept, dealt, sides):
    """So many cards later: the last of them go to the front, for rounds that are not over."""
    for p in range(kept):
        dealt[p] = dealt[p + many]
    for at in range(len(sides.begun)):
        sides.begun[at] -= uint32(many)


@njit(cache=True)
def side_units_over(count, rounds, sides):
    """Units' sums go to the totals, and begin anew."""
    totals, counts, nets = sides.totals, sides.counts, sides.nets
    net = np.zeros(len(totals), np.int64)
    for at in range(count):
        net[:] = 0
        for number in range(len(counts)):
            many = int64(sides.mine[at, number])
            if many:
                counts[number] += many
                for w in range(len(net)):
                    net[w] += many * nets[number, w]
        for w in range(len(net)):
            totals[w, NET] += net[w]
            totals[w, UNIT_SQUARE] += net[w] * net[w]
            totals[w, UNIT_CROSS] += net[w] * rounds[at]
    sides.mine[:] = 0
