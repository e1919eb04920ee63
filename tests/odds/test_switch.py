"""Blackjack Switch: against the table engine and against the game tree; what a person learns of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from cutcard.cards import cards
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.charts.legend import FROM_A_SWITCH
from cutcard.odds.charts.policies import decisions
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import Decisions
from cutcard.odds.main.insurance import insurance_gain
from cutcard.odds.main.rules import main_rules
from cutcard.odds.problem import OddsError
from cutcard.odds.question import question
from cutcard.odds.switch.answer import rows_of
from cutcard.odds.switch.chart import SwitchChart, switch_chart
from cutcard.odds.switch.game import SwitchGame, followed, solve_switch
from cutcard.odds.switch.orders import KEEP
from later import one_in
from odds.golden_shoes import SWITCH as SWITCH_GAME, Golden, params
from odds.main_ways import with_options
from odds.test_main_golden import fixed_policy
from oracles.tree import best_value
from table.driver import rules_of
from table.setups import game_id

ROUNDING = 1e-12


def switch_rules(**options: object) -> RuleSet:
    """Pairs are split once, and nothing is insured."""
    rules = rules_of("md-blackjack", "switch", options={"max_hands": 2, "max_hands_aces": 2})
    return with_options(rules, **{"insurance": False, **options})


def shoe_of(text: str) -> Composition:
    return Composition.of(cards(text))


# The engine's own rounds.


def is_one_box(golden: Golden) -> bool:
    return game_id(golden.game) == SWITCH_GAME and golden.boxes == 1


@pytest.mark.parametrize("golden", one_in(3, params(is_one_box)))
def test_the_engine_wins_as_much_in_as_many_hands(golden: Golden) -> None:
    """The fixed policy of the golden files, which never switches: its rational, and every outcome."""
    main = main_rules(golden.rules)
    starts = len(main.starts)

    def decide(shoe: Composition) -> Decisions:
        return decisions(main, shoe, lambda spot: np.full(starts, fixed_policy(spot), dtype=np.int8))

    play = followed(golden.rules, golden.shoe, decide, np.full((10**4, starts), KEEP))
    assert play.exact_value == golden.policy / 2
    assert play.value == pytest.approx(float(golden.policy) / 2, abs=ROUNDING)
    told: Counter[str] = Counter()
    for line, times in golden.told["policy"]["lines"].items():
        told[line.split()[1]] += Fraction(times)  # type: ignore[assignment]
    found = {name: times for name, (times, _) in play.outcomes.items()}
    assert found == pytest.approx({name: float(times) for name, times in told.items()}, abs=ROUNDING)


# The tree.

A_SIX_BUSTS = "Ac 6c Kc Kc Kc Kc Kc Kc Kc"
"""Behind a six there is a ten, and then another: a 21 is doubled without fear."""


@pytest.mark.parametrize(
    "text",
    one_in(
        6,
        [
            "9c 9c 9c Kc Kc Kc Kc Kc Kc",
            "Ac 9c 9c Kc Kc Kc Kc Kc Kc",
            "Ac 8c Kc Kc Kc Kc Kc Kc Kc",
            A_SIX_BUSTS,
            "8c 9c 9c Kc Kc Kc Kc Kc Kc Kc",
            "5c 9c Kc Kc Kc Kc Kc Kc Kc Kc Kc",
        ],
    ),
)
@pytest.mark.parametrize("hole_card", ["card_reader", "none"])
def test_switching_alone_is_solved_as_well_as_by_anybody(text: str, hole_card: str) -> None:
    """Shoes of which nobody draws twice: all that matters is the switch, and what is doubled."""
    rules = switch_rules(max_hands=1, max_hands_aces=1, hole_card=hole_card)
    shoe = shoe_of(text)
    found, best = solve_switch(rules, shoe), best_value(rules, shoe)
    assert 2 * found.value == pytest.approx(float(best), abs=ROUNDING)
    assert 0 < found.switches < 1
    if hole_card == "card_reader":
        assert found.play.exact_value == best / 2
    else:
        assert found.play.exact_value is None
        assert found.play.value == pytest.approx(found.value, abs=ROUNDING)


def test_a_switched_21_is_doubled_where_that_is_worth_it_and_allowed() -> None:
    shoe = shoe_of(A_SIX_BUSTS)
    may, may_not = (
        solve_switch(switch_rules(max_hands=1, max_hands_aces=1, double_on_21=allowed), shoe)
        for allowed in (True, False)
    )
    assert any(beside.doubles_switched.any() for beside in may.play.beside)
    assert not any(beside.doubles_switched.any() for beside in may_not.play.beside)
    assert may.value > may_not.value + ROUNDING


def test_even_money_is_taken_where_it_is_worth_it() -> None:
    """Before the switch is asked, after which that hand's cards stay."""
    shoe = shoe_of("Ac Ac Kc Kc Kc Kc Kc Kc Kc")
    without, offered = (
        switch_rules(max_hands=1, max_hands_aces=1, even_money=even) for even in (False, True)
    )
    found, best = solve_switch(offered, shoe), best_value(offered, shoe)
    assert found.play.exact_value == best / 2
    assert found.value == pytest.approx(float(best) / 2, abs=ROUNDING)
    assert found.value > solve_switch(without, shoe).value + ROUNDING
    assert found.play.outcomes["even_money"][0] > 0


