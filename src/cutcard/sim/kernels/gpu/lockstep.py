# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""A box by itself on a GPU: one lane a thread, cards by letter, the common states in shared memory.

Most cards come in groups of four, and the sums of whole rounds are packed in one word for some groups.
A thread's cards are drawn by how many of each letter are left (`lockstep.counted` has the idea), without
an array: bounds lie three to a word, ten bits each, as what is missing from a bound to the tenth bit, so
that adding a place to all three sets the tenth bit just where the bound is at or before the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import int32, int64, uint32, uint64
from numba.core import config

from cutcard.sim.kernels.chance import below, draw, start
from cutcard.sim.kernels.gpu.cuda import cuda
from cutcard.sim.kernels.gpu.layout import Layout
from cutcard.sim.kernels.lockstep import kernel as lanes
from cutcard.sim.tables.round_tables import FRESH_FLUSH, PLACE_BITS

GROUP: Final = 4
FIELD: Final = 10
IN_A_WORD: Final = 3
MOST_CARDS: Final = (1 << (FIELD - 1)) - 1
ONES: Final = sum(1 << (FIELD * each) for each in range(IN_A_WORD))
TOP: Final = FIELD * (IN_A_WORD - 1)
"""Where the last field begins: there, all three fields together are what a word times ones has."""
MOST_LETTERS: Final = 31
COMPILED: Final = {} if config.ENABLE_CUDASIM else {"max_registers": 64}
"""A block of a thousand threads has room for so many each; the stand-in for a GPU has no registers."""

device = cuda.jit(device=True, inline=True)


class KernelKind(NamedTuple):
    """What a kernel is compiled for."""

    shape: lanes.UnitShape
    place: Layout
    bounds: tuple[Any, ...]
    """Of a full shoe, as `packed_bounds` packs them."""
    flush: int
    """Groups of cards before what whole rounds came to is taken apart."""
    with_rows: bool


def packed_bounds(ends: Sequence[int]) -> tuple[Any, ...]:
    """The bounds of a full shoe; those that fill the last word lie behind all cards."""
    missing = [(1 << (FIELD - 1)) - end for end in ends]
    missing += [0] * (-len(missing) % IN_A_WORD)
    parts = (missing[at : at + IN_A_WORD] for at in range(0, len(missing), IN_A_WORD))
    return tuple(
        np.uint32(sum(each << (FIELD * place) for place, each in enumerate(part))) for part in parts
    )


def _moved(many: int) -> Any:
    """A function of bounds in so many words: the bounds after a card, and those past it, by field."""

    @device
    def one(place, bound):
        past = uint32(uint32(uint32(place + bound) >> uint32(FIELD - 1)) & uint32(ONES))
        return uint32(bound - past), past

    if many == 1:

        @device
        def last(place, bounds):
            bound, past = one(place, bounds[0])
            return (bound,), past

        return last
    rest = _moved(many - 1)

    @device
    def moved(place, bounds):
        bound, past = one(place, bounds[0])
        others, sums = rest(place, bounds[1:])
        return (bound,) + others, uint32(sums + past)  # noqa: RUF005 -- the compiler unpacks no tuples

    return moved


def picker(cards: int, many: int) -> Any:
    """A function that draws the letter of the next card, with so many words of bounds."""
    moved = _moved(many)

    @device
    def picked(p, chance, bounds):
        word, x, y, z, carry = draw(chance[0], chance[1], chance[2], chance[3])
        place = uint32(p + below(word, uint32(uint32(cards) - p)))
        bounds, sums = moved(uint32(place * uint32(ONES)), bounds)
        letter = uint32(uint32(uint32(sums * uint32(ONES)) >> uint32(TOP)) & uint32(MOST_LETTERS))
        return letter, (x, y, z, carry), bounds

    return picked


def _machine(kind: KernelKind) -> tuple[Any, Any]:
    """The machine's step, and the end of a split round."""
    shape, place, with_rows = kind.shape, kind.place, kind.with_rows
    hot, hot_end = shape.hot, place.hot_end
    word, split_word = place.kinds
    is_paired, none_yet, width, times = place.is_paired, shape.none_yet, shape.width, shape.times
    add_at, shift_at, rows_at = place.add_at, place.shift_at, place.rows_at

    @device
    def played(letter, state, sums, total, most, memo, memory, step, finishes):
        shared32, shared_word, shared_split, shared64 = memory
        index = uint32(state + letter)
        e = shared32[index] if index < uint32(hot_end) else step[index]
        m = uint32(e >> uint32(PLACE_BITS))
        if is_paired:
            both = shared64[m]
            sums = uint32(sums + uint32(both))
            total = uint32(total + uint32(both >> uint64(32)))
        else:
            sums = word(sums + shared_word[m])
            total = split_word(total + shared_split[int64(m) + add_at])
        if with_rows and m:
            if m < uint32(hot):
                cuda.atomic.add(shared32, int64(m) + rows_at, uint32(1))
            elif finishes[m] >= 0:
                memo = uint64((memo << uint64(8)) | uint64(finishes[m] + 1))
        return uint32(e & uint32(lanes.PLACE)), sums, total, max(most, m), memo

    @device
    def over(m, total, split, memo, memory, ends, split_rows):
        value = lanes.finish(uint64(total), memory[0][int64(m) + shift_at], width, times)
        rounds, hits, net, square = split
        while with_rows and memo:
            which = int64(memo & uint64(255)) - 1
            cuda.atomic.add(split_rows, (which, ends[m]), 1)
            memo >>= uint64(8)
        won = int32(value > int32(0))
        split = (int32(rounds + 1), int32(hits + won), int32(net + value), int32(square + value * value))
        return split_word(none_yet), split, memo

    return played, over


