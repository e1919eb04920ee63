# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""What the general kernel watches where it is asked to: a count, the depth of the shoe, sessions.

A round's part of the sums is what they grew by, so watching changes none of them and asks nothing of how
a wager is settled. All of it is whole numbers added to the same sums.
"""

from __future__ import annotations

from numba import int64

from cutcard.cards import DECK_52
from cutcard.compute import njit
from cutcard.sim.kernels.general.cards import box_at
from cutcard.sim.kernels.general.slots import (
    BETS,
    FIRST,
    HOLE,
    N_BOXES,
    N_BURNED,
    N_BURNS_EACH_ROUND,
    N_CARDS,
    N_HANDS,
    N_WAGERS,
    N_WATCH,
    NET,
    OF_WAGER,
    RECORD,
    SECOND,
    TAKEN,
    UP,
)
from cutcard.sim.kernels.general.watch_slots import (
    AHEAD,
    BEFORE,
    COUNT_CELL,
    DEPTH_CELL,
    FACTORS,
    HALF,
    LEVEL,
    LINEAR,
    MANY,
    OF_CELL,
    PLAYED,
    RUNNING,
    SEEN,
    SESSIONS_DONE,
    SIDE,
    SQUARES,
    SUM,
    TAGS,
    TAILS,
    W_COUNT_BINS,
    W_COUNT_OUT,
    W_COUNT_PER,
    W_COUNT_TIMES,
    W_DEPTH_OUT,
    W_DEPTHS,
    W_INSURED,
    W_INSURED_OUT,
    W_IS_TRUE,
    W_LOW,
    W_OUTCOMES,
    W_SESSION,
    W_SESSION_OUT,
    W_SESSION_WIDTH,
    W_SESSIONS,
    W_START,
    W_WORK,
)

CARDS = len(DECK_52)


@njit(cache=True, _nrt=False)
def _place(running, left, w, at, work, wide):
    """The bin of a count with so many cards left, in the unit's half."""
    per = wide[w + W_COUNT_PER] * (left if wide[w + W_IS_TRUE] else int64(1))
    count = running * wide[w + W_COUNT_TIMES] // per
    place = min(max(count - wide[w + W_LOW], 0), wide[w + W_COUNT_BINS] - 1)
    return place + work[at + HALF] * wide[w + W_COUNT_BINS]


@njit(cache=True, _nrt=False)
def _insure(w, at, work, wide, out):
    """What insurance would have come to, by the count of all cards in sight when it is asked."""
    up, second = work[box_at(0) + RECORD + UP], work[box_at(0) + RECORD + HOLE]
    result = wide[w + wide[w + W_INSURED] + up * CARDS + second]
    left = wide[N_CARDS] - work[at + SEEN] - 2 * wide[N_BOXES] - 1
    if result == 0 or left <= 0:
        return
    running = work[at + RUNNING] + wide[w + TAGS + up]
    for b in range(wide[N_BOXES]):
        running += wide[w + TAGS + work[box_at(b) + RECORD + FIRST]]
        running += wide[w + TAGS + work[box_at(b) + RECORD + SECOND]]
    place = _place(running, left, w, at, work, wide)
    out[wide[w + W_INSURED_OUT] + place * wide[w + W_OUTCOMES] + result - 1] += 1


