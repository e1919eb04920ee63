"""Reports that people hand over: letter of compliance, comparison, game protection; each as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.support import answer, invoke
from cutcard.wording import wager_name

SUBMISSION = {"document": "ma-blackjack", "operator": "Harbor House", "wagers": {"super_4": {}}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "submission.json"
    path.write_text(json.dumps(SUBMISSION), "utf-8")
    return path


def page_text(path: Path) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", path.read_text("utf-8")).split())


def test_the_letter_has_every_finding_with_its_provision(file: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.html"
    result = invoke("check", str(file), "--out", str(letter), "--date", "2026-11-15", "--json")
    assert result.exit_code == 1
    found, text = json.loads(result.stdout), page_text(letter)
    assert "Harbor House" in text
    assert "Not compliant · 2026-11-15" in text
    assert found["digest"] in text
    assert found["law"]["digest"] in text
    for each in found["findings"]:
        assert each["path"] in text
        assert " ".join(each["cite"].split()) in text


def test_a_letter_is_a_pdf_too(file: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.pdf"
    assert invoke("check", str(file), str(file), "--out", str(letter)).exit_code == 1
    assert letter.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--out", "letter.doc"), "end the name in .pdf or .html"),
        (("--out", "letter.pdf", "--date", "15.11.2026"), "write it like 2026-11-15"),
        (("--out", "none/letter.pdf"), "directory none not found"),
    ],
)
def test_a_letter_that_cannot_be_written_is_one_line(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("check", str(file), *more)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert told in result.stderr
    assert not (tmp_path / "letter.pdf").exists()


def test_a_comparison_says_what_each_difference_is_worth(tmp_path: Path) -> None:
    report = tmp_path / "difference.html"
    other = "house-rules --set soft_17=hit"
    found = answer(invoke("compare", "house-rules", other, "--out", str(report), "--json"))
    text = page_text(report)
    assert other in text
    assert found["digest"] in text
    (difference,) = found["differences"]
    assert f"+{100 * difference['alone']:.4f}%" in text


def test_game_protection_names_the_most_vulnerable_wager(tmp_path: Path) -> None:
    report = tmp_path / "protection.html"
    asked = ("md-blackjack", "--wager", "lucky_ladies=A", "--out", str(report), "--json")
    found = answer(invoke("sim", "counting", *asked))
    text = page_text(report)
    best = found["wagers"][0]
    assert found["most_vulnerable"] == best["wager"]
    assert f"The most vulnerable wager is {wager_name(best['wager'])}" in text
    assert "Lucky Ladies" in text
    assert f"${best['per_hour']:,.2f}" in text
    assert f"{best['trigger']:+.2f}" in text
