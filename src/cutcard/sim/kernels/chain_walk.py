# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The walk through a side wager's chain: one look-up for each number of a record."""

from __future__ import annotations

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.general.slots import (
    N_FIRST_STAGE,
    N_STAGE_DOMAIN,
    N_STAGE_INPUT,
    N_STAGE_OFFSET,
)


@njit(cache=True, _nrt=False)
def walked(fold, record, work, wide, table):
    """What a fold tells of the record that begins there."""
    w = int64(0)
    for stage in range(wide[wide[N_FIRST_STAGE] + fold], wide[wide[N_FIRST_STAGE] + fold + 1]):
        seen = work[record + wide[wide[N_STAGE_INPUT] + stage]]
        w = int64(
            table[wide[wide[N_STAGE_OFFSET] + stage] + w * wide[wide[N_STAGE_DOMAIN] + stage] + seen]
        )
    return w
