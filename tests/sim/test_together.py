"""Boxes that win from one standing meter in the same round: paid as if alone, and said to be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from cutcard.automata.rounds.machine import CardRole
from cutcard.cards import card
from cutcard.cli.sim.replay import paid_as_if_alone, shared_facts
from cutcard.sim.replay.redeal import ParityError, Redealt, check, through_table
from cutcard.sim.replay.trace import Taken, Traced, winners
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.log import BOX, ROUND, UNIT, WHAT
from cutcard.sim.runs.simulation import again, planned
from cutcard.sim.scenario import Scenario, table_of
from cutcard.wagers.settlement.seat import HouseSide

PARTS = Scenario("md-blackjack", wagers={"super_4": "A"}, boxes=2, seed=7)
"""A royal flush of clubs is a tenth of the meter."""
WHOLE = Scenario("md-blackjack", wagers={"super_4": "D"}, boxes=3, seed=7)
RATE = {"super_4": {"rate_of_progression": "0.05"}}
STRETCH = 100


def royal_flushes(boxes: int, net: int, together: frozenset[tuple[int, str]] = frozenset()) -> Traced:
    """All boxes with the queen and the jack of clubs against the ace and the king."""
    numbers = range(1, boxes + 1)
    taken = [Taken(card("Qc"), CardRole.FIRST, box) for box in numbers]
    taken.append(Taken(card("Ac"), CardRole.UP))
    taken += [Taken(card("Jc"), CardRole.SECOND, box) for box in numbers]
    taken.append(Taken(card("Kc"), CardRole.HOLE))
    nets = {(box, "main"): -1000 for box in numbers} | {(box, "super_4"): net for box in numbers}
    return Traced(0, tuple(taken), nets, together=together)


def test_a_round_in_which_a_table_shares_a_meter_is_no_difference() -> None:
    plan = planned(PARTS)[1]

    def at_table(traced: Traced) -> Redealt:
        house = HouseSide(dict(plan.meters), dict(plan.meters))
        return through_table(plan.rules, traced, plan.strategy.choose, plan.stakes, house)

    alone = at_table(royal_flushes(1, 0)).net[1, "super_4"]
    check(royal_flushes(1, alone), at_table(royal_flushes(1, alone)))
    both = at_table(royal_flushes(2, alone))
    assert sorted(both.net[box, "super_4"] for box in (1, 2))[0] < alone
    check(royal_flushes(2, alone, frozenset({(1, "super_4"), (2, "super_4")})), both)
    with pytest.raises(ParityError, match="super_4"):
        check(royal_flushes(2, alone), both)


@cache
def both_win() -> tuple[int, int]:
    """A unit and a round in which two boxes win the same meter; found in the log of growing ones."""
    engine, first = Engine(planned(replace(WHOLE, growing=True, settings=RATE))[1]), 0
    while True:
        wins = [each for each in engine.logged(first, STRETCH).entries.tolist() if each[BOX] >= 0]
        for one, two in pairwise(wins):
            if one[: ROUND + 1] == two[: ROUND + 1] and one[WHAT] == two[WHAT]:
                return one[UNIT], one[ROUND]
        first += STRETCH


def test_a_traced_round_knows_who_won_the_same_meter() -> None:
    """Each the whole of one that goes back to what it shows: the table pays the same."""
    unit, number = both_win()
    engine = Engine(planned(WHOLE)[1])
    traced = engine.trace(unit, number)
    assert len(traced.together) == 2
    assert all(traced.net[key] > 0 for key in traced.together)
    assert not engine.trace(unit, number + 1).together
    found = again(WHOLE, int(engine.rounds_of(0, unit).sum()) + number)
    assert found.shared == {}
    assert all(found.redealt.net[key] == traced.net[key] for key in traced.together)
    assert not list(shared_facts(found))
    assert not paid_as_if_alone(found)
    apart = replace(found, shared={(2, "super_4"): 49_900})
    (told,) = shared_facts(apart)
    assert told[1].startswith("box 2, super_4: $499.00 in the run")
    assert paid_as_if_alone(apart) == [{"box": 2, "wager": "super_4", "net": "499.00"}]


@pytest.mark.parametrize(
    ("document", "wager", "table", "cite"),
    [
        ("md-blackjack", "super_4", "A", "Ch.13 §Q(4) third; MD-A71"),
        ("md-blackjack", "super_4", "D", ""),
        ("ma-blackjack", "progressive_blackjack", "", "§19(h)"),
        ("md-blackjack", "blazing_7s", "", ""),
    ],
)
def test_a_run_says_where_a_table_shares(document: str, wager: str, table: str, cite: str) -> None:
    asked = Scenario(document, wagers={wager: table}, boxes=2)
    said = [note for note in table_of(asked).notes if "as if alone" in note]
    assert [note.endswith(f"[{cite}]") for note in said] == [True] * bool(cite)
    assert not any("as if alone" in note for note in table_of(replace(asked, boxes=1)).notes)


def test_meters_that_grow_are_shared_and_nothing_is_said() -> None:
    found = table_of(replace(PARTS, growing=True, settings=RATE))
    assert not any("as if alone" in note for note in found.notes)


def test_only_the_same_meter_is_shared() -> None:
    drawn = {(1, "a"): ["x"], (2, "a"): ["x", "y"], (3, "a"): ["z"], (4, "b"): ["x"], (5, "a"): []}
    assert winners(drawn) == {(1, "a"), (2, "a")}
