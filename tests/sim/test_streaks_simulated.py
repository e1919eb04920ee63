"""Streak wagers over the rounds of a unit: at the table, in the sums, beside the exact odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from cutcard.automata.rounds.box_results import BoxCount, counts
from cutcard.automata.wagers.streaks import NONE_RIDES, Riding, streaks
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.replay.redeal import check, through_table
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.comparison import BEST_PLAY, beside_exact
from cutcard.sim.results.results import results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from cutcard.table.play.round_commands import riding
from later import one_in
from sim.engine_cases import Dealt, rounds, totals

ALL = ("streak_2", "streak_3", "streak_4", "streak_5")
EVERY_SPLIT = {"max_hands": 4, "max_hands_aces": 4, "double_after_split": True}
TABLES = (
    Dealt("ma-blackjack", wagers=ALL, boxes=2),
    Dealt("ma-blackjack", options=EVERY_SPLIT, wagers=("streak_2", "streak_5"), boxes=5),
    Dealt("ma-blackjack", options={**EVERY_SPLIT, "streak_split": "majority_of_all"}, wagers=ALL),
    Dealt("ma-blackjack", options={"surrender": True}, wagers=("streak_3",), boxes=2),
    Dealt(
        "ma-blackjack",
        options={"surrender": True, "streak_surrender": "push", "hole_card": "card_reader"},
        wagers=("streak_2", "streak_3"),
        fresh=True,
    ),
    Dealt("ma-blackjack", "six_to_five", wagers=("streak_4",), boxes=3),
    Dealt("ma-blackjack", "hole_card_face_up", wagers=("streak_2", "over_13"), boxes=2),
    Dealt("ma-blackjack", options={"decks": 4, "hole_card": "face_down"}, wagers=("streak_2",)),
)


def at_the_table(plan: Plan, traced: Traced) -> dict[int, Riding]:
    """A round dealt again to the cent; by box, what the table lets ride into the next one."""
    redealt = through_table(plan.rules, traced, plan.strategy.choose, plan.stakes)
    check(traced, redealt)
    left = (event.bet for event in riding(redealt.settled.round))
    return {bet.box: Riding(bet.streak, bet.riding) for bet in left}


@pytest.mark.parametrize("case", one_in(4, TABLES), ids=str)
def test_a_streak_goes_on_as_the_table_has_it(case: Dealt) -> None:
    plan = case.plan()
    engine = Engine(plan)
    begins = engine.streaks.states[1]
    for unit in range(2):
        left: dict[int, Riding] = {}
        for traced in rounds(engine, unit, 60):
            boxes = range(1, plan.boxes + 1)
            assert traced.streaks == {box: left.get(box, begins) for box in boxes}
            left = at_the_table(plan, traced)


@pytest.mark.parametrize("case", one_in(2, [TABLES[0], replace(TABLES[3], fresh=True)]), ids=str)
def test_every_wager_is_counted_where_it_was_placed(case: Dealt) -> None:
    """Those that are undecided after a unit's last round too, and nothing else of what follows it."""
    plan = case.plan()
    engine = Engine(plan)
    played = list(rounds(engine, 3))
    placed = list(range(1, plan.boxes + 1))
    bets = 0
    for traced in played:
        bets += len(placed)
        left = at_the_table(plan, traced)
        placed = [box for box in traced.streaks if box not in left]
    found = totals(engine, 3, 1)
    assert found.rounds == len(played)
    for wager in engine.streaks.names:
        rows = [name for name in found.columns if name.startswith(f"{wager}.row.")]
        assert sum(found[name] for name in rows) == found[f"{wager}.bets"] == bets
        assert found[f"{wager}.unit_bets_square"] == bets * bets
        assert found[f"{wager}.unit_cross"] == found[f"{wager}.net"] * bets
        assert found[f"{wager}.staked"] * engine.scale[wager] == bets * plan.stakes[wager]
    without = Engine(replace(plan, stakes={"main": plan.stakes["main"]}), is_staged=True)
    other = totals(without, 3, 1)
    assert {name: found[name] for name in other.columns} == dict(
        zip(other.columns, other.values, strict=True)
    )


