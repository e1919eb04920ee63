# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The kernels on a GPU. In lockstep: one lane a thread, its shoe and the common states in shared memory.

A thread's shoe lies in every so-manieth word, so that neighbouring threads never meet in one bank of
the memory whatever card each of them picks. Most cards come in groups of four.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import cuda, int32, int64, uint8, uint32, uint64

from cutcard.sim import general
from cutcard.sim.chance import below, draw, start
from cutcard.sim.gpu_layout import WORD, Layout
from cutcard.sim.kernel import (
    FRESH_ROUNDS,
    HITS,
    NET,
    PLACE,
    ROUNDS,
    ROUNDS_SQUARE,
    SHOES,
    SQUARE,
    UNIT_CROSS,
    UNIT_SQUARE,
    UNITS,
    Shape,
    finish,
    unpack,
)
from cutcard.sim.tables import FRESH_FLUSH, PLACE_BITS

Array = np.ndarray[Any, Any]

device = cuda.jit(device=True, inline=True)


def _shoe(shape: Shape, place: Layout) -> tuple[Any, Any]:
    """The next card of a thread's shoe, swapped into its place; and the next four."""
    return _in_halves(shape, place) if place.halves else _in_bytes(shape, place)


def _in_bytes(shape: Shape, place: Layout) -> tuple[Any, Any]:
    """A byte a card, four to a word."""
    cards, stride = shape.cards, WORD * place.threads

    @device
    def byte_of(j, column):
        return uint32(uint32(uint32(j >> uint32(2)) * uint32(stride) + column) + uint32(j & uint32(3)))

    @device
    def swapped(p, here, column, chance, shared8):
        word, x, y, z, carry = draw(chance[0], chance[1], chance[2], chance[3])
        at = byte_of(uint32(p + below(word, uint32(uint32(cards) - p))), column)
        card = shared8[at]
        shared8[at] = shared8[here]
        shared8[here] = card
        return card, (x, y, z, carry)

    @device
    def single(p, column, chance, memory):
        return swapped(p, byte_of(p, column), column, chance, memory[4])

    @device
    def four(p, column, chance, memory):
        here, shared8 = byte_of(p, column), memory[4]
        a, chance = swapped(p, here, column, chance, shared8)
        b, chance = swapped(uint32(p + uint32(1)), uint32(here + uint32(1)), column, chance, shared8)
        c, chance = swapped(uint32(p + uint32(2)), uint32(here + uint32(2)), column, chance, shared8)
        d, chance = swapped(uint32(p + uint32(3)), uint32(here + uint32(3)), column, chance, shared8)
        return a, b, c, d, chance

    return single, four


def _in_halves(shape: Shape, place: Layout) -> tuple[Any, Any]:
    """Half a byte a card, eight to a word: twice as many threads fit."""
    cards, threads = shape.cards, place.threads

    @device
    def word_of(j, column):
        return uint32(uint32(column >> uint32(2)) + uint32(uint32(j >> uint32(3)) * uint32(threads)))

    @device
    def swapped(p, shift, here, held, column, chance, shared32):
        """With the word of place p held apart: a card from it is taken there, any other from memory."""
        word, x, y, z, carry = draw(chance[0], chance[1], chance[2], chance[3])
        j = uint32(p + below(word, uint32(uint32(cards) - p)))
        at = word_of(j, column)
        bits = uint32(uint32(j & uint32(7)) << uint32(2))
        there = held if at == here else shared32[at]
        shifted = uint32(there >> bits)
        change = uint32(uint32(shifted ^ uint32(held >> shift)) & uint32(15))
        there = uint32(there ^ uint32(change << bits))
        shared32[at] = there
        held = uint32((there if at == here else held) ^ uint32(change << shift))
        return uint32(shifted & uint32(15)), held, (x, y, z, carry)

    @device
    def single(p, column, chance, memory):
        here, shift = word_of(p, column), uint32(uint32(p & uint32(7)) << uint32(2))
        card, held, chance = swapped(p, shift, here, memory[0][here], column, chance, memory[0])
        memory[0][here] = held
        return card, chance

    @device
    def four(p, column, chance, memory):
        here, shift, shared32 = word_of(p, column), uint32(uint32(p & uint32(4)) << uint32(2)), memory[0]
        held = shared32[here]
        a, held, chance = swapped(p, shift, here, held, column, chance, shared32)
        p, shift = uint32(p + uint32(1)), uint32(shift + uint32(4))
        b, held, chance = swapped(p, shift, here, held, column, chance, shared32)
        p, shift = uint32(p + uint32(1)), uint32(shift + uint32(4))
        c, held, chance = swapped(p, shift, here, held, column, chance, shared32)
        p, shift = uint32(p + uint32(1)), uint32(shift + uint32(4))
        d, held, chance = swapped(p, shift, here, held, column, chance, shared32)
        shared32[here] = held
        return a, b, c, d, chance

    return single, four


