"""Every answer names the law that it stands on: document, version and digest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke
from cutcard.law import document, law_from
from law.new_versions import FAMILY, NEXT, next_version

OLD = f"{FAMILY}@1.15"
ROUND = {
    "boxes": [{"box": 1, "stakes": {"main": "10"}}],
    "cards": ["Th", "9c", "Td", "8d"],
    "decisions": [{"box": 1, "do": "stand"}],
}


@pytest.fixture
def newer(tmp_path: Path) -> Iterator[Path]:
    """The next version, in force beside ours."""
    with law_from([next_version(tmp_path / "newer")]):
        yield tmp_path


def asked(folder: Path, name: str, command: str) -> Any:
    """The answer of a command about a document."""
    file = folder / "asked.json"
    match command:
        case "settle":
            file.write_text(json.dumps({"document": name, **ROUND}), encoding="utf-8")
            return answer(invoke("settle", str(file), "--json"))
        case "check":
            file.write_text(json.dumps({"document": name, "operator": "X"}), encoding="utf-8")
            return answer(invoke("check", str(file), "--json"))
        case "odds":
            return answer(invoke("odds", name, "lucky_ladies", "--paytable", "A", "--json"))
        case _:
            return answer(invoke("sim", name, "--rounds", "1000", "--seed", "1", "--json"))


@pytest.mark.parametrize("command", ["settle", "check", "odds", "sim"])
def test_an_answer_names_its_law(newer: Path, command: str) -> None:
    for name, version in ((FAMILY, NEXT), (OLD, "1.15")):
        law = asked(newer, name, command)["law"]
        assert law == document(name).names
        assert law["version"] == version


def test_prices_are_those_of_the_version_asked_for(newer: Path) -> None:
    won = {name: asked(newer, name, "settle")["net"]["1"] for name in (FAMILY, OLD)}
    assert won == {FAMILY: "11.00", OLD: "10.00"}
    edges = {name: asked(newer, name, "odds")["house_edge"]["fraction"] for name in (FAMILY, OLD)}
    assert edges[FAMILY] != edges[OLD]


def test_a_wager_that_only_an_older_version_grants_is_answered_there(newer: Path) -> None:
    assert answer(invoke("odds", OLD, "kk", "--json"))["law"]["version"] == "1.15"
    assert invoke("odds", FAMILY, "kk", "--json").exit_code != 0
    assert newer.exists()
