"""Simulator = exact odds: rounds from a full shoe against what `odds` computes, wager by wager.

Seeds are fixed. No z-score may reach 4, and their squares together must look like a chi-square: z-scores
that are all small would be as wrong as one that is great. Wagers whose odds take another play for
granted than the chart's are left out.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.law import document_ids
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS
from cutcard.sim.results.comparison import EVEN_MONEY_TAKEN, beside_exact
from cutcard.sim.results.results import results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from fair.tails import both_sides, chi_square_tail
from sim.engine_cases import Dealt, seated, side_wagers, totals

MOST_APART = 4
UNLIKELY = 1e-3
A_FEW_SIDES = {
    "md-blackjack": ("lucky_ladies", "buster_blackjack"),
    "ma-blackjack": ("over_13", "twenty_one_plus_three"),
}


def apart(case: Dealt, rounds: int) -> dict[str, float]:
    """By wager: how many standard errors lie between the simulated edge and the exact one."""
    case = replace(case, fresh=True)
    table, plan = planned(case.scenario)
    engine = Engine(plan)
    played = totals(engine, 0, -(-rounds // FRESH_ROUNDS))
    found = (beside_exact(each, case.scenario, table, compute=True) for each in results(played))
    return {each.wager: each.z for each in found if each.z is not None}


def look(found: dict[str, float]) -> None:
    """Each z-score by itself, and all of them together."""
    assert {name: z for name, z in found.items() if abs(z) >= MOST_APART} == {}
    together = chi_square_tail(sum(z * z for z in found.values()), len(found))
    assert both_sides(together) > UNLIKELY, found


def of_sides(name: str, wagers: tuple[str, ...], rounds: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for wager in wagers:
        case = seated(name, None, wager, boxes=1)
        z = None if case is None else apart(case, rounds).get(wager)
        if z is not None:
            found[f"{name} {wager}"] = z
    return found


def test_the_main_game_is_what_odds_says() -> None:
    found = {name: apart(Dealt(name), 2_000_000)["main"] for name in A_FEW_SIDES}
    look(found)


@pytest.mark.long
def test_some_side_wagers_are_what_odds_says() -> None:
    found: dict[str, float] = {}
    for name, wagers in A_FEW_SIDES.items():
        found |= of_sides(name, wagers, 200_000)
    assert len(found) == sum(map(len, A_FEW_SIDES.values()))
    look(found)


@pytest.mark.long
@pytest.mark.parametrize("name", document_ids())
def test_a_hundred_million_rounds_of_the_main_game(name: str) -> None:
    assert abs(apart(Dealt(name), 100_000_000)["main"]) < MOST_APART


@pytest.mark.long
@pytest.mark.parametrize(
    ("variation", "name"),
    [
        ("no_hole_card", "md-blackjack"),
        ("switch", "md-blackjack"),
        ("six_to_five", "ma-blackjack"),
        ("hole_card_face_up", "ma-blackjack"),
        ("multiple_action", "ma-blackjack"),
    ],
)
def test_ten_million_rounds_of_a_variation(variation: str, name: str) -> None:
    found = apart(Dealt(name, variation), 10_000_000)
    assert found, "no exact figure"
    assert abs(found["main"]) < MOST_APART


@pytest.mark.long
def test_an_edge_with_even_money_is_none_to_measure_by() -> None:
    """Where it is worth more than a blackjack at 6 to 5: simulated players let it pass."""
    options = {"even_money": True, "blackjack_pays": "6 to 5"}
    case = Dealt("md-blackjack", options=options, fresh=True)
    table, plan = planned(case.scenario)
    found = results(totals(Engine(plan), 0, 100))[0]
    beside = beside_exact(found, case.scenario, table, compute=True)
    assert beside.exact is not None
    assert (beside.z, beside.note) == (None, EVEN_MONEY_TAKEN)


@pytest.mark.long
@pytest.mark.parametrize("name", document_ids())
def test_a_hundred_million_rounds_of_every_side_wager(name: str) -> None:
    found = of_sides(name, side_wagers(name), 100_000_000)
    assert found
    look(found)


@pytest.mark.long
def test_two_million_rounds_of_every_side_wager() -> None:
    found: dict[str, float] = {}
    for name in document_ids():
        found |= of_sides(name, side_wagers(name), 2_000_000)
    assert len(found) > 40
    look(found)
