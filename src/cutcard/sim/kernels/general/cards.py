# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The general kernel's cards: taken from the shoe, given to boxes, asked about by side wagers."""

from __future__ import annotations

from numba import int64, uint32, uint64

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw
from cutcard.sim.kernels.general.slots import (
    BLACKJACK,
    CAME,
    CARRY,
    COUNTS,
    ENDS_OF,
    FINAL_TOTAL,
    GONE,
    HOLE,
    HOLE_ROLE,
    KEPT,
    LAST,
    MEMO,
    N_ACES,
    N_ADD,
    N_BOXES,
    N_CARDS,
    N_ENDS,
    N_ENDS_AT,
    N_FINALS,
    N_FINISHES,
    N_GOES_ON,
    N_HANDS,
    N_HOT,
    N_IS_SORTED,
    N_LAST,
    N_LETTER_OF,
    N_NETS,
    N_NONE_YET,
    N_POINTS,
    N_SHIFT,
    N_SPLIT_ROWS,
    N_TIMES,
    N_TIMES_OF_FIELD,
    N_TOTALS,
    N_WHOLE_ROWS,
    N_WIDTH,
    NO_TOTAL,
    OF_BOX,
    RECORD,
    STATE,
    TAKEN,
    TOTAL,
    TRACED,
    X0,
    X1,
    X2,
)
from cutcard.sim.kernels.lockstep.kernel import PLACE, finish
from cutcard.sim.kernels.lockstep.side_wagers import walked
from cutcard.sim.tables.round_tables import PLACE_BITS


@njit(cache=True, inline="always", _nrt=False)
def box_at(b):
    """Where a box's block begins."""
    return KEPT + b * OF_BOX


@njit(cache=True, _nrt=False)
def take(work, wide, shoe, traced, role, box):
    """The next card to the front of the shoe, where it changes places with the first of those left.

    Where these stay sorted by letters, with the first of its letter, and this one with the first of the
    letter before. Where the shoe has run out, it is one of those that earlier rounds are done with, and
    where none of those is left either, one of another shoe like it.
    """
    t, x, y, z, carry = draw(uint32(work[X0]), uint32(work[X1]), uint32(work[X2]), uint32(work[CARRY]))
    work[X0], work[X1], work[X2], work[CARRY] = int64(x), int64(y), int64(z), int64(carry)
    p = work[TAKEN]
    if p < wide[N_CARDS]:
        j = p + int64(below(t, uint32(wide[N_CARDS] - p)))
        work[TAKEN] = p + 1
    else:
        if work[GONE] == 0:
            work[GONE] = wide[N_CARDS]
        p = work[GONE] - 1
        j = int64(below(t, uint32(p + 1)))
        work[GONE] = p
    card = shoe[j]
    if wide[N_IS_SORTED]:
        for letter in range(wide[wide[N_LETTER_OF] + card] - 1, -1, -1):
            begins = work[wide[N_ENDS_AT] + letter]
            shoe[j] = shoe[begins]
            work[wide[N_ENDS_AT] + letter] = begins + 1
            j = begins
    shoe[j] = shoe[p]
    shoe[p] = card
    at = work[TRACED]
    if 3 * at < len(traced):
        traced[3 * at], traced[3 * at + 1], traced[3 * at + 2] = card, role, box
    work[TRACED] = at + 1
    return int64(card)


@njit(cache=True, _nrt=False)
def feed(b, card, work, wide, step, out):
    """A card for the machine of one box."""
    feed_letter(b, wide[wide[N_LETTER_OF] + card], work, wide, step, out)


@njit(cache=True, _nrt=False)
def feed_letter(b, letter, work, wide, step, out):
    """A letter for the machine of one box."""
    at = box_at(b)
    e = step[uint32(work[at + STATE] + letter)]
    work[at + STATE] = int64(e & uint32(PLACE))
    m = int64(e >> uint32(PLACE_BITS))
    if m == 0:
        return
    work[at + LAST] = m
    f = wide[wide[N_FINISHES] + m]
    if f >= 0 and work[at + RECORD + FINAL_TOTAL] == NO_TOTAL:
        work[at + RECORD + FINAL_TOTAL] = wide[wide[N_FINALS] + f]
    if m < wide[N_HOT]:
        work[at + CAME] += wide[wide[N_NETS] + m]
        out[wide[N_WHOLE_ROWS] + m] += work[COUNTS]
        return
    work[at + TOTAL] += wide[wide[N_ADD] + m]
    if f >= 0:
        work[at + MEMO] = (work[at + MEMO] << 8) | (f + 1)
    if m >= wide[N_LAST]:
        times = wide[wide[N_TIMES] + m]
        value = finish(
            uint64(work[at + TOTAL]), wide[wide[N_SHIFT] + m], wide[N_WIDTH], wide[N_TIMES_OF_FIELD]
        )
        work[at + CAME] += int64(value) * times
        memo, times = work[at + MEMO], times * work[COUNTS]
        while memo:
            out[wide[N_SPLIT_ROWS] + ((memo & 255) - 1) * ENDS_OF + wide[wide[N_ENDS] + m]] += times
            memo >>= 8
        if wide[wide[N_GOES_ON] + m] == 0:
            work[at + TOTAL] = wide[N_NONE_YET]


@njit(cache=True, _nrt=False)
def told(fold, b, work, wide, table):
    """What a fold of a side wager tells of a box."""
    return walked(fold, box_at(b) + RECORD, work, wide, table)


@njit(cache=True, _nrt=False)
def wanted(first, many, work, wide, table):
    """Whether any side wager of any box wants a card, by the folds that say so."""
    for at in range(first, first + many):
        for b in range(0, wide[N_BOXES], wide[N_HANDS]):
            if told(wide[at], b, work, wide, table):
                return True
    return False


@njit(cache=True, _nrt=False)
def waits(role, work, wide, roles):
    """Whether any box waits for a card of that role."""
    for b in range(wide[N_BOXES]):
        place = work[box_at(b) + STATE]
        if place != 0 and roles[place] == role:
            return True
    return False


@njit(cache=True, _nrt=False)
def give(card, role, work, wide, step, roles, out):
    """A card of the dealer's for all boxes that wait for one."""
    for b in range(wide[N_BOXES]):
        place = work[box_at(b) + STATE]
        if place != 0 and roles[place] == role:
            feed(b, card, work, wide, step, out)


@njit(cache=True, _nrt=False)
def note(work, wide, what, number):
    """The same number into every box's record."""
    for b in range(wide[N_BOXES]):
        work[box_at(b) + RECORD + what] = number


@njit(cache=True, _nrt=False)
def looked(up, work, wide, shoe, traced):
    """The dealer's second card, looked at before the players act: whether it makes a blackjack."""
    hole = take(work, wide, shoe, traced, HOLE_ROLE, 0)
    look = 2 * (wide[wide[N_POINTS] + up] + wide[wide[N_POINTS] + hole])
    look += wide[wide[N_ACES] + up] | wide[wide[N_ACES] + hole]
    note(work, wide, HOLE, hole)
    return wide[wide[N_TOTALS] + look] == BLACKJACK
