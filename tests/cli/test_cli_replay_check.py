"""`cutcard replay --check`: whatever was changed in a record is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.replay_support import LINES, PLAYED, line_of, rewritten, tampered
from cli.support import answer, invoke, one_line
from cutcard.table import events as e


def test_an_honest_record_is_as_the_rules_have_it(tmp_path: Path) -> None:
    shoe = rewritten(tmp_path, LINES)
    result = invoke("replay", shoe, "--check")
    assert result.exit_code == 0
    assert "of 6 rounds, all according to the rules" in result.stdout
    found = answer(invoke("replay", shoe, "--check", "--json"))
    assert (found["rounds"], found["differences"]) == (6, [])
    assert found["settlements"] == sum(isinstance(each, e.Settled) for each in PLAYED.events)


def settled_line(wager: str) -> tuple[int, dict[str, Any]]:
    """A settlement with a lost line on a wager, and the number of its line."""
    for number, line in enumerate(LINES, 1):
        plain = json.loads(line)
        for each in plain.get("lines", ()):
            if each["wager"] == wager and each["pays"] == "lose":
                return number, plain
    raise AssertionError(wager)


def test_a_tampered_amount_is_found(tmp_path: Path) -> None:
    number, plain = settled_line("main")
    line = next(each for each in plain["lines"] if each["pays"] == "lose" and each["wager"] == "main")
    line["returned"] = line["stake"]
    file = tampered(tmp_path, number, plain)
    assert invoke("replay", file).exit_code == 0
    result = invoke("replay", file, "--check")
    assert result.exit_code == 1
    assert f"line {number}: recorded: box {line['box']} main " in result.stdout
    assert "; it should be: " in result.stdout
    found = answer(invoke("replay", file, "--check", "--json"))
    assert [each["line"] for each in found["differences"]] == [number]


@pytest.mark.parametrize("key", ["cite", "outcome", "pays"])
def test_a_tampered_reason_is_found(tmp_path: Path, key: str) -> None:
    number, plain = settled_line("lucky_ladies")
    next(each for each in plain["lines"] if each["wager"] == "lucky_ladies")[key] = "Ch.99"
    result = invoke("replay", tampered(tmp_path, number, plain), "--check")
    assert (result.exit_code, f"line {number}: " in result.stdout) == (1, True)


def test_a_line_too_many_or_too_few_is_found(tmp_path: Path) -> None:
    number, plain = settled_line("lucky_ladies")
    lines = plain["lines"]
    for left, problem in (
        (lines[1:], "not recorded: box "),
        ([*lines, lines[0]], "no such line is due"),
    ):
        result = invoke("replay", tampered(tmp_path, number, {**plain, "lines": left}), "--check")
        assert (result.exit_code, problem in result.stdout) == (1, True)
    if len(lines) > 1:
        result = invoke("replay", tampered(tmp_path, number, {**plain, "lines": lines[::-1]}), "--check")
        assert "not in the order" in result.stdout


def test_a_false_hole_card_and_false_money_are_found(tmp_path: Path) -> None:
    number, plain = next(
        (n, json.loads(line)) for n, line in enumerate(LINES, 1) if '"hole_checked"' in line
    )
    plain["blackjack"] = not plain["blackjack"]
    result = invoke("replay", tampered(tmp_path, number, plain), "--check")
    assert (result.exit_code, f"line {number}: blackjack: " in result.stdout) == (1, True)
    number, plain = next((n, json.loads(line)) for n, line in enumerate(LINES, 1) if '"decided"' in line)
    plain["amounts"] = ["5.00"]
    if plain["do"] in ("hit", "stand"):
        result = invoke("replay", tampered(tmp_path, number, plain), "--check")
        assert (result.exit_code, "the money does not add up" in result.stdout) == (1, True)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("cards_inspected", "verify_inspection must wait: inspect_cards is due"),
        ("cards_washed", "stack must wait: wash is due"),
        ("cards_collected", "round_ended: cards_collected is missing before it"),
        ("hole_shown", "settle is not awaited: show_hole_card is due"),
        ("card_burned", "a round must wait: burn is due"),
    ],
)
def test_a_line_left_out_is_found(tmp_path: Path, event: str, told: str) -> None:
    at = line_of(event)
    file = rewritten(tmp_path, [*LINES[:at], *LINES[at + 1 :]])
    result = invoke("replay", file, "--check")
    assert result.exit_code == 1
    assert told in result.stdout


def test_an_opening_in_another_order_is_found(tmp_path: Path) -> None:
    first, second = line_of("cards_inspected"), line_of("inspection_verified")
    lines = [*LINES]
    lines[first], lines[second] = lines[second], lines[first]
    result = invoke("replay", rewritten(tmp_path, lines), "--check")
    assert (result.exit_code, f"line {first + 1}: inspection_verified: " in result.stdout) == (1, True)


def test_a_decision_for_more_than_the_document_permits_is_found(tmp_path: Path) -> None:
    found = ((n, json.loads(line)) for n, line in enumerate(LINES, 1) if '"amounts"' in line)
    number, plain = next(each for each in found if each[1]["do"] in ("double", "split"))
    plain["amounts"] = ["5000.00"]
    result = invoke("replay", tampered(tmp_path, number, plain), "--check")
    assert (result.exit_code, f"line {number}: decided: " in result.stdout) == (1, True)


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        ("cards_cut", {"position": -5}),
        ("cards_cut", {"position": 400}),
        ("cards_cut", {"batch": 0}),
        ("cards_washed", {"batch": 0}),
        ("cover_placed", {"behind": -1}),
    ],
)
def test_what_no_stack_can_be_does_not_fold(tmp_path: Path, event: str, changed: dict[str, int]) -> None:
    at = line_of(event)
    file = tampered(tmp_path, at + 1, {**json.loads(LINES[at]), **changed})
    for arguments in ((), ("--check",)):
        result = invoke("replay", file, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"line {at + 1}: {event}: cannot follow the events before it" in one_line(result)


def test_a_cut_too_near_the_end_is_found(tmp_path: Path) -> None:
    at = line_of("cards_cut")
    file = tampered(tmp_path, at + 1, {**json.loads(LINES[at]), "position": 1})
    result = invoke("replay", file, "--check")
    assert (result.exit_code, "a cut after 1 of 312 cards" in result.stdout) == (1, True)


def test_a_tampered_card_is_noted_without_being_asked(tmp_path: Path) -> None:
    at = line_of("card_dealt")
    plain = json.loads(LINES[at])
    other = "2c" if plain["drawn"] != "2c" else "3c"
    problem = f"line {at + 1}: {other} is recorded; the shuffled order has {plain['drawn']}"
    file = tampered(tmp_path, at + 1, {**plain, "drawn": other})
    for arguments in ((), ("--round", "1"), ("--at", "5"), ("--lines",), ("--json",)):
        result = invoke("replay", file, *arguments)
        assert result.exit_code == 0
        assert f"note: {problem}" in result.stderr
        untouched = "\n".join(LINES).encode()
        assert invoke("replay", "-", *arguments, typed=untouched).stderr == ""
    assert answer(invoke("replay", file, "--json"))["notes"] == [
        f"{problem}: the record is not as the cards were shuffled"
    ]
    assert (
        f"line {at + 1}: card_dealt: drawn: {other} is rec" in invoke("replay", file, "--check").stdout
    )


def test_many_tampered_cards_are_one_note(tmp_path: Path) -> None:
    at = line_of("card_burned")
    result = invoke("replay", rewritten(tmp_path, [*LINES[:at], *LINES[at + 1 :]]), "--round", "1")
    assert " more such lines: the record is not as the cards were shuffled" in one_line(result)


def test_an_order_that_was_not_committed_to_is_noted(tmp_path: Path) -> None:
    at = line_of("cards_shuffled")
    plain = json.loads(LINES[at])
    plain["order"] = " ".join(reversed(plain["order"].split()))
    result = invoke("replay", tampered(tmp_path, at + 1, plain), "--round", "1")
    assert f"line {at + 1}: the commitment does not match this order and salt" in one_line(result)


def test_money_that_is_missing_is_told_once(tmp_path: Path) -> None:
    at = line_of("settled")
    told = invoke("replay", rewritten(tmp_path, [*LINES[:at], *LINES[at + 1 :]]), "--check").stdout
    assert told.count("the money does not add up") == 1
