"""The super bonus and the envy it pays: rare, so units of short shoes are gone through for a win."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from cutcard.automata.hands.kinds import Split
from cutcard.automata.hands.play import Choose, SeenHand
from cutcard.automata.wagers.finished_round import NUMBER_OF
from cutcard.automata.wagers.row_results import seat_with
from cutcard.cards import card, cards
from cutcard.money import Cents
from cutcard.odds.sides.super_bonus import PLAYED
from cutcard.odds.strategy import Strategy, basic
from cutcard.rules.actions import Action
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS
from cutcard.sim.plan import Plan
from cutcard.sim.results.comparison import PLAYED_FOR_BONUS, beside_exact
from cutcard.sim.results.results import results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from cutcard.sim.scenario import table_of
from cutcard.sim.tables.bonuses import EnvyChain, bonus_chains, others, won_by
from cutcard.wagers.settlement.awards import round_end
from cutcard.wagers.settlement.device_entries import Devices
from cutcard.wagers.settlement.envy import super_bonus
from sim.engine_cases import Dealt, replay, rounds, totals
from sim.stand_in import sums_on_stand_in

BOTH = ("super_bonus", "envy_bonus")
FEW_HANDS = {"max_hands": 2, "max_hands_aces": 2}
"""A smaller machine."""
AT_THE_FRONT = Fraction(1, 100)
"""The cover card: a unit is sixteen shoes of a round each."""
BROCHURE = "players-edge-21-brochure"
BESIDE = ("md-players-edge-21", BROCHURE, "md-pontoon-21")
USUAL = [pytest.param(name, marks=pytest.mark.long) if name == BROCHURE else name for name in BESIDE]
"""The brochure's machine, four hands and no fewer, takes its time."""
STRETCH = 6_000


def short(name: str, *, boxes: int = 3, wagers: tuple[str, ...] = BOTH) -> Dealt:
    options = {} if name == BROCHURE else FEW_HANDS
    return Dealt(name, None, options, wagers, boxes, AT_THE_FRONT)


