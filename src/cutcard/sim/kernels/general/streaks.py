# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The general kernel's streak wagers: where each box stands, and what a round does to it.

A box that has none riding places all of them before its next round, as long as the unit's own rounds
last. They are counted when they are decided, in the unit in which they were placed.
"""

from __future__ import annotations

from numba import int64

from cutcard.automata.hands import BLACKJACK_END
from cutcard.compute import njit
from cutcard.sim.kernels.general.cards import box_at
from cutcard.sim.kernels.general.slots import (
    ENDS_OF,
    LAST,
    MEMO,
    N_BOXES,
    N_ENDS,
    N_FINISHES,
    N_HAND_COUNTS,
    N_HAND_KINDS,
    N_HOT,
    N_KINDS,
    N_LATE_COUNTS,
    N_LATE_KINDS,
    N_RESULT_NET,
    N_SIDE_ROWS,
    N_STREAK_AFTER,
    N_STREAK_DECIDED,
    N_STREAK_KINDS,
    N_STREAKS,
    N_WAGERS,
    N_WATCH,
    OF_WAGER,
    ROUND_KIND,
    STREAK,
    STREAK_BEFORE,
)
from cutcard.sim.kernels.general.sums import count
from cutcard.sim.kernels.general.watch import won


@njit(cache=True, _nrt=False)
def _counted(b, work, wide):
    """The number of how a box's hands counted in the round just played."""
    at = box_at(b)
    m = work[at + LAST]
    end = wide[wide[N_ENDS] + m]
    if m < wide[N_HOT]:
        return wide[wide[N_HAND_COUNTS] + wide[wide[N_FINISHES] + m] * ENDS_OF + end]
    memo, found = work[at + MEMO], int64(0)
    while memo:
        hand = (memo & 255) - 1
        if end == BLACKJACK_END:
            found = found * wide[N_LATE_KINDS] + wide[wide[N_HAND_KINDS] + hand]
        else:
            found += wide[wide[N_HAND_COUNTS] + hand * ENDS_OF + end]
        memo >>= 8
    return wide[wide[N_LATE_COUNTS] + found] if end == BLACKJACK_END else found


@njit(cache=True, _nrt=False)
def ride(mine, places, work, wide, out):
    """A round's effect on all streak wagers; those that it decides are added to the unit's sums."""
    many = wide[N_STREAKS]
    for b in range(wide[N_BOXES]):
        at = box_at(b)
        state = work[at + STREAK]
        if state == 0 and places:
            state = 1
        kind = wide[wide[N_STREAK_KINDS] + _counted(b, work, wide)]
        move = state * wide[N_KINDS] + kind
        work[at + STREAK_BEFORE], work[at + ROUND_KIND] = state, kind
        work[at + STREAK] = wide[wide[N_STREAK_AFTER] + move]
        for w in range(many):
            result = wide[wide[N_STREAK_DECIDED] + move * many + w]
            if result >= 0:
                out[wide[N_SIDE_ROWS] + result] += 1
                block = mine + (wide[N_WAGERS] + 1 + w) * OF_WAGER
                count(block, wide[wide[N_RESULT_NET] + result], work)
                if places and wide[N_WATCH]:
                    won(b, wide[N_WAGERS] + 1 + w, wide[wide[N_RESULT_NET] + result], work, wide)


@njit(cache=True, _nrt=False)
def riding(work, wide):
    """How many boxes have a streak wager that is not decided."""
    found = int64(0)
    for b in range(wide[N_BOXES]):
        found += int64(work[box_at(b) + STREAK] != 0)
    return found
