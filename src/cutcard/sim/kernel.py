# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The kernel: one card, one look-up, many lanes abreast.

A lane is a unit of work: a chain of shoes dealt to the cover card, or a number of rounds each from a
full shoe. On a processor core a few dozen lanes march abreast, card by card, so that it has much to do
at once; `sim.gpu` runs one lane a thread with the same functions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import int32, int64, njit, uint16, uint32, uint64

from cutcard.sim.chance import below, draw, start
from cutcard.sim.tables import FRESH_FLUSH, PLACE_BITS, Packing, Splitting

LANES: Final = 32
"""Lanes that march abreast on a processor core."""
SHOES: Final = 16
"""Shoes in a unit of work."""
FRESH_ROUNDS: Final = 1024
"""Rounds in a unit of work where each is dealt from a full shoe."""
COPIES: Final = 8
"""Rows are counted in so many copies, lest a count waits for the one before it."""

UNITS, ROUNDS, NET, HITS, SQUARE, UNIT_SQUARE, UNIT_CROSS, ROUNDS_SQUARE = range(8)
"""What is added up: whole numbers, so that their order never matters."""
TOTALS: Final = 8
PLACE: Final = (1 << PLACE_BITS) - 1


class Shape(NamedTuple):
    """The sizes and numbers that a kernel works with."""

    cards: int
    """In the shoe."""
    cut: int
    """Cards taken before which a round may begin; 0: every round from a full shoe."""
    burned: int
    """Cards burned at the start of each shoe."""
    hot: int
    """What is given off is a whole round below this, part of a split one from it on."""
    last: int
    """From this on, it ends a split round."""
    none_yet: int
    width: int
    times: int
    """Of a split round's sums: what they begin with, the bits and the worth of a field."""
    offset: int
    sum_at: int
    hits_at: int
    count_at: int
    """Of whole rounds added up in a word: what was added to each net, where the parts begin."""

    @classmethod
    def of(cls, *sizes: int, split: Splitting, packed: Packing) -> Shape:
        """The shape for cards, cut, burned, hot and last."""
        return cls(
            *sizes,
            split.none_yet,
            split.width,
            split.times,
            packed.offset,
            packed.sum_at,
            packed.hits_at,
            packed.count_at,
        )


@njit(cache=True, inline="always")
def finish(total, shift, width, times):
    """What a split round comes to: the field of the dealer's end."""
    field = (uint64(total) >> uint64(shift)) & ((uint64(1) << uint64(width)) - uint64(1))
    return int32((int32(field) - (int32(1) << int32(width - 1))) * int32(times))


@njit(cache=True, inline="always")
def unpack(packed, offset, sum_at, hits_at, count_at):
    """Whole rounds added up: how many, how many won, their sum, their squares."""
    whole = uint64(packed)
    rounds = int64(whole >> uint64(count_at))
    hits = int64((whole & ((uint64(1) << uint64(count_at)) - uint64(1))) >> uint64(hits_at))
    came = int64((whole & ((uint64(1) << uint64(hits_at)) - uint64(1))) >> uint64(sum_at))
    square = int64(whole & ((uint64(1) << uint64(sum_at)) - uint64(1)))
    return rounds, hits, came - int64(offset) * rounds, square


@njit(cache=True, inline="always")
def _part(at, m, shape, lanes, parts, rows):
    """Part of a split round was given off."""
    totals, hands, mine = lanes
    add, shift, finishes, ends = parts
    totals[at] += add[m]
    if rows is not None and finishes[m] >= 0:
        hands[at] = (hands[at] << uint64(8)) | uint64(finishes[m] + 1)
    if m >= uint32(shape.last):
        net = int64(finish(totals[at], shift[m], shape.width, shape.times))
        mine[at, ROUNDS] += 1
        mine[at, HITS] += net > 0
        mine[at, NET] += net
        mine[at, SQUARE] += net * net
        totals[at] = shape.none_yet
        if rows is not None:
            memo = hands[at]
            while memo:
                rows[int64(memo & uint64(255)) - 1, ends[m]] += 1
                memo >>= uint64(8)
            hands[at] = uint64(0)


@njit(cache=True, inline="always")
def _count(at, sums, shape, mine):
    """What whole rounds were added up in a word goes to the unit's own sums."""
    rounds, hits, net, square = unpack(
        sums[at], shape.offset, shape.sum_at, shape.hits_at, shape.count_at
    )
    mine[at, ROUNDS] += rounds
    mine[at, HITS] += hits
    mine[at, NET] += net
    mine[at, SQUARE] += square
    sums[at] = 0


@njit(cache=True)
def _unit_over(at, mine, totals):
    """A unit's sums go to the totals."""
    rounds, net = mine[at, ROUNDS], mine[at, NET]
    totals[UNITS] += 1
    totals[ROUNDS] += rounds
    totals[NET] += net
    totals[HITS] += mine[at, HITS]
    totals[SQUARE] += mine[at, SQUARE]
    totals[UNIT_SQUARE] += net * net
    totals[UNIT_CROSS] += net * rounds
    totals[ROUNDS_SQUARE] += rounds * rounds


