# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""What a box's result pays to the other boxes, where a wager's table has such a price."""

from __future__ import annotations

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.general.cards import told
from cutcard.sim.kernels.general.slots import N_BOXES, N_FIRST_RESULT, N_HANDS, N_OTHERS


@njit(cache=True, _nrt=False)
def given(w, work, wide, table):
    """What all boxes' results of a wager give to any one box, its own included."""
    first = wide[N_OTHERS] + 1 + wide[wide[N_FIRST_RESULT] + w]
    found = int64(0)
    for b in range(0, wide[N_BOXES], wide[N_HANDS]):
        found += wide[first + told(w, b, work, wide, table)]
    return found


@njit(cache=True, _nrt=False)
def envied(result, net, shared, wide):
    """A box's result and net with what the other boxes' results give it (`others.Others`)."""
    at, many = wide[N_OTHERS] + 1 + result, wide[wide[N_OTHERS]]
    won = shared - wide[at]
    if won:
        return wide[at + 2 * many], net + won * wide[at + many]
    return result, net
