# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The staged kernel on a GPU: a unit of work a thread at a time, by the same functions as on a core.

A thread's shoe lies in the memory that its block shares, its seats in its own; tables and sums lie in
the device's memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numba import int64, uint8, uint32

from cutcard.sim.kernels.gpu.cuda import cuda
from cutcard.sim.kernels.staged.fields import OF_SEAT, OF_SHOE
from cutcard.sim.kernels.staged.kernel import play_unit
from cutcard.sim.kernels.staged.shapes import (
    DealtShoe,
    Extras,
    KernelTable,
    SharedWagers,
    SideWagers,
    Watch,
)

device = cuda.jit(device=True, inline=True)


def _stages(has_sides: bool, has_extras: bool) -> tuple[Any, Any]:
    """Functions that give a thread its own arrays of the stages that are there, and None of others."""

    @device
    def none(tables, work, thread):  # noqa: ARG001
        return None

    @device
    def sides(tables, work, thread):
        return SideWagers(
            tables.by_two,
            tables.by_up,
            tables.by_hole,
            tables.is_open,
            tables.results,
            tables.nets,
            tables.logged,
            tables.late,
            tables.folds,
            tables.second_card,
            tables.opens,
            tables.own_third,
            work[0][thread],
            work[1][thread],
            tables.third_card,
            tables.completion,
            tables.keeps,
            tables.numbers_at,
        )

    @device
    def extras(tables, work, thread):
        one, watch = tables.shared, tables.watch
        shown, kept, events = work[2][thread], work[3][thread], work[4][thread]
        if len(events):
            events[0] = 0
        shared = SharedWagers(
            one.wagers,
            one.blocks,
            shown,
            one.nets,
            one.gives,
            one.worth,
            one.then,
            one.logged,
            one.rows_at,
        )
        return Extras(
            tables.switches,
            shared,
            tables.streaks,
            Watch(watch.table, kept, watch.wagers),
            events,
            tables.closed,
            tables.bet_squares_at,
        )

    return sides if has_sides else none, extras if has_extras else none


@lru_cache(maxsize=16)
def staged(*, seats: int, stride: int, has_sides: bool, has_extras: bool) -> Any:
    """The kernel for so many seats, a shoe every `stride` bytes, and the stages that are there."""
    sides_of, extras_of = _stages(has_sides, has_extras)
    rows = seats + 1

    @cuda.jit
    def run(seed, first, units, shoe, machine, dealer, sides, extras, boxes, hands, work, out, counts):
        thread = cuda.grid(1)
        shoes = cuda.shared.array(0, uint8)
        begins = int64(cuda.threadIdx.x) * stride
        own = DealtShoe(
            shoes[begins : begins + shoe.size],
            cuda.local.array(OF_SHOE, uint32),
            shoe.pack,
            shoe.letter_of,
            work[5][thread],
            shoe.trace,
            shoe.size,
            shoe.cut,
            shoe.burned,
            shoe.burns_each_round,
            shoe.chain,
        )
        table = KernelTable(
            own,
            machine,
            dealer,
            cuda.local.array((rows, OF_SEAT), int64),
            work[6][thread],
            sides_of(sides, work, thread),
            extras_of(extras, work, thread),
            boxes,
            hands,
        )
        at = int64(thread)
        while at < units:
            many = play_unit(seed, first + at, -1, table, out[thread])
            if at < len(counts):
                counts[at] = many
            at += int64(cuda.gridsize(1))

    return run


@lru_cache(maxsize=1)
def added() -> Any:
    """A kernel that adds the threads' sums together."""

    @cuda.jit
    def add(out, totals):
        column = cuda.grid(1)
        if column < out.shape[1]:
            total = int64(0)
            for thread in range(out.shape[0]):
                total += out[thread, column]
            totals[column] = total

    return add


@lru_cache(maxsize=1)
def logs() -> tuple[Any, Any]:
    """Two kernels: one counts the entries of each thread's log, the other copies them into one."""

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