@cache
def first_win(name: str, boxes: int = 3, wagers: tuple[str, ...] = BOTH) -> int:
    """The first unit of a document's short shoes in which a box wins."""
    engine = Engine(short(name, boxes=boxes, wagers=wagers).plan())
    first, units = 0, STRETCH
    while not totals(engine, first, units)["super_bonus.hits"]:
        first += units
    while units > 1:
        units = -(-units // 2)
        if not totals(engine, first, units)["super_bonus.hits"]:
            first += units
    return first


@pytest.mark.parametrize("name", USUAL)
def test_a_round_with_a_winner_is_the_same_at_the_table(name: str) -> None:
    plan = short(name).plan()
    engine, unit = Engine(plan), first_win(name)
    played = list(rounds(engine, unit))
    won = next(each for each in played if any(each.net[box, "super_bonus"] for box in (1, 2, 3)))
    for traced in played:
        replay(plan, traced)
    paid = sorted(won.net[box, "super_bonus"] for box in (1, 2, 3))
    assert paid == [0, 0, 100_000]
    envied = [won.net[box, "envy_bonus"] for box in (1, 2, 3) if not won.net[box, "super_bonus"]]
    assert all(each in (5_000, 10_000) for each in envied)
    found = totals(engine, unit, 1)
    for wager in BOTH:
        nets = [each.net[box, wager] for each in played for box in (1, 2, 3)]
        assert found[f"{wager}.net"] * engine.scale[wager] == sum(nets)
        assert found[f"{wager}.hits"] == sum(net > 0 for net in nets) > 0
        assert found[f"{wager}.square"] * engine.scale[wager] ** 2 == sum(net * net for net in nets)
        assert found[f"{wager}.staked"] * engine.scale[wager] == len(nets) * plan.stakes["main"]
        assert found[f"{wager}.row.no_award"] == sum(net == 0 for net in nets)


def test_a_gpu_comes_to_the_same_sums_where_a_box_wins() -> None:
    name = BESIDE[0]
    plan = short(name).plan()
    assert sums_on_stand_in(plan, first_win(name)) == Engine(plan).run(first_win(name), 1).tolist()


@pytest.mark.long
def test_both_kernels_come_to_the_same() -> None:
    plan = short("md-pontoon-21", boxes=1, wagers=("super_bonus",)).plan()
    lanes, staged = Engine(plan), Engine(plan, is_staged=True)
    assert (lanes.is_staged, staged.is_staged) == (False, True)
    unit = first_win("md-pontoon-21", 1, ("super_bonus",))
    assert totals(lanes, unit, 20)["super_bonus.hits"]
    assert lanes.run(unit, 20).tolist() == staged.run(unit, 20).tolist()


def test_what_is_not_asked_for_changes_nothing() -> None:
    bare = short("md-pontoon-21", wagers=()).plan()
    asked = replace(bare, rules=short("md-pontoon-21").plan().rules, beside=BOTH)
    assert asked.digest != bare.digest
    one, other = totals(Engine(bare), 0, 20), totals(Engine(asked), 0, 20)
    assert {name: other[name] for name in one.columns} == {name: one[name] for name in one.columns}


# Who wins, and what.


class Does(Strategy):
    """The same with every hand that may do it."""

    act = Action.HIT

    @property
    def choose(self) -> Choose:
        return lambda seen: self.act if self.act in seen.may else Action.STAND


class Doubles(Does):
    act = Action.DOUBLE


def test_the_basic_player_draws_for_it_and_else_plays_the_chart() -> None:
    plan = short("md-pontoon-21").plan()
    chart = basic(plan.rules)
    may = frozenset({Action.HIT, Action.SPLIT, Action.DOUBLE})
    suited = SeenHand(cards("7h 7h"), (card("7c"),), may)
    assert (chart.choose(suited), plan.strategy.choose(suited)) == (Action.SPLIT, Action.HIT)
    for cards_held, up, split in (
        ("7h 7d", "7c", Split.NEVER),
        ("7h 7h", "6c", Split.NEVER),
        ("7h 7h", "7c", Split.PAIR),
        ("6h 6h", "6c", Split.NEVER),
    ):
        seen = SeenHand(cards(cards_held), (card(up),), may, split)
        assert plan.strategy.choose(seen) is chart.choose(seen)
    assert plan.strategy.digest != chart.digest


def test_who_never_draws_to_it_or_doubles_wins_nothing() -> None:
    plan = short("md-pontoon-21").plan()
    book = plan.strategy.book
    assert len(won_by(plan)) == 16
    assert won_by(replace(plan, strategy=basic(plan.rules))) == []
    assert won_by(replace(plan, strategy=Doubles("doubles", book))) == []


def test_a_stake_too_small_is_not_played_for() -> None:
    case = short("md-pontoon-21")
    asked = replace(case.scenario, stakes={"main": Cents(400)})
    plan = planned(asked)[1]
    assert plan.strategy.digest == basic(plan.rules).digest
    larger = planned(replace(asked, stakes={"main": Cents(2500)}))[1]
    assert max(result.net for result in bonus_chains(larger)[0].results) == 500_000


HANDS = ("7h 7h", "7c 9d", "Kc 9d")


def settled(plan: Plan, winners: tuple[bool, ...]) -> list[int]:
    """What the settlement pays in envy to boxes with these hands, of which some won."""
    seats = []
    for box, (held, wins) in enumerate(zip(HANDS, winners, strict=True), 1):
        seat = seat_with(plan.rules, plan.rules.offers["envy_bonus"], plan.stakes["main"], box=box)
        one, other = cards(held)
        view = replace(seat.view, first_two=(one, other))
        hand = 1 if wins else None
        seats.append(replace(seat, stakes=plan.stakes, view=view, super_bonus_hand=hand))
    awards = super_bonus(round_end(plan.rules, seats, Devices({})))
    return [
        sum(each.winnings for each in awards if each.seat.box == box and each.wager == "envy_bonus")
        for box in range(1, len(HANDS) + 1)
    ]


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("between", [True, False])
def test_any_number_of_winners_is_paid_as_the_settlement_pays(name: str, *, between: bool) -> None:
    case = short(name)
    plan = replace(case, options={**case.options, "envy_between_winners": between}).plan()
    (chain,) = [each for each in bonus_chains(plan) if each.wager == "envy_bonus"]
    assert isinstance(chain, EnvyChain)
    told = others([chain], [1], boxes=3, shown=())
    up, other = NUMBER_OF[card("7d")], NUMBER_OF[card("2d")]
    for winners in product([True, False], repeat=3):
        which = []
        for held, wins in zip(HANDS, winners, strict=True):
            first, second = (NUMBER_OF[each] for each in cards(held))
            record = {"first": first, "second": second, "up": up, "third": first if wins else other}
            answer = chain.fold.of(record)
            is_pair = first == second
            which.append(answer if is_pair else answer + int(wins))  # as if such a hand could win
        shared = sum(told.gives[each] for each in which)
        paid = [int((shared - told.gives[each]) * told.worth[each]) for each in which]
        assert paid == settled(plan, winners)


# Beside the exact odds.


@pytest.mark.long
@pytest.mark.parametrize("name", BESIDE[::2])
@pytest.mark.parametrize(
    ("boxes", "wagers", "millions"), [(1, ("super_bonus",), 100), (7, BOTH, 10)], ids=["alone", "seven"]
)
def test_millions_of_rounds_are_what_odds_says(
    name: str, boxes: int, wagers: tuple[str, ...], millions: int
) -> None:
    case = Dealt(name, wagers=wagers, boxes=boxes, fresh=True)
    table, plan = planned(case.scenario)
    played = totals(Engine(plan), 0, millions * 1_000_000 // FRESH_ROUNDS)
    sides = [each for each in results(played) if each.wager != "main"]
    found = [beside_exact(each, case.scenario, table, compute=True) for each in sides]
    apart = {each.wager: each.z for each in found if each.z is not None}
    assert apart.keys() == {*wagers}
    assert max(map(abs, apart.values())) < 4


def test_figures_stand_beside_the_exact_odds() -> None:
    case = short("md-pontoon-21")
    table, plan = planned(case.scenario)
    engine = Engine(plan)
    unit = first_win("md-pontoon-21")
    main, bonus, envy = (
        beside_exact(each, case.scenario, table, compute=each.wager != "main")
        for each in results(totals(engine, unit - unit % 500, 500))
    )
    assert (main.z, main.note) in ((None, ""), (None, PLAYED_FOR_BONUS))
    chance = Fraction(1, 668_382)
    assert (bonus.exact, envy.exact) == (-100 * chance, -2 * 5 * chance)
    assert bonus.z is not None
    assert envy.z is not None
    assert {row.outcome: row.exact for row in envy.rows} == {
        "no_award": 1 - 2 * chance,
        "super_bonus_of_another": 2 * chance,
    }
    small = replace(case.scenario, stakes={"main": Cents(400)})
    assert beside_exact(bonus, small, table_of(small), compute=True) is bonus
    own = replace(case.scenario, strategy="mine.toml")
    beside = beside_exact(bonus, own, table, compute=True)
    assert (beside.z, beside.note) == (None, PLAYED)
