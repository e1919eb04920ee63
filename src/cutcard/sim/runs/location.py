"""Where a round is: its unit of work, and its place among that unit's rounds.

Rounds are numbered from nothing through the units in order. How many rounds a unit has is known only by
dealing it, so the rounds before one are dealt again, from the nearest place whose number was kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cutcard.compute import cache, digest_of_code
from cutcard.sim.results.results import Totals
from cutcard.sim.runs.run import MOST_CHECKPOINTS, Target, run
from cutcard.sim.runs.workers import Adds, Array, WorkerThreads

Checkpoint = tuple[int, int]
"""A number of units, and how many rounds they have."""
Searching = Callable[[int, int], None]
"""Takes how many rounds were dealt in search of one, and how many lie before it."""


@dataclass(frozen=True)
class RoundLocation:
    """Where a round is."""

    unit: int
    number: int
    """Its place among the rounds of its unit, from nothing."""


@dataclass(frozen=True)
class _Later:
    """An engine's units from one of them on."""

    engine: Adds
    first: int

    @property
    def columns(self) -> tuple[str, ...]:
        """As the engine's."""
        return self.engine.columns

    def run(self, first_unit: int, units: int) -> Iterable[int]:
        """The sums over a range of units."""
        return self.engine.run(self.first + first_unit, units)

    def rounds_of(self, first_unit: int, units: int) -> Array:
        """The rounds of each unit of a range."""
        return self.engine.rounds_of(self.first + first_unit, units)


def locate(
    engine: Adds,
    number: int,
    known: Iterable[Checkpoint] = (),
    *,
    many: int = 1,
    heard: Searching | None = None,
) -> tuple[RoundLocation, tuple[Checkpoint, ...]]:
    """The place of a round, and checkpoints met on the way."""
    found = sorted({(0, 0), *known}, key=lambda each: each[1])
    units, rounds = found[bisect_right([each[1] for each in found], number) - 1]
    later, before = _Later(engine, units), number - rounds

    def told(totals: Totals) -> None:
        if heard is not None:
            heard(min(totals.rounds, before), before)

    threads = WorkerThreads(later, many)
    try:
        ended = run(later, threads, Target(before + 1), heard=told)
    finally:
        threads.close()
    if ended.interrupted:
        raise KeyboardInterrupt
    unit = units + ended.totals.units - 1
    after = rounds + ended.totals.rounds
    begins = after - int(engine.rounds_of(unit, 1)[0])
    met = ((units + more, rounds + dealt) for more, dealt in ended.checkpoints)
    return RoundLocation(unit, number - begins), tuple(met)


def kept(digest: str) -> tuple[Checkpoint, ...]:
    """The checkpoints that were kept of a plan, by its digest."""
    try:
        return tuple((int(units), int(rounds)) for units, rounds in cache.read(_name(digest)))
    except (TypeError, ValueError):
        return ()


def keep(digest: str, more: Iterable[Checkpoint]) -> None:
    """Keep checkpoints of a plan with those that are there."""
    places = sorted({*kept(digest), *more})
    while len(places) > MOST_CHECKPOINTS:
        del places[::2]
    cache.write(_name(digest), places)


def _name(digest: str) -> str:
    return cache.digest("checkpoints", digest_of_code(__name__), digest)
