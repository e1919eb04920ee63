"""What is watched where it is asked for: a count, the depth of the shoe, sessions.

A round's part of the sums is what they grew by, so watching changes none of them and asks nothing of how
a wager is settled. All of it is whole numbers added to the same sums.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from cutcard.compute import njit
from cutcard.sim.kernels.staged import watch_fields as of
from cutcard.sim.kernels.staged.fields import BETS, CARDS, FIRST, HOLE, NET, SECOND, TAKEN, UP
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE, Array, DealtShoe, Watch
from cutcard.sim.kernels.staged.sums import bump


@njit(**STAGE)
def _place(running: int, left: int, watch: Watch) -> Any:
    """The bin of a count with so many cards left, in the unit's half."""
    table = watch.table
    per = table[of.W_COUNT_PER] * (left if table[of.W_IS_TRUE] else int64(1))
    count = running * table[of.W_COUNT_TIMES] // per
    place = min(max(count - table[of.W_LOW], 0), table[of.W_COUNT_BINS] - 1)
    return place + watch.kept[of.HALF] * table[of.W_COUNT_BINS]


@njit(**LOOP)
def _insure(many: int, size: int, seats: Array, watch: Watch, out: Array) -> None:
    """What insurance would have come to, by the count of all cards in sight when it is asked."""
    table, kept = watch.table, watch.kept
    result = table[table[of.W_INSURED] + seats[many, UP] * CARDS + seats[many, HOLE]]
    left = size - kept[of.SEEN] - 2 * many - 1
    if result == 0 or left <= 0:
        return
    running = kept[of.RUNNING] + table[of.TAGS + seats[many, UP]]
    for b in range(many):
        running += table[of.TAGS + seats[b, FIRST]] + table[of.TAGS + seats[b, SECOND]]
    place = _place(running, left, watch)
    bump(out, table[of.W_INSURED_OUT] + place * table[of.W_OUTCOMES] + result - 1, 1)


@njit(**LOOP)
def look(unit: int, rounds: int, boxes: int, mine: Array, shoe: DealtShoe, watch: Watch) -> None:
    """Before a round: the count and the depth as they stand, and the unit's sums so far."""
    table, kept, taken = watch.table, watch.kept, int64(shoe.at[TAKEN])
    if taken <= shoe.burned:
        kept[of.RUNNING], kept[of.OF_THIS_SHOE] = table[of.W_START], 0
    else:
        for p in range(kept[of.SEEN], taken):
            kept[of.RUNNING] += table[of.TAGS + int64(shoe.cards[p])]
    kept[of.SEEN] = taken + shoe.burns_each_round
    if table[of.W_COUNT_BINS]:
        kept[of.HALF] = int64(unit) & 1
        place = _place(kept[of.RUNNING], shoe.size - taken, watch)
        kept[of.COUNT_CELL] = table[of.W_COUNT_OUT] + place * (1 + of.OF_CELL * watch.wagers)
    if table[of.W_DEPTHS]:
        place = table[of.W_DEPTHS] * taken // shoe.size
        kept[of.DEPTH_CELL] = table[of.W_DEPTH_OUT] + place * (1 + of.OF_CELL * watch.wagers)
    for i in range(watch.wagers):
        kept[of.BEFORE + 2 * i], kept[of.BEFORE + 2 * i + 1] = mine[i, BETS], mine[i, NET]
    if rounds == 0:
        kept[of.PLAYED], kept[of.SESSIONS_DONE] = 0, 0
        for b in range(boxes + (1 + watch.wagers if table[of.W_KNOWN] else 0)):
            kept[of.BEFORE + 2 * watch.wagers + b] = 0


@njit(**STAGE)
def won(box: int, wager: int, value: int, watch: Watch) -> None:
    """What a box won or lost by a wager, for its session."""
    watch.kept[of.BEFORE + 2 * watch.wagers + box] += value * watch.table[of.FACTORS + wager]


