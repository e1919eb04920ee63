"""A record carries the law data it was made under, and is read by them whatever is installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke
from cutcard.law import document, unpack
from cutcard.table import rebuild, write_record
from cutcard.table.record import (
    Recheck,
    RecordError,
    follow_event,
    read_events,
    read_record,
    record_notes,
)
from law.new_versions import FAMILY, edited, installed
from table.driver import play_rounds

PLAYED = play_rounds(FAMILY, rounds=12, seed=3, boxes=2)
LINES = tuple(write_record(PLAYED.opening, PLAYED.events))
OURS = document(FAMILY)


def header(**changes: Any) -> list[str]:
    """The record with another header."""
    return [json.dumps({**json.loads(LINES[0]), **changes}), *LINES[1:]]


def differences(lines: list[str] | tuple[str, ...]) -> list[str]:
    """What is not according to the rules, by the law that the record is read by."""
    table, read = read_record(lines)
    events = list(read)
    recheck, problems = Recheck(events), list[str]()
    for number, event in enumerate(events, 2):
        problems += recheck.next(table, event)
        table = follow_event(table, event, number)
    return problems


def test_a_record_carries_its_law_by_content() -> None:
    plain = json.loads(LINES[0])
    assert unpack(plain["carried"]).digest == plain["law"] == OURS.digest
    assert rebuild(LINES) == PLAYED.table


def test_a_record_is_read_by_its_own_law(tmp_path: Path) -> None:
    with installed(edited(tmp_path)):
        table, _ = read_record(LINES)
        assert table.rules.document.digest == OURS.digest
        assert differences(LINES) == []
        (note,) = record_notes(read_events(LINES)[0])
        assert "it is read by its own" in note


def test_a_record_from_before_is_read_by_what_is_there(tmp_path: Path) -> None:
    old = header(carried="")
    assert rebuild(old) == PLAYED.table
    assert differences(old) == []
    with installed(edited(tmp_path)) as shelf:
        (note,) = record_notes(read_events(old)[0])
        assert "it shows what happened then" in note
        assert differences(old), "the data of its digest are nowhere"
        shelf.carry(OURS.files.packed)
        assert differences(old) == []


@pytest.mark.parametrize(
    ("carried", "problem"),
    [
        (7, "header: carried is unreadable"),
        ("no law at all", "carried law data: unreadable"),
        (document("md-pontoon-21").files.packed, "carried: these are not the law data of the digest"),
    ],
)
def test_law_data_that_are_not_those_of_the_digest_are_refused(carried: object, problem: str) -> None:
    with pytest.raises(RecordError, match=problem) as refused:
        rebuild(header(carried=carried))
    assert refused.value.line == 1


def test_replay_checks_a_record_by_its_own_law(tmp_path: Path) -> None:
    file = tmp_path / "shoe.jsonl"
    file.write_text("\n".join(LINES), encoding="utf-8")
    with installed(edited(tmp_path)):
        checked = invoke("replay", str(file), "--check")
        assert checked.exit_code == 0, checked.output
        assert "all according to the rules" in checked.output
        shown = answer(invoke("replay", str(file), "--json"))
        assert "carried" not in shown["header"]
        assert invoke("replay", str(file)).stdout.startswith("Record of md-blackjack@1.15")
        assert "not proven" in invoke("verify", str(file)).output, (
            "it reads; nobody committed to its cards"
        )
