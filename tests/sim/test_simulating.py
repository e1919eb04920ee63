"""A scenario from its first card to its figures: engine, workers, replay and exact odds together."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from cutcard.sim.problem import SimError
from cutcard.sim.results.comparison import beside_exact
from cutcard.sim.results.results import Totals, results
from cutcard.sim.runs import simulation as simulating
from cutcard.sim.runs.cluster import Cluster, connected
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.run import Target, run
from cutcard.sim.runs.simulation import again, engine_of, planned, recipe_of, simulate
from cutcard.sim.runs.workers import Workforce
from cutcard.sim.scenario import Scenario

ASKED = Scenario("md-blackjack", seed=7)
TARGET = Target(200_000)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.getbasetemp() / "sim_cache"))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(planned(ASKED)[1])


def test_threads_give_the_totals_of_one() -> None:
    one, two = simulate(ASKED, TARGET, Workforce()), simulate(ASKED, TARGET, Workforce(workers=2))
    assert (one.workers, two.workers) == (1, 2)
    assert one.outcome.totals == two.outcome.totals
    assert one.plan.digest == two.plan.digest


@pytest.mark.long
@pytest.mark.parametrize("rounds", [2_000_000, 10**10], ids=["few", "many"])
def test_a_cluster_with_a_worker_killed_in_the_middle_gives_the_same(
    rounds: int, engine: Engine
) -> None:
    target = Target(rounds)
    alone = simulate(ASKED, target, Workforce(workers=2))
    plan = planned(ASKED)[1]
    killed: list[int] = []
    with connected(None, 2) as client:
        pids = list(client.run(os.getpid).values())

        def heard(totals: Totals) -> None:
            if totals.rounds > rounds // 3 and not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        workers = Cluster(client, engine_of, recipe_of(plan))
        found = run(engine, workers, target, heard=heard)
        workers.close()
    assert killed
    assert found.totals == alone.outcome.totals


def test_another_version_of_the_program_is_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = recipe_of(planned(ASKED)[1])
    assert engine_of(recipe).columns
    monkeypatch.setattr(simulating, "digest_of_code", lambda _: "another")
    with pytest.raises(SimError, match="another version"):
        engine_of(recipe)


def test_rounds_dealt_again_add_up_to_their_unit(engine: Engine) -> None:
    sums = Totals(engine.columns, tuple(int(each) for each in engine.run(0, 1)))
    tracing = Engine(engine.plan, is_staged=True)
    cents = sum(tracing.trace(0, number).net[1, "main"] for number in range(sums.rounds))
    assert cents == sums["main.net"] * engine.scale["main"]


@pytest.mark.parametrize("number", [0, 100_000])
def test_a_round_dealt_again_has_its_provisions(number: int) -> None:
    found = again(ASKED, number)
    assert found.redealt.settled.lines
    assert all(line.cite for line in found.redealt.settled.lines)


def test_a_round_that_is_paid_from_a_meter_is_paid_the_same_at_the_table() -> None:
    asked = Scenario("ma-blackjack", wagers={"super_4_progressive": ""}, boxes=2, seed=3)
    table, plan = planned(asked)
    engine = Engine(plan)
    heart = table.meters["super_4_progressive.heart"]
    number = 0
    for unit in range(20):
        for place in range(int(engine.rounds_of(unit, 1)[0])):
            nets = engine.trace(unit, place).net
            if nets[1, "super_4_progressive"] == heart - table.stakes["super_4_progressive"]:
                lines = again(asked, number).redealt.settled.lines
                assert "100% of super_4_progressive.heart" in {line.pays for line in lines}
                return
            number += 1
    raise AssertionError("no such round")


@pytest.mark.long
def test_full_shoes_agree_with_the_exact_odds() -> None:
    asked = replace(ASKED, fresh=True)
    ran = simulate(asked, Target(2_000_000), Workforce(workers=2))
    (main,) = results(ran.outcome.totals)
    assert beside_exact(main, asked, ran.table).exact is None  # neither kept nor asked for
    told = beside_exact(main, asked, ran.table, compute=True)
    assert told.exact is not None
    assert told.z is not None
    assert abs(told.z) < 4
    assert beside_exact(main, asked, ran.table) == told  # kept now


def test_a_strategy_of_ones_own_is_not_held_against_the_chart(tmp_path: Path) -> None:
    from cutcard.odds.strategy import basic, to_toml

    file = tmp_path / "mine.toml"
    file.write_text(to_toml(basic(planned(ASKED)[0].rules)), encoding="utf-8")
    asked = replace(ASKED, strategy=str(file))
    mine, chart = simulate(asked, TARGET, Workforce()), simulate(ASKED, TARGET, Workforce())
    assert mine.outcome.totals == chart.outcome.totals
    (main,) = results(mine.outcome.totals)
    assert beside_exact(main, asked, mine.table, compute=True) == main


def test_a_wager_that_is_played_for_is_not_measured_by_its_exact_odds() -> None:
    asked = Scenario("ma-blackjack", wagers={"progressive_blackjack": ""}, fresh=True)
    ran = simulate(asked, TARGET, Workforce())
    _, side = results(ran.outcome.totals)
    told = beside_exact(side, asked, ran.table, compute=True)
    assert told.exact is not None
    assert told.z is None
    assert "never splits" in told.note
