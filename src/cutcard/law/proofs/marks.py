"""Python tests as proofs: `@pytest.mark.proves("MD-R072")`, read from the source without running it.

A mark counts only above a test that pytest collects and runs. Anywhere else it is an error, so that
nothing is taken for proven which no test looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cutcard.law.proofs.coverage import Proof
from cutcard.law.reader import LawError

MARK: Final = "proves"
NOT_RUN: Final = ("skip", "skipif", "xfail")
"""Marks under which a test may fail or not run at all, and so proves nothing."""

_Test = ast.FunctionDef | ast.AsyncFunctionDef


def read_tests(folder: Path) -> tuple[Proof, ...]:
    """Every test of a folder's Python files that says what it proves, in file order."""
    return tuple(proof for path in sorted(folder.rglob("*.py")) for proof in _file(path, folder))


def _file(path: Path, folder: Path) -> Iterator[Proof]:
    name = path.relative_to(folder).as_posix()
    try:
        text = path.read_text(encoding="utf-8")
        if MARK not in text:
            return
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise LawError(f"{name}: {error}") from None
    seen: set[int] = set()
    for where, test, above in _collected(tree, name):
        marks = [each for each in test.decorator_list if _is_mark(_called(each), MARK)]
        if marks:
            if any(_is_mark(_called(each), *NOT_RUN) for each in (*test.decorator_list, *above)):
                raise LawError(f"{where}: {MARK}: a test that is skipped or may fail proves nothing")
            yield _proof(name, where, marks)
            seen |= {id(_called(each)) for each in marks}
    for node in ast.walk(tree):
        if _is_mark(node, MARK) and id(node) not in seen:
            line = getattr(node, "lineno", 0)
            raise LawError(f"{name}:{line}: {MARK}: it goes above one test that pytest collects")


def _collected(tree: ast.Module, file: str) -> Iterator[tuple[str, _Test, list[ast.expr]]]:
    """The tests that pytest finds in a file: the name (`file::Class::test`) and the marks above it."""
    if not file.rpartition("/")[2].startswith("test_"):
        return
    of_file = _shared_marks(tree.body)
    yield from _tests(tree.body, file, of_file)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            above = [*of_file, *node.decorator_list, *_shared_marks(node.body)]
            yield from _tests(node.body, f"{file}::{node.name}", above)


def _tests(
    body: list[ast.stmt], owner: str, above: list[ast.expr]
) -> Iterator[tuple[str, _Test, list[ast.expr]]]:
    found = {
        node.name: node
        for node in body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }  # of two tests by one name only the last is there to be collected
    for name, node in found.items():
        yield f"{owner}::{name}", node, above


def _shared_marks(body: list[ast.stmt]) -> list[ast.expr]:
    """What `pytestmark = ...` puts on every test of a file or a class."""
    found: list[ast.expr] = []
    for node in body:
        if isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id == "pytestmark" for each in node.targets
        ):
            listed = node.value
            found += listed.elts if isinstance(listed, ast.List | ast.Tuple) else [listed]
    return found


def _called(node: ast.expr) -> ast.expr:
    """What a decorator calls, or the decorator itself."""
    return node.func if isinstance(node, ast.Call) else node


def _is_mark(node: ast.AST, *names: str) -> bool:
    """Whether this is `pytest.mark.NAME` or `mark.NAME`."""
    if not isinstance(node, ast.Attribute) or node.attr not in names:
        return False
    owner = node.value
    return (owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")) == "mark"


def _proof(file: str, where: str, marks: list[ast.expr]) -> Proof:
    proves: list[str] = []
    readings: list[str] = []
    for mark in marks:
        if not isinstance(mark, ast.Call) or any(each.arg != "readings" for each in mark.keywords):
            raise LawError(f"{where}: {MARK}: write {MARK}(ID, ...) and readings=[ID, ...] if any")
        proves += _ids(mark.args, where)
        for keyword in mark.keywords:
            listed = keyword.value
            if not isinstance(listed, ast.List | ast.Tuple):
                raise LawError(f"{where}: {MARK}: readings: must be a list of ids")
            readings += _ids(listed.elts, where)
    if not proves and not readings:
        raise LawError(f"{where}: {MARK}: name at least one id")
    return Proof(file, where, tuple(proves), tuple(readings), kind="test")


def _ids(nodes: list[ast.expr], where: str) -> Iterator[str]:
    for each in nodes:
        if not isinstance(each, ast.Constant) or not isinstance(each.value, str):
            raise LawError(f"{where}: {MARK}: an id is written out as a string")
        yield each.value