@njit(cache=True, inline="always")
def _begin(count, first, seed, shape, pack, shoe, state, lanes):
    """Lanes at the start of their units."""
    a, b, c, d = state
    for at in range(count):
        a[at], b[at], c[at], d[at] = start(uint64(seed), uint64(first + at))
        for p in range(shape.cards):
            shoe[p, at] = pack[p]
        lanes[0][at] = shape.none_yet
        lanes[2][at, :] = 0


@njit(cache=True, inline="always")
def _one(at, p, shape, shoe, chance, places, sums, step, packed, parts, lanes, rows, split_rows):
    """One card to one lane by itself."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    j = p + int64(below(word, uint32(shape.cards - p)))
    card = shoe[j, at]
    shoe[j, at] = shoe[p, at]
    shoe[p, at] = card
    e = step[places[at] + uint32(card)]
    places[at] = e & uint32(PLACE)
    m = e >> uint32(PLACE_BITS)
    sums[at] += packed[m]
    if rows is not None:
        rows[at & (COPIES - 1), m] += 1
    if m >= uint32(shape.hot):
        _part(at, m, shape, lanes, parts, split_rows)


@njit(cache=True, inline="always")
def _abreast(count, p, shape, shoe, chance, picked):
    """Every lane's next card, swapped into its place."""
    a, b, c, d = chance
    bound = uint32(shape.cards - p)
    for at in range(count):
        word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
        picked[at] = uint16(uint32(p) + below(word, bound))
    for at in range(count):
        j = picked[at]
        card = shoe[j, at]
        shoe[j, at] = shoe[p, at]
        shoe[p, at] = card


@njit(cache=True, nogil=True)
def shoes(seed, first, units, shape, pack, step, packed, parts, totals, rows, split_rows, rounds_of):
    """Units of shoes dealt to the cover card."""
    shoe = np.empty((shape.cards, LANES), np.uint8)
    a, b = np.empty(LANES, np.uint32), np.empty(LANES, np.uint32)
    c, d = np.empty(LANES, np.uint32), np.empty(LANES, np.uint32)
    picked, places = np.zeros(LANES, np.uint16), np.zeros(LANES, np.uint32)
    sums = np.zeros(LANES, packed.dtype)
    mine = np.zeros((LANES, TOTALS), np.int64)
    lanes = (np.zeros(LANES, parts[0].dtype), np.zeros(LANES, np.uint64), mine)
    hot = uint32(shape.hot)
    for batch in range(0, units, LANES):
        count = min(LANES, units - batch)
        _begin(count, first + batch, seed, shape, pack, shoe, (a, b, c, d), lanes)
        for _ in range(SHOES):
            for p in range(shape.cut):
                _abreast(count, p, shape, shoe, (a, b, c, d), picked)
                if p < shape.burned:
                    continue
                for at in range(count):
                    e = step[places[at] + uint32(shoe[p, at])]
                    places[at] = e & uint32(PLACE)
                    m = e >> uint32(PLACE_BITS)
                    sums[at] += packed[m]
                    if rows is not None:
                        rows[at & (COPIES - 1), m] += 1
                    if m >= hot:
                        _part(at, m, shape, lanes, parts, split_rows)
            for at in range(count):
                p = shape.cut
                while places[at] != 0:
                    _one(
                        at,
                        p,
                        shape,
                        shoe,
                        (a, b, c, d),
                        places,
                        sums,
                        step,
                        packed,
                        parts,
                        lanes,
                        rows,
                        split_rows,
                    )
                    p += 1
                _count(at, sums, shape, mine)
        for at in range(count):
            _unit_over(at, mine, totals)
            if batch + at < len(rounds_of):
                rounds_of[batch + at] = mine[at, ROUNDS]


@njit(cache=True, nogil=True)
def fresh(seed, first, units, shape, pack, step, packed, parts, totals, rows, split_rows, rounds_of):
    """Units of rounds, each from a full shoe."""
    shoe = np.empty((shape.cards, LANES), np.uint8)
    a, b = np.empty(LANES, np.uint32), np.empty(LANES, np.uint32)
    c, d = np.empty(LANES, np.uint32), np.empty(LANES, np.uint32)
    places = np.zeros(LANES, np.uint32)
    sums = np.zeros(LANES, packed.dtype)
    mine = np.zeros((LANES, TOTALS), np.int64)
    lanes = (np.zeros(LANES, parts[0].dtype), np.zeros(LANES, np.uint64), mine)
    taken, left = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    for batch in range(0, units, LANES):
        count = min(LANES, units - batch)
        _begin(count, first + batch, seed, shape, pack, shoe, (a, b, c, d), lanes)
        left[:] = FRESH_ROUNDS
        going = count
        while going:
            for at in range(count):
                if left[at] == 0:
                    continue
                _one(
                    at,
                    taken[at],
                    shape,
                    shoe,
                    (a, b, c, d),
                    places,
                    sums,
                    step,
                    packed,
                    parts,
                    lanes,
                    rows,
                    split_rows,
                )
                taken[at] += 1
                if places[at] == 0:
                    taken[at] = 0
                    left[at] -= 1
                    if left[at] % FRESH_FLUSH == 0:
                        _count(at, sums, shape, mine)
                        going -= left[at] == 0
        for at in range(count):
            _unit_over(at, mine, totals)
            if batch + at < len(rounds_of):
                rounds_of[batch + at] = mine[at, ROUNDS]
