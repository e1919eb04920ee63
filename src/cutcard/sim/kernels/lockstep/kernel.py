# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The kernel: one card, one look-up, many lanes abreast.

A lane is a unit of work: a chain of shoes dealt to the cover card, or a number of rounds each from a
full shoe. On a processor core a few dozen lanes march abreast, card by card, so that it has much to do
at once; `kernels.gpu` runs one lane a thread with the same functions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import int32, int64, uint16, uint32, uint64

from cutcard.compute import INNER, njit
from cutcard.sim.kernels.chance import start
from cutcard.sim.kernels.lockstep.side_wagers import began, settled, settled_hands, settled_late
from cutcard.sim.tables.round_tables import FRESH_FLUSH, PLACE_BITS, Packing, Splitting

Array = np.ndarray[Any, Any]

LANES: Final = 32
"""Lanes abreast on a processor core: always all of them, so that the compiler knows the number."""
SHOES: Final = 16
"""Shoes in a unit of work."""
FRESH_ROUNDS: Final = 1024
"""Rounds in a unit of work where each is dealt from a full shoe."""
FRESH_CARDS: Final = 4 * FRESH_FLUSH
"""Cards dealt to a lane there before its results are added up."""
ALL_ROUNDS: Final = 1 << 62
COPIES: Final = 8
"""Copies of the counts of rows, so that no count waits for the one before it."""

UNITS, ROUNDS, NET, HITS, SQUARE, UNIT_SQUARE, UNIT_CROSS, ROUNDS_SQUARE, ROWED = range(9)
"""The sums: whole numbers, so that their order never matters. The last: rounds whose rows count."""
TOTALS: Final = 9
ALL_ROWS: Final = 1 << 14
ONE_IN: Final = 64
"""The main wager's rows are counted in all of the first units, and then in one of so many."""
PLACE: Final = (1 << PLACE_BITS) - 1


class UnitShape(NamedTuple):
    """The sizes and numbers that a kernel works with."""

    cards: int
    """In the shoe."""
    cut: int
    """Cards taken before which a round may begin; 0: every round from a full shoe."""
    burned: int
    """Cards burned at the start of each shoe."""
    hot: int
    """An emission below this is a whole round, from it on part of a split one."""
    last: int
    """An emission from this on ends a split round."""
    none_yet: int
    width: int
    times: int
    """Of a split round's sums: their start, the bits of a field and the units of one in it."""
    offset: int
    sum_at: int
    hits_at: int
    count_at: int
    """Of whole rounds packed in a word: what was added to each net, where the parts begin."""

    @classmethod
    def of(cls, *sizes: int, split: Splitting, packed: Packing) -> UnitShape:
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
def has_rows(unit):
    """Whether the main wager's rows are counted in a unit."""
    return unit < ALL_ROWS or unit % ONE_IN == 0


@njit(cache=True, inline="always")
def finish(total, shift, width, times):
    """The net of a split round: the field of the dealer's end."""
    field = (uint64(total) >> uint64(shift)) & ((uint64(1) << uint64(width)) - uint64(1))
    return int32((int32(field) - (int32(1) << int32(width - 1))) * int32(times))


@njit(cache=True, inline="always")
def unpack(packed, offset, sum_at, hits_at, count_at):
    """The sums of packed whole rounds: how many, how many won, their net, their squares."""
    whole = uint64(packed)
    rounds = int64(whole >> uint64(count_at))
    hits = int64((whole & ((uint64(1) << uint64(count_at)) - uint64(1))) >> uint64(hits_at))
    came = int64((whole & ((uint64(1) << uint64(hits_at)) - uint64(1))) >> uint64(sum_at))
    square = int64(whole & ((uint64(1) << uint64(sum_at)) - uint64(1)))
    return rounds, hits, came - int64(offset) * rounds, square


@njit(cache=True, inline="always")
def _whole(many, shape, results, packed, mine, rows):
    """Add whole rounds to a unit's sums; how many results are not whole, moved to the front."""
    sums, parts = uint64(0), 0
    for i in range(many):
        m = results[i]
        sums += packed[m]
        if rows is not None:
            rows[m] += 1
        results[parts] = m
        parts += m >= uint32(shape.hot)
    rounds, hits, net, square = unpack(sums, shape.offset, shape.sum_at, shape.hits_at, shape.count_at)
    mine[ROUNDS] += rounds
    mine[HITS] += hits
    mine[NET] += net
    mine[SQUARE] += square
    return parts


@njit(cache=True, inline="always")
def _split(many, total, memo, shape, results, parts, mine, rows):
    """Add split rounds to a unit's sums; the sum of the last one so far."""
    add, shift, finishes, ends = parts
    total = uint64(total)
    for i in range(many):
        m = results[i]
        total += uint64(add[m])
        if rows is not None and finishes[m] >= 0:
            memo = (memo << uint64(8)) | uint64(finishes[m] + 1)
        if m >= uint32(shape.last):
            net = int64(finish(total, shift[m], shape.width, shape.times))
            mine[ROUNDS] += 1
            mine[HITS] += net > 0
            mine[NET] += net
            mine[SQUARE] += net * net
            total = uint64(shape.none_yet)
            if rows is not None:
                while memo:
                    rows[int64(memo & uint64(255)) - 1, ends[m]] += 1
                    memo >>= uint64(8)
    return total, memo


