"""What the kernel writes down beside its sums: rare results, and how units end for their wagers.

A log is whole numbers: how many entries there are, then the entries. An entry that finds no room is
counted all the same, so whoever reads the log knows how much room is needed.
"""

from __future__ import annotations

from typing import Final

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.staged.fields import NET
from cutcard.sim.kernels.staged.shapes import LOOP, Array

ENTRY: Final = 4
"""The unit, the round of it, the box and the result. At a unit's end: the unit, its rounds, below zero
for the wager (-1 for the first side wager), and the wager's net."""


@njit(**LOOP)
def log(events: Array, unit: int, rounds: int, box: int, result: int) -> None:
    """An entry."""
    at = 1 + ENTRY * events[0]
    events[0] += 1
    if at + ENTRY <= len(events):
        events[at], events[at + 1], events[at + 2], events[at + 3] = unit, rounds, box, result


@njit(**LOOP)
def close(events: Array, unit: int, rounds: int, mine: Array, closed: Array) -> None:
    """What a unit came to, for each wager that is logged."""
    for n in range(len(closed)):
        log(events, unit, rounds, int64(-1 - closed[n]), mine[closed[n] + 1, NET])
