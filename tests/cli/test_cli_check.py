"""`cutcard check`: submissions, lists of them, the schema, the starting file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.support import answer, invoke, one_line
from cutcard.law import document_ids
from later import one_in

WRONG = {"document": "md-blackjack", "operator": "Example", "options": {"decks": 0, "no_such": 1}}


@pytest.mark.parametrize("document", one_in(2, document_ids()))
def test_the_starting_file_is_compliant(document: str, tmp_path: Path) -> None:
    start = invoke("check", "--init", document)
    assert start.exit_code == 0
    file = tmp_path / "submission.toml"
    file.write_text(start.stdout, encoding="utf-8")
    checked = invoke("check", str(file), "--json")
    assert checked.exit_code == 0, checked.stdout
    assert answer(checked)["compliant"] is True
    assert invoke("check", str(file)).stdout.startswith("compliant")


def test_every_finding_and_exit_1() -> None:
    result = invoke("check", "-", "--json", typed=json.dumps(WRONG))
    assert result.exit_code == 1
    found = answer(result)
    assert found["compliant"] is False
    paths = {each["path"] for each in found["findings"] if each["severity"] == "violation"}
    assert {"options.decks", "options.no_such"} <= paths
    assert all({"severity", "path", "message", "cite"} <= each.keys() for each in found["findings"])


def test_for_people() -> None:
    result = invoke("check", "-", typed=json.dumps(WRONG))
    assert result.exit_code == 1
    assert result.stdout.startswith("not compliant: ")
    assert "violations" in result.stdout
    assert "options.decks" in result.stdout
    assert "Ch.3 §A" in result.stdout


def test_a_list_of_submissions() -> None:
    result = invoke("check", "-", "--json", typed=json.dumps([WRONG, {}]))
    assert result.exit_code == 1
    assert [each["compliant"] for each in answer(result)] == [False, False]
    assert "submission 2 of 2" in invoke("check", "-", typed=json.dumps([WRONG, {}])).stdout
    assert answer(invoke("check", "-", "--json", typed="[]")) == []


@pytest.mark.parametrize("typed", ["", "document = ", '{"document": ', b"\xff"])
def test_what_cannot_be_read(typed: str | bytes) -> None:
    result = invoke("check", "-", "--json", typed=typed)
    assert result.exit_code == 2
    assert "standard input" in one_line(result)
    assert "refused" in answer(result)


@pytest.mark.parametrize("typed", ["[1, null, []]", '{"document": {}, "options": [], "wagers": 5}'])
def test_hostile_submissions_are_checked_too(typed: str) -> None:
    assert invoke("check", "-", "--json", typed=typed).exit_code == 1


def test_missing_files(tmp_path: Path) -> None:
    assert "no such file" in one_line(invoke("check", str(tmp_path / "missing")))
    assert "name a FILE" in one_line(invoke("check"))


def test_the_schema() -> None:
    assert "oneOf" in answer(invoke("check", "--schema"))
    one = answer(invoke("check", "--schema", "ma-blackjack"))
    assert one["properties"]["document"] == {"const": "ma-blackjack"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--schema", "no-such"),
        ("--init", "no-such"),
        ("--init", "md-blackjack", "--schema"),
        ("--init", "md-blackjack", "file"),
        ("--init", "md-blackjack", "--json"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...]) -> None:
    result = invoke("check", *arguments)
    assert result.exit_code == 2
    assert one_line(result)
