"""`cutcard settle`: good rounds, refused rounds, lists of rounds, files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.support import LUCKY, answer, invoke, one_line
from cutcard.cards import cards
from cutcard.terminal.output import one_line as on_one_line
from cutcard.terminal.tables import card_text

REFUSED = {**LUCKY, "decisions": [{"box": 1, "do": "insure"}]}

TOML = """
document = "md-blackjack"
cards = ["Ah", "9c", "Kh", "Kd"]
[[boxes]]
box = 1
stakes = { main = 25 }
"""
TWO_ROUNDS = """
[[rounds]]
document = "md-blackjack"
cards = ["Ah", "9c", "Kh", "Kd"]
boxes = [{ box = 1, stakes = { main = 25 } }]
[[rounds]]
document = "md-pontoon-21"
cards = ["6h", "5c", "5h", "Kc", "Qd"]
boxes = [{ box = 1, stakes = { main = 25 } }]
decisions = [{ box = 1, do = "double" }]
"""


def test_the_contracts_own_round() -> None:
    result = invoke("settle", "-", "--json", typed=json.dumps(LUCKY))
    assert result.exit_code == 0
    assert result.stderr == ""
    found = answer(result)
    parts = ["dealer", "hands", "settlements", "meters", "net", "law", "method", "assumptions", "digest"]
    assert list(found) == parts
    assert found["settlements"][1] == {
        "box": 1,
        "hand": None,
        "wager": "lucky_ladies",
        "outcome": "queen_of_hearts_pair",
        "stake": "5.00",
        "pays": "200 to 1",
        "returned": "1005.00",
        "net": "1000.00",
        "cite": "Ch.13 §A(4)(a)(ii)",
    }


def test_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("Qh Qh", "lucky_ladies", "queen of hearts pair", "+1000.00", "Ch.13 §A(4)(a)(ii)")
    for width in ("80", "120", "200"):
        monkeypatch.setenv("COLUMNS", width)
        said = invoke("settle", "-", typed=json.dumps(LUCKY)).stdout
        assert all(told in said for told in wanted), said
        assert max(map(len, said.splitlines())) <= int(width)
        assert "Net: box 1 +1025.00" in said


def test_a_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "round"
    file.write_text(TOML)
    assert answer(invoke("settle", str(file), "--json"))["net"] == {"1": "37.50"}


def test_a_toml_file_of_rounds(tmp_path: Path) -> None:
    file = tmp_path / "rounds"
    file.write_text(TWO_ROUNDS)
    found = answer(invoke("settle", str(file), "--json"))
    assert [each["net"] for each in found] == [{"1": "37.50"}, {"1": "50.00"}]
    people = invoke("settle", str(file)).stdout
    assert "round 1 of 2" in people
    assert "round 2 of 2" in people


def test_rounds_beside_other_keys_are_no_list() -> None:
    result = invoke("settle", "-", typed=json.dumps({"rounds": [], "document": "md-blackjack"}))
    assert result.exit_code == 2
    assert "rounds: unknown key" in one_line(result)


def test_a_refused_round_says_so_twice() -> None:
    result = invoke("settle", "-", "--json", typed=json.dumps(REFUSED))
    assert result.exit_code == 2
    refused = answer(result)["refused"]
    assert refused["code"] == "action_not_permitted"
    assert refused["cite"].startswith("Ch.8")
    assert one_line(result) == f"cutcard: {refused['message']} [{refused['cite']}]"


def test_a_refused_round_for_people_settles_nothing() -> None:
    result = invoke("settle", "-", typed=json.dumps(REFUSED))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "[Ch.8" in one_line(result)


def test_a_list_is_answered_in_order() -> None:
    result = invoke("settle", "-", "--json", typed=json.dumps([LUCKY, REFUSED, 5, LUCKY]))
    assert result.exit_code == 2
    found = answer(result)
    assert ["refused" in each for each in found] == [False, True, True, False]
    told = one_line(result)
    assert told.startswith("cutcard: standard input: round 2 of 4: ")
    assert told.endswith("(and 1 more refused)")
    people = invoke("settle", "-", typed=json.dumps([LUCKY, REFUSED]))
    assert people.exit_code == 2
    assert "refused: box 1: insure" in people.stdout


def test_an_empty_list_has_an_empty_answer() -> None:
    result = invoke("settle", "-", "--json", typed="[]")
    assert (result.exit_code, answer(result)) == (0, [])


def test_thousands_in_one_call() -> None:
    result = invoke("settle", "-", "--json", typed=json.dumps([LUCKY] * 2_000))
    assert result.exit_code == 0
    assert len(answer(result)) == 2_000


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "standard input: it is empty"),
        ('{"document": "md-bla', "standard input: line 1, column 14: unterminated string"),
        (b"\xff\xfe{", "standard input: line 1, column 1: not UTF-8"),
        ("null", "standard input: line 1, column 5: "),
        ("5", "standard input: line 1, column 2: "),
    ],
)
def test_what_cannot_be_read(typed: str | bytes, told: str) -> None:
    result = invoke("settle", "-", "--json", typed=typed)
    assert result.exit_code == 2
    assert told in one_line(result)
    assert answer(result)["refused"]["code"] == "bad_request"
    assert invoke("settle", "-", typed=typed).stdout == ""


def test_missing_files(tmp_path: Path) -> None:
    result = invoke("settle", str(tmp_path / "missing.json"))
    assert result.exit_code == 2
    assert one_line(result).endswith("missing.json: no such file or directory")
    assert "is a directory" in one_line(invoke("settle", str(tmp_path)))
    assert "name a FILE" in one_line(invoke("settle"))


HOSTILE: list[Any] = [
    {},
    {"document": 5},
    {**LUCKY, "document": "../../etc/passwd"},
    {**LUCKY, "cards": ["\u001b[2J"] * 4},
    {**LUCKY, "cards": "Qh 9c"},
    {**LUCKY, "cards": ["Qh"] * 3_000},
    {**LUCKY, "boxes": [{"box": 1, "player": "a\nb\u001b[31m", "stakes": {}}]},
    {**LUCKY, "boxes": [{"box": 10**40, "stakes": {"main": "1"}}]},
    {**LUCKY, "boxes": [{"box": 1, "stakes": {"main": "-5"}}]},
    {**LUCKY, "boxes": [{"box": 1, "stakes": {"main": 1e400}}]},
    {**LUCKY, "boxes": [{"box": 1, "stakes": {"ma\nin": "5"}}]},
    {**LUCKY, "options": {"decks": "\ud800"}},
    {**LUCKY, "options": {"boxes": 10**400}},
    {**LUCKY, "unknown\u2028key": 1},
    {**LUCKY, "decisions": [{"box": 1, "do": "fold"}]},
    {**LUCKY, "wagers": {"lucky_ladies": ["A"] * 500}},
    {**LUCKY, "devices": {"bonus_spin": {"a": {}}}},
]


@pytest.mark.parametrize("typed", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_rounds_are_refused_in_one_printable_line(typed: Any) -> None:
    written = json.dumps(typed).replace("Infinity", "1e400")
    result = invoke("settle", "-", "--json", typed=written)
    assert result.exit_code == 2
    assert one_line(result).isprintable()
    assert answer(result)["refused"]["message"]


def test_interactive_goes_with_neither_json_nor_standard_input() -> None:
    assert "--json" in one_line(invoke("settle", "--interactive", "--json"))
    assert "standard input" in one_line(invoke("settle", "-", "--interactive"))


def test_multiple_action_and_meters_for_people() -> None:
    typed = {
        "document": "ma-blackjack",
        "variation": "multiple_action",
        "boxes": [{"box": 1, "stakes": {"main": "10", "main_2": "10"}}],
        "cards": ["Th", "7c", "9s", "9h", "6h", "Kd"],
        "decisions": [{"box": 1, "do": "stand"}],
    }
    people = invoke("settle", "-", typed=json.dumps(typed)).stdout
    assert "dealer, hand 2" in people
    assert "22 (bust)" in people


def test_suits_are_symbols_on_a_utf_8_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Console(force_terminal=True)
    monkeypatch.setattr(Console, "encoding", "utf-8")
    assert card_text(cards("Qh 9c"), terminal).plain == "Q♥ 9♣"
    monkeypatch.setattr(Console, "encoding", "ascii")
    assert card_text(cards("Qh 9c"), terminal).plain == "Qh 9c"


def test_what_is_not_printable_is_written_as_an_escape() -> None:
    assert on_one_line("a\nb\x1b\u2028\ud800") == "a\\nb\\x1b\\u2028\\ud800"
