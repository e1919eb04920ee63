"""`cutcard settle --interactive`: rounds dealt by asking, slips, taking back, leaving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.support import LUCKY, invoke, one_line, program
from cutcard.cli.interactive.dialogue import device_entries, read_decision
from cutcard.law import document
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.table import Decision, as_json, settle
from cutcard.terminal.table_setup import parse_option

PLAIN_TABLE = ("1", "", "", "")  # md-blackjack, no variation, no options, no wagers


def talk(*lines: str, file: str | None = None) -> str:
    """A whole session; its output."""
    arguments = ["settle", "--interactive", *([file] if file else [])]
    result = invoke(*arguments, typed="\n".join(lines) + "\n")
    assert result.exit_code == 0, (result.stdout, result.stderr, result.exception)
    assert result.stdout.rstrip().endswith("Left the table.")
    return result.stdout


def record(said: str) -> dict[str, Any]:
    """The last round printed by `json`."""
    lines = [line for line in said.splitlines() if line.startswith("{")]
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def test_a_round_from_nothing() -> None:
    said = talk(
        "md-blackjack", "none", "soft_17=hit", "", "lucky_ladies=A", "",
        "1 main=25 lucky_ladies=5", "", "Qh", "9c", "Qh", "Kd", "stand", "json", "quit",
    )  # fmt: skip
    assert "Net: box 1 +1025.00" in said
    assert "Ch.13 §A(4)(a)(ii)" in said
    found = as_json(settle(record(said)))
    assert found["net"] == {"1": "1025.00"}


@pytest.mark.parametrize("ends_after", range(12))
def test_the_end_of_input_leaves_cleanly(ends_after: int) -> None:
    lines = [*PLAIN_TABLE, "25", "", "Qh", "9c", "Qh", "Kd", "stand", ""]
    result = invoke("settle", "--interactive", typed="\n".join(lines[:ends_after]))
    assert result.exit_code == 0
    assert result.stdout.endswith("Left the table.\n")
    assert result.stderr == ""


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_leaving_anywhere(word: str) -> None:
    talk(word)
    talk(*PLAIN_TABLE, word)
    talk(*PLAIN_TABLE, "25", "", "Qh", word)
    talk(*PLAIN_TABLE, "25", "", "Qh 9c Qh Kd", word)


def test_help_at_every_prompt() -> None:
    said = talk(
        "?", "1", "?", "", "?", "", "?", "", "?", "25", "", "?", "Qh As 9h Kd", "?",
        "", "quit",
    )  # fmt: skip
    for told in (
        "Which document's rules",
        "A variation changes",
        "One option per line",
        "One side wager per line",
        "One box per line",
        "The next card of the shoe",
        "This is an offer",
    ):
        assert told in said, told
    assert "Enter deals another round" in talk(*PLAIN_TABLE, "25", "", "Ah 9c Kh Kd", "help", "quit")


def test_slips_are_told_in_one_line_and_nothing_is_lost() -> None:
    said = talk(
        "9", "md", "1",
        "x", "1",
        "decks=0", "decks=many", "foo=1", "=", "deck_cards=48", "decks=6", "list", "soft_17=", "",
        "lucky_ladies=Z", "nope=A", "lucky_ladies=A", "lucky_ladies=", "list", "lucky_ladies=A", "",
        "", "99 25", "1 main=x", "1 main=-5", "1 nope=5", "1 lucky_ladies=5", "1 streak=9 25",
        "1 main=25 lucky_ladies=5", "1 insurance=5", "",
        "zz", "Qh xx", ",", "Qh", "9c", "Qh Kd",
        "", "fly", "insure", "rescue", "2 stand", "double 900", "double x", "double 5 6", "hit a=b",
        "su", "json", "quit",
    )  # fmt: skip
    assert said.count("No: ") >= 22
    assert "below 1; choose an integer of 1 or more [Ch.3 §A]" in said
    assert "insurance is offered only against an ace [Ch.8" in said
    assert "box 2 has nothing to decide now" in said
    assert record(said)["options"] == {"decks": 6}
    assert record(said)["decisions"] == [{"box": 1, "do": "surrender"}]


def test_too_many_of_a_card() -> None:
    said = talk("1", "", "decks=1", "", "", "25", "", "Qh Qh", "Qh", "Qh", "9c", "quit")
    assert said.count("No: Qh occurs more often than in 1 deck(s)") == 2


def test_no_tens_in_a_spanish_deck() -> None:
    assert "the decks have no tens [" in talk("md-pontoon-21", "", "", "25", "", "Th", "quit")


def test_taking_back() -> None:
    said = talk(
        *PLAIN_TABLE, "25", "", "back", "Qh", "back", "8h", "9c", "8d", "Kd", "split", "back",
        "stand", "json", "quit",
    )  # fmt: skip
    assert "Nothing to undo." in said
    assert record(said)["cards"] == ["8h", "9c", "8d", "Kd"]
    assert record(said)["decisions"] == [{"box": 1, "do": "stand"}]


def test_offers_are_taken_or_declined() -> None:
    dealt = "Th 8h As 9h 9c 6d"
    taken = talk(
        *PLAIN_TABLE, "25", "25", "", dealt, "3 insure", "2 insure hand=2", "2 insure 99",
        "2 insure 10", "stand", "", "s", "s", "Kc", "json", "quit",
    )  # fmt: skip
    assert "box 1: insure up to $12.50; box 2: insure up to $12.50; Enter declines" in taken
    assert "at most $12.50, half of $25.00" in taken
    assert "hand= is for insurance at a Switch table" in taken
    assert record(taken)["decisions"][0] == {"box": 2, "do": "insure", "amount": "10.00"}
    found = settle(record(taken))
    assert not isinstance(found, Refusal), found


def test_again_stakes_and_another_table() -> None:
    said = talk(
        *PLAIN_TABLE, "25", "", "Ah 9c Kh Kd", "what", "", "Ah 9c Kh Kd", "stakes", "50", "",
        "Ah 9c Kh Kd", "table", "md-pontoon-21", "", "", "10", "", "6h 5c 5h Kc", "d", "Qd", "", "quit",
    )  # fmt: skip
    assert said.count("+37.50") >= 2
    assert "+75.00" in said
    assert "Pontoon 21 (md-pontoon-21)" in said


def test_switch_fills_both_main_wagers() -> None:
    said = talk(
        "1", "switch", "", "", "10", "", "Th 5d 9c 6d Kh 7s", "switch", "s", "s", "4c", "json", "quit"
    )
    assert record(said)["boxes"] == [{"box": 1, "stakes": {"main": "10.00", "main_2": "10.00"}}]
    assert not isinstance(settle(record(said)), Refusal)


def test_devices_and_meters_are_asked_for_when_they_are_needed() -> None:
    said = talk(
        "1", "", "", "bonus_spin=B", "", "1 main=25 bonus_spin=5", "", "As 9c Ks 9d",
        "nonsense", "jackpot", "x", "6000", "json", "", "As 9c Ks 9d", "$50", "json", "quit",
    )  # fmt: skip
    assert "devices.bonus_spin: no entry for box 1" in said
    assert "'nonsense' is not a symbol" in said
    assert "'x' is not an amount of dollars" in said
    assert "+5995.00" in said
    assert record(said)["devices"] == {"bonus_spin": ["$50"]}
    # The meter stands where the first round left it.
    assert record(said)["meters"] == {"bonus_spin": "5000.00"}
    assert not isinstance(settle(record(said)), Refusal)


def test_a_round_may_be_given_up_at_its_settlement() -> None:
    said = talk(
        "1", "", "", "bonus_spin=A", "", "1 main=25 bonus_spin=5", "", "As 9c Ks 9d", "", "json",
        "quit",
    )  # fmt: skip
    assert "The round is not settled." in said
    assert record(said)["cards"] == ["As", "9c", "Ks", "9d"]


def test_the_random_winner_is_asked_for() -> None:
    table = ("1", "", "", "super_4=A", "must_hit", "", "1 main=25 super_4=5", "", "As 9c Ks 9d")
    none = talk(*table, "", "quit")
    assert "winning box, Enter for none" in none
    assert "random winner" not in none
    won = talk(*table, "1", "600", "quit")
    assert "random winner" in won
    wrong = talk(*table, "7", "", "quit")
    assert "The round is not settled." in wrong


def test_a_table_that_cannot_stand_is_asked_for_again() -> None:
    said = talk("1", "", "max_hands_aces=3", "max_hands=2", "", "", "max_hands=4", "", "", "25", "quit")
    assert "Such a table is not allowed" in said
    assert said.count("Options: NAME=VALUE") == 2


def test_a_file_brings_the_houses_side(tmp_path: Path) -> None:
    begun = {
        "document": "md-blackjack",
        "wagers": {"bonus_spin": "A"},
        "meters": {"bonus_spin": "6000"},
        "devices": {"bonus_spin": ["jackpot", "$50"]},
        "boxes": [{"box": 1, "player": "Ann", "stakes": {"main": "25", "bonus_spin": "5"}}],
        "cards": ["As", "9c", "Ks", "9d"],
    }
    file = tmp_path / "begun.json"
    file.write_text(json.dumps(begun))
    said = talk("jackpot", "json", "quit", file=str(file))
    assert "2 given, 1 used" in said
    assert "+5995.00" in said
    assert record(said)["boxes"][0]["player"] == "Ann"


def test_streaks_and_insured_spots_are_kept() -> None:
    said = talk(
        "ma-blackjack", "multiple_action", "", "", "10", "", "Th As 9s", "insure 5 spot=2", "",
        "stand", "9h", "9d", "9c", "json", "quit",
    )  # fmt: skip
    assert record(said)["decisions"][0] == {
        "box": 1,
        "do": "insure",
        "amount": "5.00",
        "spot": 2,
    }
    streak = talk(
        "ma-blackjack", "", "", "streak_2", "", "1 main=10 streak_2=5 streak=1", "",
        "Th 7c 9s", "s", "9h", "6h", "json", "quit",
    )  # fmt: skip
    assert record(streak)["boxes"][0]["streak"] == 1
    assert not isinstance(settle(record(streak)), Refusal)


def test_a_file_may_begin_the_round(tmp_path: Path) -> None:
    file = tmp_path / "begun.json"
    file.write_text(json.dumps({**LUCKY, "decisions": []}))
    assert "Net: box 1 +1025.00" in talk("stand", "quit", file=str(file))
    file.write_text(json.dumps({"document": "md-blackjack"}))
    assert "+37.50" in talk("25", "", "Ah 9c Kh Kd", "quit", file=str(file))
    file.write_text(json.dumps({**LUCKY, "decisions": [{"box": 1, "do": "rescue"}]}))
    assert "No: rescue: " in talk("stand", "quit", file=str(file))
    file.write_text(json.dumps({**LUCKY, "cards": [*LUCKY["cards"], "2c"]}))
    assert "Not used: 2c" in talk("quit", file=str(file))


@pytest.mark.parametrize(
    "written",
    ["[]", '{"document": "nope"}', '{"cards": []}', '{"document": "md-blackjack", "boxes": [{}]}'],
)
def test_a_file_that_begins_nothing(written: str, tmp_path: Path) -> None:
    file = tmp_path / "begun.json"
    file.write_text(written)
    result = invoke("settle", "--interactive", str(file))
    assert result.exit_code == 2
    assert one_line(result)


def test_hostile_lines() -> None:
    lines = ["\x00", "\x1b[2J", "9" * 5_000, "=" * 100, "💥", "1:2:3", "?" * 10, "-1", "0"]
    talk(*lines, *PLAIN_TABLE, *lines, "25", "", *lines, "Qh 9c Qh Kd", *lines, "stand", *lines)
    done = program("settle", "-i", typed=b"1\n\n\n\n25\n\n\xff\xfe\nQh\n")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("written", "decision"),
    [
        ("stand", Decision(1, Action.STAND)),
        ("s", Decision(1, Action.STAND)),
        ("1 hit", Decision(1, Action.HIT)),
        ("1:double=10", Decision(1, Action.DOUBLE, Cents(1000))),
        ("D 12.50", Decision(1, Action.DOUBLE, Cents(1250))),
        ("p", Decision(1, Action.SPLIT)),
        ("su", Decision(1, Action.SURRENDER)),
        ("even-money", Decision(1, Action.EVEN_MONEY)),
        ("insure 5 spot=2 hand=2", Decision(1, Action.INSURE, Cents(500), spot=2, hand=2)),
    ],
)
def test_decisions_as_written(written: str, decision: Decision) -> None:
    assert read_decision(written, {1: tuple(Action)}) == decision


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("sp spot=x", Code.BAD_REQUEST),
        ("zz", Code.BAD_REQUEST),
        ("s" + "u" * 500, Code.BAD_REQUEST),
        ("7 stand", Code.OUT_OF_TURN),
        ("double 1.005", Code.BAD_AMOUNT),
        ("::", Code.OUT_OF_TURN),
    ],
)
def test_decisions_that_are_none(written: str, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        read_decision(written, {1: (Action.STAND, Action.SPLIT)})
    assert refused.value.refusal.code is code


def test_an_unclear_beginning_is_told() -> None:
    with pytest.raises(Refused, match="'' may be stand or hit"):
        read_decision("=5", {1: (Action.STAND, Action.HIT)})


@pytest.mark.parametrize(
    ("written", "entries"),
    [
        ("$50", ["$50"]),
        ("3", [3]),
        ("$50, jackpot", ["$50", "jackpot"]),
        ('{"hot_spot": 2, "symbol": "$1000"}', [{"hot_spot": 2, "symbol": "$1000"}]),
        ("[1, 2]", [1, 2]),
        ("{half", ["{half"]),
        ("[" * 100_000, ["[" * 100_000]),
    ],
    ids=range(7),
)
def test_device_entries(written: str, entries: list[object]) -> None:
    assert device_entries(written) == entries


def test_option_values_as_written() -> None:
    laws = document("ma-blackjack").options
    assert parse_option(laws["decks"], "6") == 6
    assert parse_option(laws["surrender"], "yes") is True
    assert parse_option(laws["surrender"], "False") is False
    assert parse_option(laws["soft_17"], "STAND") == "stand"
    assert parse_option(laws["optional_payouts"], "three_sevens, five_card_21") == [
        "three_sevens",
        "five_card_21",
    ]
    assert parse_option(laws["decks"], "six") == "six"
