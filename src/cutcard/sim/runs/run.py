"""A run: units of work in order until there are rounds enough, or the error is small enough.

Units are numbered from 0, and the totals of a run are those of units 0 to U-1. For a number of rounds, U
is the least number of units that have so many; for an error, the first of a fixed schedule of numbers at
which it is small enough. Neither depends on who did the work, in which ranges or in which order, so
every device and any number of workers come to the same totals.

Rounds are numbered through the units in order. How many rounds a unit has is known only by dealing it,
so to find a round those before it are dealt again, from the nearest checkpoint.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

import numpy as np

from cutcard.compute import cache, digest_of_code
from cutcard.sim.problem import WorkersLostError
from cutcard.sim.results.results import ROUNDS, SQUARES, UNITS, Totals
from cutcard.sim.runs.workers import Adds, Done, Workers, WorkerThreads

PILOT: Final = 64
"""Units from which the rounds of a unit are estimated."""
NEAR: Final = 4 * PILOT
"""At most so many units are counted one by one to find the last."""
FIRST_CHECK: Final = 1024
"""The first number of units at which the standard error is looked at."""
DEVIATIONS: Final = 8
"""How far below the target, in standard deviations, a long stretch of units should end."""
LANES: Final = 32
"""Ranges have a multiple of this many units, which a core plays abreast."""
RANGE_SECONDS: Final = 0.4
GROWTH: Final = 4
"""A range is at most this many times as long as the one before."""
MOST_LOSSES: Final = 8
"""How often a range may be lost with its worker before a run gives up."""
MOST_CHECKPOINTS: Final = 4096

ErrorSquared = Callable[[Totals], Fraction | None]
"""The square of the standard error that counts; None where it is not known yet."""
Heard = Callable[[Totals], None]
Checkpoint = tuple[int, int]
"""A number of units, and how many rounds they have."""
Searching = Callable[[int, int], None]
"""Takes how many rounds were dealt in search of one, and how many lie before it."""


@dataclass(frozen=True)
class Target:
    """When to stop: at a number of rounds, or before that at a standard error."""

    rounds: int
    error: Fraction | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a run."""

    totals: Totals
    seconds: float
    interrupted: bool = False
    by_error: bool = False
    """Whether the error was small enough before the rounds were done."""
    lost: str = ""
    """Why it broke off, where the workers were lost."""
    checkpoints: tuple[Checkpoint, ...] = ()


@dataclass
class Checkpoints:
    """How many rounds the first units have, by number of units; only so many are kept."""

    places: dict[int, int] = field(default_factory=dict)
    last: int = 0

    def add(self, units: int, rounds: int) -> None:
        """Add a checkpoint."""
        self.places[units], self.last = rounds, units
        if len(self.places) > MOST_CHECKPOINTS:
            for each in sorted(self.places)[::2]:
                del self.places[each]


def checks() -> Iterator[int]:
    """The numbers of units after which the standard error is looked at."""
    units = FIRST_CHECK
    while True:
        yield units
        units += units // 4 // LANES * LANES


def run(
    engine: Adds,
    workers: Workers,
    target: Target,
    *,
    error_squared: ErrorSquared | None = None,
    heard: Heard | None = None,
    nothing: Totals | None = None,
) -> Outcome:
    """Run to a target; an interruption gives the totals so far.

    `nothing` are the totals to begin with, where they are more than sums, or those of units done before.
    """
    going = _Going(engine, workers, target, error_squared, heard)
    if nothing is not None:
        going.begin_with(nothing)
    began = time.perf_counter()
    interrupted, lost = False, ""
    try:
        going.to_the_end()
    except KeyboardInterrupt:
        interrupted = True
    except WorkersLostError as problem:
        interrupted, lost = True, str(problem)
    except workers.gone as problem:
        interrupted, lost = True, f"no worker can be reached any more ({str(problem) or 'cancelled'})"
    seconds = time.perf_counter() - began
    places = tuple(sorted(going.checkpoints.places.items()))
    return Outcome(going.so_far, seconds, interrupted, going.by_error, lost, places)


