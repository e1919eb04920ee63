"""Meters: rates, floors, fixed amounts and the named sets among which an operator chooses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cutcard.law import Code, Finding, MeterSetting, document, document_ids, resolve
from cutcard.money import Cents

MD, MA, PE, BR, PO = document_ids()[:5]
Expected = list[tuple[Code, str, str]]


def asked(
    name: str, wagers: dict[str, Any], *, complete: bool
) -> tuple[dict[str, dict[str, MeterSetting]], tuple[Finding, ...]]:
    rules, findings = resolve(document(name), wagers=wagers, complete=complete)
    assert rules is not None
    meters: dict[str, Any] = {
        wager: offer.settings["meters"] for wager, offer in rules.offers.items() if offer.law.meters
    }
    return meters, findings


def violations(name: str, wagers: dict[str, Any], *, complete: bool = True) -> Expected:
    _, found = asked(name, wagers, complete=complete)
    return [
        (each.code, each.path, each.cite)
        for each in found
        if each.severity == "violation" and each.path.startswith("wagers.")
    ]


def bad_beat(**fields: object) -> dict[str, Any]:
    return {
        "bad_beat": {"rate_of_progression": 0.2, "initial_amount": 5000, "reset_amount": 5000, **fields}
    }


def test_a_meter_with_all_it_needs() -> None:
    meters, found = asked(MD, bad_beat(reset_amount="7,500.00"), complete=False)
    assert found == ()
    setting = meters["bad_beat"]["bad_beat"]
    assert setting == MeterSetting(Cents(500000), Cents(750000), None, Fraction(1, 5))
    assert violations(MD, bad_beat()) == []


def test_a_single_meter_may_also_be_named() -> None:
    own = {"rate_of_progression": "0.2", "initial_amount": 5000, "reset_amount": 4999}
    path = "wagers.bad_beat.meters.bad_beat.reset_amount"
    assert violations(MD, {"bad_beat": {"meters": {"bad_beat": own}}}) == [
        (Code.BELOW_FLOOR, path, "Ch.13 §C(2)")
    ]


def test_what_shall_be_specified_is_missed_in_a_submission_and_not_in_a_round() -> None:
    assert violations(MD, {"bad_beat": None}) == [
        (Code.CHOICE_MISSING, "wagers.bad_beat.rate_of_progression", "Ch.13 §C(1)"),
        (Code.CHOICE_MISSING, "wagers.bad_beat.initial_amount", "Ch.13 §C(2)"),
        (Code.CHOICE_MISSING, "wagers.bad_beat.reset_amount", "Ch.13 §C(2)"),
    ]
    assert violations(MD, {"bad_beat": None}, complete=False) == []
    assert violations(MD, {"super_4": "D"})[:3] == [
        (Code.CHOICE_MISSING, "wagers.super_4.meters.star.rate_of_progression", "Ch.13 §I(3)"),
        (Code.CHOICE_MISSING, "wagers.super_4.meters.star.initial_amount", "Ch.13 §I(4)(a)"),
        (Code.CHOICE_MISSING, "wagers.super_4.meters.star.reset_amount", "Ch.13 §I(4)(a)"),
    ]


WRONG: list[tuple[dict[str, Any], Expected]] = [
    (
        bad_beat(initial_amount=4999.99),
        [(Code.BELOW_FLOOR, "wagers.bad_beat.initial_amount", "Ch.13 §C(2)")],
    ),
    (bad_beat(initial_amount="much"), [(Code.BAD_AMOUNT, "wagers.bad_beat.initial_amount", "")]),
    (bad_beat(initial_amount=-1), [(Code.BAD_AMOUNT, "wagers.bad_beat.initial_amount", "")]),
    (bad_beat(rate_of_progression=20), [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")]),
    (
        bad_beat(rate_of_progression="20%"),
        [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")],
    ),
    (bad_beat(rate_of_progression=-0.1), [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")]),
    (bad_beat(rate_of_progression=True), [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")]),
    (bad_beat(rate_of_progression=None), [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")]),
    (
        bad_beat(rate_of_progression=float("inf")),
        [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")],
    ),
    (
        bad_beat(rate_of_progression=10**999),
        [(Code.BAD_AMOUNT, "wagers.bad_beat.rate_of_progression", "")],
    ),
    (
        bad_beat(maximum_amount=100),
        [
            (Code.BAD_AMOUNT, "wagers.bad_beat.initial_amount", ""),
            (Code.BAD_AMOUNT, "wagers.bad_beat.reset_amount", ""),
        ],
    ),
    (bad_beat(meters=[]), [(Code.BAD_REQUEST, "wagers.bad_beat.meters", "")]),
    (bad_beat(meters={"star": {}}), [(Code.BAD_REQUEST, "wagers.bad_beat.meters.star", "")]),
    (bad_beat(meters={"bad_beat": 5}), [(Code.BAD_REQUEST, "wagers.bad_beat.meters.bad_beat", "")]),
    (
        bad_beat(meters={"bad_beat": {"initial": 5}}),
        [(Code.BAD_REQUEST, "wagers.bad_beat.meters.bad_beat.initial", "")],
    ),
    (bad_beat(configuration=1), [(Code.OPTION_NOT_PERMITTED, "wagers.bad_beat.configuration", "")]),
    ({"pair": {"initial_amount": 5}}, [(Code.BAD_REQUEST, "wagers.pair.initial_amount", "")]),
]


@pytest.mark.parametrize(("wagers", "expected"), WRONG)
def test_a_meter_set_wrongly(wagers: dict[str, Any], expected: Expected) -> None:
    assert violations(MD, wagers) == expected


def test_a_rate_of_nothing_and_of_everything_can_be_written() -> None:
    for written, rate in ((0, 0), (1, 1), ("0.7", Fraction(7, 10)), (1e-05, Fraction(1, 100000))):
        meters, found = asked(MD, bad_beat(rate_of_progression=written), complete=False)
        assert found == ()
        assert meters["bad_beat"]["bad_beat"].rate == rate


def test_a_least_rate() -> None:
    progressive = {"rate_of_progression": 0.69, "initial_amount": 5000, "reset_amount": 5000}
    assert violations(MA, {"progressive_blackjack": progressive}) == [
        (Code.BELOW_FLOOR, "wagers.progressive_blackjack.rate_of_progression", "§19(i)")
    ]
    assert violations(MA, {"progressive_blackjack": {**progressive, "rate_of_progression": 0.7}}) == []


def test_the_least_rate_is_of_meter_and_reset_meter_together() -> None:
    """§19(i); a reset meter alone is no rate of progression."""
    amounts = {"initial_amount": 5000, "reset_amount": 5000}
    for rate, reset_meter, wrong in (
        (0.6, 0.1, []),
        (0.7, 0, []),
        (0.6, 0.09, [(Code.BELOW_FLOOR, "wagers.progressive_blackjack.rate_of_progression", "§19(i)")]),
        (0.7, 0.31, [(Code.BAD_AMOUNT, "wagers.progressive_blackjack.reset_meter_rate", "§19(i)")]),
    ):
        filed = {"rate_of_progression": rate, "reset_meter_rate": reset_meter, **amounts}
        assert violations(MA, {"progressive_blackjack": filed}) == wrong
    alone = {"reset_meter_rate": 0.7, **amounts}
    assert violations(MA, {"progressive_blackjack": alone}) == [
        (Code.CHOICE_MISSING, "wagers.progressive_blackjack.rate_of_progression", "§19(i)")
    ]
    both = {"rate_of_progression": "0.6", "reset_meter_rate": "0.1", **amounts}
    meters, _ = asked(MA, {"progressive_blackjack": both}, complete=True)
    setting = meters["progressive_blackjack"]["progressive_blackjack"]
    assert (setting.rate, setting.reserve_rate) == (Fraction(3, 5), Fraction(1, 10))


@pytest.mark.parametrize(
    ("wagers", "cite"),
    [
        (
            {"super_4_progressive": "1", "must_hit": {"paytable": "2", "reset_meter_rate": 0.01}},
            "§19(m) Table 1, configuration 2",
        ),
        (
            {"super_4_progressive": {"paytable": "1", "meters": {"heart": {"reset_meter_rate": 0.01}}}},
            "§19(k) paytable 1, Heart Progressive",
        ),
    ],
)
def test_a_printed_contribution_leaves_no_reset_meter(wagers: dict[str, Any], cite: str) -> None:
    (found,) = violations(MA, wagers)
    assert (found[0], found[2]) == (Code.OPTION_NOT_PERMITTED, cite)
    assert found[1].endswith(".reset_meter_rate")


def test_floors_go_with_the_paytable() -> None:
    low = {"rate_of_progression": 0.1, "initial_amount": 10000, "reset_amount": 10000}
    assert violations(MD, {"super_4": {"paytable": "A", **low}}) == []
    assert [cite for _, _, cite in violations(MD, {"super_4": {"paytable": "B", **low}})] == [
        "Ch.13 §I(2)(b)",
        "Ch.13 §I(2)(b)",
    ]


def test_several_meters_are_named_and_may_share_a_rate() -> None:
    floors = {"star": 50000, "spade": 5000, "heart": 500, "diamond": 300}
    own = {name: {"initial_amount": least, "reset_amount": least} for name, least in floors.items()}
    wager: dict[str, Any] = {"paytable": "D", "rate_of_progression": 0.05, "meters": own}
    assert violations(MD, {"super_4": wager}) == []
    full = {**own, "super_4.star": own["star"]}
    del full["star"]
    assert violations(MD, {"super_4": {**wager, "meters": full}}) == []
    assert violations(MD, {"super_4": {**wager, "reset_amount": 50000}}) == [
        (Code.BAD_REQUEST, "wagers.super_4.reset_amount", "")
    ]
    own["heart"]["reset_amount"] = 499
    assert violations(MD, {"super_4": wager}) == [
        (Code.BELOW_FLOOR, "wagers.super_4.meters.heart.reset_amount", "Ch.13 §I(8)(a)")
    ]


def test_a_fixed_set_is_selected_by_an_option() -> None:
    meters, found = asked(
        MA, {"super_4_progressive": {"paytable": "1", "star_option": 2}}, complete=False
    )
    assert found == ()
    assert meters["super_4_progressive"] == {
        "super_4_progressive.star": MeterSetting(Cents(2500000), Cents(2500000), None, Fraction(7, 100)),
        "super_4_progressive.spade": MeterSetting(Cents(500000), Cents(500000), None, Fraction(7, 100)),
        "super_4_progressive.heart": MeterSetting(Cents(50000), Cents(50000), None, Fraction(7, 100)),
    }
    star = {"initial_amount": 50000, "rate_of_progression": 0.06, "reset_amount": 50000}
    wager = {"paytable": "1", "star_option": 2, "meters": {"star": star}}
    cite = "§19(k) Star option 2"
    path = "wagers.super_4_progressive.meters.star"
    assert violations(MA, {"super_4_progressive": wager}) == [
        (Code.OPTION_NOT_PERMITTED, f"{path}.initial_amount", cite),
        (Code.OPTION_NOT_PERMITTED, f"{path}.reset_amount", cite),
        (Code.OPTION_NOT_PERMITTED, f"{path}.rate_of_progression", cite),
    ]
    assert violations(MA, {"super_4_progressive": {**wager, "star_option": 1}}) == []


@pytest.mark.parametrize(("written", "reset"), [(1, 250), ("2", 100), (3, 100)])
@pytest.mark.parametrize("key", ["paytable", "configuration"])
def test_a_printed_configuration_is_a_paytable_by_either_name(
    key: str, written: object, reset: int
) -> None:
    wagers = {"super_4_progressive": "2", "must_hit": {key: written}}
    meters, _ = asked(MA, wagers, complete=True)
    assert meters["must_hit"]["must_hit"].reset == reset * 100
    assert violations(MA, wagers) == []


@pytest.mark.parametrize("written", [4, "", "1 2", None, [1]])
def test_a_set_that_is_not_there(written: object) -> None:
    amounts = {"initial_amount": 250, "reset_amount": 250, "maximum_amount": 1000}
    cites = "; ".join(f"Ch.13 §U(2)({letter})" for letter in "abc")
    assert violations(MD, must_hit(configuration=written, **amounts)) == [
        (Code.OPTION_NOT_PERMITTED, "wagers.must_hit.configuration", cites)
    ]
    other = {"super_4_progressive": "2", "must_hit": {"paytable": "1", "configuration": "3"}}
    assert violations(MA, other) == [(Code.OPTION_NOT_PERMITTED, "wagers.must_hit.configuration", "")]


@pytest.mark.parametrize(
    ("first", "second", "amount", "cites"),
    [
        ("B", "D", 1000, ["Ch.12 §D(6)(b)(iv)"] * 2),
        ("B", "D", 5000, []),
        ("D", "B", 5000, []),
        ("B", "C", 1000, []),
    ],
)
def test_a_meter_of_two_prize_tables_is_no_lower_than_either_wants(
    first: str, second: str, amount: int, cites: list[str]
) -> None:
    """Ch.12 §D(6)(b): $1,000 for table B, $5,000 for table D; table C has no meter (PO-A08)."""
    spin = {
        "paytable": first,
        "rate_of_progression": 0.1,
        "initial_amount": amount,
        "reset_amount": amount,
        "second_spin_table": second,
        "community_pay": first,
    }
    found = violations(PO, {"bonus_spin_progressive": spin}, complete=False)
    assert [cite for code, _, cite in found if code is Code.BELOW_FLOOR] == cites
    prized = {**spin, "jackpot_prize": 4000}
    low = violations(PO, {"bonus_spin_progressive": prized}, complete=False)
    wants = ["Ch.12 §D(6)(b)(iii)"] if second == "C" else []
    assert [cite for code, _, cite in low if code is Code.BELOW_FLOOR] == cites + wants


def blazing(mega: int, major: int, minor: int, **more: object) -> dict[str, Any]:
    own = {
        name: {"initial_amount": amount, "reset_amount": amount}
        for name, amount in (("mega", mega), ("major", major), ("minor", minor))
    }
    return {"blazing_7s": {"rate_of_progression": 0.1, "meters": own, **more}}


def test_one_of_several_sets_must_hold_for_every_meter_together() -> None:
    assert violations(MD, blazing(10000, 5000, 2500)) == []
    assert violations(MD, blazing(0, 0, 2500)) == []
    assert violations(MD, blazing(0, 0, 2400))[0] == (
        Code.BELOW_FLOOR,
        "wagers.blazing_7s.meters.minor.initial_amount",
        "Ch.13 §S(2)(a) second (ii) second",
    )
    fixed = violations(MD, blazing(0, 0, 2500, seeds="fixed"))
    assert {cite for _, _, cite in fixed} == {"Ch.13 §S(2)(a)(i)", "Ch.13 §S(2)(a)(ii)"}
    assert violations(MD, blazing(0, 0, 2500, seeds="with no seeds")) == []


def must_hit(**fields: object) -> dict[str, Any]:
    top = {"paytable": "A", "rate_of_progression": 0.1, "initial_amount": 10000, "reset_amount": 10000}
    return {"super_4": top, "must_hit": {"rate_of_progression": 0.1, **fields}}


def test_must_hit_in_maryland_takes_any_of_three_pairs() -> None:
    assert violations(MD, must_hit(initial_amount=100, reset_amount=100, maximum_amount=200)) == []
    assert violations(MD, must_hit(initial_amount=100, reset_amount=100, maximum_amount=199)) == [
        (Code.BELOW_FLOOR, "wagers.must_hit.maximum_amount", "Ch.13 §U(2)(c)")
    ]
    strict = must_hit(configuration="a", reset_amount=100, maximum_amount=1000)
    assert violations(MD, strict) == [
        (Code.BELOW_FLOOR, "wagers.must_hit.reset_amount", "Ch.13 §U(2)(a)")
    ]


@pytest.mark.parametrize(
    ("name", "wager", "cite"),
    [
        (MD, {"lucky_ladies_progressive": None}, "Ch.13 §Y; MD-A68"),
        (MA, {"blazing_7s": "1"}, "§31(d); MA-A85"),
        (BR, {"monster_match_progressive": None}, "BR-A19"),
    ],
)
def test_where_the_document_sets_nothing_a_submission_is_asked(
    name: str, wager: dict[str, Any], cite: str
) -> None:
    _, found = asked(name, wager, complete=True)
    assert [e.cite for e in found if e.severity == "warning" and e.path.startswith("wagers")] == [cite]
    assert asked(name, wager, complete=False)[1] == ()
    key = next(iter(wager))
    full = {"paytable": wager[key], "rate_of_progression": 0.1, "initial_amount": 0, "reset_amount": 0}
    complete = asked(name, {key: full}, complete=True)[1]
    assert [e for e in complete if e.severity == "warning" and e.path.startswith("wagers")] == []


def test_settings_of_meters_stand_only_where_meters_are() -> None:
    rules, found = resolve(document(MD), wagers={"pair": {"meters": {"x": 1}, "reset_amount": 5}})
    assert rules is not None
    assert [(each.code, each.path) for each in found] == [
        (Code.BAD_REQUEST, "wagers.pair.meters.x"),
        (Code.BAD_REQUEST, "wagers.pair.reset_amount"),
    ]
