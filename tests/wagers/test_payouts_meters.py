"""Progressive meters: order of payment, sharing, resets, what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.law.refusal import Code
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import Cents
from cutcard.wagers.settlement.meter_growth import OTHERWISE_MAXIMUM, Growth, ResetFunds
from cutcard.wagers.settlement.seat import Seat
from wagers.payout_rounds import (
    BR,
    MA,
    MD,
    PE,
    at,
    house,
    lines,
    meter,
    offering,
    refused,
    settled,
)

MONSTER = "monster_match_progressive"
PAYS_ALL, PAYS_TENTH = f"100% of {MONSTER}", f"10% of {MONSTER}"


def monster(box: int, hand: str, dealer: str = "9s 9s") -> Seat:
    return at(box, hand, dealer, monster_match_progressive="1")


def test_the_whole_meter_goes_and_restarts_at_its_reset() -> None:
    rules = offering(MD, {"blazing_7s": {"paytable": "A", "seeds": "with fixed seeds"}})
    side = house(blazing_7s__mega="12345.67", reset_of_blazing_7s__mega="11000")
    assert settled(rules, [at(1, "7d 7d", "7d", blazing_7s="1")], side) == [
        "1 blazing_7s three_sevens_of_diamonds | 1.00 at 100% of blazing_7s.mega | 12345.67 | "
        "Ch.13 §R(1)(a)"
    ]
    assert meter(side, "blazing_7s.mega") == "11000.00"


def test_without_a_given_reset_the_tables_setting_counts() -> None:
    setting = {"paytable": "standard", "reset_amount": 6000, "initial_amount": 6000}
    rules = offering(MD, {"bad_beat": setting})
    side = house(bad_beat="9000")
    seat = at(1, "Ts Jd", "2c 3c 2d 3d 4c 5c 2h", bad_beat="1")
    assert [each.returned for each in lines(rules, [seat], side)] == [900000]
    assert meter(side, "bad_beat") == "6000.00"


def test_else_the_documents_floor() -> None:
    rules = offering(PE, {MONSTER: "C"})
    side = house(monster_match_progressive="2000")
    lines(rules, [monster(1, "9s 9s")], side)
    assert meter(side, MONSTER) == "1500.00"


def test_else_nothing() -> None:
    rules = offering(MD, {"lucky_ladies_progressive": "A"})
    side = house(lucky_ladies_progressive="2000")
    lines(rules, [at(1, "Qh Qh", "Ac Kd", lucky_ladies_progressive="1")], side)
    assert meter(side, "lucky_ladies_progressive") == "0.00"


def test_the_star_option_names_the_reset() -> None:
    rules = offering(MA, {"super_4_progressive": {"paytable": "1", "star_option": 2}}, decks=6)
    side = house(super_4_progressive__star="60000")
    lines(rules, [at(1, "Qd Jd", "Ad Kd", super_4_progressive="5")], side)
    assert meter(side, "super_4_progressive.star") == "25000.00"


def test_a_losing_round_leaves_the_meter_and_needs_none() -> None:
    rules = offering(PE, {MONSTER: "A"})
    side = house(monster_match_progressive="5000")
    lines(rules, [monster(1, "2s 3d")], side)
    assert meter(side, MONSTER) == "5000.00"
    assert settled(rules, [monster(1, "2s 3d", "8c 7d")]) == [
        f"1 {MONSTER} lose | 1.00 at lose | 0.00 | Ch.7 §G(3); Ch.7 §O"
    ]


# One after the other


def test_a_percentage_is_cut_to_the_cent_and_the_rest_stays() -> None:
    rules = offering(PE, {MONSTER: "A"})
    side = house(monster_match_progressive="5000.19")
    (line,) = lines(rules, [monster(1, "9s 9c", "9s 9c")], side)
    assert (line.returned, meter(side, MONSTER)) == (50001, "4500.18")


def test_sequential_the_right_is_paid_first() -> None:
    rules = offering(PE, {MONSTER: "A"})
    side = house(monster_match_progressive="8000", reset_of_monster_match_progressive="5000")
    seats = [monster(1, "9s 9c"), monster(3, "9s 9s"), monster(6, "9c 9c")]
    # Box 6 takes 10% of 8,000, box 3 the 7,200 left, box 1 10% of the 5,000 it restarts at.
    cite = "; Ch.12 §D(7)"
    assert settled(rules, seats, side) == [
        f"1 {MONSTER} four_of_a_kind_same_color | 1.00 at {PAYS_TENTH} | 500.00 | Ch.12 §D(1)(b){cite}",
        f"3 {MONSTER} four_of_a_kind_suited | 1.00 at {PAYS_ALL} | 7200.00 | Ch.12 §D(1)(a){cite}",
        f"6 {MONSTER} four_of_a_kind_same_color | 1.00 at {PAYS_TENTH} | 800.00 | Ch.12 §D(1)(b)",
    ]
    assert meter(side, MONSTER) == "4500.00"


@pytest.mark.parametrize(
    ("order", "returned"),
    [
        ("counterclockwise_from_right", [50000, 90000]),
        ("clockwise_from_left", [90000, 50000]),
    ],
)
def test_meter_order(order: str, returned: list[int]) -> None:
    rules = offering(MD, {"hit_and_run": "standard"}, meter_order=order)
    side = house(hit_and_run="900", reset_of_hit_and_run="500")
    dealer = "2c 2d 2h 2s 2c 2d 2h 2s"
    seats = [at(box, "Ts 9d", dealer, hit_and_run="1") for box in (2, 5)]
    assert [each.returned for each in lines(rules, seats, side)] == returned
    assert meter(side, "hit_and_run") == "500.00"


def test_a_second_winner_needs_the_reset() -> None:
    rules = offering(PE, {MONSTER: "A"})
    refusal = refused(
        rules, [monster(1, "9s 9c"), monster(2, "9s 9s")], house(monster_match_progressive="8000")
    )
    assert refusal.code == Code.METER_MISSING
    assert refusal.message.startswith(f"resets.{MONSTER} is required")
    assert refusal.cite == "Ch.12 §D(7)"


# In equal parts


def shared(document: str, table: str) -> RuleSet:
    return offering(document, {MONSTER: table}, jackpot_sharing="equal_split")


def test_equal_split_with_odd_cents_to_the_first_paid() -> None:
    rules = shared(BR, "standard")
    side = house(monster_match_progressive="1000.01", reset_of_monster_match_progressive="300")
    seats = [monster(1, "9s 9c"), monster(2, "9s 9s"), monster(3, "9s 9c"), monster(5, "9d 9c")]
    found = lines(rules, seats, side)
    assert [each.returned for each in found] == [33333, 33334, 33334, 20000]
    assert found[0].cite.endswith("; Brochure: Monster Match paragraph")
    assert meter(side, MONSTER) == "300.00"


def test_winners_by_different_rows_of_the_whole_meter_share_it_too() -> None:
    side = house(monster_match_progressive="4000")
    found = lines(shared(PE, "C"), [monster(1, "9s 9s"), monster(2, "9s 9c")], side)
    assert [(each.outcome, each.returned) for each in found] == [
        ("four_of_a_kind_suited", 200000),
        ("four_of_a_kind_same_color", 200000),
    ]


def test_a_lone_winner_of_a_shared_meter_takes_it_all() -> None:
    side = house(monster_match_progressive="4000")
    (line,) = lines(shared(PE, "A"), [monster(1, "9s 9s")], side)
    assert (line.returned, line.cite) == (400000, "Ch.12 §D(1)(a)")


def test_equal_split_tenths_are_figured_on_what_was_displayed() -> None:
    side = house(monster_match_progressive="4000")
    found = lines(shared(PE, "A"), [monster(1, "9s 9c"), monster(2, "9c 9s")], side)
    assert [each.returned for each in found] == [40000, 40000]
    assert meter(side, MONSTER) == "3200.00"


def test_equal_split_a_tenth_beside_the_whole_is_the_houses_own_money() -> None:
    side = house(monster_match_progressive="4000", reset_of_monster_match_progressive="5000")
    found = lines(shared(PE, "A"), [monster(1, "9s 9c"), monster(2, "9s 9s")], side)
    assert [each.returned for each in found] == [40000, 400000]
    assert meter(side, MONSTER) == "5000.00"


@pytest.mark.parametrize(
    ("sharing", "returned"), [("equal_split", [30000, 30000]), ("sequential", [50000, 60000])]
)
def test_super4_sharing(sharing: str, returned: list[int]) -> None:
    rules = offering(MA, {"super_4_progressive": "1"}, decks=6, super4_sharing=sharing)
    side = house(super_4_progressive__heart="600", reset_of_super_4_progressive__heart="500")
    seats = [at(box, "Ks Kc", "As Kd", super_4_progressive="5") for box in (1, 2)]
    assert [each.returned for each in lines(rules, seats, side)] == returned


@pytest.mark.parametrize(
    ("sharing", "returned"), [("equal_split", [30000, 30000]), ("sequential", [50000, 60000])]
)
def test_blazing_7s_sharing(sharing: str, returned: list[int]) -> None:
    rules = offering(MA, {"blazing_7s": "1"}, decks=6, blazing_7s_sharing=sharing)
    side = house(blazing_7s="600", reset_of_blazing_7s="500")
    seats = [at(box, "7s 7s", "7s", blazing_7s="5") for box in (1, 2)]
    assert [each.returned for each in lines(rules, seats, side)] == returned


def test_progressive_blackjack_is_shared_by_the_text_itself() -> None:
    rules = offering(MA, {"progressive_blackjack": "standard"}, decks=6)
    side = house(progressive_blackjack="5000.01")
    seats = [at(b, "As Ac", "9c", drawn="As Ac", progressive_blackjack="1") for b in (1, 2)]
    row = "§19(c) table, Four black or four red aces in the first four cards"
    found = lines(rules, seats, side)
    assert [(each.returned, each.cite) for each in found] == [
        (250000, f"{row}; §19(h)"),
        (250001, f"{row}; §19(h)"),
    ]
    assert meter(side, "progressive_blackjack") == "5000.00"


# What is refused


def test_a_meter_that_must_pay_is_needed() -> None:
    refusal = refused(offering(PE, {MONSTER: "A"}), [monster(4, "9s 9s")], house())
    assert refusal.code == Code.METER_MISSING
    assert refusal.message == f"meters.{MONSTER} is required: box 4 won a share of it"
    assert refusal.cite == "Ch.12 §D(1)(a)"


@pytest.mark.parametrize(
    ("wagers", "amounts", "place", "have"),
    [
        ({MONSTER: "A"}, {"monster": "1"}, "meters.monster", f"it has {MONSTER}"),
        ({}, {MONSTER: "1"}, f"meters.{MONSTER}", "it has none"),
        ({MONSTER: "A"}, {"reset_of_monster": "1"}, "resets.monster", f"it has {MONSTER}"),
    ],
)
def test_an_unknown_meter(
    wagers: dict[str, str], amounts: dict[str, str], place: str, have: str
) -> None:
    refusal = refused(offering(PE, wagers), [], house(**amounts))
    assert refusal.code == Code.BAD_REQUEST
    assert refusal.message == f"{place}: not a meter of this table; {have}"


@pytest.mark.parametrize(
    ("reset", "maximum", "points"),
    [(25_000, 50_000, range(25_001, 50_001)), (25_000, 25_000, range(25_001, 25_002))],
)
def test_a_meter_must_hit_above_its_reset_and_no_later_than_its_maximum(
    reset: int, maximum: int, points: range
) -> None:
    growth = Growth(
        "m", "w", "w", Cents(reset), Cents(reset), Fraction(1, 10), Cents(maximum), must_hit=True
    )
    assert growth.hit_points == growth.points_above(0) == growth.points_above(reset) == points
    assert growth.points_above(reset + 1) == range(reset + 2, max(reset + 3, maximum + 1))
    assert growth.points_above(maximum + 7) == range(maximum + 8, maximum + 9)


def test_without_a_maximum_a_meter_must_hit_at_a_multiple_of_its_reset() -> None:
    growth = Growth("m", "w", "w", Cents(100), Cents(100), Fraction(1, 10), must_hit=True)
    assert growth.hit_points == range(101, 100 * OTHERWISE_MAXIMUM + 1)


def test_the_house_puts_nothing_on_a_meter_without_a_reset_amount() -> None:
    growth = Growth("m", "w", "w", None, None, Fraction(1, 10))
    assert growth.funds(0, 0) == ResetFunds()
