"""An engine for the tests of runs alone: units of uneven length, sums that any slip would change."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
COLUMNS = (
    "units",
    "rounds",
    "main.bets",
    "main.staked",
    "main.net",
    "main.hits",
    "main.square",
    "main.unit_square",
    "main.unit_cross",
    "rounds.unit_square",
)


class UnevenEngine:
    """Each unit is a fixed function of its number."""

    columns = COLUMNS

    def __init__(self, *, usual: int = 700, spread: int = 40, seconds: float = 0.0) -> None:
        self.usual, self.spread, self.seconds = usual, spread, seconds
        self.asked: list[tuple[int, int]] = []

    def _units(self, first: int, units: int) -> tuple[Array, Array]:
        numbers = np.arange(first, first + units, dtype=np.uint64) + np.uint64(1)
        mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        rounds = self.usual + (mixed >> np.uint64(33)).astype(np.int64) % (2 * self.spread + 1)
        net = (mixed >> np.uint64(17)).astype(np.int64) % 101 - 54
        return rounds - self.spread, net

    def run(self, first_unit: int, units: int) -> Array:
        """The sums over a range."""
        self.asked.append((first_unit, units))
        if self.seconds:
            time.sleep(self.seconds)
        rounds, net = self._units(first_unit, units)
        total, square = rounds.sum(), (net * net).sum()
        return np.array(
            [
                units,
                total,
                total,
                total * 2,
                net.sum(),
                (rounds // 2).sum(),
                total * 5,
                square,
                (net * rounds).sum(),
                (rounds * rounds).sum(),
            ],
            dtype=np.int64,
        )

    def rounds_of(self, first_unit: int, units: int) -> Array:
        """The rounds of each unit."""
        return self._units(first_unit, units)[0]


def uneven(recipe: bytes) -> UnevenEngine:
    """An engine as a worker elsewhere makes it."""
    return UnevenEngine(seconds=float(recipe))
