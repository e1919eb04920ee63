"""Bonus wheels: spins in seat order, two-amount symbols, Community Pay, the Xtreme hot spot."""

from __future__ import annotations

import pytest

from cutcard.law.model import OptionValue
from cutcard.law.refusal import Code
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.wagers.settlement.seat import Seat
from cutcard.wagers.settlement.spins import symbol
from wagers.payout_rounds import MD, PO, at, house, lines, meter, offering, refused, settled

SPIN, XTREME = "bonus_spin_progressive", "bonus_spin_xtreme_progressive"


def maryland(table: str = "B", **options: OptionValue) -> RuleSet:
    return offering(MD, {"bonus_spin": table}, **options)


def pontoon(table: str = "B", **options: OptionValue) -> RuleSet:
    return offering(PO, {SPIN: table}, **options)


def md(box: int, hand: str = "As Ks", stake: str = "1", player: str = "") -> Seat:
    return at(box, hand, "9c", player=player, bonus_spin=stake)


def po(box: int, hand: str = "As Ks", stake: str = "1.10") -> Seat:
    return at(box, hand, "9c", bonus_spin_progressive=stake)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("$1,000", "$1000"),
        ("$50", "$50"),
        (50, "$50"),
        ("50.00", "$50"),
        ("Jackpot", "jackpot"),
        ("primary jackpot", "primary_jackpot"),
        ("$250/$100", "$250/$100"),
        ("$250 and $100", "$250/$100"),
        ("$250 / $100", "$250/$100"),
        (True, ""),
        (None, ""),
        (["$50"], ""),
    ],
)
def test_symbols_are_read_in_several_spellings(written: object, read: str) -> None:
    assert symbol(written) == read


def test_spins_are_taken_lowest_box_first_and_other_stakes_lose() -> None:
    side = house({"bonus_spin": ["$50", "$1,000"]})
    assert settled(maryland(), [md(5), md(2, "9s 8s"), md(1)], side) == [
        "5 bonus_spin $1000 | 1.00 at $1000 | 1000.00 | Ch.13 §Q(2)(b)",
        "2 bonus_spin lose | 1.00 at lose | 0.00 | Ch.6 §G(17)",
        "1 bonus_spin $50 | 1.00 at $50 | 50.00 | Ch.13 §Q(2)(e)",
    ]


def test_a_lone_ace_spins_at_five_dollars() -> None:
    side = house({"bonus_spin": "$50"})
    seats = [md(1, "As 9d", "1"), md(2, "As 9d", "5")]
    assert [each.outcome for each in lines(maryland(), seats, side)] == ["lose", "$50"]


def test_a_symbol_printed_twice_cites_its_first_row() -> None:
    (line,) = lines(maryland("C"), [md(1)], house({"bonus_spin": ["$55"]}))
    assert (line.returned, line.cite) == (5500, "Ch.13 §Q(3)(f)")


def test_the_jackpot_pays_the_meter() -> None:
    side = house({"bonus_spin": ["jackpot"]}, bonus_spin="7000")
    assert settled(maryland(), [md(1)], side) == [
        "1 bonus_spin jackpot | 1.00 at 100% of bonus_spin | 7000.00 | Ch.13 §Q(2)(a)"
    ]
    assert meter(side, "bonus_spin") == "5000.00"


@pytest.mark.parametrize(
    ("order", "returned"),
    [
        ("as_settled", [300000, 100000]),
        ("clockwise_from_left", [300000, 100000]),
        ("counterclockwise_from_right", [100000, 300000]),
    ],
)
def test_spin_order_decides_who_gets_the_meter_first(order: str, returned: list[int]) -> None:
    side = house(
        {"bonus_spin": ["jackpot", "jackpot"]},
        bonus_spin_progressive="3000",
        reset_of_bonus_spin_progressive="1000",
    )
    found = lines(pontoon(spin_order=order), [po(1), po(2)], side)
    assert [each.returned for each in found] == returned


def test_both_device_names_are_taken_but_not_both_at_once() -> None:
    for name in ("bonus_spin", SPIN):
        assert lines(pontoon(), [po(1)], house({name: ["$33"]}))[0].returned == 3300
    refusal = refused(pontoon(), [po(1)], house({SPIN: ["$33"], "bonus_spin": ["$33"]}))
    assert (refusal.code, refusal.message) == (
        Code.DEVICE_UNUSED,
        "devices.bonus_spin: not used in this round",
    )


def test_stake_returned_with_a_symbol() -> None:
    side = house({"bonus_spin": ["$33"]})
    (line,) = lines(pontoon(stake_returned=True), [po(1)], side)
    assert line.returned == 3300 + 110


