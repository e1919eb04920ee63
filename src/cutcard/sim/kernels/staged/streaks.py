# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Streak wagers: where each box stands, and what a round does to it.

A box that has none riding places all of them before its next round, as long as the unit's own rounds
last. They are counted when they are decided, in the unit in which they were placed.
"""

from __future__ import annotations

from numba import int64

from cutcard.automata.hands import BLACKJACK_END
from cutcard.compute import njit
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.kernels.staged.shapes import LOOP
from cutcard.sim.kernels.staged.sums import bump, count
from cutcard.sim.kernels.staged.watch import won


@njit(**LOOP)
def _counted(b, seats, machine, streaks):
    """The number of how a box's hands counted in the round just played."""
    m, emissions = seats[b, of.LAST], machine.emissions
    end = emissions[m, of.E_END]
    if m < machine.hot:
        return streaks.hand_counts[emissions[m, of.E_FINISH] * of.ENDS_OF + end]
    memo, found = machine.memos[b, of.MEMO], int64(0)
    while memo:
        hand = (memo & 255) - 1
        if end == BLACKJACK_END:
            found = found * streaks.late_kinds + streaks.hand_kinds[hand]
        else:
            found += streaks.hand_counts[hand * of.ENDS_OF + end]
        memo >>= 8
    return streaks.late_counts[found] if end == BLACKJACK_END else found


@njit(**LOOP)
def ride(boxes, places, mine, seats, machine, streaks, watch, out):
    """A round's effect on all streak wagers; those that it decides are added to the unit's sums."""
    for b in range(boxes):
        state = seats[b, of.STREAK]
        if state == 0 and places:
            state = 1
        kind = streaks.kinds[_counted(b, seats, machine, streaks)]
        seats[b, of.STREAK_BEFORE], seats[b, of.ROUND_KIND] = state, kind
        seats[b, of.STREAK] = streaks.after[state, kind]
        for w in range(streaks.many):
            result = streaks.decided[state, kind, w]
            if result >= 0:
                bump(out, streaks.rows_at + result, 1)
                count(streaks.first + w, streaks.nets[result], mine)
                if places and watch.wagers:
                    won(b, streaks.first + w, streaks.nets[result], watch)


@njit(**LOOP)
def riding(boxes, seats):
    """How many boxes have a streak wager that is not decided."""
    found = int64(0)
    for b in range(boxes):
        found += int64(seats[b, of.STREAK] != 0)
    return found
