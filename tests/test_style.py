"""Taste that a test can check: the source tree read as text."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXTS = [
    path
    for pattern in ("*.py", "*.toml", "*.md", "*.txt", "*.tsv", "Makefile", ".ci/run")
    for folder in (ROOT / "src", ROOT / "tests", ROOT / "bench", ROOT / "docs")
    for path in sorted(folder.rglob(pattern))
] + [
    ROOT / name
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "Makefile",
        "pyproject.toml",
        "constraints.txt",
    )
]
MOST_LINES = 400
MOST_FUNCTION_LINES = 60
BANNED_NAMES = re.compile(r"\b(utils?|helpers?|manager|misc|stuff)\b")
PURE_ROOMS = ("rules", "wagers", "shoe", "table", "law")
IMPURE = {"random", "secrets", "time", "datetime", "socket", "sqlite3", "urllib", "requests"}


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*SOURCES, *TESTS], ids=short)
def test_a_file_is_not_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_no_two_test_files_have_one_name() -> None:
    """Test files are imported by their name alone: a second one of that name is never run."""
    named = Counter(path.name for path in TESTS if path.name.startswith("test_"))
    assert [name for name, files in named.items() if files > 1] == []


@pytest.mark.parametrize("path", SOURCES, ids=short)
def test_functions_are_short_and_names_say_the_domain(path: Path) -> None:
    assert not BANNED_NAMES.search(path.stem)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            assert not BANNED_NAMES.search(node.name.lower()), node.name
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < MOST_FUNCTION_LINES, node.name


@pytest.mark.parametrize("path", SOURCES, ids=short)
def test_no_chance_no_clock_no_network_and_no_float_in_the_rules(path: Path) -> None:
    room = path.relative_to(ROOT / "src" / "cutcard").parts[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if room not in PURE_ROOMS:
        return
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name.split(".")[0] for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module.split(".")[0]]
        assert not IMPURE & set(names), names
        if room in ("rules", "wagers", "shoe", "table") and isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), node.value


@pytest.mark.parametrize("room", sorted(p.parent for p in SOURCES if p.name == "__init__.py"), ids=short)
def test_every_room_says_what_it_is_for(room: Path) -> None:
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [p for p in TEXTS if p.exists()], ids=short)
def test_the_project_speaks_of_itself_alone(path: Path) -> None:
    content = path.read_text(encoding="utf-8")
    if path == Path(__file__):
        return
    assert not re.search(
        r"/work/|/tmp/v/|\.library|https?://(pypi|files\.pythonhosted)|index-url", content
    )


def test_law_data_is_where_prices_live() -> None:
    """No price is typed into code; the even money that a rule itself names is the exception."""
    price = re.compile(r"\d+(\.\d+)? (to|for) \d+|\$\d+|\d+% of \S+")
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != "1 to 1":
                assert not price.fullmatch(node.value), f"{short(path)}:{node.lineno}: {node.value!r}"


def test_citations_sit_on_values_in_the_law_data() -> None:
    """No provision is typed into code below the command line; code asks the value for its citation."""
    for path in SOURCES:
        if "cli" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                cited = re.fullmatch(r"(§|Ch\.)[0-9][^ ;]*( §[^ ;]+)?", node.value.split("; ")[0])
                assert not cited or id(node) in documented, f"{short(path)}:{node.lineno}: {node.value}"


def test_loops_are_compiled_in_one_way() -> None:
    """numba's own cache does not see what a loop takes from other files; `odds.compiled` does."""
    taken = re.compile(r"^(from|import) numba .*\b(jit|njit|vectorize|guvectorize)\b", re.MULTILINE)
    found = [short(path) for path in SOURCES if taken.search(path.read_text(encoding="utf-8"))]
    assert not found, "take njit and vectorize from cutcard.odds.compiled"
