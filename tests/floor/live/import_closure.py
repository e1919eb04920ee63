"""Which modules of the package a module can reach by its imports, read off the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cutcard

SOURCE = Path(cutcard.__file__).parent.parent
PACKAGE = "cutcard"


def file_of(module: str) -> Path | None:
    """The file of a module or of a package's own part."""
    place = SOURCE.joinpath(*module.split("."))
    for each in (place.with_suffix(".py"), place / "__init__.py"):
        if each.is_file():
            return each
    return None


@cache
def _tree(module: str) -> ast.Module:
    found = file_of(module)
    assert found is not None, module
    return ast.parse(found.read_text("utf-8"))


def _home(module: str, name: str) -> str:
    """The module that a name comes from, through packages that only hand it on."""
    if file_of(f"{module}.{name}") is not None:
        return f"{module}.{name}"
    for each in _tree(module).body:
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith(PACKAGE):
            for alias in each.names:
                if (alias.asname or alias.name) == name and file_of(module) == _init(module):
                    return _home(each.module or "", alias.name)
    return module


def _init(module: str) -> Path:
    return SOURCE.joinpath(*module.split(".")) / "__init__.py"


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
        for other in node.orelse:
            yield from _imported(other)
        return
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports here name the package"
        if (node.module or "").startswith(PACKAGE):
            yield from (_home(node.module or "", each.name) for each in node.names)
    elif isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name.startswith(f"{PACKAGE}."))
    for each in ast.iter_child_nodes(node):
        yield from _imported(each)


def closure(*roots: str) -> set[str]:
    """Every module that the roots can reach, and the packages that they lie in but for the outermost."""
    found: set[str] = set()
    left = list(roots)
    while left:
        module = left.pop()
        if module not in found:
            found.add(module)
            left += _imported(_tree(module))
    parts = [each.split(".") for each in found]
    packages = {".".join(each[:depth]) for each in parts for depth in range(2, len(each))}
    return (found | packages) - {PACKAGE}
