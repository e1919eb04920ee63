"""A scenario simulated: the plan made, the engine built, the work handed out, the totals taken home."""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

from cutcard.automata.wagers import Riding
from cutcard.compute import cache, digest_of_code, tell
from cutcard.money import Cents
from cutcard.sim.meters.evolution import Evolution, Evolved, InRound, in_round
from cutcard.sim.meters.positions import MeterPositions, nearest
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.replay.redeal import Redealt, check, through_table
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import largest_error_squared
from cutcard.sim.results.totals import Totals
from cutcard.sim.runs import location as locating
from cutcard.sim.runs.cluster import Cluster, connected
from cutcard.sim.runs.crew import Workforce
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.run import Heard, Outcome, Target, first_units, run
from cutcard.sim.runs.warm_up import compiling
from cutcard.sim.runs.workers import Adds, Workers, WorkerThreads
from cutcard.sim.scenario import Scenario, SimTable, table_of
from cutcard.sim.strategy.bonus_play import for_the_bonus
from cutcard.sim.strategy.book_text import BASIC
from cutcard.sim.strategy.strategies import basic, from_file
from cutcard.sim.tables.bonuses import pays_at
from cutcard.sim.watch.layout import Watching
from cutcard.sim.watch.request import WatchRequest
from cutcard.sim.watch.sessions import check_watch, watching
from cutcard.wagers.settlement import HouseSide


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
    """Where in the totals that is which was watched."""

    @property
    def rounds_per_second(self) -> float:
        """While units were run, the building of tables left out."""
        seconds = self.outcome.seconds
        return self.outcome.totals.rounds / seconds if seconds else 0.0


def planned(asked: Scenario, table: SimTable | None = None) -> tuple[SimTable, Plan]:
    """The table and the plan of a scenario."""
    table = table or table_of(asked)
    is_basic = asked.strategy == BASIC
    strategy = basic(table.rules) if is_basic else from_file(asked.strategy, table.rules)
    if is_basic and table.beside and pays_at(table.rules, table.stakes["main"]):
        strategy = for_the_bonus(strategy, table.rules)
    plan = Plan(
        rules=table.rules,
        strategy=strategy,
        boxes=asked.boxes,
        stakes=table.stakes,
        penetration=table.penetration,
        meters=table.meters,
        growing=table.growing,
        beside=table.beside,
        seed=asked.seed,
    )
    return table, plan


def simulate(
    asked: Scenario,
    target: Target,
    crew: Workforce,
    *,
    watch: WatchRequest | None = None,
    heard: Heard | None = None,
) -> Simulated:
    """Run a scenario; the places of its units among its rounds are kept for `sim replay`."""
    began = time.perf_counter()
    table = table_of(asked)
    if watch is not None:
        check_watch(table, watch)
    with compiling(asked, table, is_general=watch is not None or crew.device == "gpu") as compiler:
        table, plan = planned(asked, table)
        plan = plan if watch is None else watching(plan, watch)
        engine = Engine(plan, device="gpu" if crew.device == "gpu" else "cpu")
        adds = Evolution(engine) if plan.growing else engine
        compiler.wait_for_all()
        adds.run(0, 1)  # compiled now, so that the rate tells of the work alone
    with working(crew, plan, adds) as workers:
        build_seconds = time.perf_counter() - began
        places = MeterPositions()
        nothing = adds.nothing() if isinstance(adds, Evolution) else None
        outcome = run(
            adds,
            workers,
            target,
            error_squared=largest_error_squared,
            heard=places.hears(heard) if plan.growing else heard,
            nothing=nothing,
        )
        many = workers.many
    locating.keep(plan.digest, outcome.checkpoints)
    if plan.growing:
        places.keep(plan.digest)
    seen = None if watch is None else engine.watching
    return Simulated(asked, table, plan, crew, many, target, outcome, build_seconds, seen)


@contextmanager
def working(crew: Workforce, plan: Plan, engine: Adds) -> Iterator[Workers]:
    """Workers, and their end."""
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
    """A plan as it is sent to other machines, with a name for all that it stands on here."""
    return pickle.dumps((_standing_on(plan), plan))


def engine_of(recipe: bytes) -> Adds:
    """The engine of a plan on another machine, where it must stand on the same."""
    standing_on, plan = pickle.loads(recipe)
    if _standing_on(plan) != standing_on:
        raise SimError("cluster: a worker has another version of cutcard; install the same everywhere")
    engine = Engine(plan, device="cpu")
    return Evolution(engine) if plan.growing else engine


def _standing_on(plan: Plan) -> str:
    """The plan, the law and the program's own source."""
    return cache.digest(plan.digest, plan.rules.document.digest, digest_of_code(__name__))


@dataclass(frozen=True)
class RedealtRound:
    """A round of a run, dealt again at a table."""

    asked: Scenario
    table: SimTable
    plan: Plan
    number: int
    place: locating.RoundLocation
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
    asked: Scenario, number: int, *, workers: int = 1, searching: locating.Searching | None = None
) -> RedealtRound:
    """Deal a round again; `ParityError` where the table comes to anything else."""
    table, plan = planned(asked)
    engine = Engine(plan, device="cpu")
    known = locating.kept(plan.digest)

    def heard(totals: Totals) -> None:
        tell("meters before it", totals.rounds)

    place, met = locating.locate(engine, number, known, many=workers, heard=searching)
    locating.keep(plan.digest, met)
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
        asked, table, plan, number, place, redealt, traced.streaks, shown, devices, alone
    )


def _before(evolution: Evolution, units: int, workers: int, heard: Heard) -> Evolved:
    """The meters after so many units, dealt again from the nearest place that is known."""
    places = MeterPositions()
    threads = WorkerThreads(evolution, workers)
    try:
        known = nearest(evolution, units)
        more = units - known.units
        found = first_units(evolution, threads, more, nothing=known, heard=places.hears(heard))
    finally:
        threads.close()
    assert isinstance(found, Evolved)
    places.keep(evolution.engine.plan.digest)
    return found


def with_meters(traced: Traced, meters: InRound) -> tuple[Traced, HouseSide]:
    """A round with what its meters pay, and the house that brings them."""
    house = HouseSide(dict(meters.shown), dict(meters.resets), dict(meters.drawn))
    net = Counter(traced.net)
    net.update(meters.paid)
    return replace(traced, net=net), house
