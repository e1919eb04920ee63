# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The general kernel on a GPU: a unit of work a thread at a time."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numba import int64

from cutcard.sim.kernels.general import kernel as general
from cutcard.sim.kernels.gpu.cuda import cuda


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
            total = int64(0)
            for thread in range(out.shape[0]):
                total += out[thread, column]
            totals[column] = total

    return run, added


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
