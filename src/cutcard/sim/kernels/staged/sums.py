"""What bets came to, within a unit and over all: whole numbers, so that their order never matters."""

from __future__ import annotations

from typing import Any

from numba import int64
from numba.extending import overload

from cutcard.compute import njit
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE, Array


def bump(sums: Any, at: int, many: Any) -> None:
    """Add to a sum that others may add to as well."""
    sums[at] += many


@overload(bump)
def bump_on_a_core(sums: Any, at: int, many: Any) -> Any:  # noqa: ARG001
    """There every worker has sums of its own; `gpu.cuda` says what a GPU does."""
    return bump


def meet() -> None:
    """Where the threads of a GPU wait for those beside them, so that they go on in step."""


@overload(meet)
def meet_nobody() -> Any:
    """A core has nobody to wait for."""
    return meet


@njit(**STAGE)
def count(wager: int, value: int, mine: Array) -> None:
    """A bet that came to so much, in a wager's sums."""
    mine[wager, of.BETS] += 1
    mine[wager, of.NET] += value
    mine[wager, of.HITS] += int64(value > 0)
    mine[wager, of.SQUARE] += value * value


@njit(**LOOP)
def add_up(rounds: int, streaks: int, bet_squares_at: int, mine: Array, out: Array) -> None:
    """What a unit came to, added to the sums; bets of streak wagers, the last ones, are not rounds."""
    bump(out, 0, 1)
    bump(out, 1, rounds)
    bump(out, 2, rounds * rounds)
    for w in range(len(mine)):
        many, streak = rounds, w + streaks - len(mine)
        if streak >= 0:
            many = mine[w, of.BETS]
            bump(out, bet_squares_at + streak, many * many)
        mine[w, of.UNIT_SQUARE] = mine[w, of.NET] * mine[w, of.NET]
        mine[w, of.UNIT_CROSS] = mine[w, of.NET] * many
        for i in range(of.OF_WAGER):
            bump(out, of.BEFORE_WAGERS + w * of.OF_WAGER + i, mine[w, i])