def test_a_fixed_prize_behind_the_jackpot_symbol() -> None:
    rules = pontoon("A", jackpot_prize="1500")
    side = house({"bonus_spin": ["jackpot"]})
    assert settled(rules, [po(1)], side) == [
        f"1 {SPIN} jackpot | 1.10 at $1500 | 1500.00 | Ch.12 §D(1)(a); PO-A08"
    ]
    progressive = pontoon("B", jackpot_prize="1500")
    side = house({"bonus_spin": ["jackpot"]}, bonus_spin_progressive="2000")
    assert [each.returned for each in lines(progressive, [po(1)], side)] == [200000]


def test_a_prize_for_the_jackpot_leaves_other_symbols_alone() -> None:
    side = house({"bonus_spin": ["$350"]})
    (line,) = lines(pontoon("A", jackpot_prize="1500"), [po(1)], side)
    assert (line.pays, line.cite) == ("$350", "Ch.12 §D(1)(c)")


# Community Pay


def test_maryland_community_pay_by_the_recipients_stake() -> None:
    side = house({"bonus_spin": ["$250 and $100"]})
    seats = [md(1), md(2, "9s 8s"), md(3, "9s 8s", "5"), at(4, "9s 8s", "9c", main="5")]
    # Box 3's $5 schedule has no such symbol, and Maryland pays it nothing (MD-A64).
    assert settled(maryland(), seats, side) == [
        "1 bonus_spin $250/$100 | 1.00 at $250 | 250.00 | Ch.13 §Q(4) second; Ch.13 §Q(6)(a)(i)",
        "2 bonus_spin lose | 1.00 at lose | 0.00 | Ch.6 §G(17)",
        "2 bonus_spin community_pay | 0.00 at $100 | 100.00 | Ch.13 §Q(6)(a)(i)",
        "3 bonus_spin lose | 5.00 at lose | 0.00 | Ch.6 §G(17)",
    ]


@pytest.mark.parametrize(
    ("chosen", "stake", "shows", "cite"),
    [
        ("A", "1", "$20/$3", "Ch.13 §Q(6)(a)(iii)"),
        ("B", "1", "$20/$3", "Ch.13 §Q(6)(b)(iii)"),
        ("A", "5", "$200/$50", "Ch.13 §Q(7)(a)(ii)"),
        ("B", "5", "$200/$50", "Ch.13 §Q(8)(ii)"),
    ],
)
def test_maryland_schedules(chosen: str, stake: str, shows: str, cite: str) -> None:
    seats = [md(1, stake=stake), md(2, "9s 8s", stake)]
    found = lines(maryland(community_pay=chosen), seats, house({"bonus_spin": [shows]}))
    assert [each.cite for each in found if each.outcome == "community_pay"] == [cite]
    assert found[0].cite == f"Ch.13 §Q(4) second; {cite}"


def test_a_symbol_of_the_other_stakes_schedule() -> None:
    found = lines(maryland(), [md(1), md(2, "9s 8s", "5")], house({"bonus_spin": ["$500/$100"]}))
    assert [(each.outcome, each.returned) for each in found] == [
        ("$500/$100", 50000),
        ("lose", 0),
        ("community_pay", 10000),
    ]


def test_a_spinners_own_second_box_is_no_other_player() -> None:
    seats = [md(1, player="Ann"), md(2, "9s 8s", player="Ann"), md(3, "9s 8s")]
    found = lines(maryland(), seats, house({"bonus_spin": ["$20/$3"]}))
    assert [each.box for each in found if each.outcome == "community_pay"] == [3]


@pytest.mark.parametrize(
    ("table", "stake", "shows", "cite"),
    [
        ("A", "1.10", "$30/$3", "Ch.12 §D(9)(a)(iii)"),
        ("B", "1.10", "$30/$3", "Ch.12 §D(9)(b)(iii)"),
        ("C", "5", "$150/$15", "Ch.12 §D(10)(a)(iii)"),
        ("D", "5", "$100/$15", "Ch.12 §D(10)(b)(iii)"),
    ],
)
def test_pontoon_schedules_follow_the_table(table: str, stake: str, shows: str, cite: str) -> None:
    seats = [po(1, stake=stake), po(2, "9s 8s", stake)]
    found = lines(pontoon(table), seats, house({"bonus_spin": [shows]}))
    assert [each.cite for each in found] == [f"Ch.12 §D(5); {cite}", "Ch.6 §G(2)", cite]


@pytest.mark.parametrize(
    ("table", "community_pay", "cite"),
    [
        ("B", "D", "Ch.12 §D(10)(b)(ii)"),
        ("B", "A", "Ch.12 §D(10)(a)(ii)"),
    ],
)
def test_pontoon_schedule_of_the_other_stake(table: str, community_pay: str, cite: str) -> None:
    rules = pontoon(table, spin_table_by_stake=False, community_pay=community_pay)
    found = lines(rules, [po(1), po(2, "9s 8s", "5")], house({"bonus_spin": ["$100/$20"]}))
    # $100/$20 is the second row at $1.10; the second row at $5 pays $50.
    assert [(each.pays, each.cite) for each in found if each.outcome == "community_pay"] == [
        ("$50", cite)
    ]