def first_units(
    engine: Adds, workers: Workers, units: int, *, nothing: Totals, heard: Heard | None = None
) -> Totals:
    """The totals of the first units."""
    going = _Going(engine, workers, Target(0), None, heard)
    going.begin_with(nothing)
    return going.taken(units) if units else nothing


class _Going:
    """A run under way."""

    def __init__(
        self,
        engine: Adds,
        workers: Workers,
        target: Target,
        error_squared: ErrorSquared | None,
        heard: Heard | None,
    ) -> None:
        self.engine, self.workers, self.target = engine, workers, target
        self.error_squared = error_squared if target.error is not None else None
        self.heard = heard
        self.done = Totals.nothing(engine.columns)
        self.so_far = self.done
        self.by_error = False
        self.checkpoints = Checkpoints()
        self._size = LANES
        self._checks = checks()
        self._check = next(self._checks)

    def begin_with(self, totals: Totals) -> None:
        """Go on from the totals of the first units."""
        self.done = self.so_far = totals
        while self._check < totals.units:
            self._check = next(self._checks)
        if totals.units:
            self.checkpoints.add(totals.units, totals.rounds)

    def to_the_end(self) -> None:
        """Play stretch after stretch of units until there are enough rounds."""
        while self.done.rounds < self.target.rounds and not self._is_sure():
            many = self._stretch()
            taken = self.taken(many)
            while taken.rounds > self.target.rounds:
                is_near = many <= NEAR
                many = self._exactly(many) if is_near else many // 2
                taken = self.taken(many)
                if is_near:
                    break
            self.done = self.so_far = taken
            self.checkpoints.add(taken.units, taken.rounds)

    def _is_sure(self) -> bool:
        """Whether the standard error is due to be looked at now and is small enough."""
        if self.error_squared is None or self.done.units != self._check:
            return False
        self._check = next(self._checks)
        assert self.target.error is not None
        square = self.error_squared(self.done)
        self.by_error = square is not None and square <= self.target.error**2
        return self.by_error

    def _stretch(self) -> int:
        """How many units come next: probably none past the target, and a few where it is near."""
        done = self.done
        many = PILOT if done.units else 1  # one shows whether it works at all
        if done.units >= PILOT:
            mean = done.rounds / done.units
            spread = max(done[SQUARES] / done.units - mean * mean, 0.0)
            left = self.target.rounds - done.rounds
            far = left / mean
            margin = DEVIATIONS * sqrt(spread * (far + far * far / done.units))
            many = max(PILOT, int((left - margin) / mean))
        if self.error_squared is not None:
            many = min(many, self._check - done.units)
        return many

    def _exactly(self, many: int) -> int:
        """The number of these units after which the target is reached."""
        rounds = np.cumsum(self.engine.rounds_of(self.done.units, many))
        return int(np.searchsorted(rounds, self.target.rounds - self.done.rounds)) + 1

    def taken(self, units: int) -> Totals:
        """The totals with the next units, which are handed out in ranges."""
        first = self.done.units
        stretch = _Stretch(first, self.done)
        ranges = self._ranges(first, first + units)
        going: dict[Future[Done], tuple[int, int]] = {}
        losses: Counter[int] = Counter()
        more = next(ranges, None)
        while more or going:
            while more and len(going) < self.workers.ahead:
                going[self.workers.submit(*more)] = more
                more = next(ranges, None)
            ended, _ = wait(going, return_when=FIRST_COMPLETED)
            for each in ended:
                part = going.pop(each)
                try:
                    sums, seconds = each.result()
                except self.workers.lost as problem:
                    losses[part[0]] += 1
                    if losses[part[0]] > MOST_LOSSES:
                        raise WorkersLostError(f"a range of units fails repeatedly: {problem}") from None
                    going[self.workers.submit(*part)] = part
                    continue
                self._learn(part[1], seconds)
                stretch.add(*part, sums)
            self._report(stretch)
        return stretch.so_far

    def _report(self, stretch: _Stretch) -> None:
        """Report the totals of all units without a gap, which an interruption would leave."""
        self.so_far = stretch.so_far
        if stretch.so_far.units - self.checkpoints.last >= self._size:
            self.checkpoints.add(stretch.so_far.units, stretch.so_far.rounds)
        if self.heard is not None:
            self.heard(self.so_far)

    def _ranges(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Ranges of about the same time, shorter towards the end so that all workers end together."""
        while first < end:
            share = ceil((end - first) / (2 * self.workers.many))
            size = min(self._size, max(LANES, share // LANES * LANES), end - first)
            yield first, size
            first += size

    def _learn(self, units: int, seconds: float) -> None:
        """Adapt the length of ranges to the speed of the work."""
        if units < self._size:
            return
        wanted = units * RANGE_SECONDS / seconds if seconds > 0 else units * GROWTH
        self._size = max(LANES, int(min(wanted, GROWTH * units)) // LANES * LANES)


class _Stretch:
    """Adds up ranges of units in order, though they end out of order."""

    def __init__(self, first: int, done: Totals) -> None:
        self.next, self.so_far = first, done
        self.early: dict[int, tuple[int, Iterable[int]]] = {}

    def add(self, first: int, units: int, sums: Iterable[int]) -> None:
        """A range is done."""
        self.early[first] = (units, sums)
        while self.next in self.early:
            units, sums = self.early.pop(self.next)
            self.so_far = self.so_far.plus(sums)
            self.next += units


# Where a round is.


@dataclass(frozen=True)
class RoundLocation:
    """Where a round is."""

    unit: int
    number: int
    """Its place among the rounds of its unit, from 0."""


def locate(
    engine: Adds,
    number: int,
    cached: Iterable[Checkpoint] = (),
    *,
    many: int = 1,
    heard: Searching | None = None,
) -> tuple[RoundLocation, tuple[Checkpoint, ...]]:
    """The location of a round, and the checkpoints met on the way."""
    checkpoints = sorted({(0, 0), *cached}, key=lambda each: each[1])
    units, rounds = checkpoints[bisect_right([each[1] for each in checkpoints], number) - 1]
    # Of the units before it no more is known; their rounds differ by less than a tenth.
    known = {UNITS: units, ROUNDS: rounds, SQUARES: int(1.01 * rounds * rounds / max(units, 1))}
    before = Totals(engine.columns, tuple(known.get(name, 0) for name in engine.columns))

    def report(totals: Totals) -> None:
        if heard is not None:
            heard(min(totals.rounds, number) - rounds, number - rounds)

    threads = WorkerThreads(engine, many)
    try:
        ended = run(engine, threads, Target(number + 1), heard=report, nothing=before)
    finally:
        threads.close()
    if ended.interrupted:
        raise KeyboardInterrupt
    unit = ended.totals.units - 1
    begins = ended.totals.rounds - int(engine.rounds_of(unit, 1)[0])
    return RoundLocation(unit, number - begins), ended.checkpoints


def cached_checkpoints(digest: str) -> tuple[Checkpoint, ...]:
    """The checkpoints in the cache of a plan with this digest."""
    try:
        return tuple((int(units), int(rounds)) for units, rounds in cache.read(_name(digest)))
    except (TypeError, ValueError):
        return ()


def cache_checkpoints(digest: str, more: Iterable[Checkpoint]) -> None:
    """Add checkpoints of a plan to those in the cache."""
    places = sorted({*cached_checkpoints(digest), *more})
    while len(places) > MOST_CHECKPOINTS:
        del places[::2]
    cache.write(_name(digest), places)


def _name(digest: str) -> str:
    return cache.digest("checkpoints", digest_of_code(__name__), digest)