@pytest.mark.parametrize(
    "text",
    one_in(
        4,
        [
            "5c 9c Kc Kc Kc Kc Kc Kc Kc Kc Kc",
            "Ac Ac 9c Kc Kc Kc Kc Kc Kc Kc",
            "8s 8s Kc Kc Kc Kc Kc Kc Kc Kc Kc",
        ],
    ),
)
def test_switch_is_never_better_than_one_who_sees_all_hands(text: str) -> None:
    rules, shoe = switch_rules(), shoe_of(text)
    found = solve_switch(rules, shoe)
    assert found.play.exact_value is not None
    assert 2 * found.play.exact_value <= best_value(rules, shoe)
    assert found.play.value == pytest.approx(found.value, abs=ROUNDING)


def test_at_switch_tens_are_split_by_rank_where_ranks_count() -> None:
    """With one ten of each rank there is no pair; with several of each, fewer than by value."""
    one_each, several = (shoe_of(text) for text in ("6c 7c 8c 9c Kc Qc Jc Tc", "6c 6c" + 4 * " Kc Qc"))
    none, by_rank, by_value = (
        {shoe: solve_switch(switch_rules(**options), shoe).value for shoe in (one_each, several)}
        for options in ({"max_hands": 1}, {"split_by": "rank"}, {"split_by": "value"})
    )
    assert none[one_each] == pytest.approx(by_rank[one_each], abs=ROUNDING)
    assert by_rank[one_each] < by_value[one_each] - ROUNDING
    assert none[several] < by_rank[several] < by_value[several]


def test_a_shoe_too_small_for_two_hands_is_refused() -> None:
    with pytest.raises(OddsError, match="too few"):
        solve_switch(switch_rules(), shoe_of("9c 9c Kc Kc Kc"))


# Insurance.


def test_four_cards_in_sight_make_insurance_worth_it_from_one_deck() -> None:
    """With none of them a ten, 16 of the 47 cards left are: more than a third."""
    one, six = (question("md-blackjack", "main", variation="switch", decks=decks) for decks in (1, 6))
    plain = question("md-blackjack", "main", decks=1)
    assert insurance_gain(six) == insurance_gain(plain) == 0
    low = Fraction(32 * 31 * 30 * 29, 52 * 51 * 50 * 49)
    assert 0 < insurance_gain(one) < low * Fraction(4, 48) * (Fraction(16, 47) * 2 - Fraction(31, 47))


# What a person learns.

FEW_VALUES = " ".join(["Ac 5c 6c 8c 9c Kc Kd Kh Ks"] * 8)


@cache
def learned() -> tuple[SwitchGame, SwitchChart]:
    solved = solve_switch(rules_of("md-blackjack", "switch"), shoe_of(FEW_VALUES))
    return solved, switch_chart(solved)


@pytest.mark.long
def test_chart_and_table_cost_little() -> None:
    solved, found = learned()
    assert 0 <= found.chart.cost < 0.02
    assert found.chart.value == pytest.approx(solved.value - found.chart.cost, abs=ROUNDING)
    widths = {len(codes) for _, rows in found.chart.sections for _, codes in rows}
    assert widths == {len(found.chart.columns)} == {len(worth) for worth in found.worth.values()}


def test_two_cards_are_worth_what_they_are_on_average() -> None:
    """A switched 21 is worth less than a blackjack, and more than a win only where it is doubled."""
    _, found = learned()
    blackjack, switched = (np.array(found.worth[each]) for each in ("A-T", FROM_A_SWITCH))
    held = [column for column, each in enumerate(found.chart.columns) if each in "A5689T"]
    assert (blackjack[held] > switched[held]).all()
    doubled = dict(zip("A23456789T", found.strategy[FROM_A_SWITCH], strict=True))
    for column, worth in zip(found.chart.columns, switched, strict=True):
        assert worth <= 1 + ROUNDING or doubled[column] == "double"
    aces = dict(zip("A23456789T", found.strategy["A-A"], strict=True))
    assert {aces[found.chart.columns[column]] for column in held} == {"split"}


PUBLISHED: dict[tuple[str, str], dict[str, str]] = {
    ("Hard", "12"): {"2": "H", "6": "H"},
    ("Hard", "13"): {"2": "H", "3": "S", "6": "S", "7": "H"},
    ("Hard", "10"): {"2": "Dh", "8": "Dh", "9": "H"},
    ("Hard", "11"): {"2": "Dh", "9": "Dh", "T": "H", "A": "H"},
    ("Hard", "9"): {"4": "H", "6": "Dh", "7": "H"},
    ("Soft", "18"): {"2": "S", "6": "Ds", "9": "H"},
    ("Pairs", "8-8"): {"2": "P", "9": "P", "T": "H"},
    ("Pairs", "4-4"): {"5": "H", "6": "H"},
}
"""Where the play after the switch is generally published to differ from that of other blackjack
(Wizard of Odds, "Blackjack Switch"): the dealer's 22 makes doubles, splits and standing worth less."""


@pytest.mark.long
def test_the_chart_of_six_decks_is_the_one_that_is_published() -> None:
    asked = question("md-blackjack", "main", variation="switch")
    solved = solve_switch(asked.rules, asked.composition)
    found = switch_chart(solved)
    assert 0 <= found.chart.cost < 0.0001
    rows = {(title, name): codes for title, rows in found.chart.sections for name, codes in rows}
    for row, cells in PUBLISHED.items():
        read = dict(zip(found.chart.columns, rows[row], strict=True))
        assert {column: read[column] for column in cells} == cells, row
    exact = solved.play.exact_value
    assert exact is not None
    assert float(exact) == pytest.approx(solved.value, abs=1e-13)
    assert sum(float(row.contribution) for row in rows_of(solved)) == pytest.approx(
        solved.value, abs=ROUNDING
    )
