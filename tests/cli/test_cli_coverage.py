"""What the cases prove: the counting, and `cutcard law coverage`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.support import answer, invoke
from cutcard.cli import main
from cutcard.law import DOCUMENTS, document
from cutcard.law.coverage import Proof, check_ids, coverage, read_proofs, standing
from cutcard.law.model import Requirement
from cutcard.law.reader import LawError

CASES = """
[[case]]
name = "one"
proves = ["MD-R100"]
readings = ["MD-A31"]
[[case]]
name = "two"
proves = ["MD-R100", "MD-R001"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "md-blackjack").mkdir()
    (tmp_path / "md-blackjack" / "ch01.toml").write_text(CASES)
    return tmp_path


@pytest.mark.parametrize(
    ("tag", "waits", "proven", "stands"),
    [
        ("engine", "", True, "proven"),
        ("physical", "", True, "proven"),
        ("engine", "shoe", True, "proven"),
        ("engine", "shoe", False, "waiting"),
        ("procedure", "shoe", False, "waiting"),
        ("procedure", "", False, "later"),
        ("physical", "", False, "later"),
        ("engine", "", False, "unproven"),
        ("config", "", False, "unproven"),
    ],
)
def test_standing(tag: str, waits: str, proven: bool, stands: str) -> None:
    requirement = Requirement("X-1", tag, "Ch.1", "says", waits)
    assert standing(requirement, frozenset(["X-1"] if proven else [])) == stands


def test_reads_every_case(folder: Path) -> None:
    assert read_proofs(folder) == (
        Proof("md-blackjack/ch01.toml", "one", ("MD-R100",), ("MD-A31",)),
        Proof("md-blackjack/ch01.toml", "two", ("MD-R100", "MD-R001")),
    )


def test_counts_add_up(folder: Path) -> None:
    law = document("md-blackjack")
    found = coverage(law, read_proofs(folder))
    for counts in found.counts.values():
        assert counts["total"] == sum(n for name, n in counts.items() if name != "total")
    assert sum(counts["total"] for counts in found.counts.values()) == len(law.requirements)
    assert sum(counts["proven"] for counts in found.counts.values()) == 2
    assert found.standing["MD-R100"] == "proven"
    assert "MD-R100" not in {each.id for each in found.unproven}
    assert "MD-A31" not in {each.id for each in found.without_case}
    assert len(found.without_case) == found.readings - 1
    assert not found.is_complete


def test_all_proven_is_complete() -> None:
    law = document("players-edge-21-brochure")
    found = coverage(law, [Proof("f", "all", tuple(law.requirements), tuple(law.readings))])
    assert found.is_complete
    assert found.without_case == ()


@pytest.mark.parametrize("key", ["proves", "readings"])
def test_unknown_ids_are_an_error(key: str) -> None:
    laws = [document(name) for name in DOCUMENTS]
    proof = Proof("f.toml", "a case", **{key: ("XX-1",)})
    with pytest.raises(LawError, match=f"f.toml: a case: {key}: no such id 'XX-1'"):
        check_ids(laws, [proof])


@pytest.mark.parametrize(
    "written",
    ["case = 5", "[[case]]\nproves = []", "[[case]]\nname = 'x'\nproves = 'MD-R1'", "[[case", b"\xff"],
)
def test_case_files_that_are_none(written: str | bytes, folder: Path) -> None:
    content = written.encode() if isinstance(written, str) else written
    (folder / "md-blackjack" / "ch01.toml").write_bytes(content)
    with pytest.raises(LawError, match=r"md-blackjack/ch01.toml: "):
        read_proofs(folder)


def test_the_command_says_no_while_something_is_unproven(folder: Path) -> None:
    result = invoke("law", "coverage", "--cases", str(folder), "--json")
    assert result.exit_code == 1
    found = answer(result)
    assert found["cases"] == 2
    assert found["complete"] is False
    first = found["documents"][0]
    assert first["id"] == "md-blackjack"
    assert first["tags"]["engine"]["proven"] >= 1
    assert {"id", "tag", "cite", "says"} == first["unproven"][0].keys()
    people = invoke("law", "coverage", "--cases", str(folder))
    assert people.exit_code == 1
    assert "2 cases" in people.stdout
    assert "readings without a case" in people.stdout


def test_the_command_says_yes_when_all_is_proven(tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    ids = [each for name in DOCUMENTS for each in document(name).requirements]
    readings = [each for name in DOCUMENTS for each in document(name).readings]
    written = f"[[case]]\nname = 'all'\nproves = {ids}\nreadings = {readings}\n"
    (tmp_path / "all" / "all.toml").write_text(written)
    result = invoke("law", "coverage", "--cases", str(tmp_path))
    assert result.exit_code == 0
    assert "unproven\n" not in result.stdout


def test_unknown_ids_end_the_command_with_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "md-blackjack" / "ch02.toml").write_text("[[case]]\nname='c'\nproves=['MD-R9999']")
    with pytest.raises(SystemExit) as left:
        main(["law", "coverage", "--cases", str(folder)])
    assert left.value.code == 2
    assert "md-blackjack/ch02.toml: c: proves: no such id 'MD-R9999'" in capsys.readouterr().err


def test_the_checkouts_own_cases_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke("law", "coverage", "--json").exit_code in (0, 1)


def test_no_folder_is_one_line(tmp_path: Path) -> None:
    result = invoke("law", "coverage", "--cases", str(tmp_path / "missing"))
    assert result.exit_code == 2
    assert "name one with --cases DIR" in result.stderr
