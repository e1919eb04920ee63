"""What the cases prove: the counting, and `cutcard law coverage`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.support import answer, invoke
from cutcard.cli import main
from cutcard.law import document, document_ids
from cutcard.law.model import CheckItem, Requirement
from cutcard.law.proofs.coverage import Proof, check_ids, coverage, read_proofs, standing
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
        ("procedure", "", True, "proven"),
        ("physical", "", True, "checklist"),
        ("physical", "", False, "checklist"),
        ("engine", "shoe", True, "proven"),
        ("engine", "shoe", False, "waiting"),
        ("procedure", "shoe", False, "waiting"),
        ("procedure", "", False, "unproven"),
        ("engine", "", False, "unproven"),
        ("config", "", False, "unproven"),
    ],
)
def test_standing(tag: str, waits: str, proven: bool, stands: str) -> None:
    items = (CheckItem("layout", "check", "Ch.1"),)  # which prove nothing of what software can touch
    requirement = Requirement("X-1", tag, "Ch.1", "says", waits, checklist=items)
    assert standing(requirement, frozenset(["X-1"] if proven else [])) == stands


def test_what_is_physical_and_on_no_checklist_is_a_gap() -> None:
    assert standing(Requirement("X-1", "physical", "Ch.1", "says"), frozenset()) == "unproven"


def test_reads_every_case(folder: Path) -> None:
    assert read_proofs(folder) == (
        Proof("md-blackjack/ch01.toml", "one", ("MD-R100",), ("MD-A31",)),
        Proof("md-blackjack/ch01.toml", "two", ("MD-R100", "MD-R001")),
    )


def test_reads_cases_at_any_depth_beneath_a_document(folder: Path) -> None:
    deep = folder / "md-blackjack" / "table" / "double_shoe"
    deep.mkdir(parents=True)
    (deep / "cut.toml").write_text("[[case]]\nname = 'session'\nproves = ['MD-R072']\ncommands = []")
    (folder / "loose.toml").write_text("[[case]]\nname = 'of no document'")
    (folder / "transcription").mkdir()
    (folder / "transcription" / "md-blackjack.tsv").write_text("no case")
    names = [proof.where for proof in read_proofs(folder)]
    assert names == [
        "md-blackjack/ch01.toml: one",
        "md-blackjack/ch01.toml: two",
        "md-blackjack/table/double_shoe/cut.toml: session",
    ]


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


@pytest.mark.parametrize(
    ("proof", "place"),
    [
        (Proof("f.toml", "a case", proves=("XX-1",)), "f.toml: a case: proves"),
        (Proof("f.toml", "a case", readings=("XX-1",)), "f.toml: a case: readings"),
        (Proof("f.py", "f.py::test", proves=("XX-1",), kind="test"), "f.py::test: proves"),
    ],
)
def test_unknown_ids_are_an_error(proof: Proof, place: str) -> None:
    laws = [document(name) for name in document_ids()]
    with pytest.raises(LawError, match=f"^{place}: no such id 'XX-1'"):
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
    assert (found["cases"], found["tests"]) == (2, 0)
    assert found["complete"] is False
    first = found["documents"][0]
    assert first["id"] == "md-blackjack"
    assert first["tags"]["engine"]["proven"] >= 1
    counted = {"total", "proven", "waiting", "checklist", "unproven", "later"}
    assert all(counts.keys() == counted for counts in first["tags"].values())
    assert first["tags"]["physical"]["checklist"] == first["tags"]["physical"]["total"]
    assert {"engine", "config", "procedure"} == {each["tag"] for each in first["unproven"]}
    assert {"id", "tag", "cite", "says"} == first["unproven"][0].keys()
    people = invoke("law", "coverage", "--cases", str(folder))
    assert people.exit_code == 1
    assert "2 cases, 0 tests" in people.stdout
    assert "readings without a case" in people.stdout


def test_the_command_says_yes_when_all_is_proven(tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    ids = [each for name in document_ids() for each in document(name).requirements]
    readings = [each for name in document_ids() for each in document(name).readings]
    written = f"[[case]]\nname = 'all'\nproves = {ids}\nreadings = {readings}\n"
    (tmp_path / "all" / "all.toml").write_text(written)
    result = invoke("law", "coverage", "--cases", str(tmp_path))
    assert result.exit_code == 0
    assert "unproven\n" not in result.stdout


TEST = "import pytest\n@pytest.mark.proves('{}')\ndef test_it() -> None: ...\n"


def test_a_marked_test_counts_as_a_case_does(folder: Path) -> None:
    def tags(*more: str) -> dict[str, dict[str, int]]:
        found = answer(invoke("law", "coverage", "--cases", str(folder), "--json", *more))
        return found["documents"][0]["tags"]  # type: ignore[no-any-return]

    (folder / "test_cut.py").write_text(TEST.format("MD-R072"))
    assert tags()["procedure"]["proven"] == 1
    assert tags("--tests", str(folder))["procedure"]["proven"] == 1
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    assert tags("--tests", str(elsewhere))["procedure"]["proven"] == 0


def test_the_tests_are_those_beside_the_case_files(tmp_path: Path) -> None:
    cases = tmp_path / "tests" / "law"
    (cases / "md-blackjack").mkdir(parents=True)
    (tmp_path / "tests" / "test_cut.py").write_text(TEST.format("MD-R072"))
    (tmp_path / "test_outside.py").write_text(TEST.format("MD-R073"))
    assert answer(invoke("law", "coverage", "--cases", str(cases), "--json"))["tests"] == 1


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (TEST.format("MD-R9999"), "test_cut.py::test_it: proves: no such id 'MD-R9999'"),
        (TEST.format("MD-R072").replace("test_it", "it"), "test_cut.py:2: proves: it goes above one"),
        ("proves(", "test_cut.py: '(' was never closed"),
    ],
)
def test_a_wrong_mark_ends_the_command_with_2(
    source: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_cut.py").write_text(source)
    with pytest.raises(SystemExit) as left:
        main(["law", "coverage", "--cases", str(folder)])
    assert left.value.code == 2
    found = capsys.readouterr()
    assert told in found.err
    assert found.err.count("\n") == 1
    assert found.out == ""


def test_no_folder_of_tests_is_one_line(folder: Path) -> None:
    result = invoke("law", "coverage", "--cases", str(folder), "--tests", str(folder / "missing"))
    assert result.exit_code == 2
    assert "no such folder of tests" in result.stderr


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