@njit(cache=True, _nrt=False)
def look(unit, rounds, mine, work, wide, shoe):
    """Before a round: the count and the depth as they stand, and the unit's sums so far."""
    w = wide[N_WATCH]
    at = wide[w + W_WORK]
    wagers = wide[N_WAGERS] + 1
    if work[TAKEN] <= wide[N_BURNED]:
        work[at + RUNNING] = wide[w + W_START]
    else:
        for p in range(work[at + SEEN], work[TAKEN]):
            work[at + RUNNING] += wide[w + TAGS + shoe[p]]
    work[at + SEEN] = work[TAKEN] + wide[N_BURNS_EACH_ROUND]
    if wide[w + W_COUNT_BINS]:
        work[at + HALF] = int64(unit) & 1
        place = _place(work[at + RUNNING], wide[N_CARDS] - work[TAKEN], w, at, work, wide)
        work[at + COUNT_CELL] = wide[w + W_COUNT_OUT] + place * (1 + OF_CELL * wagers)
    if wide[w + W_DEPTHS]:
        place = wide[w + W_DEPTHS] * work[TAKEN] // wide[N_CARDS]
        work[at + DEPTH_CELL] = wide[w + W_DEPTH_OUT] + place * (1 + OF_CELL * wagers)
    for i in range(wagers):
        work[at + BEFORE + 2 * i] = work[mine + i * OF_WAGER + BETS]
        work[at + BEFORE + 2 * i + 1] = work[mine + i * OF_WAGER + NET]
    if rounds == 0:
        work[at + PLAYED], work[at + SESSIONS_DONE] = 0, 0
        for b in range(wide[N_BOXES] // wide[N_HANDS]):
            work[at + BEFORE + 2 * wagers + b] = 0


@njit(cache=True, _nrt=False)
def won(b, wager, value, work, wide):
    """What a box won or lost by a wager, for its session."""
    w = wide[N_WATCH]
    work[wide[w + W_WORK] + BEFORE + 2 * (wide[N_WAGERS] + 1) + b] += value * wide[w + FACTORS + wager]


@njit(cache=True, _nrt=False)
def keep(mine, work, wide, out):
    """After a round: what it added, by count and by depth; and the sessions that it ended."""
    w = wide[N_WATCH]
    at = wide[w + W_WORK]
    if wide[w + W_COUNT_BINS]:
        _add(work[at + COUNT_CELL], mine, at, work, wide, out)
    if wide[w + W_INSURED]:
        _insure(w, at, work, wide, out)
    if wide[w + W_DEPTHS]:
        _add(work[at + DEPTH_CELL], mine, at, work, wide, out)
    if wide[w + W_SESSIONS] == 0:
        return
    work[at + PLAYED] += 1
    if work[at + PLAYED] < wide[w + W_SESSION]:
        return
    work[at + PLAYED] = 0
    work[at + SESSIONS_DONE] += 1
    for b in range(wide[N_BOXES] // wide[N_HANDS]):
        place = at + BEFORE + 2 * (wide[N_WAGERS] + 1) + b
        if work[at + SESSIONS_DONE] <= wide[w + W_SESSIONS]:
            _ended(work[place], w, wide, out)
        work[place] = 0


@njit(cache=True, _nrt=False)
def _add(cell, mine, at, work, wide, out):
    """A round into one bin: that it was, and by wager its bets, its net and the square of that."""
    out[cell] += 1
    for i in range(wide[N_WAGERS] + 1):
        bets = work[mine + i * OF_WAGER + BETS] - work[at + BEFORE + 2 * i]
        net = work[mine + i * OF_WAGER + NET] - work[at + BEFORE + 2 * i + 1]
        out[cell + 1 + OF_CELL * i] += bets
        out[cell + 2 + OF_CELL * i] += net
        out[cell + 3 + OF_CELL * i] += net * net


@njit(cache=True, _nrt=False)
def _ended(result, w, wide, out):
    """A session's result into its bin; those far from nothing are each twice as wide as the last."""
    first = wide[w + W_SESSION_OUT]
    out[first + MANY] += 1
    out[first + AHEAD] += int64(result > 0)
    out[first + LEVEL] += int64(result == 0)
    out[first + SUM] += result
    out[first + SQUARES] += result * result
    place = result // wide[w + W_SESSION_WIDTH]
    if -SIDE <= place < SIDE:
        out[first + LINEAR + SIDE + place] += 1
        return
    far = (place if place > 0 else -place - 1) // SIDE
    tail = int64(0)
    while far > 1 and tail < TAILS - 1:
        far >>= 1
        tail += 1
    out[first + LINEAR + 2 * SIDE + (tail if place > 0 else TAILS + tail)] += 1
