# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The general kernel's sums: what bets came to, within a unit and over all."""

from __future__ import annotations

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.general.slots import (
    BEFORE_WAGERS,
    BETS,
    HITS,
    N_BET_SQUARES,
    N_STREAKS,
    N_WAGERS,
    NET,
    OF_WAGER,
    SQUARE,
    UNIT_CROSS,
    UNIT_SQUARE,
)


@njit(cache=True, _nrt=False)
def count(at, value, work):
    """A bet that came to so much, in a wager's sums."""
    work[at + BETS] += 1
    work[at + NET] += value
    work[at + HITS] += int64(value > 0)
    work[at + SQUARE] += value * value


@njit(cache=True, _nrt=False)
def add_up(rounds, mine, work, wide, out):
    """What a unit came to, added to the sums."""
    out[0] += 1
    out[1] += rounds
    out[2] += rounds * rounds
    for w in range(1 + wide[N_WAGERS] + wide[N_STREAKS]):
        at = mine + w * OF_WAGER
        many = rounds
        if w > wide[N_WAGERS]:
            many = work[at + BETS]
            out[wide[N_BET_SQUARES] + w - wide[N_WAGERS] - 1] += many * many
        work[at + UNIT_SQUARE] = work[at + NET] * work[at + NET]
        work[at + UNIT_CROSS] = work[at + NET] * many
        for i in range(OF_WAGER):
            out[BEFORE_WAGERS + w * OF_WAGER + i] += work[at + i]