def test_cross_stake_community_none() -> None:
    rules = pontoon(spin_table_by_stake=False, cross_stake_community="none")
    found = lines(rules, [po(1), po(2, "9s 8s", "5")], house({"bonus_spin": ["$100/$20"]}))
    assert [each.outcome for each in found] == ["$100/$20", "lose"]


def test_community_includes_spinner() -> None:
    side = house({"bonus_spin": ["$100/$20"]})
    found = lines(pontoon(community_includes_spinner=True), [po(1), po(2, "9s 8s")], side)
    assert [(each.box, each.outcome, each.returned) for each in found] == [
        (1, "$100/$20", 10000),
        (1, "community_pay", 2000),
        (2, "lose", 0),
        (2, "community_pay", 2000),
    ]


# What is refused


@pytest.mark.parametrize(("table", "stake"), [("A", "5"), ("B", "5"), ("C", "1.10"), ("D", "1.10")])
def test_a_prize_table_goes_with_one_stake(table: str, stake: str) -> None:
    refusal = refused(pontoon(table), [po(3, "9s 8s", stake)])
    assert (refusal.code, refusal.cite) == (Code.STAKE_NOT_PERMITTED, "Ch.12 §D(9); Ch.12 §D(10)")
    assert "box 3" in refusal.message
    free = pontoon(table, spin_table_by_stake=False)
    assert len(lines(free, [po(3, "9s 8s", stake)])) == 1


def test_too_few_spins_name_the_box() -> None:
    refusal = refused(maryland(), [md(1), md(6)], house({"bonus_spin": ["$50"]}))
    assert refusal.code == Code.DEVICE_MISSING
    assert refusal.message == "devices.bonus_spin: no entry for box 6"


def test_too_many_spins() -> None:
    refusal = refused(maryland(), [md(1)], house({"bonus_spin": ["$50", "$50"]}))
    assert refusal.code == Code.DEVICE_UNUSED
    assert refusal.message == "devices.bonus_spin: 2 given, 1 used in this round"


@pytest.mark.parametrize("entry", ["$51", "cherry", None, "$250/$99", {"symbol": "$50"}])
def test_what_is_no_symbol_is_told_the_symbols(entry: object) -> None:
    refusal = refused(maryland(), [md(1)], house({"bonus_spin": [entry]}))
    assert refusal.code == Code.BAD_REQUEST
    assert refusal.message.startswith("devices.bonus_spin[0]: ")
    assert "jackpot, $1000, $350, $120, $50, $23, $15, $10, $250/$100" in refusal.message


def test_a_filed_wheel_stops_only_on_its_symbols() -> None:
    rules = maryland(wheel=("jackpot=1", "$1000=2", "$250/$100=3"))
    for shows in ("$1000", "$250/$100"):
        assert lines(rules, [md(1)], house({"bonus_spin": [shows]}))[0].outcome == shows
    refusal = refused(rules, [md(1)], house({"bonus_spin": ["$50"]}))
    assert (refusal.code, refusal.cite) == (Code.BAD_REQUEST, "Ch.13 §Q(4) second")
    assert refusal.message.endswith("it has jackpot, $1000, $250/$100")


# Xtreme


def xtreme(**options: OptionValue) -> RuleSet:
    return offering(PO, {XTREME: "A"}, **options)


def x(box: int, dealer: str = "6c Kd", player: str = "") -> Seat:
    return at(box, "9s 8s", dealer, player=player, bonus_spin_xtreme_progressive="5")


def hot(box: object, shows: object, name: str = XTREME) -> dict[str, object]:
    return {name: {"hot_spot": box, "symbol": shows}}


def test_the_hot_spot_and_the_community() -> None:
    assert settled(xtreme(), [x(1), x(2), at(3, "9s 8s", "6c Kd")], house(hot(2, "$1,000"))) == [
        f"1 {XTREME} lose | 5.00 at lose | 0.00 | Ch.6 §G(3)",
        f"1 {XTREME} community_pay | 0.00 at $150 | 150.00 | Ch.12 §F(1)(a)",
        f"2 {XTREME} $1000 | 5.00 at $1000 | 1000.00 | Ch.12 §E(1)(c)",
    ]


@pytest.mark.parametrize(
    ("shows", "community"),
    [("$600", 10000), ("$350", 4000), ("$200", 2500), ("$200/$150", 15000)],
)
def test_community_by_row_or_as_the_symbol_says(shows: str, community: int) -> None:
    found = lines(xtreme(), [x(1), x(2)], house(hot(2, shows)))
    assert [each.returned for each in found if each.outcome == "community_pay"] == [community]


