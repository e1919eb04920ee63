"""The rows that a player reads before a bet are those by which the table pays."""

from __future__ import annotations

from cutcard.floor.demo import demo_tables
from cutcard.table import game_of
from cutcard.wagers.prices import paid_for

TABLES = {each.name: each.rules for each in demo_tables()}


def told(table: str, wager: str) -> dict[str, str]:
    rules = TABLES[table]
    return {row.outcome: str(row.pays) for row in paid_for(rules, game_of(rules), wager)}


def test_the_main_wager_of_each_game_tells_its_own_prices() -> None:
    assert told("maryland", "main") == {"win": "1 to 1", "blackjack": "3 to 2"}
    assert told("switch", "main") == {"win": "1 to 1", "blackjack": "6 to 5", "blackjack_v_21": "1 to 1"}
    assert told("face-up", "main") == {
        "win": "1 to 1",
        "blackjack": "1 to 1",
        "blackjack_v_blackjack": "1 to 1",
    }
    edge = told("players-edge", "main")
    assert edge["seven_card_21"] == edge["three_sevens_premium"] == "3 to 1"
    assert "surrender" not in edge
    assert "rescue" not in edge


def test_a_row_that_pays_nothing_is_no_prize_and_a_filed_prize_stands_for_the_meter() -> None:
    assert "no_match" not in told("brochure", "match_up")
    assert told("pontoon", "bonus_spin_progressive")["jackpot"] == "$5000"
    assert told("pontoon", "bonus_spin_xtreme_progressive")["primary_jackpot"].startswith("100% of ")


def test_a_wheel_tells_what_a_symbol_pays_to_the_others_where_it_can_stop_on_it() -> None:
    rules = TABLES["pontoon"]
    rows = paid_for(rules, game_of(rules), "bonus_spin_progressive")
    assert [(row.outcome, str(row.pays), row.to) for row in rows[-2:]] == [
        ("$150", "$150", "player"),
        ("$150/$15", "$15", "others"),
    ]
    assert not [row for row in rows if row.outcome.startswith("$750")]
    shared = [
        str(row.pays)
        for row in paid_for(rules, game_of(rules), "bonus_spin_xtreme_progressive")
        if row.to == "others"
    ]
    assert shared == ["$150", "$100", "$75", "$50", "$40", "$35", "$30", "$25"]


def test_every_wager_that_takes_a_stake_pays_something() -> None:
    for name, rules in TABLES.items():
        for wager in rules.offers:
            assert told(name, wager), (name, wager)
