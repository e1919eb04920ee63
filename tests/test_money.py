from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from cutcard.money import (
    MOST_DOLLARS,
    ROUNDING_RULES,
    Cents,
    Dollars,
    MeterShare,
    MoneyError,
    Odds,
    RoundingRule,
    cents,
    dollars,
    odds_to_one,
    parse_pays,
    round_to_chip,
)


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("25", 2500),
        (25, 2500),
        ("12.50", 1250),
        (12.5, 1250),
        ("$1,000", 100000),
        ("-3.25", -325),
        ("0", 0),
        (MOST_DOLLARS, MOST_DOLLARS * 100),
        (f"-{MOST_DOLLARS}", -MOST_DOLLARS * 100),
    ],
)
def test_amounts(written: object, amount: int) -> None:
    assert cents(written) == amount


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "ten",
        "1.005",
        0.001,
        True,
        None,
        [],
        "1e5",
        float("nan"),
        float("inf"),
        "1,00",
        "$",
        "--1",
        "9" * 20,
        MOST_DOLLARS + 1,
        f"{MOST_DOLLARS}.01",
        "5." + "0" * 40 + "1",
        "\uff15",
        pytest.param(1 << 40_000, id="endless"),
    ],
)
def test_what_is_no_amount(wrong: object) -> None:
    with pytest.raises(MoneyError):
        cents(wrong)


@given(st.integers(-(10**13), 10**13))
def test_cents_and_dollars_are_inverse(amount: int) -> None:
    assert cents(dollars(amount)) == amount


@pytest.mark.parametrize(
    ("rule", "amount", "chip", "paid"),
    [
        ("down", Fraction(3750), 100, 3700),
        ("up", Fraction(3750), 100, 3800),
        ("nearest", Fraction(3750), 100, 3800),
        ("nearest", Fraction(3749), 100, 3700),
        ("down", Fraction(1, 2), 1, 0),
        ("up", Fraction(1, 2), 1, 1),
    ],
)
def test_rounding_is_named(rule: RoundingRule, amount: Fraction, chip: int, paid: int) -> None:
    assert round_to_chip(amount, chip=Cents(chip), rule=rule) == paid


@given(st.fractions(0, 10**6), st.integers(1, 500), st.sampled_from(ROUNDING_RULES))
def test_rounding_stays_within_a_chip(amount: Fraction, chip: int, rule: RoundingRule) -> None:
    paid = round_to_chip(amount, chip=Cents(chip), rule=rule)
    assert paid % chip == 0
    assert abs(paid - amount) < chip or (rule == "nearest" and abs(paid - amount) <= Fraction(chip, 2))


@pytest.mark.parametrize(
    ("printed", "stake", "winnings", "returns_stake"),
    [
        ("3 to 2", 2500, 3750, True),
        ("2.5 to 1", 500, 1250, True),
        ("10 for 1", 100, 1000, False),
        ("0.5 for 1", 700, 350, False),
    ],
)
def test_odds(printed: str, stake: int, winnings: int, returns_stake: bool) -> None:
    odds = parse_pays(printed)
    assert isinstance(odds, Odds)
    assert odds.winnings(stake) == winnings
    assert odds.returns_stake is returns_stake
    assert str(odds) == printed


def test_to_and_for_differ() -> None:
    assert parse_pays("1 to 1") != parse_pays("1 for 1")
    assert parse_pays("5 to 2") == parse_pays("2.5 to 1")
    assert str(odds_to_one(Fraction(15))) == "15 to 1"
    assert str(Odds(7, 1, False)) == "7 for 1"


@pytest.mark.parametrize(
    "printed", ["$200", "$1.10", "100% of super_4.star", "10% of bad_beat", "push", "lose"]
)
def test_other_prices_keep_their_print(printed: str) -> None:
    assert str(parse_pays(printed)) == printed


def test_prices_are_values() -> None:
    assert parse_pays("$200") == Dollars(Cents(20000))
    assert parse_pays("10% of bad_beat") == MeterShare(10, "bad_beat")


@pytest.mark.parametrize(
    "wrong", ["", "3:2", "3 to 0", "0 to 1", "1,000 to 1", "$1,000", "% of x", "10% of", "win", "$-5"]
)
def test_what_is_no_price(wrong: str) -> None:
    with pytest.raises(MoneyError, match="is not a price"):
        parse_pays(wrong)
