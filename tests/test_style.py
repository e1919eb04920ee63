"""Taste that a test can check: the source tree read as text."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_no_file_is_too_long() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in [*SOURCES, *TESTS]}
    assert [short(path) for path, many in lines.items() if many > MOST_LINES] == []


def test_no_two_test_files_have_one_name() -> None:
    """Test files are imported by their name alone: a second one of that name is never run."""
    named = Counter(path.name for path in TESTS if path.name.startswith("test_"))
    assert [name for name, files in named.items() if files > 1] == []


def untidy_in(path: Path) -> Iterator[str]:
    """Functions that are too long, and names that say nothing."""
    names = [path.stem]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= MOST_FUNCTION_LINES:
                yield f"{short(path)}: {node.name} is too long"
    yield from (f"{short(path)}: {name}" for name in names if BANNED_NAMES.search(name.lower()))


def test_functions_are_short_and_names_say_the_domain() -> None:
    assert [each for path in SOURCES for each in untidy_in(path)] == []


def impure_in(path: Path) -> Iterator[str]:
    """What a file of a pure room takes from outside, and its floats where none may be."""
    room = path.relative_to(ROOT / "src" / "cutcard").parts[0]
    if room not in PURE_ROOMS:
        return
    for node in ast.walk(tree(path)):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name.split(".")[0] for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module.split(".")[0]]
        yield from (f"{short(path)}: {name}" for name in IMPURE & set(names))
        is_number = isinstance(node, ast.Constant) and isinstance(node.value, float)
        if room in ("rules", "wagers", "shoe", "table") and is_number:
            yield f"{short(path)}: {ast.unparse(node)}"


def test_no_chance_no_clock_no_network_and_no_float_in_the_rules() -> None:
    assert [each for path in SOURCES for each in impure_in(path)] == []


def test_every_room_says_what_it_is_for() -> None:
    rooms = [path for path in SOURCES if path.name == "__init__.py"]
    assert [short(room) for room in rooms if not ast.get_docstring(tree(room))] == []


def test_the_project_speaks_of_itself_alone() -> None:
    others = re.compile(r"/work/|/tmp/v/|\.library|https?://(pypi|files\.pythonhosted)|index-url")
    read = (path for path in TEXTS if path.exists() and path != Path(__file__))
    assert [short(path) for path in read if others.search(path.read_text(encoding="utf-8"))] == []


def test_law_data_is_where_prices_live() -> None:
    """No price is typed into code; the even money that a rule itself names is the exception."""
    price = re.compile(r"\d+(\.\d+)? (to|for) \d+|\$\d+|\d+% of \S+")
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != "1 to 1":
                assert not price.fullmatch(node.value), f"{short(path)}:{node.lineno}: {node.value!r}"


def test_citations_sit_on_values_in_the_law_data() -> None:
    """No provision is typed into code below the command line; code asks the value for its citation."""
    for path in SOURCES:
        if "cli" in path.parts:
            continue
        documented = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                cited = re.fullmatch(r"(§|Ch\.)[0-9][^ ;]*( §[^ ;]+)?", node.value.split("; ")[0])
                assert not cited or id(node) in documented, f"{short(path)}:{node.lineno}: {node.value}"


def test_loops_are_compiled_in_one_way() -> None:
    """numba's own cache does not see what a loop takes from other files; `odds.compiled` does."""
    taken = re.compile(r"^(from|import) numba .*\b(jit|njit|vectorize|guvectorize)\b", re.MULTILINE)
    found = [short(path) for path in SOURCES if taken.search(path.read_text(encoding="utf-8"))]
    assert not found, "take njit and vectorize from cutcard.compute.compiled"
