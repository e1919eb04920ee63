"""A scenario simulated: the plan made, the engine built, the work handed out, the totals collected."""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from math import isqrt, sqrt
from pathlib import Path
from typing import Final

from cutcard.automata.wagers import Riding
from cutcard.compute import cache, digest_of_code, report_progress
from cutcard.money import Cents
from cutcard.odds import OddsError
from cutcard.odds.strategy import BASIC, basic, for_the_bonus, from_file
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS, SHOES
from cutcard.sim.meters.evolution import Evolution, Evolved, InRound, MeterPositions, in_round, nearest
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.problem import SimError
from cutcard.sim.replay.redeal import Redealt, check, through_table
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import Totals, largest_error_squared
from cutcard.sim.runs.cluster import Cluster, connected
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.run import (
    Heard,
    Outcome,
    RoundLocation,
    Searching,
    Target,
    cache_checkpoints,
    cached_checkpoints,
    first_units,
    locate,
    run,
)
from cutcard.sim.runs.run_file import RunFile, check_place
from cutcard.sim.runs.warm_up import compiling
from cutcard.sim.runs.workers import Adds, Workers, WorkerThreads, Workforce
from cutcard.sim.scenario import Scenario, SimTable, table_of
from cutcard.sim.tables.bonuses import pays_at
from cutcard.sim.watch.layout import Watching
from cutcard.wagers.settlement import HouseSide

PILOT: Final = 64
"""Units from which the rounds of a unit are estimated."""
DEVIATIONS: Final = 8
"""A unit has at least the mean less this many standard deviations."""
KNOWN: Final = 4
"""A shoe has at least the mean less this many, but for one in ten thousands."""


@dataclass(frozen=True)
class Simulated:
    """A run and what it was about."""

    scenario: Scenario
    table: SimTable
    plan: Plan
    crew: Workforce
    workers: int
    target: Target
    outcome: Outcome
    build_seconds: float
    watching: Watching | None = None
    """The layout of what was watched."""
    before: int = 0
    """Rounds that were done before, and read from the run's file."""

    @property
    def rounds_per_second(self) -> float:
        """The rate of the units, without the time for building tables."""
        seconds = self.outcome.seconds
        return (self.outcome.totals.rounds - self.before) / seconds if seconds else 0.0


def planned(scenario: Scenario, table: SimTable | None = None) -> tuple[SimTable, Plan]:
    """The table and the plan of a scenario."""
    table = table or table_of(scenario)
    is_basic = scenario.strategy == BASIC
    try:
        strategy = basic(table.rules) if is_basic else from_file(scenario.strategy, table.rules)
    except OddsError as problem:
        raise SimError(str(problem)) from None
    if is_basic and table.beside and pays_at(table.rules, table.stakes["main"]):
        strategy = for_the_bonus(strategy, table.rules)
    plan = Plan(
        rules=table.rules,
        strategy=strategy,
        boxes=scenario.boxes,
        stakes=table.stakes,
        penetration=table.penetration,
        meters=table.meters,
        growing=table.growing,
        beside=table.beside,
        seed=scenario.seed,
    )
    return table, plan


def simulate(
    scenario: Scenario,
    target: Target,
    crew: Workforce,
    *,
    watch: WatchRequest | None = None,
    heard: Heard | None = None,
    file: Path | None = None,
) -> Simulated:
    """Run a scenario; checkpoints along it are cached for `sim replay`.

    Where a file is named, the run goes on from what it has, and its sums are written there.
    """
    began = time.perf_counter()
    table = table_of(scenario)
    if watch is not None:
        check_watch(table, watch)
    if file is not None:
        check_place(file)
    with compiling(scenario, table, is_staged=watch is not None or crew.device == "gpu") as compiler:
        table, plan = planned(scenario, table)
        plan = plan if watch is None else watching(plan, watch)
        engine = Engine(plan, device="gpu" if crew.device == "gpu" else "cpu")
        adds = Evolution(engine) if plan.growing else engine
        compiler.wait_for_all()
        adds.run(0, 1)  # compiles the kernel, so that the rate is of the work alone
    with working(crew, plan, adds) as workers:
        build_seconds = time.perf_counter() - began
        places = MeterPositions()
        nothing = adds.nothing() if isinstance(adds, Evolution) else Totals.nothing(adds.columns)
        run_file = None if file is None else RunFile(file, plan, target)
        if run_file is not None:
            nothing, heard = run_file.begins_with(nothing), run_file.hears(heard)
        outcome = run(
            adds,
            workers,
            target,
            error_squared=largest_error_squared,
            heard=places.hears(heard) if plan.growing else heard,
            nothing=nothing,
        )
        many = workers.many
    is_whole = not outcome.interrupted or outcome.totals.rounds <= target.rounds
    if run_file is not None and is_whole:
        run_file.write(outcome.totals)
    before = nothing.rounds
    cache_checkpoints(plan.digest, outcome.checkpoints)
    if plan.growing:
        places.keep(plan.digest)
    seen = None if watch is None else engine.watching
    about = (scenario, table, plan, crew, many, target, outcome, build_seconds, seen)
    return Simulated(*about, before=before)


def check_watch(table: SimTable, watch: WatchRequest) -> None:
    """Refuse to watch what the table does not have."""
    if table.growing:
        raise SimError(
            "meters: while they grow, no count, depth or session is watched; use --meters stand"
        )
    if table.penetration is not None:
        return
    for name, is_asked in (("count", watch.count), ("by-depth", watch.by_depth), ("sharp", watch.known)):
        if is_asked:
            raise SimError(
                f"{name}: every round is dealt from a full shoe here, so all of them are the same; "
                "leave out --fresh, or deal to a --penetration"
            )


