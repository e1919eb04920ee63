# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""What the general kernel writes down beside its sums: rare results, and how units end for their wagers.

A log is whole numbers: how many entries there are, then the entries. An entry that finds no room is
counted all the same, so whoever reads the log knows how much room is needed.
"""

from __future__ import annotations

from typing import Final

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.general.slots import N_CLOSED, N_MANY_CLOSED, NET, OF_WAGER

ENTRY: Final = 4
"""The unit, the round of it, the box and the result. At a unit's end: the unit, its rounds, less than
nothing for the wager (-1 for the first side wager), and the wager's net."""


@njit(cache=True, _nrt=False)
def log(events, unit, rounds, box, result):
    """An entry."""
    at = 1 + ENTRY * events[0]
    events[0] += 1
    if at + ENTRY <= len(events):
        events[at], events[at + 1], events[at + 2], events[at + 3] = unit, rounds, box, result


@njit(cache=True, _nrt=False)
def close(events, unit, rounds, mine, work, wide):
    """What a unit came to, for each wager that is logged."""
    for n in range(wide[N_MANY_CLOSED]):
        w = wide[wide[N_CLOSED] + n]
        log(events, unit, rounds, int64(-1 - w), work[mine + (w + 1) * OF_WAGER + NET])
