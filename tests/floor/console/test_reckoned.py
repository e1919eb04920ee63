"""How what is won comes to what the dealer pays: a stake that stays with the house lies between."""

from __future__ import annotations

import pytest

from cutcard.floor.console.payments import payment, payment_sum
from cutcard.floor.demo.tables import demo_table
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents
from cutcard.rules.main import Line

MATCH = "monster_match_progressive"


def line(wager: str, pays: str, stake: int, returned: int) -> Line:
    return Line(1, None, wager, "won", Cents(stake), pays, Cents(returned), "Ch.99 §Z")


def edge(*, stake_returned: bool) -> RuleSet:
    wagers = {MATCH: {"paytable": "A", "stake_returned": stake_returned}}
    document = demo_table("players-edge").rules.document
    found, _ = resolve(document, variation=None, options={}, wagers=wagers)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "won", "told", "cite"),
    [
        (
            "maryland",
            line("super_4", "100% of super_4", 500, 1_000_075),
            "$10,000.75 − $5 stake not returned = $9,995.75",
            "MD-A72",
        ),
        (
            "maryland",
            line("super_4", "50 for 1", 100, 5_000),
            "$50 − $1 stake not returned = $49",
            "Ch.99 §Z",
        ),
        (
            "massachusetts",
            line("progressive_blackjack", "$500", 100, 50_000),
            "$500 − $1 stake not returned = $499",
            "§19(c); §19(k); §20(h)",
        ),
        (
            "massachusetts",
            line("blazing_7s", "100% of blazing_7s", 50, 500_015),
            "$5,000.15 − $0.50 stake not returned = $4,999.65",
            "MA-A64",
        ),
    ],
)
def test_the_sum_from_a_win_to_what_is_paid(game: str, won: Line, told: str, cite: str) -> None:
    rules = demo_table(game).rules
    found = payment_sum(rules, won)
    assert found is not None
    assert (found.told, found.cite) == (told, cite)
    paid = f"${float(payment(rules, won, 'ann').amount):,.2f}".removesuffix(".00")
    assert told.endswith(f"= {paid}")


@pytest.mark.parametrize(
    "won",
    [
        line("main", "3 to 2", 1_000, 2_500),
        line("main", "push", 1_000, 1_000),
        line("super_4", "50 for 1", 100, 0),
        line("super_4", "1 for 1", 100, 100),
        line("must_hit", "100% of must_hit", 0, 25_000),
    ],
    ids=str,
)
def test_nothing_lies_between_where_the_stake_comes_back_or_there_is_none(won: Line) -> None:
    assert payment_sum(demo_table("maryland").rules, won) is None


def test_the_operator_may_give_the_stake_back() -> None:
    won = line(MATCH, f"100% of {MATCH}", 100, 500_100)
    assert payment_sum(edge(stake_returned=True), won) is None
    kept = payment_sum(edge(stake_returned=False), won)
    assert kept is not None
    assert kept.cite == "PE-A35"
