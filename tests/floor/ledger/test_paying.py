"""Which part of a settlement line comes off a meter, which is the stake, and which is the house's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.floor.ledger import Books, from_meters
from cutcard.floor.ledger.payments import meter_of, settled, stake_back
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import Cents
from cutcard.rules.main import Line
from cutcard.table import Table, evolve, game_of
from cutcard.table.events import RoundStarted, Settled
from cutcard.table.play.bets import Bet
from cutcard.table.table import scripted_table
from floor.ledger.ledger_support import paid_by_meters
from table.driver import rules_of

SUPER_4 = rules_of("ma-blackjack", None, {"super4_sharing": "equal_split"}, {"super_4_progressive": "1"})
IN_TURN = rules_of("ma-blackjack", None, {"super4_sharing": "sequential"}, {"super_4_progressive": "1"})
SPIN = rules_of("md-blackjack", None, {}, {"bonus_spin": "A"})
STAR, SPADE = "super_4_progressive.star", "super_4_progressive.spade"


def line(
    pays: str, returned: int, *, box: int = 1, stake: int = 500, wager: str = "super_4_progressive"
) -> Line:
    return Line(box, None, wager, "an_outcome", Cents(stake), pays, Cents(returned), "§19")


@pytest.mark.parametrize(
    ("rules", "lines", "off"),
    [
        (SUPER_4, [line("lose", 0), line("50 to 1", 25_500), line("$200", 20_000)], {}),
        (SUPER_4, [line(f"100% of {STAR}", 90_000)], {0: (STAR, 90_000)}),
        (SUPER_4, [line(f"10% of {STAR}", 9_000), line("lose", 0, box=2)], {0: (STAR, 9_000)}),
        (
            SUPER_4,
            [line(f"100% of {STAR}", 45_000), line(f"100% of {STAR}", 45_000, box=2)],
            {0: (STAR, 45_000), 1: (STAR, 45_000)},
        ),
        (
            SUPER_4,
            [line(f"10% of {STAR}", 9_000), line(f"100% of {STAR}", 90_000, box=2)],
            {1: (STAR, 90_000)},
        ),
        (
            SUPER_4,
            [line(f"10% of {SPADE}", 9_000), line(f"100% of {STAR}", 90_000, box=2)],
            {0: (SPADE, 9_000), 1: (STAR, 90_000)},
        ),
        (
            IN_TURN,
            [line(f"10% of {STAR}", 9_000), line(f"100% of {STAR}", 81_000, box=2)],
            {0: (STAR, 9_000), 1: (STAR, 81_000)},
        ),
        (SUPER_4, [line(f"100% of {STAR}", 0)], {}),
    ],
)
def test_what_comes_off_a_meter(
    rules: RuleSet, lines: list[Line], off: dict[int, tuple[str, int]]
) -> None:
    assert from_meters(rules, lines) == off


def test_a_prize_that_is_fixed_in_truth_is_the_houses() -> None:
    rows = {row.outcome: row for row in SPIN.offers["bonus_spin"].paytable.rows}
    (fixed,) = (row for row in rows.values() if row.fixed)
    won = Line(1, None, "bonus_spin", fixed.outcome, Cents(500), str(fixed.pays), Cents(70_000), "Ch.13")
    assert meter_of(won)
    assert from_meters(SPIN, [won]) == {}


@pytest.mark.parametrize(
    ("pays", "returned", "back"),
    [
        ("lose", 0, 0),
        ("push", 500, 500),
        ("3 to 2", 1_250, 500),
        ("1 to 1", 1_000, 500),
        ("25 for 1", 12_500, 0),
        ("1 for 2", 250, 250),
        ("$200", 20_000, 0),
        (f"100% of {STAR}", 90_000, 0),
        ("lose", 300, 300),
    ],
)
def test_what_of_the_stake_comes_back(pays: str, returned: int, back: int) -> None:
    assert stake_back(IN_TURN, line(pays, returned)) == back


def test_a_bonus_without_a_stake_has_none_to_give_back() -> None:
    assert stake_back(IN_TURN, line("$5", 500, stake=0)) == 0


def in_round(rules: RuleSet) -> Table:
    table = scripted_table(rules, game_of(rules), ())
    return evolve(table, RoundStarted(1, (Bet(1, "ann", {"main": Cents(1_000)}),)))


def test_an_amount_for_a_stake_takes_the_stake_into_the_inventory_first() -> None:
    event = Settled("end", (line(f"100% of {STAR}", 90_000), line("25 for 1", 12_500)), {})
    assert paid_by_meters(IN_TURN, event) == {STAR: 90_000}
    books = Books.of("T1", {STAR: "pending:star@link:h1"})
    assert [entry[:4] for entry in settled(books, event, in_round(IN_TURN))] == [
        ("layout:T1", "inventory:T1", 500, "super_4_progressive taken"),
        ("pending:star@link:h1", "chips:T1:ann", 90_000, f"super_4_progressive won from {STAR}"),
        ("layout:T1", "inventory:T1", 500, "super_4_progressive taken"),
        ("inventory:T1", "chips:T1:ann", 12_500, "super_4_progressive won"),
    ]


def test_a_meter_of_this_table_alone_has_an_account_of_its_own() -> None:
    event = Settled("end", (line(f"10% of {STAR}", 9_000),), {})
    (_, paid) = settled(Books.of("T1"), event, in_round(IN_TURN))
    assert paid.debit == f"meter:{STAR}@T1"


def test_what_several_lines_take_off_a_meter_adds_up() -> None:
    lines = (line(f"10% of {STAR}", 9_000), line(f"10% of {STAR}", 8_100, box=2))
    assert paid_by_meters(IN_TURN, Settled("end", lines, {})) == {STAR: 17_100}
    assert paid_by_meters(IN_TURN, Settled("end", (line("lose", 0),), {})) == {}


def test_a_line_for_the_dealer_goes_into_the_dealers_box() -> None:
    won = replace(line("6 to 1", 3_500, wager="kings_bounty_for_dealer"), paid_to="dealer")
    lost = replace(won, pays="lose", returned=Cents(0), paid_to="player")
    event = Settled("first_cards", (won, lost), {})
    assert [entry[:4] for entry in settled(Books.of("T1"), event, in_round(IN_TURN))] == [
        ("layout:T1", "tips:T1", 500, "kings_bounty_for_dealer returned for the dealer"),
        ("inventory:T1", "tips:T1", 3_000, "kings_bounty_for_dealer won for the dealer"),
        ("layout:T1", "inventory:T1", 500, "kings_bounty_for_dealer lost"),
    ]
