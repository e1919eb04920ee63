# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""What is watched where it is asked for: a count, the depth of the shoe, sessions.

A round's part of the sums is what they grew by, so watching changes none of them and asks nothing of how
a wager is settled. All of it is whole numbers added to the same sums.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.compiled import LOOP, STAGE
from cutcard.sim.kernels.staged.fields import BETS, CARDS, FIRST, HOLE, NET, SECOND, TAKEN, UP
from cutcard.sim.kernels.staged.watch_fields import (
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
)


class Watch(NamedTuple):
    """What is watched, and what a unit keeps for it (`watch_fields` says where)."""

    table: Any
    kept: Any
    wagers: int
    """The main wager, and the side wagers that one round decides; 0 where nothing is watched."""


@njit(**STAGE)
def _place(running, left, watch):
    """The bin of a count with so many cards left, in the unit's half."""
    table = watch.table
    per = table[W_COUNT_PER] * (left if table[W_IS_TRUE] else int64(1))
    count = running * table[W_COUNT_TIMES] // per
    place = min(max(count - table[W_LOW], 0), table[W_COUNT_BINS] - 1)
    return place + watch.kept[HALF] * table[W_COUNT_BINS]


@njit(**LOOP)
def _insure(many, size, seats, watch, out):
    """What insurance would have come to, by the count of all cards in sight when it is asked."""
    table, kept = watch.table, watch.kept
    result = table[table[W_INSURED] + seats[many, UP] * CARDS + seats[many, HOLE]]
    left = size - kept[SEEN] - 2 * many - 1
    if result == 0 or left <= 0:
        return
    running = kept[RUNNING] + table[TAGS + seats[many, UP]]
    for b in range(many):
        running += table[TAGS + seats[b, FIRST]] + table[TAGS + seats[b, SECOND]]
    place = _place(running, left, watch)
    out[table[W_INSURED_OUT] + place * table[W_OUTCOMES] + result - 1] += 1


@njit(**LOOP)
def look(unit, rounds, boxes, mine, shoe, watch):
    """Before a round: the count and the depth as they stand, and the unit's sums so far."""
    table, kept, taken = watch.table, watch.kept, int64(shoe.at[TAKEN])
    if taken <= shoe.burned:
        kept[RUNNING] = table[W_START]
    else:
        for p in range(kept[SEEN], taken):
            kept[RUNNING] += table[TAGS + int64(shoe.cards[p])]
    kept[SEEN] = taken + shoe.burns_each_round
    if table[W_COUNT_BINS]:
        kept[HALF] = int64(unit) & 1
        place = _place(kept[RUNNING], shoe.size - taken, watch)
        kept[COUNT_CELL] = table[W_COUNT_OUT] + place * (1 + OF_CELL * watch.wagers)
    if table[W_DEPTHS]:
        place = table[W_DEPTHS] * taken // shoe.size
        kept[DEPTH_CELL] = table[W_DEPTH_OUT] + place * (1 + OF_CELL * watch.wagers)
    for i in range(watch.wagers):
        kept[BEFORE + 2 * i], kept[BEFORE + 2 * i + 1] = mine[i, BETS], mine[i, NET]
    if rounds == 0:
        kept[PLAYED], kept[SESSIONS_DONE] = 0, 0
        for b in range(boxes):
            kept[BEFORE + 2 * watch.wagers + b] = 0


@njit(**STAGE)
def won(box, wager, value, watch):
    """What a box won or lost by a wager, for its session."""
    watch.kept[BEFORE + 2 * watch.wagers + box] += value * watch.table[FACTORS + wager]


@njit(**LOOP)
def keep(boxes, hands, size, mine, seats, watch, out):
    """After a round: what it added, by count and by depth; and the sessions that it ended."""
    table, kept = watch.table, watch.kept
    if table[W_COUNT_BINS]:
        _add(kept[COUNT_CELL], mine, watch, out)
    if table[W_INSURED]:
        _insure(boxes * hands, size, seats, watch, out)
    if table[W_DEPTHS]:
        _add(kept[DEPTH_CELL], mine, watch, out)
    if table[W_SESSIONS] == 0:
        return
    kept[PLAYED] += 1
    if kept[PLAYED] < table[W_SESSION]:
        return
    kept[PLAYED] = 0
    kept[SESSIONS_DONE] += 1
    for b in range(boxes):
        place = BEFORE + 2 * watch.wagers + b
        if kept[SESSIONS_DONE] <= table[W_SESSIONS]:
            _ended(kept[place], table, out)
        kept[place] = 0


@njit(**LOOP)
def _add(cell, mine, watch, out):
    """A round into one bin: that it was, and by wager its bets, its net and the square of that."""
    out[cell] += 1
    for i in range(watch.wagers):
        bets = mine[i, BETS] - watch.kept[BEFORE + 2 * i]
        net = mine[i, NET] - watch.kept[BEFORE + 2 * i + 1]
        out[cell + 1 + OF_CELL * i] += bets
        out[cell + 2 + OF_CELL * i] += net
        out[cell + 3 + OF_CELL * i] += net * net


@njit(**LOOP)
def _ended(result, table, out):
    """A session's result into its bin; those far from zero are each twice as wide as the last."""
    first = table[W_SESSION_OUT]
    out[first + MANY] += 1
    out[first + AHEAD] += int64(result > 0)
    out[first + LEVEL] += int64(result == 0)
    out[first + SUM] += result
    out[first + SQUARES] += result * result
    place = result // table[W_SESSION_WIDTH]
    if -SIDE <= place < SIDE:
        out[first + LINEAR + SIDE + place] += 1
        return
    far = (place if place > 0 else -place - 1) // SIDE
    tail = int64(0)
    while far > 1 and tail < TAILS - 1:
        far >>= 1
        tail += 1
    out[first + LINEAR + 2 * SIDE + (tail if place > 0 else TAILS + tail)] += 1
