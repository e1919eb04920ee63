"""Meters that grow: paid as the table pays them, whoever does the work."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from cutcard.law import document, document_ids
from cutcard.law.model import Paytable, WagerLaw
from cutcard.sim.meters.evolution import (
    MOST_PLACES,
    Evolution,
    Evolved,
    MeterPositions,
    amounts_in,
    bin_of,
    in_round,
    nearest,
)
from cutcard.sim.meters.results import FEWEST_CYCLES
from cutcard.sim.problem import SimError
from cutcard.sim.replay.redeal import check, through_table
from cutcard.sim.results.comparison import meters_beside_exact
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.log import BOX, ROUND, UNIT, WHAT
from cutcard.sim.runs.run import Target
from cutcard.sim.runs.simulation import again, engine_of, planned, recipe_of, simulate, with_meters
from cutcard.sim.runs.workers import Workforce
from cutcard.sim.scenario import Scenario
from cutcard.wagers.settlement.seat import HouseSide

MUST_HIT = Scenario(
    "md-blackjack",
    wagers={"super_4": "D", "must_hit": ""},
    settings={
        "super_4": {"rate_of_progression": "0.0333", "meters": {"heart": {"reset_amount": "512.34"}}},
        "must_hit": {"rate_of_progression": "0.7"},
    },
    growing=True,
    boxes=3,
    seed=7,
)
DECKS = (6, 8, 4, 2, 1)


@cache
def must_hit() -> Evolution:
    return Evolution(Engine(planned(MUST_HIT)[1]))


def progressives() -> Iterator[Scenario]:
    """Every progressive wager of every document, with each of its paytables."""
    for name in document_ids():
        law = document(name)
        for wager in law.wager_ids:
            each = law.wager(wager)
            if each.meters and each.takes_stake:
                yield from (seated(name, each, table) for table in each.choosable or each.paytables)


def seated(name: str, law: WagerLaw, table: Paytable) -> Scenario:
    """A table with a progressive wager; the rate is left out where the document fixes it."""
    limits = [each.decks for each in (law, table) if each.decks is not None]
    decks = next(many for many in DECKS if all(each.admits(many) for each in limits))
    paid = [meter for name, meter in law.meters.items() if name in table.meters()]
    is_fixed = any(floor.exact for meter in paid for floor in meter.floors_for(table.id))
    rate = {} if is_fixed else {"rate_of_progression": "0.7033"}
    shows = dict.fromkeys(row.outcome for row in table.rows)
    laws = document(name).options.items()
    filed = {
        option: [f"{each}=1" for each in shows]
        for option, each in laws
        if each.kind == "wheel" and each.wager == law.id
    }
    return Scenario(
        name,
        options={"decks": decks, **filed},
        wagers={law.id: table.id},
        settings={law.id: rate},
        growing=True,
        boxes=3,
        seed=7,
    )


def evolve_at_table(evolution: Evolution, rounds: int, *, every: int) -> int:
    """Rounds in order with meters of the table's own, grown a round at a time; how many moved one.

    Those in which something is won go through the table, and some others.
    """
    plan, before = evolution.engine.plan, evolution.nothing()
    meters, carried = dict(plan.meters), dict.fromkeys(plan.meters, 0)
    done = moved = unit = 0
    while done < rounds:
        ran = evolution.run(unit, 1)
        won = {int(entry[ROUND]) for entry in ran.entries if entry[BOX] >= 0}
        for number in range(int(evolution.rounds_of(unit, 1)[0])):
            for name, growth in plan.growing.items():
                staked = plan.stakes[growth.wager] * plan.boxes
                meters[name], carried[name] = growth.grown(meters[name], carried[name], staked)
            here = in_round(before, unit, number)
            assert here.shown == meters
            if number in won or here.drawn or not (done + number) % every:
                traced, house = with_meters(evolution.engine.trace(unit, number), here)
                house = HouseSide(dict(meters), dict(house.resets), dict(here.drawn))
                redealt = through_table(plan.rules, traced, plan.strategy.choose, plan.stakes, house)
                check(traced, redealt)
                assert redealt.settled.meters == here.after
                moved += here.after != meters
                meters = dict(redealt.settled.meters)
        before = before.plus(ran)
        assert {name: state.standing.hits for name, state in before.states.items()}
        done, unit = before.rounds, unit + 1
    return moved


def together_at_table(evolution: Evolution, units: int, most: int) -> int:
    """Rounds in which several boxes win from meters, at the table; how many there were."""
    engine, plan = evolution.engine, evolution.engine.plan
    wins = [entry for entry in evolution.run(0, units).entries.tolist() if entry[BOX] >= 0]
    rounds = [one[: ROUND + 1] for one, two in pairwise(wins) if one[: ROUND + 1] == two[: ROUND + 1]]
    for unit, number in rounds[:most]:
        before = evolution.nothing()
        if unit:
            before = before.plus(evolution.run(0, unit))
        traced, house = with_meters(engine.trace(unit, number), in_round(before, unit, number))
        redealt = through_table(plan.rules, traced, plan.strategy.choose, plan.stakes, house)
        check(traced, redealt)
        assert redealt.settled.meters == in_round(before, unit, number).after
    return len(rounds)


def test_the_table_pays_the_same_and_its_meters_stand_the_same() -> None:
    assert evolve_at_table(must_hit(), 800, every=200) > 4


def test_the_table_shares_a_meter_among_boxes_alike() -> None:
    assert together_at_table(must_hit(), 600, 5) > 0


def test_other_boxes_are_paid_for_the_best_hands_of_one() -> None:
    """§19(n): envy pay, to the boxes that did not win."""
    law = document("ma-blackjack").wager("super_4_progressive")
    table = next(each for each in law.choosable or law.paytables if each.id == "8_decks")
    asked = seated("ma-blackjack", law, table)
    growing = Engine(planned(asked)[1])
    wins = [entry for entry in growing.logged(0, 600).entries.tolist() if entry[BOX] >= 0]
    gives = growing.others.gives
    unit, number = next((entry[UNIT], entry[ROUND]) for entry in wins if gives[entry[WHAT]])
    plan = planned(replace(asked, growing=False, settings={}))[1]
    engine = Engine(plan)
    traced = engine.trace(unit, number)
    house = HouseSide(dict(plan.meters), dict(plan.meters))
    check(traced, through_table(plan.rules, traced, plan.strategy.choose, plan.stakes, house))
    sums = dict(zip(engine.columns, engine.run(unit, 1), strict=True))
    rounds = [engine.trace(unit, each) for each in range(sums["rounds"])]
    paid = sum(each.net[box, law.id] for each in rounds for box in (1, 2, 3))
    assert sums[f"{law.id}.net"] * engine.scale[law.id] == paid


@pytest.mark.long
@pytest.mark.parametrize("asked", [*progressives()], ids=lambda each: f"{each.document} {each.wagers}")
def test_every_progressive_at_the_table(asked: Scenario) -> None:
    evolution = Evolution(Engine(planned(asked)[1]))
    evolve_at_table(evolution, 3000, every=2)
    together_at_table(evolution, 4000, 10)


def test_however_the_work_is_shared_out_the_totals_are_the_same() -> None:
    ran = [simulate(MUST_HIT, Target(30_000), Workforce("cpu", workers)) for workers in (1, 2)]
    one, two = (each.outcome.totals for each in ran)
    assert isinstance(one, Evolved)
    assert isinstance(two, Evolved)
    assert (one.digest, one.states) == (two.digest, two.states)
    whole = must_hit().nothing().plus(must_hit().run(0, one.units))
    assert whole.values == one.values
    assert whole.states == one.states


def test_what_is_paid_is_what_was_put_in_and_what_the_meters_fell_by() -> None:
    ran = must_hit().run(0, 40)
    totals = must_hit().nothing().plus(ran)
    in_all = 0
    for name, meter in must_hit().meters.items():
        state, rate = totals.states[name], meter.growth.rate
        assert rate is not None
        grown = meter.grown(state.standing, totals.rounds - 1)
        shows, carried = grown.shows, grown.carried
        added = totals.rounds * meter.per_round * rate
        paid, hits = totals[f"meter.{name}.paid"], totals[f"meter.{name}.hits"]
        seeds = paid + shows + Fraction(carried, rate.denominator) - meter.plan.meters[name] - added
        if meter.growth.must_hit:  # what goes beyond its maximum is lost
            assert 0 <= hits * meter.reset - seeds < hits * meter.per_round * rate
        else:
            assert seeds % meter.reset == 0
            assert seeds >= hits * meter.reset
        assert hits == sum(state.bins.values()) == state.standing.hits
        in_all += paid if name != "must_hit" else 0
    without = dict(zip(must_hit().columns, ran, strict=True))
    assert totals["super_4.net"] == without["super_4.net"] + in_all


def test_a_log_without_room_is_run_again_and_a_long_one_in_halves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = must_hit().run(5, 40)
    monkeypatch.setattr("cutcard.sim.runs.log.FIRST_ROOM", 1)
    monkeypatch.setattr("cutcard.sim.runs.log.MOST_ENTRIES", 30)
    again_ = Engine(planned(MUST_HIT)[1]).logged(5, 40)
    assert again_.entries.tolist() == whole.entries.tolist()
    assert list(again_) == list(whole)
    assert again_.entries[:, UNIT].tolist() == sorted(again_.entries[:, UNIT].tolist())


def test_a_round_is_dealt_again_with_its_meters() -> None:
    found = again(MUST_HIT, 1400)
    before = must_hit().nothing().plus(must_hit().run(0, found.place.unit))
    assert isinstance(before, Evolved)
    here = in_round(before, found.place.unit, found.place.number)
    assert found.redealt.settled.meters == here.after
    assert here.shown["super_4.star"] > 5_000_000


def test_a_round_is_found_from_the_nearest_place_that_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    units = simulate(MUST_HIT, Target(20_000), Workforce("cpu", 1)).outcome.totals.units
    near = nearest(must_hit(), units)
    assert 0 < near.units <= units  # how far apart such places lie goes by the machine's speed
    whole = must_hit().nothing().plus(must_hit().run(0, near.units))
    assert near.rounds == whole.rounds
    standing = {name: state.standing for name, state in whole.states.items()}
    assert {name: state.standing for name, state in near.states.items()} == standing
    assert nearest(must_hit(), 0).units == 0
    found = again(MUST_HIT, 19_000)
    before = must_hit().nothing().plus(must_hit().run(0, found.place.unit))
    assert found.meters == in_round(before, found.place.unit, found.place.number).shown


def test_places_are_kept_at_a_bounded_number() -> None:
    places, totals = MeterPositions(), must_hit().nothing().plus(must_hit().run(0, 1))
    hears = places.hears(None)
    for units in range(1, 5000, 3):
        hears(replace(totals, values=(units, *totals.values[1:])))
    assert MOST_PLACES // 2 - 1 <= len(places.places) <= MOST_PLACES
    assert max(places.places) > 4500


def test_a_worker_elsewhere_logs_the_same() -> None:
    engine = engine_of(recipe_of(must_hit().engine.plan))
    there, here = pickle.loads(pickle.dumps(engine.run(3, 2))), must_hit().run(3, 2)
    assert there.entries.tolist() == here.entries.tolist()
    assert list(there) == list(here)


def test_amounts_are_counted_to_a_thousandth() -> None:
    for cents in (0, 1, 2047, 2048, 2049, 4095, 4096, 123_456_789):
        least, above = amounts_in(bin_of(cents))
        assert least <= cents < above <= least + max(1, least // 1000)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"settings": {}}, "meter: no rate of progression of super_4.star is known; set it with --set"),
        ({"wagers": {"royal_match_21": ""}, "settings": {}}, "meters: no wager here is paid from"),
        ({"settings": {"lucky_ladies": {"paytable": "A"}}}, "set: lucky_ladies is not among the wagers"),
    ],
)
def test_what_cannot_grow_is_refused(changed: dict[str, object], problem: str) -> None:
    with pytest.raises(SimError, match=problem):
        planned(replace(MUST_HIT, **changed))  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("asked", [*progressives()], ids=lambda each: f"{each.document} {each.wagers}")
def test_every_progressive_beside_its_exact_odds(asked: Scenario) -> None:
    alone = replace(asked, boxes=1, fresh=True)
    ran = simulate(alone, Target(10**7), Workforce("cpu", 2))
    totals = ran.outcome.totals
    assert isinstance(totals, Evolved)
    meters, runs = meters_beside_exact(totals, alone, ran.table, compute=True)
    assert meters
    for meter in meters:
        assert meter.exact is not None or not meter.cycles  # a fixed prize leaves its meter
        assert meter.z is None or (abs(meter.z) < 4 and meter.cycles >= FEWEST_CYCLES)
    assert [run.z for run in runs if run.z is not None and abs(run.z) > 4] == []