@njit(cache=True, inline="always")
def _first(many, rounds, shape, results):
    """How many of the results belong to the first rounds."""
    for i in range(many):
        if rounds == 0:
            return i
        rounds -= results[i] < uint32(shape.hot) or results[i] >= uint32(shape.last)
    return many


@njit(cache=True, _nrt=False, **INNER)
def count_lanes(first_unit, count, most, shape, cards, tables, sums, out, sides, dealt):
    """Add what lanes emitted to their units' sums, until a unit has `most` rounds."""
    emitted, first, after, results = cards
    (_, packed, parts), (_, rows, split_rows, _) = tables, out
    totals, hands, mine = sums
    for at in range(count):
        many = 0
        for p in range(first, after[at]):
            results[many] = emitted[p, at]
            if sides is not None:
                sides.begins[many + 1] = p + 1
            many += emitted[p, at] != 0
        if sides is not None:
            rounds = min(began(at, many, results, shape, sides), most - mine[at, ROUNDS])
            settled(at, rounds, dealt, sides)
            if len(sides.by_hand):
                settled_hands(at, rounds, dealt, sides)
            if len(sides.late):
                settled_late(at, rounds, dealt, sides)
        if many > most - mine[at, ROUNDS]:
            many = _first(many, most - mine[at, ROUNDS], shape, results)
        if has_rows(first_unit + at):
            many = _whole(many, shape, results, packed, mine[at], rows[at & (COPIES - 1)])
            totals[at], hands[at] = _split(
                many, totals[at], hands[at], shape, results, parts, mine[at], split_rows
            )
        else:
            many = _whole(many, shape, results, packed, mine[at], None)
            totals[at], hands[at] = _split(
                many, totals[at], hands[at], shape, results, parts, mine[at], None
            )


@njit(cache=True, inline="always")
def begin_units(first, seed, shape, lanes):
    """Lanes at the start of their units."""
    (a, b, c, d), (split, _, mine) = lanes.chance, lanes.sums
    for at in range(LANES):
        a[at], b[at], c[at], d[at] = start(uint64(seed), uint64(first + at))
        split[at] = shape.none_yet
        for i in range(TOTALS):
            mine[at, i] = 0


@njit(cache=True, inline="always")
def stepped(at, letter, places, step):
    """Move a lane's machine by a letter; what it emits."""
    e = step[places[at] + letter]
    places[at] = e & uint32(PLACE)
    return uint16(e >> uint32(PLACE_BITS))


@njit(cache=True, _nrt=False, **INNER)
def add_units(first, batch, count, mine, out):
    """Add the sums of finished units to the totals."""
    totals, _, _, rounds_of = out
    for at in range(count):
        rounds, net = mine[at, ROUNDS], mine[at, NET]
        totals[UNITS] += 1
        totals[ROUNDS] += rounds
        totals[NET] += net
        totals[HITS] += mine[at, HITS]
        totals[SQUARE] += mine[at, SQUARE]
        totals[UNIT_SQUARE] += net * net
        totals[UNIT_CROSS] += net * rounds
        totals[ROUNDS_SQUARE] += rounds * rounds
        if has_rows(first + batch + at):
            totals[ROWED] += rounds
        if batch + at < len(rounds_of):
            rounds_of[batch + at] = rounds


@njit(cache=True, inline="always")
def all_played(count, mine):
    """Whether the first `count` units have all their rounds, where each is from a full shoe."""
    least = mine[0, ROUNDS]
    for at in range(1, count):
        least = min(least, mine[at, ROUNDS])
    return least >= FRESH_ROUNDS


class Lanes(NamedTuple):
    """The arrays of lanes, made in Python: in compiled loops arrays take long to compile."""

    chance: tuple[Array, ...]
    places: Array
    """Where each lane's machine is."""
    picked: Array
    cards: tuple[Array, int, Array, Array]
    """What is emitted, by card and lane; the first card, and by lane the end; room for results."""
    sums: tuple[Array, ...]
    """Of split rounds so far, their hands, and of units of work."""


def new_lanes(shape: UnitShape, *, most: int, picked: type) -> Lanes:
    """Lanes for at most so many cards; `picked` is the type of a place in the shoe."""
    emitted, after = np.zeros((most, LANES), np.uint16), np.full(LANES, most)
    return Lanes(
        tuple(np.zeros(LANES, np.uint32) for _ in range(4)),
        np.zeros(LANES, np.uint32),
        np.zeros(LANES, picked),
        (emitted, shape.burned, after, np.zeros(most + 1, np.uint16)),
        (*np.zeros((2, LANES), np.uint64), np.zeros((LANES, TOTALS), np.int64)),
    )
