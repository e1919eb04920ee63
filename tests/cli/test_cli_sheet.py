"""`cutcard sheet` and `cutcard plot`: files written whole, and one line for what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.support import SOURCE, answer, invoke, one_line
from reports.sheet_samples import answer_quickly

GOOD = """
document = "md-blackjack"
operator = "Example Casino"
[options]
decks = 6
adjacent_boxes = 7
max_hands = 4
max_hands_aces = 4
[wagers.pair]
"""


@pytest.fixture(autouse=True)
def _quick_main_game(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_quickly(monkeypatch)


@pytest.fixture
def submission(tmp_path: Path) -> str:
    path = tmp_path / "good.toml"
    path.write_text(GOOD)
    return str(path)


@pytest.mark.parametrize(("name", "start"), [("a.pdf", b"%PDF"), ("b.HTML", b"<!doctype html>")])
def test_a_sheet_is_written(submission: str, tmp_path: Path, name: str, start: bytes) -> None:
    out = tmp_path / name
    result = invoke("sheet", submission, "--out", str(out), "--date", "2026-11-15", "--json")
    assert result.exit_code == 0, result.output
    assert answer(result)["written"] == str(out)
    assert answer(result)["wagers"] == ["main", "insurance", "pair"]
    assert answer(result)["not_computed"] == {}
    assert out.read_bytes().startswith(start)
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_people_are_told_what_was_written_and_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    options = 'document = "ma-blackjack"\n[options]\ndouble_card = "face_up"\n[wagers.blackjack_bonus]\n'
    path.write_text(options)
    result = invoke("sheet", str(path), "--out", str(tmp_path / "s.html"), "--seats", "2")
    assert result.exit_code == 0, result.output
    assert "s.html: 3 wagers, digest" in result.stdout
    assert "not computed: blackjack_bonus" in result.stdout
    assert "are for 2" in (tmp_path / "s.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--out", "x.docx"), "--out x.docx: end the name in .pdf or .html"),
        (("--out", "x"), "--out x: end the name in .pdf or .html"),
        (("--out", "no/such/x.pdf"), "directory no/such"),
        (("--out", "x.pdf", "--date", "yesterday"), "--date 'yesterday': write it like 2026-11-15"),
        (("--out", "x.pdf", "--date", ""), "--date '': write it like 2026-11-15"),
        (("--out", "x.pdf", "--date", "20261115"), "write it like 2026-11-15"),
        (("--out", "x.pdf", "--seats", "many"), "--seats 'many' is not a number of players"),
        (("--out", "x.pdf", "--seats", "9"), "seats: 9 is not 1 to 7"),
    ],
)
def test_a_wrong_request_is_one_line(
    submission: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("sheet", submission, *arguments)
    assert result.exit_code == 2
    assert said in one_line(result)
    assert not (tmp_path / "x.pdf").exists()


def test_a_directory_or_a_place_that_cannot_be_written_is_one_line(
    submission: str, tmp_path: Path
) -> None:
    (tmp_path / "d.pdf").mkdir()
    result = invoke("sheet", submission, "--out", str(tmp_path / "d.pdf"))
    assert (result.exit_code, "is a directory" in one_line(result)) == (2, True)
    if os.geteuid():
        (tmp_path / "locked").mkdir(mode=0o500)
        result = invoke("sheet", submission, "--out", str(tmp_path / "locked" / "x.pdf"))
        assert (result.exit_code, "permission denied" in one_line(result)) == (2, True)


def test_a_disk_that_is_full_is_one_line(
    submission: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    result = invoke("sheet", submission, "--out", str(tmp_path / "x.html"))
    assert (result.exit_code, "no space left on device" in one_line(result)) == (2, True)
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        ("document = ", 2, "bad.toml: line 1"),
        ("[]", 2, "a sheet needs one submission, this is a list"),
        ('document = "md-poker"', 1, "not compliant: document: no document"),
        (GOOD + "[wagers.nothing]", 1, "not compliant: wagers.nothing: md-blackjack has no wager"),
        (GOOD.replace("max_hands = 4", "") + "[wagers.x]\n[wagers.y]", 1, "3 violations; cutcard check"),
    ],
)
def test_a_submission_that_cannot_stand_is_one_line(
    tmp_path: Path, content: str, code: int, said: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content)
    result = invoke("sheet", str(path), "--out", str(tmp_path / "x.pdf"))
    assert result.exit_code == code
    assert said in one_line(result)


def test_a_submission_that_cannot_stand_is_answered_as_check_answers_it(tmp_path: Path) -> None:
    path, out = tmp_path / "bad.toml", tmp_path / "x.pdf"
    path.write_text(GOOD.replace("max_hands = 4", "") + "[wagers.x]\n[wagers.y]")
    result = invoke("sheet", str(path), "--out", str(out), "--json")
    checked = invoke("check", str(path), "--json")
    assert (result.exit_code, checked.exit_code) == (1, 1)
    assert answer(result).items() <= answer(checked).items()
    violations = [each for each in answer(result)["findings"] if each["severity"] == "violation"]
    assert (answer(result)["compliant"], len(violations)) == (False, 3)
    assert not out.exists()


@pytest.mark.parametrize("kind", ["svg", "pdf", "html"])
def test_a_chart_is_drawn(tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"chart.{kind}"
    result = invoke("plot", "chart", "md-blackjack", "--decks", "2", "--out", str(out))
    assert result.exit_code == 0, result.output
    content = out.read_bytes()
    assert b"%PDF" in content if kind == "pdf" else b"Strategy: Blackjack" in content


def test_edges_are_drawn(tmp_path: Path) -> None:
    decks, meter = tmp_path / "decks.svg", tmp_path / "meter.svg"
    result = invoke("plot", "decks", "md-blackjack", "bet_the_set_21", "--out", str(decks), "--json")
    assert (result.exit_code, answer(result)) == (0, {"written": str(decks)})
    arguments = ("blazing_7s", "--along", "mega", "--decks", "6", "--out", str(meter))
    result = invoke("plot", "meter", "md-blackjack", *arguments)
    assert result.exit_code == 0, result.output
    for path in (decks, meter):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("decks", "md-blackjack", "pair", "--out", "x.png"), "end the name in .svg"),
        (("decks", "md-blackjack", "pears", "--out", "x.svg"), "pears"),
        (("decks", "md-blackjack", "pair", "--paytable", "Z", "--out", "x.svg"), "no paytable Z"),
        (("meter", "md-blackjack", "pair", "--out", "x.svg"), "pair pays from no meter"),
        (("meter", "md-blackjack", "blazing_7s", "--out", "x.svg"), "--along: mega, major, minor"),
        (
            ("meter", "md-blackjack", "super_4", "--meter", "super_4=5", "--out", "x.svg"),
            "below its seed",
        ),
        (("chart", "md-poker", "--out", "x.svg"), "md-poker"),
        (("chart", "md-blackjack", "--decks", "0", "--out", "x.svg"), "decks"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("plot", *arguments)
    assert result.exit_code == 2, result.output
    assert said in one_line(result)
    assert list(tmp_path.iterdir()) == []


def test_heavy_packages_are_imported_only_where_they_are_used() -> None:
    """No door loads what is behind it."""
    asked = (
        "import json, sys, cutcard.cli, cutcard.odds, cutcard.sim, cutcard.reports.sheet; "
        "heavy = {'altair', 'typst', 'jinja2', 'vl_convert', 'rich', 'numba', 'numpy'}; "
        "print(json.dumps(sorted(heavy & set(sys.modules))))"
    )
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    found = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, check=True, env=environment
    )
    assert json.loads(found.stdout) == []
