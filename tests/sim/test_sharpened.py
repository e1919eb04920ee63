"""Edges that take the first rounds of every shoe at their exact expectation."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from cutcard import sim
from cutcard.sim.kernels.lockstep.kernel import SHOES
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.results.results import REST, Totals, results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned, watching

UNITS, BLOCKS = 48, 100
TABLE = sim.Scenario("md-blackjack", wagers={"lucky_ladies": "A"}, boxes=3, seed=11)


def totals_of(plan: Plan, first: int, units: int) -> Totals:
    engine = Engine(plan)
    return Totals.nothing(engine.columns).plus(engine.run(first, units))


@pytest.fixture(scope="module")
def plan() -> Plan:
    return watching(planned(TABLE)[1], WatchRequest(known=True))


def test_the_first_rounds_of_every_shoe_are_left_out(plan: Plan) -> None:
    known = plan.watch.known if plan.watch else 0
    assert known > 10
    fewer = replace(plan, watch=WatchRequest(known=known - 3))
    totals, more = totals_of(plan, 0, UNITS), totals_of(fewer, 0, UNITS)
    assert totals[REST] == totals.rounds - known * SHOES * UNITS
    assert more[REST] - totals[REST] == 3 * SHOES * UNITS
    every = totals_of(replace(plan, watch=WatchRequest(known=10**6)), 0, 1)
    assert every[REST] == 0
    for wager in ("main", "lucky_ladies"):
        assert every[f"{REST}/{wager}/net"] == 0
        assert more[f"{REST}/{wager}/net"] != totals[f"{REST}/{wager}/net"]


def test_repeated_runs_differ_by_the_stated_error_and_agree_with_all_rounds(plan: Plan) -> None:
    table, _ = planned(TABLE)
    engine = Engine(plan)
    nothing = Totals.nothing(engine.columns)
    exact = {
        each.wager: sim.beside_exact(each, TABLE, table, compute=True)
        for each in results(nothing.plus(engine.run(0, UNITS)))
    }
    found: dict[str, list[tuple[float, float, float, float]]] = {name: [] for name in exact}
    for block in range(BLOCKS):
        totals = nothing.plus(engine.run(block * UNITS, UNITS))
        for each in results(totals):
            sharp = sim.sharpened(replace(each, exact=exact[each.wager].exact, z=0.0), totals)
            assert each.standard_error
            assert sharp.standard_error
            assert sharp.known_rounds == totals.rounds - totals[REST]
            ours = (sharp.house_edge, sharp.standard_error)
            found[each.wager].append((*ours, each.house_edge, each.standard_error))
    for wager, rows in found.items():
        edges, errors, plain, plain_errors = np.array(rows).T
        assert np.std(edges, ddof=1) == pytest.approx(sqrt(np.mean(errors**2)), rel=0.3), wager
        apart = edges - plain
        assert abs(np.mean(apart)) < 4 * np.std(apart, ddof=1) / sqrt(BLOCKS), wager
        assert np.mean(errors) < 0.6 * np.mean(plain_errors), wager
