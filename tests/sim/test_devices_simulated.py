"""Wagers that a wheel or a button decides: what it shows, at the table and in the sums."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from cutcard.automata.wagers.row_results import ClassifierResult
from cutcard.law import document
from cutcard.law.ruleset.resolution import resolve
from cutcard.money import Cents
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS
from cutcard.sim.problem import SimError
from cutcard.sim.results.comparison import beside_exact
from cutcard.sim.results.results import WagerResult, results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from cutcard.sim.tables.devices import MOST_WEIGHT, _settled as settled_stop
from fair.tails import both_sides, chi_square_tail
from later import one_in
from sim.engine_cases import FILED, Dealt, replay, rounds, totals

TABLES = (
    Dealt("md-blackjack", None, FILED["md-blackjack", "bonus_spin"], ("bonus_spin", "pair"), 4),
    Dealt("ma-blackjack", None, FILED["ma-blackjack", "blackjack_bonus"], ("blackjack_bonus",), 3),
    Dealt(
        "md-pontoon-21",
        None,
        {
            **FILED["md-pontoon-21", "bonus_spin_progressive"],
            **FILED["md-pontoon-21", "bonus_spin_xtreme_progressive"],
        },
        ("bonus_spin_progressive", "bonus_spin_xtreme_progressive"),
        4,
    ),
    Dealt(
        "md-pontoon-21",
        None,
        {
            **FILED["md-pontoon-21", "bonus_spin_progressive"],
            "community_includes_spinner": True,
        },
        ("bonus_spin_progressive",),
        3,
    ),
)


def test_a_stop_is_a_fixed_prize_by_the_table_of_its_own_stake() -> None:
    """PO-A06: beside a table of fixed prizes the other stake's jackpot is the meter's, and moves it."""
    filed = {"wheel": ["jackpot=1"], "jackpot_prize": "2000"}
    for first, second in (("A", "D"), ("D", "A")):
        rules, _ = resolve(
            document("md-pontoon-21"),
            options={**filed, "second_spin_table": second},
            wagers={"bonus_spin_progressive": first},
        )
        assert rules is not None
        offer = rules.offers["bonus_spin_progressive"]
        calling = ClassifierResult(("blackjack",), Cents(-500))
        own, _ = settled_stop(rules, offer, Cents(500), calling, "jackpot")
        assert [each.fixed for each in own.shares] == [False]
        own, _ = settled_stop(rules, offer, Cents(110), calling, "jackpot")
        assert (own.shares, own.net) == ((), 200_000 - 110)


DRAWN = Dealt("md-blackjack", None, {"bad_beat_bonuses": "every_round"}, ("bad_beat",), 3)
OF_TWO_HANDS = Dealt("md-blackjack", "switch", FILED["md-blackjack", "bonus_spin"], ("bonus_spin",), 3)


@pytest.mark.parametrize(
    "case", one_in(4, [*TABLES, pytest.param(OF_TWO_HANDS, marks=pytest.mark.long)]), ids=str
)
def test_what_a_device_showed_pays_the_same_at_the_table(case: Dealt) -> None:
    plan = case.plan()
    engine = Engine(plan)
    used: Counter[str] = Counter()
    for unit in range(2):
        for traced in rounds(engine, unit, 60):
            if traced.devices:
                used.update(traced.devices.keys())
                replay(plan, traced)
    assert set(used) == {each.wager for each in engine.devices}


@pytest.mark.long
def test_wheels_spun_from_the_far_right_pay_the_same_at_the_table() -> None:
    spin = "bonus_spin_progressive"
    filed = {**FILED["md-pontoon-21", spin], "spin_order": "counterclockwise_from_right"}
    plan = Dealt("md-pontoon-21", None, filed, (spin,), 4).plan()
    several = 0
    for traced in rounds(Engine(plan), 0, 800):
        shown = traced.devices.get(spin)
        if isinstance(shown, list) and len(set(shown)) > 1:
            replay(plan, traced)
            several += 1
    assert several


@pytest.mark.long
def test_a_card_and_a_box_are_drawn_in_every_round() -> None:
    plan = DRAWN.plan()
    engine = Engine(plan)
    cards: Counter[object] = Counter()
    lucky: Counter[object] = Counter()
    for traced in rounds(engine, 0, 120):
        replay(plan, traced)
        assert traced.devices.keys() == {"magic_card", "lucky_player"}
        cards[traced.devices["magic_card"]] += 1
        lucky[traced.devices["lucky_player"]] += 1
    assert len(cards) > 30
    assert set(lucky) == set(range(1, 8)), "of the table's boxes, in play or not"


def test_what_is_drawn_is_what_odds_says() -> None:
    """The drawing is of no strategy, so it is near enough to the exact odds at the best play."""
    case = replace(DRAWN, fresh=True, boxes=1)
    table, plan = planned(case.scenario)
    played = totals(Engine(plan), 0, 300_000 // FRESH_ROUNDS)
    found = beside_exact(results(played)[1], case.scenario, table, compute=True)
    assert found.exact is not None
    assert found.standard_error is not None
    assert abs(found.house_edge - float(found.exact)) < 4 * found.standard_error
    exact = {row.outcome: row.exact for row in found.rows if row.exact is not None}
    for row in found.rows:
        chance = float(exact[row.outcome])
        assert abs(row.frequency - chance) < 5 * (chance / found.bets) ** 0.5, row


@pytest.mark.parametrize("case", [TABLES[0], TABLES[2]], ids=str)
def test_the_rounds_of_a_unit_come_to_its_sums(case: Dealt) -> None:
    plan = case.plan()
    engine = Engine(plan)
    found, played = totals(engine, 2, 1), list(rounds(engine, 2))
    for device in engine.devices:
        wager = device.wager
        nets = [traced.net[box, wager] for traced in played for box in range(1, plan.boxes + 1)]
        assert found[f"{wager}.bets"] == len(nets)
        assert found[f"{wager}.net"] * engine.scale[wager] == sum(nets)
        assert found[f"{wager}.hits"] == sum(net > 0 for net in nets)
        rows = [name for name in found.columns if name.startswith(f"{wager}.row.")]
        assert sum(found[name] for name in rows) == len(nets)
        assert f"{wager}.row.spin" not in rows


def test_a_device_takes_its_chance_only_where_there_is_one() -> None:
    """Beside it other wagers come to something else; without it nothing is drawn."""
    plan = TABLES[0].plan()
    without = replace(plan, stakes={name: plan.stakes[name] for name in ("main", "pair")})
    assert Engine(without).devices == ()
    first, other = Engine(plan).trace(1, 0), Engine(without, is_staged=True).trace(1, 0)
    assert first.taken == other.taken


def far(case: Dealt, many: int) -> list[WagerResult]:
    case = replace(case, fresh=True)
    table, plan = planned(case.scenario)
    played = results(totals(Engine(plan), 0, -(-many // FRESH_ROUNDS)))
    sides = [each for each in played if each.wager not in ("main", "pair")]
    return [beside_exact(each, case.scenario, table, compute=True) for each in sides]


def look(found: list[WagerResult]) -> None:
    """Every edge and every row, and the rows of all of them together."""
    edges = [each.z for each in found]
    rows = [row.z for each in found for row in each.rows if row.z is not None]
    assert all(z is not None and abs(z) < 4 for z in edges), edges
    assert all(abs(z) < 4.5 for z in rows), rows
    assert both_sides(chi_square_tail(sum(z * z for z in rows), len(rows))) > 1e-4


@pytest.mark.long
def test_devices_are_what_odds_says() -> None:
    """Also what the spins of other boxes pay, and the hot spot that is one of several."""
    cases = [*TABLES[:3], *(replace(each, boxes=1) for each in TABLES)]
    look([each for case in cases for each in far(case, 200_000)])


@pytest.mark.long
def test_ten_million_rounds_of_devices() -> None:
    look([each for case in TABLES[:3] for each in far(case, 10_000_000)])


@pytest.mark.parametrize(
    ("name", "wager", "why"),
    [
        ("ma-blackjack", "blackjack_bonus", "set bonus_button_awards=SYMBOL=WEIGHT"),
        ("md-blackjack", "bonus_spin", "set wheel=SYMBOL=WEIGHT"),
        ("md-pontoon-21", "bonus_spin_xtreme_progressive", "set xtreme_wheel=SYMBOL=WEIGHT"),
    ],
)
def test_without_its_weights_a_device_is_refused(name: str, wager: str, why: str) -> None:
    with pytest.raises(SimError, match=why) as problem:
        Dealt(name, wagers=(wager,)).plan()
    assert "\n" not in str(problem.value)


def test_a_growing_meter_is_not_told_what_other_boxes_are_paid() -> None:
    case = TABLES[0]
    asked = replace(case.scenario, growing=True, wagers={"bonus_spin": ""})
    asked = replace(asked, settings={"bonus_spin": {"rate_of_progression": "0.5"}})
    with pytest.raises(SimError, match="other boxes' spins"):
        Engine(planned(asked)[1])
    assert Engine(planned(replace(asked, boxes=1))[1]).logs


def test_weights_that_no_two_words_can_draw_are_refused() -> None:
    heavy = [f"{amount}.00={MOST_WEIGHT // 8 + amount}" for amount in range(5, 14)]
    case = Dealt("ma-blackjack", None, {"bonus_button_awards": heavy}, ("blackjack_bonus",))
    with pytest.raises(SimError, match="the weights add up to more than"):
        case.plan()


def test_stops_in_proportion_are_the_same_wheel() -> None:
    few = {"bonus_button_awards": ["5.00=1", "8.00=2"]}
    many = {"bonus_button_awards": ["5.00=1000000", "8.00=2000000"]}
    one, two = (
        Engine(Dealt("ma-blackjack", None, filed, ("blackjack_bonus",)).plan()) for filed in (few, many)
    )
    assert one.devices == two.devices
    assert one.run(0, 3).tolist() == two.run(0, 3).tolist()