def _cards(kind: KernelKind) -> tuple[Any, Any, Any]:
    """A card off the shoe, one to a lane, and a group of them."""
    picked = picker(kind.shape.cards, len(kind.bounds))
    played, over = _machine(kind)
    last = kind.shape.last

    @device
    def single(p, chance, bounds, lane, memory, arrays):
        state, sums, total, split, memo = lane
        step, finishes, ends, split_rows = arrays
        letter, chance, bounds = picked(p, chance, bounds)
        state, sums, total, most, memo = played(
            letter, state, sums, total, uint32(0), memo, memory, step, finishes
        )
        if most >= uint32(last):
            total, split, memo = over(most, total, split, memo, memory, ends, split_rows)
        return chance, bounds, (state, sums, total, split, memo)

    @device
    def group(p, chance, bounds, lane, memory, arrays):
        state, sums, total, split, memo = lane
        step, finishes, ends, split_rows = arrays
        a, chance, bounds = picked(p, chance, bounds)
        b, chance, bounds = picked(uint32(p + uint32(1)), chance, bounds)
        c, chance, bounds = picked(uint32(p + uint32(2)), chance, bounds)
        d, chance, bounds = picked(uint32(p + uint32(3)), chance, bounds)
        most = uint32(0)
        state, sums, total, most, memo = played(
            a, state, sums, total, most, memo, memory, step, finishes
        )
        state, sums, total, most, memo = played(
            b, state, sums, total, most, memo, memory, step, finishes
        )
        state, sums, total, most, memo = played(
            c, state, sums, total, most, memo, memory, step, finishes
        )
        state, sums, total, most, memo = played(
            d, state, sums, total, most, memo, memory, step, finishes
        )
        if most >= uint32(last):
            total, split, memo = over(most, total, split, memo, memory, ends, split_rows)
        return chance, bounds, (state, sums, total, split, memo)

    return picked, single, group


def _shoe(kind: KernelKind) -> Any:
    """A shoe to its cover card, or some rounds each from a full shoe."""
    picked, single, group = _cards(kind)
    shape, flush, full = kind.shape, kind.flush, kind.bounds
    word, _ = kind.place.kinds
    cut, burned, is_fresh = shape.cut, shape.burned, not shape.cut
    groups, root = (cut - burned) // GROUP, kind.place.step_at
    parts = (shape.offset, shape.sum_at, shape.hits_at, shape.count_at)

    @device
    def taken_apart(lane, sums):
        state, packed, total, split, memo = lane
        many, hits, net, square = sums
        n, won, came, squared = lanes.unpack(uint64(packed), parts[0], parts[1], parts[2], parts[3])
        return (state, word(0), total, split, memo), (many + n, hits + won, net + came, square + squared)

    @device
    def rest(p, chance, bounds, lane, memory, arrays):
        """Card by card to the cover card, and to the end of the round."""
        while p < uint32(cut) or lane[0] != uint32(root):
            chance, bounds, lane = single(p, chance, bounds, lane, memory, arrays)
            p = uint32(p + uint32(1))
        return chance, lane

    @device
    def rounds(chance, lane, sums, memory, arrays):
        for _ in range(FRESH_FLUSH):
            p, bounds = uint32(1), full
            chance, bounds, lane = single(uint32(0), chance, bounds, lane, memory, arrays)
            chance, lane = rest(p, chance, bounds, lane, memory, arrays)
        lane, sums = taken_apart(lane, sums)
        return chance, lane, sums

    @device
    def shoe(chance, lane, sums, memory, arrays):
        p, bounds, done = uint32(0), full, int32(0)
        while p < uint32(burned):
            _, chance, bounds = picked(p, chance, bounds)
            p = uint32(p + uint32(1))
        while done < int32(groups):
            until = min(int32(done + int32(flush)), int32(groups))
            while done < until:
                chance, bounds, lane = group(p, chance, bounds, lane, memory, arrays)
                p = uint32(p + uint32(GROUP))
                done = int32(done + int32(1))
            lane, sums = taken_apart(lane, sums)
        chance, lane = rest(p, chance, bounds, lane, memory, arrays)
        lane, sums = taken_apart(lane, sums)
        return chance, lane, sums

    return rounds if is_fresh else shoe