def _machine(shape: Shape, place: Layout, *, with_rows: bool) -> tuple[Any, Any]:
    """The machine's step, and the end of a split round."""
    hot, hot_entries, given_at = shape.hot, place.hot_entries, place.given_at
    word, split_word = place.kinds
    is_paired, none_yet, width, times = place.is_paired, shape.none_yet, shape.width, shape.times
    packed_at, add_at, shift_at, rows_at = place.packed_at, place.add_at, place.shift_at, place.rows_at

    @device
    def played(card, state, sums, total, most, memo, memory, step, finishes):
        shared32, shared_word, shared_split, shared64, _ = memory
        index = uint32(state + uint32(card))
        e = shared32[index] if index < uint32(hot_entries) else step[index]
        m = uint32(e >> uint32(PLACE_BITS))
        if is_paired:
            both = shared64[int64(m) + given_at // 8]
            sums = uint32(sums + uint32(both))
            total = uint32(total + uint32(both >> uint64(32)))
        else:
            sums = word(sums + shared_word[int64(m) + packed_at])
            total = split_word(total + shared_split[int64(m) + add_at])
        if with_rows and m:
            if m < uint32(hot):
                cuda.atomic.add(shared32, int64(m) + rows_at, uint32(1))
            elif finishes[m] >= 0:
                memo = uint64((memo << uint64(8)) | uint64(finishes[m] + 1))
        return uint32(e & uint32(PLACE)), sums, total, max(most, m), memo

    @device
    def over(m, total, split, memo, memory, ends, split_rows):
        value = finish(uint64(total), memory[0][int64(m) + shift_at], width, times)
        rounds, hits, net, square = split
        while with_rows and memo:
            which = int64(memo & uint64(255)) - 1
            cuda.atomic.add(split_rows, (which, ends[m]), 1)
            memo >>= uint64(8)
        won = int32(value > int32(0))
        split = (int32(rounds + 1), int32(hits + won), int32(net + value), int32(square + value * value))
        return split_word(none_yet), split, memo

    return played, over


def _groups(shape: Shape, four: Any, played: Any, over: Any) -> Any:
    """The greater part of a shoe, four cards at a time."""
    groups, last = shape.cut & ~3, shape.last

    @device
    def grouped(p, column, chance, lane, memory, arrays):
        state, sums, total, split, memo = lane
        step, finishes, ends, split_rows = arrays
        while p < uint32(groups):
            most = uint32(0)
            a, b, c, d, chance = four(p, column, chance, memory)
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
            p = uint32(p + uint32(4))
            if most >= uint32(last):
                total, split, memo = over(most, total, split, memo, memory, ends, split_rows)
        return p, chance, (state, sums, total, split, memo)

    return grouped


def _rounds(shape: Shape, place: Layout, *, with_rows: bool) -> Any:
    """A shoe to its cover card, or one round from a full shoe."""
    single, four = _shoe(shape, place)
    played, over = _machine(shape, place, with_rows=with_rows)
    grouped = _groups(shape, four, played, over)
    cut, burned, last, is_fresh = shape.cut, shape.burned, shape.last, not shape.cut

    @device
    def rounds(column, chance, lane, memory, arrays):
        p = uint32(0)
        while p < uint32(burned):
            _, chance = single(p, column, chance, memory)
            p = uint32(p + uint32(1))
        step, finishes, ends, split_rows = arrays
        going = True
        while going:
            if not is_fresh and p & uint32(3) == uint32(0):
                p, chance, lane = grouped(p, column, chance, lane, memory, arrays)
            state, sums, total, split, memo = lane
            if is_fresh or p < uint32(cut) or state != uint32(0):
                card, chance = single(p, column, chance, memory)
                state, sums, total, most, memo = played(
                    card, state, sums, total, uint32(0), memo, memory, step, finishes
                )
                p = uint32(p + uint32(1))
                if most >= uint32(last):
                    total, split, memo = over(most, total, split, memo, memory, ends, split_rows)
            lane = (state, sums, total, split, memo)
            going = state != uint32(0) or (not is_fresh and p < uint32(cut))
        return chance, lane

    return rounds


def _tables(place: Layout, *, with_rows: bool) -> Any:
    """The tables that all threads of a block share, put in their places."""
    threads, hot_entries, given, given_at = place.threads, place.hot_entries, place.given, place.given_at
    is_paired, packed_at, add_at = place.is_paired, place.packed_at, place.add_at
    shift_at, rows_at = place.shift_at, place.rows_at

    @device
    def laid_out(thread, memory, step, packed, add, shift):
        shared32, shared_word, shared_split, shared64, _ = memory
        for i in range(thread, given, threads):
            if is_paired:
                shared64[given_at // 8 + i] = (uint64(add[i]) << uint64(32)) | uint64(packed[i])
            else:
                shared_word[packed_at + i] = packed[i]
                shared_split[add_at + i] = add[i]
            shared32[shift_at + i] = uint32(shift[i])
            if with_rows:
                shared32[rows_at + i] = uint32(0)
        for i in range(thread, hot_entries, threads):
            shared32[i] = step[i]

    return laid_out


def _unit(shape: Shape, place: Layout, *, with_rows: bool) -> Any:
    """What plays a unit of work."""
    rounds = _rounds(shape, place, with_rows=with_rows)
    word, split_word = place.kinds
    threads, words = place.threads, place.shoe_words
    none_yet, is_fresh = shape.none_yet, not shape.cut
    parts = (shape.offset, shape.sum_at, shape.hits_at, shape.count_at)

    @device
    def unit(number, seed, column, pack, memory, arrays):
        """A unit of work: its rounds, hits, net and squares."""
        chance = start(uint64(seed), uint64(number))
        for w in range(words):
            memory[0][(column >> uint32(2)) + uint32(w * threads)] = pack[w]
        split = (int32(0), int32(0), int32(0), int32(0))
        lane = (uint32(0), word(0), split_word(none_yet), split, uint64(0))
        many, hits, net, square = int64(0), int64(0), int64(0), int64(0)
        left = int32(FRESH_ROUNDS) if is_fresh else int32(SHOES)
        while left > int32(0):
            chance, lane = rounds(column, chance, lane, memory, arrays)
            left = int32(left - int32(1))
            if not is_fresh or left % int32(FRESH_FLUSH) == int32(0):
                state, sums, total, split, memo = lane
                n, won, came, squared = unpack(uint64(sums), parts[0], parts[1], parts[2], parts[3])
                many, hits, net, square = many + n, hits + won, net + came, square + squared
                lane = (state, word(0), total, split, memo)
        split = lane[3]
        return many + split[0], hits + split[1], net + split[2], square + split[3]

    return unit


@lru_cache(maxsize=8)
def lockstep(shape: Shape, place: Layout, *, with_rows: bool) -> Any:
    """The kernel of a box by itself."""
    unit = _unit(shape, place, with_rows=with_rows)
    laid_out = _tables(place, with_rows=with_rows)
    word, split_word = place.kinds
    threads, given, shoe_at, rows_at = place.threads, place.given, place.shoe_at, place.rows_at

    @cuda.jit
    def run(
        seed, first, units, pack, step, packed, add, shift, finishes, ends, sums, rows, parts, counts
    ):
        shared32 = cuda.shared.array(0, uint32)
        memory = (
            shared32,
            cuda.shared.array(0, word),
            cuda.shared.array(0, split_word),
            cuda.shared.array(0, uint64),
            cuda.shared.array(0, uint8),
        )
        thread = cuda.threadIdx.x
        laid_out(thread, memory, step, packed, add, shift)
        cuda.syncthreads()
        mine = cuda.local.array(8, int64)
        for i in range(8):
            mine[i] = 0
        column = uint32(shoe_at + WORD * thread)
        at = int64(cuda.blockIdx.x) * threads + thread
        while at < units:
            many, hits, net, square = unit(
                first + at, seed, column, pack, memory, (step, finishes, ends, parts)
            )
            if at < len(counts):
                counts[at] = many
            mine[UNITS] += 1
            mine[ROUNDS] += many
            mine[NET] += net
            mine[HITS] += hits
            mine[SQUARE] += square
            mine[UNIT_SQUARE] += net * net
            mine[UNIT_CROSS] += net * many
            mine[ROUNDS_SQUARE] += many * many
            at += int64(cuda.gridDim.x) * threads
        for i in range(8):
            cuda.atomic.add(sums, i, mine[i])
        if with_rows:
            cuda.syncthreads()
            for i in range(thread, given, threads):
                cuda.atomic.add(rows, i, int64(shared32[rows_at + i]))

    return run


@lru_cache(maxsize=1)
def anything() -> tuple[Any, Any]:
    """The general kernel: a unit a thread at a time; and what adds the threads' sums together."""

    @cuda.jit
    def run(seed, first, units, work, wide, step, roles, table, shoe, traced, out, rounds_of, events):
        thread = cuda.grid(1)
        events[thread, 0] = 0
        at = int64(thread)
        while at < units:
            many = general.play_unit(
                seed,
                first + at,
                -1,
                work[thread],
                wide,
                step,
                roles,
                table,
                shoe[thread],
                traced,
                out[thread],
                events[thread],
            )
            if at < len(rounds_of):
                rounds_of[at] = many
            at += int64(cuda.gridsize(1))

    @cuda.jit
    def added(out, totals):
        column = cuda.grid(1)
        if column < out.shape[1]:
            found = int64(0)
            for thread in range(out.shape[0]):
                found += out[thread, column]
            totals[column] = found

    return run, added


@lru_cache(maxsize=1)
def logs() -> tuple[Any, Any]:
    """What tells how many entries each thread's log has; and what puts them into one."""

    @cuda.jit
    def counted(events, counts):
        thread = cuda.grid(1)
        if thread < len(counts):
            counts[thread] = events[thread, 0]

    @cuda.jit
    def gathered(events, starts, flat):
        thread = cuda.grid(1)
        if thread + 1 < len(starts):
            for i in range(starts[thread + 1] - starts[thread]):
                flat[starts[thread] + i] = events[thread, 1 + i]

    return counted, gathered
