"""`cutcard law diff`: JSON as the contract has it, a synopsis for people, HTML and PDF."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke, one_line, program
from law.new_versions import later_version

MD, PE, PO = "md-blackjack", "md-players-edge-21", "md-pontoon-21"
KEYS = {"kind", "path", "before", "after", "cite_before", "cite_after", "edge_before", "edge_after"}


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return later_version(tmp_path / "law")


def changes(*arguments: str) -> dict[str, Any]:
    result = invoke("law", "diff", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return {each["path"]: each for each in answer(result)["changes"]}


def test_two_versions_as_json(folder: Path) -> None:
    result = invoke(
        "law", "diff", "md-blackjack@1.15", "md-blackjack@1.16", "--json", "--law", str(folder.parent)
    )
    found = answer(result)
    sides = [{key: found[side][key] for key in ("document", "version")} for side in ("from", "to")]
    assert sides == [{"document": MD, "version": "1.15"}, {"document": MD, "version": "1.16"}]
    assert len({found[side]["digest"] for side in ("from", "to")}) == 2
    assert all(set(each) >= KEYS for each in found["changes"])
    row = next(each for each in found["changes"] if each["kind"] == "row")
    assert (row["before"], row["after"]) == ("200 to 1", "150 to 1")
    edges = [
        answer(
            invoke(
                "odds", name, "lucky_ladies", "--paytable", "A", "--json", "--law", str(folder.parent)
            )
        )
        for name in ("md-blackjack@1.15", "md-blackjack@1.16")
    ]
    assert [row["edge_before"], row["edge_after"]] == [each["house_edge"] for each in edges]


def test_a_folder_is_named_by_its_path(folder: Path) -> None:
    found = changes(MD, str(folder), "--no-edges")
    assert found["wagers.kk"]["after"] is None
    assert {each["edge_before"] for each in found.values()} == {None}
    assert changes(MD, str(folder.parent), "--no-edges") == found  # it holds this one document


def test_a_folder_that_is_not_of_one_document_is_one_line(folder: Path, tmp_path: Path) -> None:
    later = folder.parent
    shutil.copytree(folder, later / "other")
    (tmp_path / "empty").mkdir()
    for place, why in (
        (later, "it has several documents; name the folder of one: md-blackjack@1.16, other"),
        (tmp_path / "none", "no document "),
        (tmp_path / "empty", "neither it nor a folder in it has a document.toml"),
    ):
        done = program("law", "diff", MD, str(place), "--no-edges")
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert why.encode() in done.stderr


def test_the_same_document_twice_has_no_changes() -> None:
    assert changes(MD, MD) == {}
    assert "Nothing differs." in invoke("law", "diff", MD, MD).stdout


def test_a_synopsis_reads_by_chapters_with_both_provisions() -> None:
    result = invoke("law", "diff", PE, PO, "--no-edges")
    assert result.exit_code == 0
    said = result.stdout
    chapters = (
        "The game ",
        "The deal ",
        "Decisions ",
        "Settlement ",
        "Wagers ",
        "Procedures ",
        "Readings ",
    )
    places = [said.index(f"\n{each}") for each in chapters]
    assert places == sorted(places)
    line = next(each for each in said.splitlines() if "Dealer on soft 17" in each)
    assert "hit (fixed)" in line
    assert "stand (fixed)" in line
    assert "House edge" not in said


def test_a_number_that_sets_no_limit_says_so() -> None:
    text = " ".join(invoke("law", "diff", MD, "ma-blackjack", "--no-edges").stdout.split())
    assert "Hours before cards are changed 24 (fixed) no limit (fixed)" in text
    assert "A surrender, a double and a split. A split alone." in text
    text = " ".join(invoke("law", "diff", PE, PO, "--no-edges").stdout.split())
    assert "an integer of 0 or more; default no limit" in text


def test_a_synopsis_has_the_edges(folder: Path) -> None:
    said = invoke("law", "diff", MD, str(folder)).stdout
    line = next(each for each in said.splitlines() if "Queen of hearts pair" in each)
    assert "→" in line
    assert "%" in line
    assert "alone" in next(each for each in said.splitlines() if "Dealer on soft 17" in each)


def test_as_html_it_needs_nothing_beside_it(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "synopsis.html"
    result = invoke("law", "diff", MD, str(folder), "--no-edges", "--out", str(out))
    assert result.stdout == f"{out}: 6 changes\n"
    page = out.read_text(encoding="utf-8")
    assert 'id="options-soft_17-default"' in page
    assert "Ch.13 §A(4)(a)(ii)" in page
    assert "src=" not in page
    assert "href=" not in page


def test_as_pdf_it_is_a_pdf(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "synopsis.pdf"
    assert invoke("law", "diff", MD, str(folder), "--no-edges", "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((MD, "nowhere"), "no document 'nowhere'"),
        ((MD, "md-blackjack@9"), "no version 'md-blackjack@9'"),
        ((MD, PO, "--out", "synopsis.doc"), "end the name in .pdf or .html"),
    ],
)
def test_a_wrong_request_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    result = invoke("law", "diff", *arguments)
    assert result.exit_code == 2
    assert said in one_line(result)


def test_a_folder_with_a_fault_is_one_line(folder: Path) -> None:
    (folder / "options.toml").write_text('[decks]\nabout = "How many."\n', encoding="utf-8")
    result = program("law", "diff", MD, str(folder))
    assert result.returncode == 2
    said = result.stderr.decode().splitlines()
    assert len(said) == 1
    assert "md-blackjack@1.16/options.toml: decks.default:" in said[0]
