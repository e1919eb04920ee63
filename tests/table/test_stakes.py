"""What each side wager takes: told by the check that judges bets."""

from __future__ import annotations

from cutcard.floor.demo import demo_tables
from cutcard.money import Cents
from cutcard.table import game_of
from cutcard.table.play.bets import (
    Bet,
    Stakes,
    check_bets,
    main_wagers,
    mains_apart,
    required_mains,
    side_stakes,
)

TABLES = {each.name: each.rules for each in demo_tables()}


def test_a_wager_with_one_stake_takes_that_alone_and_one_below_the_main_wager_has_a_most() -> None:
    pontoon = side_stakes(TABLES["pontoon"], game_of(TABLES["pontoon"]))
    assert pontoon["bonus_spin_progressive"] == Stakes(Cents(500), Cents(500), (Cents(500),))
    assert pontoon["match_super_bonus"].only == ()
    massachusetts = side_stakes(TABLES["massachusetts"], game_of(TABLES["massachusetts"]))
    assert massachusetts["over_13"].most == Cents(50_000)
    assert massachusetts["streak_2"].most is None


def test_what_is_told_is_taken_and_the_insurance_is_no_side_wager() -> None:
    for rules in TABLES.values():
        game = game_of(rules)
        for name, found in side_stakes(rules, game).items():
            assert name != "insurance"
            main = dict.fromkeys(main_wagers(game), game.maximum_wager or Cents(100_000))
            needs = rules.document.wager(name).needs
            beside = dict.fromkeys(needs.names if needs else (), found.least)
            check_bets(rules, game, [Bet(1, "ann", {**beside, **main, name: found.least})])


def test_main_wagers_may_differ_at_multiple_action_and_must_be_equal_at_switch() -> None:
    found = {name: mains_apart(rules, game_of(rules)) for name, rules in TABLES.items()}
    assert {name for name, apart in found.items() if apart} == {"multiple-action"}
    needed = {name: required_mains(rules, game_of(rules)) for name, rules in TABLES.items()}
    assert needed["multiple-action"] == ("main", "main_2")
    assert needed["switch"] == ("main", "main_2")
    assert needed["maryland"] == ("main",)
