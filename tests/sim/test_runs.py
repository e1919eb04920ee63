"""Runs: the stop rule, ranges out of order, interruption; the same totals whoever works."""

from __future__ import annotations

import _thread
import signal
import threading
from concurrent.futures import Future
from fractions import Fraction
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest

from cutcard.sim.results.results import Totals
from cutcard.sim.runs.run import LANES, MOST_LOSSES, Outcome, Target, checks, run
from cutcard.sim.runs.workers import Done, WorkerThreads, timed
from sim.engines import Array, UnevenEngine

HUGE = 10**12


def outcome(
    engine: UnevenEngine, rounds: int, *, many: int = 1, error: Fraction | None = None
) -> Outcome:
    workers = WorkerThreads(engine, many)
    try:
        return run(engine, workers, Target(rounds, error), error_squared=error_of)
    finally:
        workers.close()


def error_of(totals: Totals) -> Fraction:
    """Anything that shrinks with the units, with a dent to be found in the wrong place."""
    return Fraction(1, totals.units)


def units_needed(engine: UnevenEngine, rounds: int) -> int:
    """Counted one by one."""
    passed = np.cumsum(engine.rounds_of(0, rounds // (engine.usual - engine.spread) + 2))
    return int(np.argmax(passed >= rounds)) + 1


@pytest.mark.parametrize("rounds", [1, 700, 44_000, 45_000, 1_000_000, 12_345_678])
def test_a_run_ends_with_the_first_unit_that_has_rounds_enough(rounds: int) -> None:
    engine = UnevenEngine()
    found = outcome(engine, rounds).totals
    units = units_needed(engine, rounds)
    assert found.units == units
    assert found == Totals(engine.columns, tuple(engine.run(0, units).tolist()))


def test_the_least_number_of_units_is_found_where_their_length_is_anybodys_guess() -> None:
    """The pilot's units are short and the others long, so the first guess goes far too far."""

    class Deceiving(UnevenEngine):
        def _units(self, first: int, units: int) -> tuple[Array, Array]:
            rounds, net = super()._units(first, units)
            long = np.arange(first, first + units) >= 64
            return np.where(long, rounds * 50, rounds), net

    engine = Deceiving(spread=0)
    found = outcome(engine, 5_000_000).totals
    assert found.rounds - int(engine.rounds_of(found.units - 1, 1)[0]) < 5_000_000 <= found.rounds


@pytest.mark.parametrize("many", [2, 3, 7])
def test_any_number_of_workers_gives_the_same_totals(many: int) -> None:
    alone, together = UnevenEngine(), UnevenEngine()
    assert outcome(alone, 3_000_000).totals == outcome(together, 3_000_000, many=many).totals


def test_the_error_is_looked_at_on_a_fixed_schedule() -> None:
    found = outcome(UnevenEngine(), HUGE, error=Fraction(1, 100))
    assert found.by_error
    assert found.totals.units == next(units for units in checks() if units >= 100**2)
    assert found.totals == outcome(UnevenEngine(), HUGE, many=3, error=Fraction(1, 100)).totals


def test_rounds_bound_a_run_whose_error_stays_too_great() -> None:
    found = outcome(UnevenEngine(), 2_000_000, error=Fraction(1, 10**6))
    assert not found.by_error
    assert found.totals == outcome(UnevenEngine(), 2_000_000).totals


def test_the_schedule_of_checks_grows_by_a_quarter() -> None:
    first = list(islice(checks(), 30))
    for before, after in pairwise(first):
        assert 1.2 < after / before <= 1.25
        assert after % LANES == 0


class Shuffled:
    """Workers that hand their ranges in late and out of order, and lose some of them."""

    lost: tuple[type[BaseException], ...] = (ConnectionError,)
    gone: tuple[type[BaseException], ...] = (EOFError,)

    def __init__(self, engine: UnevenEngine, *, loses: float) -> None:
        self.engine, self.many, self.ahead, self.loses = engine, 4, 8, loses
        self.chance = Random(7)
        self.losses = 0
        self.held: list[tuple[Future[Done], int, int]] = []

    def submit(self, first: int, units: int) -> Future[Done]:
        """Take a range; hand in one of those held."""
        mine: Future[Done] = Future()
        self.held.append((mine, first, units))
        threading.Timer(0.0005, self.hand_in).start()
        return mine

    def hand_in(self) -> None:
        """One of the ranges, any of them."""
        future, first, units = self.held.pop(self.chance.randrange(len(self.held)))
        if self.chance.random() < self.loses:
            self.losses += 1
            future.set_exception(ConnectionError("gone"))
        else:
            future.set_result(timed(self.engine, first, units))

    def close(self) -> None:
        """Nothing to let go."""


def test_ranges_of_workers_that_died_are_run_again() -> None:
    workers = Shuffled(UnevenEngine(seconds=0.001), loses=0.05)
    found = run(workers.engine, workers, Target(2_000_000))
    assert workers.losses > 0
    assert found.totals == outcome(UnevenEngine(), 2_000_000).totals


def test_a_run_whose_workers_always_die_gives_up_with_what_it_has() -> None:
    workers = Shuffled(UnevenEngine(), loses=1.0)
    found = run(workers.engine, workers, Target(2_000_000))
    assert found.interrupted
    assert "gone" in found.lost
    assert workers.losses > MOST_LOSSES
    assert found.totals.units == 0


def test_a_run_whose_workers_cannot_be_reached_any_more_keeps_what_it_has() -> None:
    class Unreachable(Shuffled):
        def submit(self, first: int, units: int) -> Future[Done]:
            if first > 500:
                raise EOFError
            return super().submit(first, units)

    workers = Unreachable(UnevenEngine(), loses=0.0)
    found = run(workers.engine, workers, Target(2_000_000))
    assert found.interrupted
    assert "reached" in found.lost
    assert 0 < found.totals.units <= 544


def test_an_interrupted_run_has_the_units_that_are_whole_from_the_first_on() -> None:
    # Whoever starts the tests in the background starts them deaf to interruptions.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    engine = UnevenEngine(seconds=0.01)

    def heard(totals: Totals) -> None:
        if totals.units > 500:
            _thread.interrupt_main()

    workers = WorkerThreads(engine, 2)
    found = run(engine, workers, Target(HUGE), heard=heard)
    workers.close()
    signal.signal(signal.SIGINT, before)
    assert found.interrupted
    assert 500 < found.totals.units < 10**6
    assert found.totals == Totals(engine.columns, tuple(engine.run(0, found.totals.units).tolist()))


def test_what_goes_wrong_in_the_engine_is_not_swallowed() -> None:
    class Broken(UnevenEngine):
        def run(self, first_unit: int, units: int) -> Array:  # noqa: ARG002
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        outcome(Broken(), 1000)


def test_checkpoints_tell_how_many_rounds_the_first_units_have() -> None:
    engine = UnevenEngine(seconds=0.002)
    found = outcome(engine, 5_000_000, many=2)
    passed = np.cumsum(engine.rounds_of(0, found.totals.units))
    assert len(found.checkpoints) > 3
    assert list(found.checkpoints) == sorted(found.checkpoints)
    for units, rounds in found.checkpoints:
        assert passed[units - 1] == rounds


def test_totals_never_overflow() -> None:
    big = Totals(("units", "rounds"), (1, 2**63 - 1)).plus(np.array([1, 2**63 - 1], dtype=np.int64))
    assert big.rounds == 2**64 - 2
    assert big.digest != Totals(("units", "rounds"), (2, 2**64 - 1)).digest
