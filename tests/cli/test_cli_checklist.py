"""`cutcard law checklist`: the list for people, the one JSON document, and submissions that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke, one_line
from cutcard.law import document, document_ids
from cutcard.submission import init
from cutcard.terminal.output import one_line as on_one_line

ITEM = {"id", "tag", "check", "cite", "condition", "wagers"}


def items(found: Any) -> list[dict[str, Any]]:
    return [each for group in found["groups"] for each in group["items"]]


def ids(found: Any) -> set[str]:
    return {each["id"] for each in items(found)}


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    path = tmp_path / "submission.toml"
    path.write_text(init("md-blackjack"), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", document_ids())
def test_the_json_has_every_physical_requirement(name: str) -> None:
    found = answer(invoke("law", "checklist", name, "--json"))
    law = document(name)
    assert (found["document"], found["digest"]) == (law.id, law.digest)
    assert found["variation"] is None
    assert found["decided_by_submission"] is False
    assert {each.id for each in law.requirements.values() if each.tag == "physical"} <= ids(found)
    assert all(each.keys() == ITEM for each in items(found))
    assert found["left_out"] == []


@pytest.mark.parametrize("name", document_ids())
@pytest.mark.parametrize("columns", ["20", "80", "200"])
def test_the_list_for_people_fits_and_has_every_item(
    name: str, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    result = invoke("law", "checklist", name)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= max(int(columns), 72)
    found = answer(invoke("law", "checklist", name, "--json"))
    assert result.stdout.count("[ ]") == len(items(found))
    assert all(each in result.stdout for each in ids(found))
    assert ("Floorperson ____" in result.stdout) is bool(items(found))


def test_the_brochure_asks_for_nothing() -> None:
    result = invoke("law", "checklist", "players-edge-21-brochure")
    assert "has nothing to inspect" in result.stdout
    assert answer(invoke("law", "checklist", "players-edge-21-brochure", "--json"))["groups"] == []


def test_a_variation_decides() -> None:
    found = answer(invoke("law", "checklist", "md-blackjack", "--variation", "hand_dealt", "--json"))
    assert found["variation"] == "hand_dealt"
    assert "MD-R031" not in ids(found)
    assert "MD-R187" in ids(found)
    (left,) = [each for each in found["left_out"] if each["id"] == "MD-R031"]
    assert left["condition"] == "with variation switch (Blackjack Switch)"
    people = invoke("law", "checklist", "md-blackjack", "--variation", "hand_dealt").stdout
    assert "Blackjack dealt from the hand" in people
    assert "with variation switch (Blackjack Switch): MD-R031" in people


def test_a_submission_decides(submission: Path) -> None:
    command = ("law", "checklist", "md-blackjack", "--submission", str(submission))
    found = answer(invoke(*command, "--json"))
    assert found["decided_by_submission"] is True
    out = {"MD-R030", "MD-R031", "MD-R035", "MD-R044", "MD-R187"}
    assert out.isdisjoint(ids(found))
    assert out <= {each["id"] for each in found["left_out"]}
    text = submission.read_text(encoding="utf-8")
    submission.write_text(f"{text}\n[wagers.lucky_ladies]\npaytable = 'A'\n", encoding="utf-8")
    found = answer(invoke(*command, "--json"))
    (area,) = [each for each in items(found) if each["id"] == "MD-R030"]
    assert (area["wagers"], area["condition"]) == (["lucky_ladies"], None)
    people = invoke(*command).stdout
    assert "on offer: Lucky Ladies Twenty Point Bonus" in people
    assert "Left out, since it applies only:" in people


def test_a_submission_may_come_by_standard_input(submission: Path) -> None:
    typed = submission.read_bytes()
    result = invoke("law", "checklist", "md-blackjack", "--submission", "-", "--json", typed=typed)
    assert answer(result)["decided_by_submission"] is True


def test_a_submission_says_its_variation_itself(submission: Path) -> None:
    text = submission.read_text(encoding="utf-8")
    submission.write_text('variation = "switch"\n' + text.replace("surrender = true", ""), "utf-8")
    command = ("law", "checklist", "md-blackjack", "--submission", str(submission))
    found = answer(invoke(*command, "--json"))
    assert found["variation"] == "switch"
    assert "MD-R031" in ids(found)
    assert invoke(*command, "--variation", "switch").exit_code == 0
    other = invoke(*command, "--variation", "hand_dealt")
    assert other.exit_code == 2
    assert one_line(other).endswith("the submission is for switch, not for hand_dealt")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("md-blackjak",), "no document 'md-blackjak'"),
        (("md-blackjack", "--variation", "swich"), "has no variation 'swich'"),
        (("md-blackjack", "--variation", ""), "has no variation ''"),
        (("md-blackjack", "--submission", "missing.toml"), "missing.toml: no such file"),
        (("md-blackjack", "--submission", ""), "no such file"),
        (("md-blackjack", "--submission", "."), "is a directory"),
        (("md-blackjack", "--submission", "a\0b"), "no such file"),
    ],
)
def test_a_wrong_request_is_one_line(arguments: tuple[str, ...], told: str) -> None:
    result = invoke("law", "checklist", *arguments)
    assert result.exit_code == 2
    assert told in one_line(result)
    assert result.stdout == ""
    refused = invoke("law", "checklist", *arguments, "--json")
    assert refused.exit_code == 2
    assert on_one_line(answer(refused)["refused"]["message"]) in refused.stderr


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (b"", "standard input: it is empty"),
        (b"\xff", "not UTF-8"),
        (b"document = ", "the file ends too early"),
        (b"[1, 2]", "standard input: must be one submission, not a list"),
        (b"[]", "standard input: must be one submission, not a list"),
        (b"{}", "standard input: document: name one of"),
        (b'{"document": ["md-blackjack"]}', "standard input: document: no document"),
        (b'{"document": "md-blackjack", "wagers": {"moon": null}}', "has no wager 'moon'"),
        (b'{"document": "md-blackjack", "variation": 7}', "7 is not a variation"),
        (b'{"document": "md-blackjack", "options": {"shoe": "boot"}}', "'boot' is not permitted"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_submission_that_is_none_is_one_line(typed: bytes, told: str) -> None:
    result = invoke("law", "checklist", "md-blackjack", "--submission", "-", typed=typed)
    assert result.exit_code == 2
    assert told in one_line(result)
    assert result.stdout == ""


def test_a_table_that_may_not_open_has_no_checklist(submission: Path) -> None:
    text = submission.read_text(encoding="utf-8")
    submission.write_text(text.replace("boxes = 7\n", "boxes = 9\n", 1), encoding="utf-8")
    result = invoke("law", "checklist", "md-blackjack", "--submission", str(submission), "--json")
    assert result.exit_code == 2
    refused = answer(result)["refused"]
    assert (refused["code"], refused["cite"]) == ("option_not_permitted", "Ch.2 §A")


def test_a_submission_for_another_document_is_refused(submission: Path) -> None:
    result = invoke("law", "checklist", "ma-blackjack", "--submission", str(submission))
    assert result.exit_code == 2
    assert one_line(result).endswith("the submission is for md-blackjack, not for ma-blackjack")


def test_text_of_a_submission_reaches_the_terminal_escaped() -> None:
    hostile = {"document": "md-blackjack", "wagers": {"\x1b[2J\nmoon": None}}
    result = invoke("law", "checklist", "md-blackjack", "--submission", "-", typed=json.dumps(hostile))
    assert result.exit_code == 2
    assert "\x1b" not in one_line(result)