def _unit(kind: KernelKind) -> Any:
    """What plays a unit of work."""
    shoe = _shoe(kind)
    word, split_word = kind.place.kinds
    none_yet, root = kind.shape.none_yet, kind.place.step_at
    times = lanes.SHOES if kind.shape.cut else lanes.FRESH_ROUNDS // FRESH_FLUSH

    @device
    def unit(number, seed, memory, arrays):
        """A unit of work: its rounds, hits, net and squares."""
        chance = start(uint64(seed), uint64(number))
        split = (int32(0), int32(0), int32(0), int32(0))
        lane = (uint32(root), word(0), split_word(none_yet), split, uint64(0))
        sums = (int64(0), int64(0), int64(0), int64(0))
        left = int32(times)
        while left > int32(0):
            chance, lane, sums = shoe(chance, lane, sums, memory, arrays)
            left = int32(left - int32(1))
        split = lane[3]
        return sums[0] + split[0], sums[1] + split[1], sums[2] + split[2], sums[3] + split[3]

    return unit


def _tables(place: Layout, *, with_rows: bool) -> Any:
    """The tables that all threads of a block share, put in their places."""
    threads, step_at, hot_end, emissions = place.threads, place.step_at, place.hot_end, place.emissions
    is_paired, add_at = place.is_paired, place.add_at
    shift_at, rows_at, sums_at = place.shift_at, place.rows_at, place.sums_at

    @device
    def laid_out(thread, memory, step, packed, add, shift):
        shared32, shared_word, shared_split, shared64 = memory
        for i in range(thread, emissions, threads):
            if is_paired:
                shared64[i] = (uint64(add[i]) << uint64(32)) | uint64(packed[i])
            else:
                shared_word[i] = packed[i]
                shared_split[add_at + i] = add[i]
            shared32[shift_at + i] = uint32(shift[i])
            if with_rows:
                shared32[rows_at + i] = uint32(0)
        for i in range(step_at + thread, hot_end, threads):
            shared32[i] = step[i]
        for i in range(thread, lanes.TOTALS, threads):
            shared64[sums_at + i] = uint64(0)

    return laid_out


def _adding(kind: KernelKind) -> Any:
    """What adds a unit to the sums of its block."""
    sums_at, with_rows = kind.place.sums_at, kind.with_rows

    @device
    def added(shared64, many, hits, net, square):
        """A unit's sums to those of its block, as whole numbers that come round."""
        cuda.atomic.add(shared64, sums_at + lanes.UNITS, uint64(1))
        cuda.atomic.add(shared64, sums_at + lanes.ROUNDS, uint64(many))
        cuda.atomic.add(shared64, sums_at + lanes.NET, uint64(net))
        cuda.atomic.add(shared64, sums_at + lanes.HITS, uint64(hits))
        cuda.atomic.add(shared64, sums_at + lanes.SQUARE, uint64(square))
        cuda.atomic.add(shared64, sums_at + lanes.UNIT_SQUARE, uint64(net * net))
        cuda.atomic.add(shared64, sums_at + lanes.UNIT_CROSS, uint64(net * many))
        cuda.atomic.add(shared64, sums_at + lanes.ROUNDS_SQUARE, uint64(many * many))
        if with_rows:
            cuda.atomic.add(shared64, sums_at + lanes.ROWED, uint64(many))

    return added


@lru_cache(maxsize=8)
def lockstep(kind: KernelKind) -> Any:
    """The kernel: units whose rows are counted, a stride apart, or of a range all others."""
    place, with_rows = kind.place, kind.with_rows
    unit, added, laid_out = _unit(kind), _adding(kind), _tables(place, with_rows=with_rows)
    word, split_word = place.kinds
    threads, emissions, rows_at, sums_at = place.threads, place.emissions, place.rows_at, place.sums_at

    @cuda.jit(**COMPILED)
    def run(
        seed,
        first,
        units,
        stride,
        step,
        packed,
        add,
        shift,
        finishes,
        ends,
        sums,
        rows,
        split_rows,
        counts,
    ):
        memory = (
            cuda.shared.array(0, uint32),
            cuda.shared.array(0, word),
            cuda.shared.array(0, split_word),
            cuda.shared.array(0, uint64),
        )
        thread = cuda.threadIdx.x
        laid_out(thread, memory, step, packed, add, shift)
        cuda.syncthreads()
        at = int64(cuda.blockIdx.x) * threads + thread
        while at < units:
            number = first + at * stride
            if with_rows or not lanes.has_rows(number):
                many, hits, net, square = unit(number, seed, memory, (step, finishes, ends, split_rows))
                if at * stride < len(counts):
                    counts[at * stride] = many
                added(memory[3], many, hits, net, square)
            at += int64(cuda.gridDim.x) * threads
        cuda.syncthreads()
        for i in range(thread, lanes.TOTALS, threads):
            cuda.atomic.add(sums, i, int64(memory[3][sums_at + i]))
        for i in range(thread, emissions if with_rows else 0, threads):
            cuda.atomic.add(rows, i, int64(memory[0][rows_at + i]))

    return run
