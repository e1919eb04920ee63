"""Where what a plan watches lies in the kernel's tables, in what a unit keeps, and in the sums.

Watching changes no card and no sum: a run that watches has the same rounds as one that does not, and a
few more columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import floor, gcd, isqrt
from typing import Any, Final

import numpy as np

from cutcard.cards import DECK_52
from cutcard.sim.kernels.general.watch_slots import (
    BEFORE,
    FACTORS,
    LINEAR,
    OF_CELL,
    OF_SESSIONS,
    SIDE,
    TAGS,
    TAILS,
)
from cutcard.sim.plan import Plan
from cutcard.sim.watch.insurance import Insuring, insuring
from cutcard.sim.watch.request import WatchRequest

Array = np.ndarray[Any, Any]

COUNT_BINS: Final = 81
"""Counts are told apart in so many bins."""
BELOW: Final = 40
"""So many of them lie below the true count of a full shoe."""
BELOW_RUNNING: Final = 15
"""And so many below its running count, which rises from there where a count is not balanced."""
HALVES: Final = ("even", "odd")
"""Of the units, by their numbers: one half chooses what the other measures."""
DEPTHS: Final = 10
"""Parts of the shoe by which the depth is told."""
OF_BIN: Final = ("bets", "net", "square")
OF_MANY: Final = ("many", "ahead", "level", "sum", "square")
DEVIATIONS: Final = 8
"""Sessions' results are told apart to so many times the stakes and the root of the rounds."""


class Watching:
    """Where a plan's watching lies in the kernel's tables, in what a unit keeps, and in the sums."""

    def __init__(
        self,
        plan: Plan,
        wagers: Sequence[str],
        units: Sequence[int],
        pack: Array,
        *,
        work_at: int,
        out_at: int,
    ) -> None:
        self.plan, self.wagers, self.units, self.pack = plan, wagers, units, pack
        self.watch = plan.watch or WatchRequest()
        self.work_at, self.out_at = work_at, out_at

    @property
    def kept(self) -> int:
        """How many numbers a unit keeps."""
        return 0 if self.plan.watch is None else BEFORE + 2 * len(self.wagers) + self.plan.boxes

    @property
    def _sizes(self) -> tuple[int, int, int, int]:
        """Of the sums by count, by depth, of sessions and of insurance."""
        of_bin = 1 + OF_CELL * len(self.wagers)
        return (
            len(HALVES) * COUNT_BINS * of_bin if self.watch.count else 0,
            DEPTHS * of_bin if self.watch.by_depth else 0,
            OF_SESSIONS if self.watch.sessions else 0,
            len(HALVES) * COUNT_BINS * len(self.insuring.outcomes) if self.insuring else 0,
        )

    @cached_property
    def insuring(self) -> Insuring | None:
        """What becomes of insurance, where there is a count to decide by."""
        return insuring(self.plan) if self.watch.count else None

    @property
    def many(self) -> int:
        """How many sums there are."""
        return sum(self._sizes)

    @property
    def money(self) -> int:
        """The cents that one of a session's counts stands for."""
        return gcd(*self.units)

    @property
    def width(self) -> int:
        """Of a session's bin, in its counts: one where the results to be expected fit so."""
        stakes = sum(self.plan.stakes.values()) + (self.plan.spots - 1) * self.plan.stakes["main"]
        furthest = DEVIATIONS * stakes * (isqrt(self.watch.session) + 1)
        return max(1, -(-furthest // (SIDE * self.money)))

    @cached_property
    def table(self) -> Array:
        """For the kernel; empty where nothing is watched."""
        if self.plan.watch is None:
            return np.zeros(0, dtype=np.int64)
        watch = self.watch
        by_count, by_depth, of_sessions, _ = self._sizes
        head = [self.work_at, self.out_at, *self._counting()]
        head += [self.out_at + by_count, DEPTHS if watch.by_depth else 0]
        head += [self.out_at + by_count + by_depth, watch.session, watch.sessions, self.width]
        insured = self.insuring
        head.append(self.out_at + by_count + by_depth + of_sessions)
        head += [FACTORS + len(self.units), len(insured.outcomes)] if insured else [0, 0]
        assert len(head) == TAGS
        count = watch.count
        tags = [int(tag * count.per) for tag in count.tags] if count else [0] * len(DECK_52)
        factors = [each // self.money for each in self.units]
        return np.array([*head, *tags, *factors, *(insured.table if insured else ())], dtype=np.int64)

    def _counting(self) -> tuple[int, ...]:
        """Bins, the lowest, the count of a full shoe, whether it is divided, and by what."""
        count, game = self.watch.count, self.plan.game
        if count is None:
            return 0, 0, 0, 0, 0, 1
        start = int(self._start * count.per)
        times = game.deck_cards if count.is_true else 1
        return COUNT_BINS, self.lowest, start, int(count.is_true), times, count.per * count.step

    @cached_property
    def _start(self) -> Fraction:
        """The running count of a full shoe."""
        count = self.watch.count
        tags = count.tags if count else (Fraction(0),) * len(DECK_52)
        whole = sum((tags[place] for place in self.pack.tolist()), Fraction(0))
        return (count.pivot if count else Fraction(0)) - whole

    @cached_property
    def lowest(self) -> int:
        """The bin that is told apart from none below it."""
        count = self.watch.count
        if count is None:
            return 0
        if count.is_true:
            return floor(self._start / self.plan.game.decks / count.step) - BELOW
        return floor(self._start / count.step) - BELOW_RUNNING

    @property
    def places(self) -> range:
        """The bins of a count."""
        return range(self.lowest, self.lowest + COUNT_BINS)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the sums."""
        found: list[str] = []
        if self.watch.count:
            for half in HALVES:
                for place in self.places:
                    found += self._bin(f"count/{half}/{place}")
        if self.watch.by_depth:
            for place in range(DEPTHS):
                found += self._bin(f"depth/{place}")
        if self.watch.sessions:
            found += [f"session/{name}" for name in OF_MANY]
            found += [f"session/{place}" for place in range(-SIDE, SIDE)]
            found += [f"session/high/{place}" for place in range(TAILS)]
            found += [f"session/low/{place}" for place in range(TAILS)]
        if self.insuring:
            for half in HALVES:
                for place in self.places:
                    name = f"insurance/{half}/{place}"
                    found += [f"{name}/{outcome}" for outcome in self.insuring.outcomes]
        assert len(OF_MANY) == LINEAR
        assert len(found) == self.many
        return tuple(found)

    def _bin(self, name: str) -> list[str]:
        return [f"{name}/rounds", *(f"{name}/{each}/{of}" for each in self.wagers for of in OF_BIN)]
