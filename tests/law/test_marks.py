"""Python tests as proofs: the `proves` mark, read from the source, wherever pytest would run it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.law.proofs.coverage import Proof
from cutcard.law.proofs.marks import read_tests
from cutcard.law.reader import LawError

HEAD = "import pytest\nfrom pytest import mark\n\n"


def read(folder: Path, source: str, *, file: str = "shoe/test_cut.py") -> tuple[Proof, ...]:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + source, encoding="utf-8")
    return read_tests(folder)


def test_a_marked_test_is_a_proof_by_file_and_function(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "@pytest.mark.proves('MD-R072', 'MD-R073')\ndef test_one() -> None: ...\n"
        "@pytest.mark.long\n@mark.proves('MD-R074', readings=['MD-A31'])\nasync def test_two(): ...\n"
        "def test_three(): ...\n"
        "class TestCut:\n    @pytest.mark.proves('MD-R075')\n    def test_four(self): ...\n",
    )
    file = "shoe/test_cut.py"
    assert found == (
        Proof(file, f"{file}::test_one", ("MD-R072", "MD-R073"), kind="test"),
        Proof(file, f"{file}::test_two", ("MD-R074",), ("MD-A31",), kind="test"),
        Proof(file, f"{file}::TestCut::test_four", ("MD-R075",), kind="test"),
    )
    assert found[0].where == "shoe/test_cut.py::test_one"


def test_two_marks_on_one_test_add_up(tmp_path: Path) -> None:
    (found,) = read(
        tmp_path,
        "@pytest.mark.proves('A')\n@pytest.mark.parametrize('n', [1, 2])\n"
        "@pytest.mark.proves('B', readings=('C',))\ndef test_one(n): ...\n",
    )
    assert (found.proves, found.readings) == (("A", "B"), ("C",))


def test_nothing_is_imported_or_run(tmp_path: Path) -> None:
    source = "raise SystemExit\n@pytest.mark.proves('MD-R072')\ndef test_one(): ...\n"
    assert len(read(tmp_path, source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.proves('MD-R072')\ndef cut(): ...\n",
        "@pytest.mark.proves('MD-R072')\ndef tested(): ...\n",
        "@pytest.mark.proves('MD-R072')\nclass TestCut:\n    def test_one(self): ...\n",
        "class Cut:\n    @pytest.mark.proves('MD-R072')\n    def test_one(self): ...\n",
        "def make():\n    @pytest.mark.proves('MD-R072')\n    def test_one(): ...\n",
        "if False:\n    @pytest.mark.proves('MD-R072')\n    def test_one(): ...\n",
        "pytestmark = pytest.mark.proves('MD-R072')\ndef test_one(): ...\n",
        "pytestmark = [pytest.mark.proves('MD-R072')]\n",
        "CUT = pytest.mark.proves('MD-R072')\n@CUT\ndef test_one(): ...\n",
        "ROWS = [pytest.param(1, marks=pytest.mark.proves('MD-R072'))]\n",
        "@pytest.mark.proves('MD-R072')\ndef test_one(): ...\ndef test_one(): ...\n",
    ],
)
def test_a_mark_that_pytest_would_not_run_is_an_error(source: str, tmp_path: Path) -> None:
    with pytest.raises(LawError, match=r"shoe/test_cut.py:\d+: proves: it goes above one test"):
        read(tmp_path, source)


@pytest.mark.parametrize("file", ["support.py", "shoe/cut_test.py", "conftest.py"])
def test_a_mark_in_a_file_that_is_not_collected_is_an_error(file: str, tmp_path: Path) -> None:
    with pytest.raises(LawError, match=f"{file}:4: proves: "):
        read(tmp_path, "@pytest.mark.proves('MD-R072')\ndef test_one(): ...\n", file=file)


@pytest.mark.parametrize("mark", ["skip", "skip('later')", "skipif(True, reason='x')", "xfail"])
@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.{0}\n@pytest.mark.proves('MD-R072')\ndef test_one(): ...\n",
        "@pytest.mark.proves('MD-R072')\n@pytest.mark.{0}\ndef test_one(): ...\n",
        "pytestmark = pytest.mark.{0}\n@pytest.mark.proves('MD-R072')\ndef test_one(): ...\n",
        "pytestmark = [pytest.mark.long, mark.{0}]\n@mark.proves('MD-R072')\ndef test_one(): ...\n",
        "@pytest.mark.{0}\nclass TestCut:\n  @mark.proves('MD-R072')\n  def test_one(self): ...\n",
        "class TestCut:\n  pytestmark = [mark.{0}]\n  @mark.proves('A')\n  def test_one(self): ...\n",
    ],
)
def test_a_test_that_need_not_pass_proves_nothing(mark: str, source: str, tmp_path: Path) -> None:
    with pytest.raises(LawError, match=r"test_one: proves: a test that is skipped or may fail"):
        read(tmp_path, source.format(mark))


@pytest.mark.parametrize(
    ("mark", "problem"),
    [
        ("proves", "write proves"),
        ("proves()", "name at least one id"),
        ("proves(ids='MD-R072')", "write proves"),
        ("proves(**IDS)", "write proves"),
        ("proves(*IDS)", "an id is written out as a string"),
        ("proves(CUT)", "an id is written out as a string"),
        ("proves(72)", "an id is written out as a string"),
        ("proves(f'MD-R{72}')", "an id is written out as a string"),
        ("proves(['MD-R072'])", "an id is written out as a string"),
        ("proves('A', readings='MD-A31')", "readings: must be a list of ids"),
        ("proves('A', readings=[1])", "an id is written out as a string"),
    ],
)
def test_a_mark_that_cannot_be_read_is_an_error(mark: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(LawError, match=f"shoe/test_cut.py::test_one: proves: {problem}"):
        read(tmp_path, f"@pytest.mark.{mark}\ndef test_one(): ...\n")


@pytest.mark.parametrize(
    "content",
    [
        b"proves(",
        b"proves \xff",
        b"proves\0",
        b"proves = " + b"(" * 5000,
        b"proves = " + b"-" * 100_000 + b"1",
    ],
)
def test_a_file_that_is_no_python_is_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_bytes(content)
    with pytest.raises(LawError, match=r"^test_it.py: "):
        read_tests(tmp_path)


def test_other_attributes_by_that_name_are_none_of_ours(tmp_path: Path) -> None:
    assert read(tmp_path, "def test_one(case):\n    assert case.proves and case['proves']\n") == ()
