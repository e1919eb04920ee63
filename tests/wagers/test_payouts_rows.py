"""Row choice, odds, rounding, extra rows, fixed amounts, caps and limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.law.model import Row
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import PUSH, Odds
from wagers.payout_rounds import BR, MA, MD, PE, PO, at, house, lines, offering, settled


def test_odds_to_return_the_stake() -> None:
    rules = offering(MD, {"lucky_ladies": "A"})
    assert settled(rules, [at(1, "Ts Jd", "9c", lucky_ladies="5")]) == [
        "1 lucky_ladies any_20 | 5.00 at 4 to 1 | 25.00 | Ch.13 §A(4)(a)(v)"
    ]


def test_odds_for_keep_the_stake() -> None:
    rules = offering(MD, {"hit_and_run": "standard"})
    assert settled(rules, [at(1, "2s 3d", "Ac Kd", hit_and_run="5")]) == [
        "1 hit_and_run dealer_blackjack | 5.00 at 4 for 1 | 20.00 | Ch.13 §F(5)"
    ]


def test_a_losing_stake_has_a_line_that_cites_the_wager() -> None:
    rules = offering(MD, {"lucky_ladies": "A"})
    (line,) = lines(rules, [at(1, "2s 3d", "9c", lucky_ladies="5")])
    assert (line.outcome, line.pays, line.returned, line.net) == ("lose", "lose", 0, -500)
    assert line.cite == "Ch.6 §G(1)"


def test_no_stake_no_line_and_main_is_not_settled_here() -> None:
    rules = offering(MD, {"lucky_ladies": "A"})
    assert settled(rules, [at(1, "Qh Qh", "9c", main="10", insurance="5", lucky_ladies="0")]) == []


def test_lines_stand_by_seat_as_given_then_by_offer() -> None:
    rules = offering(MD, {"pair": "standard", "lucky_ladies": "A", "kk": "standard"})
    stakes = {"pair": "1", "kk": "1", "lucky_ladies": "1"}
    found = lines(rules, [at(3, "2s 3d", "9c", on=stakes), at(1, "2s 3d", "9c", on=stakes)])
    assert [(line.box, line.wager) for line in found] == [
        (3, "lucky_ladies"),
        (3, "kk"),
        (3, "pair"),
        (1, "lucky_ladies"),
        (1, "kk"),
        (1, "pair"),
    ]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9c 9h", "no_match | 2.00 at lose | 0.00 | Brochure: MATCH THE DEALER PAYOUTS, No Match"),
        ("8h 9h", "unsuited_match | 2.00 at 4 to 1 | 10.00"),
        ("8h 8d", "two_unsuited_matches | 2.00 at 8 to 1 | 18.00"),
        ("8c 9d", "suited_match | 2.00 at 9 to 1 | 20.00"),
        ("8c 8d", "suited_and_unsuited_match | 2.00 at 13 to 1 | 28.00"),
        ("8c 8c", "two_suited_matches | 2.00 at 18 to 1 | 38.00"),
    ],
)
def test_the_brochure_prints_its_matches_from_low_to_high(hand: str, expected: str) -> None:
    rules = offering(BR, {"match_up": "standard"})
    (line,) = settled(rules, [at(1, hand, "8c", match_up="2")])
    assert line.startswith(f"1 match_up {expected}")


def test_third_card_eights_are_printed_last_and_paid_best() -> None:
    rules = offering(MA, {"optional_bonus": "standard"}, decks=6)
    (line,) = settled(rules, [at(1, "2s 3d", "8s 8s 8s", optional_bonus="1")])
    assert line.startswith("1 optional_bonus three_eights_same_suit | 1.00 at 200 to 1 | 201.00")


@pytest.mark.parametrize(
    ("name", "hand", "expected"),
    [
        (MD, "8c 8d", "suited_match+unsuited_match | 2.00 at 15 to 1 | 32.00"),
        (MD, "8c 8c", "2 x suited_match | 2.00 at 22 to 1 | 46.00"),
        (MD, "8d 8h", "2 x unsuited_match | 2.00 at 8 to 1 | 18.00"),
        (MD, "8d 9h", "unsuited_match | 2.00 at 4 to 1 | 10.00"),
        (MD, "7d 9h", "lose | 2.00 at lose | 0.00"),
        (MA, "8c 8d", "unsuited_match+suited_match | 2.00 at 15 to 1 | 32.00"),
    ],
)
def test_each_matching_card_is_paid(name: str, hand: str, expected: str) -> None:
    rules = offering(name, {"match_the_dealer": "6_decks"}, decks=6)
    (line,) = settled(rules, [at(1, hand, "8c", match_the_dealer="2")])
    assert line.startswith(f"1 match_the_dealer {expected}")


def test_each_row_is_cited() -> None:
    rules = offering(PO, {"match_super_bonus": "8_decks"}, decks=8)
    (line,) = lines(rules, [at(1, "8c 8d", "8c", match_super_bonus="2")])
    assert line.cite == "Ch.12 §A(4)(b)(i); Ch.12 §A(4)(b)(ii)"


def test_crown_treasure_is_paid_beside_the_royal_match() -> None:
    rules = offering(MD, {"royal_match_21": "C"})
    assert settled(rules, [at(1, "Ks Qs", "Kd Qd", royal_match_21="2")]) == [
        "1 royal_match_21 royal_match | 2.00 at 30 to 1 | 62.00 | Ch.13 §A(7)(c)(i)",
        "1 royal_match_21 crown_treasure | 0.00 at 1000 for 1 | 2000.00 | Ch.13 §A(7)(c)(iii)",
    ]


def test_no_crown_treasure_without_the_players_own_royal_match() -> None:
    rules = offering(MD, {"royal_match_21": "C"})
    assert settled(rules, [at(1, "2s 3s", "Kd Qd", royal_match_21="2")]) == [
        "1 royal_match_21 suited_match | 2.00 at 2.5 to 1 | 7.00 | Ch.13 §A(7)(c)(ii)"
    ]


@pytest.mark.parametrize(
    ("rounding", "returned"), [("down", 500 + 1200), ("up", 500 + 1300), ("nearest", 500 + 1300)]
)
def test_winnings_are_rounded_to_the_chip(rounding: str, returned: int) -> None:
    rules = offering(MD, {"royal_match_21": "C"}, smallest_chip="1.00", rounding=rounding)
    (line,) = lines(rules, [at(1, "2s 3s", "9c", royal_match_21="5")])
    assert line.returned == returned


def _with_rows(rules: RuleSet, wager: str, *rows: Row) -> RuleSet:
    offer = rules.offers[wager]
    changed = replace(offer, paytable=replace(offer.paytable, rows=rows))
    return replace(rules, offers={**rules.offers, wager: changed})


def test_a_row_counts_only_at_its_option_value() -> None:
    plain = offering(MD, {"pair": "standard"}, soft_17="hit")
    rules = _with_rows(
        plain,
        "pair",
        Row("suited_pair", Odds(9, 1, True), "at stand", when=(("soft_17", "stand"),)),
        Row("pair", Odds(8, 1, True), "at hit", when=(("soft_17", "hit"),)),
    )
    assert settled(rules, [at(1, "9s 9s", "8c", pair="1")]) == [
        "1 pair pair | 1.00 at 8 to 1 | 9.00 | at hit"
    ]


def test_a_row_may_push() -> None:
    plain = offering(MD, {"pair": "standard"})
    rules = _with_rows(plain, "pair", replace(plain.offers["pair"].paytable.rows[1], pays=PUSH))
    (line,) = lines(rules, [at(1, "9s 9d", "8c", pair="1")])
    assert (line.pays, line.returned, line.net) == ("push", 100, 0)


# Fixed amounts and the stake


def test_fixed_amounts_keep_the_stake() -> None:
    rules = offering(PE, {"monster_match_progressive": "A"})
    assert settled(rules, [at(1, "9s 9s", "8c 7d", monster_match_progressive="1")]) == [
        "1 monster_match_progressive suited_pair | 1.00 at $3 | 3.00 | Ch.12 §D(1)(f)"
    ]


def test_stake_returned_brings_it_back() -> None:
    rules = offering(PE, {"monster_match_progressive": "A"}, stake_returned=True)
    suited_pair = at(1, "9s 9s", "8c 7d", monster_match_progressive="1")
    jackpot = at(1, "9s 9s", "9s 9s", monster_match_progressive="1")
    side = house(monster_match_progressive="5000")
    assert [each.returned for each in lines(rules, [suited_pair])] == [400]
    assert [each.returned for each in lines(rules, [jackpot], side)] == [500100]


@pytest.mark.parametrize(("value", "returned"), [(False, 10000), (True, 10100)])
def test_fixed_awards_return_stake(value: bool, returned: int) -> None:
    rules = offering(MA, {"progressive_blackjack": "standard"}, decks=6, fixed_awards_return_stake=value)
    (line,) = lines(rules, [at(1, "As As", "8c", progressive_blackjack="1")])
    assert line.returned == returned


def test_fixed_awards_return_stake_says_nothing_of_a_meter() -> None:
    rules = offering(MA, {"progressive_blackjack": "standard"}, decks=6, fixed_awards_return_stake=True)
    seat = at(1, "As Ac", "8c", drawn="As Ac", progressive_blackjack="1")
    (line,) = lines(rules, [seat], house(progressive_blackjack="7000"))
    assert (line.outcome, line.returned) == ("four_aces_of_one_color", 700000)


# The aggregate maximum


def _capped(document: str, wager: str, table: str, cap: str, **more: object) -> RuleSet:
    return offering(document, {wager: {"paytable": table, "aggregate_cap": cap, **more}})


TOP = "queen_of_hearts_pair_and_dealer_blackjack"


def test_below_the_cap_odds_are_paid() -> None:
    rules = _capped(MD, "lucky_ladies", "A", "25000", maximum="25")
    assert settled(rules, [at(1, "Qh Qh", "Ac Kd", lucky_ladies="25")]) == [
        f"1 lucky_ladies {TOP} | 25.00 at 1000 to 1 | 25025.00 | Ch.13 §A(4)(a)(i)"
    ]


def test_one_winner_is_cut_to_the_cap() -> None:
    rules = _capped(MD, "lucky_ladies", "A", "25000", maximum="25")
    assert settled(rules, [at(1, "Qh Qh", "Ac Kd", lucky_ladies="30")]) == [
        f"1 lucky_ladies {TOP} | 30.00 at 1000 to 1 | 25030.00 | Ch.13 §A(4)(a)(i); Ch.13 §J(1)"
    ]


def test_winners_share_the_cap_by_their_stakes() -> None:
    rules = _capped(MD, "lucky_ladies", "A", "25000", maximum="25")
    seats = [
        at(1, "Qh Qh", "Ac Kd", lucky_ladies="10"),
        at(2, "2s 3d", "Ac Kd", lucky_ladies="10"),
        at(4, "Qh Qh", "Ac Kd", lucky_ladies="20"),
    ]
    cite = "Ch.13 §A(4)(a)(i); Ch.13 §J(1); Ch.13 §K"
    # 25,000.00 by 10 and 20: 8,333.33 and 16,666.66, the odd cent to box 4, who is paid first.
    assert settled(rules, seats) == [
        f"1 lucky_ladies {TOP} | 10.00 at 1000 to 1 | 8343.33 | {cite}",
        "2 lucky_ladies lose | 10.00 at lose | 0.00 | Ch.6 §G(1)",
        f"4 lucky_ladies {TOP} | 20.00 at 1000 to 1 | 16686.67 | {cite}",
    ]


def test_the_odd_cent_follows_the_order_of_payment() -> None:
    rules = offering(
        MD,
        {"lucky_ladies": {"paytable": "A", "aggregate_cap": "25000", "maximum": "25"}},
        meter_order="clockwise_from_left",
    )
    seats = [at(box, "Qh Qh", "Ac Kd", lucky_ladies="20") for box in (1, 2, 3)]
    assert [each.returned for each in lines(rules, seats)] == [835334, 835333, 835333]


def test_a_provision_that_caps_and_shares_is_cited_once() -> None:
    rules = _capped(MA, "twenty_point_bonus", "A", "25000", minimum="5")
    seats = [at(box, "Qh Qh", "Ac Kd", twenty_point_bonus="20") for box in (1, 2)]
    row = "§24(f) table A, Queen of hearts pair and dealer blackjack"
    assert {each.cite for each in lines(rules, seats)} == {f"{row}; §24(h)"}


def test_the_cap_leaves_other_rows_alone() -> None:
    rules = _capped(MD, "lucky_ladies", "A", "25000", maximum="25")
    (line,) = lines(rules, [at(1, "Qh Qh", "9c", lucky_ladies="200")])
    assert line.returned == 200 * 201 * 100


def test_a_capped_crown_treasure() -> None:
    rules = offering(
        MD,
        {"royal_match_21": {"paytable": "C", "aggregate_cap": "25000", "maximum": "25"}},
        crown_treasure_capped=True,
    )
    royal, crown = lines(rules, [at(1, "Ks Qs", "Kd Qd", royal_match_21="50")])
    assert (royal.returned, crown.returned) == (155000, 2500000)
    assert crown.cite == "Ch.13 §A(7)(c)(iii); Ch.13 §M"


# The most one hand is paid


def test_payout_limit_cuts_odds() -> None:
    rules = offering(MD, {"lucky_ladies": "A"}, payout_limit="500")
    assert settled(rules, [at(1, "Qh Qh", "9c", lucky_ladies="5")]) == [
        "1 lucky_ladies queen_of_hearts_pair | 5.00 at 200 to 1 | 505.00 | "
        "Ch.13 §A(4)(a)(ii); Ch.2 §E(2)"
    ]


@pytest.mark.parametrize(("scope", "returned"), [("odds", 20000), ("all", 10000)])
def test_payout_limit_and_fixed_amounts(scope: str, returned: int) -> None:
    rules = offering(
        PE, {"monster_match_progressive": "A"}, payout_limit="100", payout_limit_scope=scope
    )
    (line,) = lines(rules, [at(1, "9s 9h", "9d 9c", monster_match_progressive="1")])
    assert (line.pays, line.returned) == ("$200", returned)
    assert line.cite.endswith("; Ch.2 §B(5)(b)") == (scope == "all")


@pytest.mark.parametrize(
    ("scope", "returned", "left"), [("odds", 50000, 450000), ("all", 10000, 490000)]
)
def test_payout_limit_and_meters(scope: str, returned: int, left: int) -> None:
    rules = offering(
        PE, {"monster_match_progressive": "A"}, payout_limit="100", payout_limit_scope=scope
    )
    side = house(monster_match_progressive="5000")
    (line,) = lines(rules, [at(1, "9s 9c", "9s 9c", monster_match_progressive="1")], side)
    assert (line.outcome, line.returned) == ("four_of_a_kind_same_color", returned)
    assert side.meters["monster_match_progressive"] == left


def test_a_limit_that_is_not_reached_is_not_cited() -> None:
    rules = offering(MD, {"lucky_ladies": "A"}, payout_limit="500")
    (line,) = lines(rules, [at(1, "Ts Jd", "9c", lucky_ladies="5")])
    assert line.cite == "Ch.13 §A(4)(a)(v)"