def watching(plan: Plan, watch: WatchRequest) -> Plan:
    """The plan with something watched; refused where a unit has no room for one session."""
    if watch.known:
        mean, deviation, _ = _rounds_of_units(plan)
        watch = replace(watch, known=max(0, int(mean / SHOES - KNOWN * deviation / sqrt(SHOES))))
    if not watch.session:
        return replace(plan, watch=watch)
    sure = sure_rounds(plan)
    if watch.session > sure:
        raise SimError(
            f"session: {watch.session}: a session lies within a unit of work, which has {sure} rounds "
            f"here for sure; ask for at most {sure}"
        )
    return replace(plan, watch=replace(watch, sessions=sure // watch.session))


def sure_rounds(plan: Plan) -> int:
    """The least number of rounds that practically every unit has.

    The number of sessions of a unit must not depend on the rounds themselves: if every unit were filled
    to its last whole session, quick rounds would have more sessions.
    """
    if plan.penetration is None:
        return FRESH_ROUNDS
    mean, deviation, least = _rounds_of_units(plan)
    return max(mean - DEVIATIONS * deviation, least // 2)


def _rounds_of_units(plan: Plan) -> tuple[int, int, int]:
    """The rounds of the first units: the mean, the deviation, the least."""
    rounds = [int(each) for each in Engine(replace(plan, watch=None)).rounds_of(0, PILOT)]
    total, squares = sum(rounds), sum(each * each for each in rounds)
    deviation = isqrt(max(0, squares * PILOT - total * total)) // PILOT + 1
    return total // PILOT, deviation, min(rounds)


@contextmanager
def working(crew: Workforce, plan: Plan, engine: Adds) -> Iterator[Workers]:
    """The workers of a run, closed at the end."""
    with ExitStack() as stack:
        workers: Workers
        if crew.device == "cluster":
            client = stack.enter_context(connected(crew.scheduler, crew.workers))
            workers = Cluster(client, engine_of, recipe_of(plan))
        else:
            workers = WorkerThreads(engine, crew.workers)
        stack.callback(workers.close)
        yield workers


def recipe_of(plan: Plan) -> bytes:
    """A plan as it is sent to other machines, with a digest of the law and the code here."""
    return pickle.dumps((_code_and_law(plan), plan))


def engine_of(recipe: bytes) -> Adds:
    """The engine of a plan on another machine, which must have the same law and code."""
    digest, plan = pickle.loads(recipe)
    if _code_and_law(plan) != digest:
        raise SimError("cluster: a worker has another version of cutcard; install the same everywhere")
    engine = Engine(plan, device="cpu")
    return Evolution(engine) if plan.growing else engine


def _code_and_law(plan: Plan) -> str:
    """A digest of the plan, the law and the program's source."""
    return cache.digest(plan.digest, plan.rules.document.digest, digest_of_code(__name__))


@dataclass(frozen=True)
class RedealtRound:
    """A round of a run, dealt again at a table."""

    scenario: Scenario
    table: SimTable
    plan: Plan
    number: int
    place: RoundLocation
    redealt: Redealt
    streaks: Mapping[int, Riding]
    """By box: the streak wagers on it and the wins before the round."""
    meters: Mapping[str, Cents]
    """What they show in the round, its own stakes included."""
    devices: Mapping[str, object]
    """What the house's devices showed."""
    shared: Mapping[tuple[int, str], int]
    """By box and wager: the cents that the run paid as if alone, where a table shares a meter."""


def again(
    scenario: Scenario, number: int, *, workers: int = 1, searching: Searching | None = None
) -> RedealtRound:
    """Deal a round again; `ParityError` where the table comes to anything else."""
    table, plan = planned(scenario)
    engine = Engine(plan, device="cpu")
    cached = cached_checkpoints(plan.digest)

    def heard(totals: Totals) -> None:
        report_progress("meters before it", totals.rounds)

    place, met = locate(engine, number, cached, many=workers, heard=searching)
    cache_checkpoints(plan.digest, met)
    traced = engine.trace(place.unit, place.number)
    house = HouseSide(dict(table.meters), dict(table.meters))  # they stand still, hit or not
    if plan.growing:
        before = _before(Evolution(engine), place.unit, workers, heard)
        traced, house = with_meters(traced, in_round(before, place.unit, place.number))
    shown, devices = dict(house.meters), {**house.devices, **traced.devices}
    redealt = through_table(table.rules, traced, plan.strategy.choose, table.stakes, house)
    check(traced, redealt)
    at_table = redealt.net
    alone = {key: traced.net[key] for key in traced.together if traced.net[key] != at_table.get(key, 0)}
    return RedealtRound(
        scenario, table, plan, number, place, redealt, traced.streaks, shown, devices, alone
    )


def _before(evolution: Evolution, units: int, workers: int, heard: Heard) -> Evolved:
    """The meters after so many units, dealt again from the nearest place that is known."""
    places = MeterPositions()
    threads = WorkerThreads(evolution, workers)
    try:
        start = nearest(evolution, units)
        more = units - start.units
        totals = first_units(evolution, threads, more, nothing=start, heard=places.hears(heard))
    finally:
        threads.close()
    assert isinstance(totals, Evolved)
    places.keep(evolution.engine.plan.digest)
    return totals


def with_meters(traced: Traced, meters: InRound) -> tuple[Traced, HouseSide]:
    """A round with what its meters pay, and the house that brings them."""
    house = HouseSide(dict(meters.shown), dict(meters.resets), dict(meters.drawn))
    net = Counter(traced.net)
    net.update(meters.paid)
    return replace(traced, net=net), house