@njit(**LOOP)
def keep(boxes: int, hands: int, size: int, mine: Array, seats: Array, watch: Watch, out: Array) -> None:
    """After a round: what it added, by count and by depth; and the sessions that it ended."""
    table, kept = watch.table, watch.kept
    if table[of.W_COUNT_BINS]:
        _add(kept[of.COUNT_CELL], mine, watch, out)
    if table[of.W_INSURED]:
        _insure(boxes * hands, size, seats, watch, out)
    if table[of.W_DEPTHS]:
        _add(kept[of.DEPTH_CELL], mine, watch, out)
    kept[of.OF_THIS_SHOE] += 1
    if table[of.W_KNOWN] and kept[of.OF_THIS_SHOE] > table[of.W_KNOWN]:
        rest = of.BEFORE + 2 * watch.wagers + boxes
        kept[rest] += 1
        for i in range(watch.wagers):
            kept[rest + 1 + i] += mine[i, NET] - kept[of.BEFORE + 2 * i + 1]
    if table[of.W_SESSIONS] == 0:
        return
    kept[of.PLAYED] += 1
    if kept[of.PLAYED] < table[of.W_SESSION]:
        return
    kept[of.PLAYED] = 0
    kept[of.SESSIONS_DONE] += 1
    for b in range(boxes):
        place = of.BEFORE + 2 * watch.wagers + b
        if kept[of.SESSIONS_DONE] <= table[of.W_SESSIONS]:
            _ended(kept[place], table, out)
        kept[place] = 0


@njit(**LOOP)
def end(rounds: int, boxes: int, watch: Watch, out: Array) -> None:
    """A unit's rounds behind the known ones; by wager their net, its square and product with rounds."""
    if watch.table[of.W_KNOWN] == 0:
        return
    cell, rest = watch.table[of.W_REST_OUT], of.BEFORE + 2 * watch.wagers + boxes
    bump(out, cell, watch.kept[rest])
    for i in range(watch.wagers):
        net = watch.kept[rest + 1 + i]
        bump(out, cell + 1 + of.OF_CELL * i, net)
        bump(out, cell + 2 + of.OF_CELL * i, net * net)
        bump(out, cell + 3 + of.OF_CELL * i, net * rounds)


@njit(**LOOP)
def _add(cell: int, mine: Array, watch: Watch, out: Array) -> None:
    """A round into one bin: that it was, and by wager its bets, its net and the square of that."""
    bump(out, cell, 1)
    for i in range(watch.wagers):
        bets = mine[i, BETS] - watch.kept[of.BEFORE + 2 * i]
        net = mine[i, NET] - watch.kept[of.BEFORE + 2 * i + 1]
        bump(out, cell + 1 + of.OF_CELL * i, bets)
        bump(out, cell + 2 + of.OF_CELL * i, net)
        bump(out, cell + 3 + of.OF_CELL * i, net * net)


@njit(**LOOP)
def _ended(result: int, table: Array, out: Array) -> None:
    """A session's result into its bin; those far from zero are each twice as wide as the last."""
    first = table[of.W_SESSION_OUT]
    bump(out, first + of.MANY, 1)
    bump(out, first + of.AHEAD, int64(result > 0))
    bump(out, first + of.LEVEL, int64(result == 0))
    bump(out, first + of.SUM, result)
    bump(out, first + of.SQUARES, result * result)
    place = result // table[of.W_SESSION_WIDTH]
    if -of.SIDE <= place < of.SIDE:
        bump(out, first + of.LINEAR + of.SIDE + place, 1)
        return
    far = (place if place > 0 else -place - 1) // of.SIDE
    tail = int64(0)
    while far > 1 and tail < of.TAILS - 1:
        far >>= 1
        tail += 1
    bump(out, first + of.LINEAR + 2 * of.SIDE + (tail if place > 0 else of.TAILS + tail), 1)