def test_some_units_end_with_a_streak_undecided() -> None:
    """Else the rounds after a unit's last would be proved by nothing."""
    plan = TABLES[0].plan()
    engine = Engine(plan)
    in_overtime = 0
    for unit in range(8):
        last = int(engine.rounds_of(unit, 1)[0]) - 1
        in_overtime += bool(at_the_table(plan, engine.trace(unit, last)))
    assert in_overtime > 2


def test_a_session_has_what_streaks_decided_in_it() -> None:
    plan = replace(TABLES[0].plan(), watch=WatchRequest(session=10, sessions=6))
    engine = Engine(plan)
    found = totals(engine, 1, 1)
    first = list(rounds(engine, 1, 60))
    came = [
        sum(net for traced in first for (at, _), net in traced.net.items() if at == box)
        for box in (1, 2)
    ]
    assert found["session/many"] == 6 * plan.boxes
    assert found["session/sum"] * engine.watching.money == sum(came)
    assert not any("streak" in name for name in found.columns if name.startswith(("count/", "depth/")))


def test_the_error_is_that_of_a_ratio_of_net_to_bets() -> None:
    plan = Dealt("ma-blackjack", wagers=("streak_3",), penetration=Fraction(1, 10)).plan()
    engine = Engine(plan)
    units = [totals(engine, unit, 1) for unit in range(300)]
    (_, found) = results(totals(engine, 0, 300))
    net = np.array([each["streak_3.net"] for each in units])
    bets = np.array([each["streak_3.bets"] for each in units])
    staked = sum(each["streak_3.staked"] for each in units)
    ratio = net.sum() / bets.sum()
    spread = ((net - ratio * bets) ** 2).sum() / (len(units) - 1)
    each_bet = staked / bets.sum()
    assert found.bets == bets.sum() != found.rounds
    assert found.standard_error == pytest.approx(
        sqrt(spread / len(units)) / bets.mean() / each_bet, rel=1e-9
    )


def test_what_a_round_does_is_what_the_settlement_says() -> None:
    """Several wagers share one marker; a kind stands for all counts that do the same."""
    plan = Dealt("ma-blackjack", wagers=("streak_2", "streak_3")).plan()
    found = streaks(plan.rules, plan.sides, 4)
    both = ("streak_2", "streak_3")
    assert found.states == (NONE_RIDES, Riding(0, both), Riding(1, both), Riding(2, both[1:]))
    for number, count in enumerate(counts(4)):
        assert count.number(4) == number
        if not count.is_met or count.given_up:
            continue
        kind = int(found.kind_of[number])
        after = [found.states[int(found.after[state, kind])] for state in (1, 2, 3)]
        nets = [tuple(found.nets(state, kind).values()) for state in (1, 2, 3)]
        if count.won == count.lost:
            assert after == list(found.states[1:])
            assert nets == [(0, 0)] * 3
        elif count.won > count.lost:
            assert after == [*found.states[2:], NONE_RIDES]
            assert nets == [(0, 0), (300, 0), (0, 700)]
        else:
            assert after == [NONE_RIDES] * 3
            assert nets == [(-100, -100), (-100, -100), (0, -100)]
    given_up = BoxCount(0, 1, 1, 1).number(4)
    assert found.states[int(found.after[2, found.kind_of[given_up]])] == NONE_RIDES


def far(wager: str, many: int) -> float:
    """Standard errors between the simulated edge and the exact one, which is for the best play."""
    case = Dealt("ma-blackjack", wagers=(wager,), fresh=True)
    table, plan = planned(case.scenario)
    (_, found) = results(totals(Engine(plan), 0, -(-many // FRESH_ROUNDS)))
    found = beside_exact(found, case.scenario, table, compute=True)
    assert found.note == BEST_PLAY
    assert found.exact is not None
    assert found.standard_error is not None
    return (found.house_edge - float(found.exact)) / found.standard_error


@pytest.mark.parametrize("wager", one_in(2, ["streak_2", "streak_5"]))
def test_a_streak_is_near_what_odds_says(wager: str) -> None:
    assert abs(far(wager, 400_000)) < 4


@pytest.mark.long
@pytest.mark.parametrize("wager", ALL)
def test_ten_million_rounds_of_a_streak(wager: str) -> None:
    """Few enough that the chart's play is not told from the best."""
    assert abs(far(wager, 10_000_000)) < 4