@pytest.mark.parametrize(
    ("shows", "name"), [("primary_jackpot", "primary"), ("secondary_jackpot", "secondary")]
)
def test_a_jackpot_pays_no_community(shows: str, name: str) -> None:
    side = house(hot(2, shows), **{f"{XTREME}__{name}": "12000"})
    found = lines(xtreme(), [x(1), x(2)], side)
    assert [(each.outcome, each.returned) for each in found] == [("lose", 0), (shows, 1200000)]
    assert meter(side, f"{XTREME}.{name}") == {"primary": "10000.00", "secondary": "5000.00"}[name]


def test_the_other_name_and_a_list_of_one() -> None:
    entry = hot(1, "$500", "bonus_spin_xtreme")
    assert lines(xtreme(), [x(1)], house(entry))[0].returned == 50000
    assert lines(xtreme(), [x(1)], house({k: [v] for k, v in entry.items()}))[0].returned == 50000


def test_the_hot_spot_players_other_box_is_no_other_bettor() -> None:
    found = lines(xtreme(), [x(1, player="Ann"), x(2, player="Ann"), x(3)], house(hot(1, "$500")))
    assert [each.box for each in found if each.outcome == "community_pay"] == [3]


def test_no_trigger_no_spin() -> None:
    assert settled(xtreme(), [x(1, "6c 9d")]) == [f"1 {XTREME} lose | 5.00 at lose | 0.00 | Ch.6 §G(3)"]
    refusal = refused(xtreme(), [x(1, "6c 9d")], house(hot(1, "$500")))
    assert refusal.code == Code.DEVICE_UNUSED


def test_no_stake_no_spin() -> None:
    assert settled(xtreme(), [at(1, "9s 8s", "6c Kd", main="5")]) == []


def test_a_trigger_without_a_spin() -> None:
    refusal = refused(xtreme(), [x(4)])
    assert (refusal.code, refusal.message) == (
        Code.DEVICE_MISSING,
        f"devices.{XTREME}: no entry for box 4",
    )


def test_one_spin_a_round() -> None:
    two = {XTREME: [{"hot_spot": 1, "symbol": "$500"}] * 2}
    assert refused(xtreme(), [x(1)], house(two)).code == Code.DEVICE_UNUSED


@pytest.mark.parametrize(
    "entry",
    [
        "$500",
        {"hot_spot": 1},
        {"hot_spot": True, "symbol": "$500"},
        {"hot_spot": "1", "symbol": "$500"},
        {"hot_spot": 1, "symbol": None},
        {"hot_spot": 1, "symbol": "$500", "more": 1},
    ],
)
def test_an_unreadable_xtreme_entry(entry: object) -> None:
    refusal = refused(xtreme(), [x(1)], house({XTREME: [entry]}))
    assert refusal.code == Code.BAD_REQUEST
    assert refusal.message.endswith('write it like {"hot_spot": 2, "symbol": "$1000"}')


def test_the_hot_spot_must_hold_a_stake() -> None:
    refusal = refused(xtreme(), [x(1), at(2, "9s 8s", "6c Kd", main="5")], house(hot(2, "$500")))
    assert (refusal.code, refusal.cite) == (Code.BAD_REQUEST, "Ch.6 §G(3)")


@pytest.mark.parametrize("shows", ["$501", "jackpot", "primary_jackpot/$150", "$500/$151"])
def test_no_symbol_of_the_xtreme_wheel(shows: str) -> None:
    refusal = refused(xtreme(), [x(1)], house(hot(1, shows)))
    assert refusal.code == Code.BAD_REQUEST
    assert refusal.message.startswith(f"devices.{XTREME}[0].symbol: ")


def test_pairs_as_the_operators_wheel_says() -> None:
    rules = xtreme(xtreme_pairs="operator")
    refusal = refused(rules, [x(1)], house(hot(1, "$500")))
    assert (refusal.code, refusal.cite) == (Code.DEVICE_MISSING, "Ch.12 §E(1); Ch.12 §F(1)")
    found = lines(rules, [x(1), x(2)], house(hot(1, "$500/$25")))
    assert [each.returned for each in found] == [50000, 0, 2500]


def test_a_filed_xtreme_wheel() -> None:
    rules = xtreme(xtreme_wheel=("$1000=1", "primary_jackpot=1"))
    assert lines(rules, [x(1)], house(hot(1, "$1,000")))[0].returned == 100000
    refusal = refused(rules, [x(1)], house(hot(1, "$500")))
    assert (refusal.code, refusal.cite) == (Code.BAD_REQUEST, "Ch.12 §E(2)")
    found = lines(rules, [x(1), x(2)], house(hot(1, "$1000/$25")))
    assert [each.returned for each in found] == [100000, 0, 2500]
