"""Which modules of the package a module can reach by its imports, read off the syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cutcard

SOURCE = Path(cutcard.__file__).parent.parent
PACKAGE = "cutcard"


def all_modules() -> list[str]:
    """Every module of the package."""
    paths = (SOURCE / PACKAGE).rglob("*.py")
    return sorted(_name(each) for each in paths)


def _name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def file_of(module: str) -> Path | None:
    """The file of a module or of a package's own part."""
    place = SOURCE.joinpath(*module.split("."))
    for each in (place / "__init__.py", place.with_suffix(".py")):
        if each.is_file():
            return each
    return None


def is_package(module: str) -> bool:
    found = file_of(module)
    return found is not None and found.name == "__init__.py"


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def _door(module: str) -> dict[str, tuple[str, str]]:
    """What a package hands on: a name -> where it is taken from, and its name there."""
    found = file_of(module)
    assert found is not None, module
    stub = found.with_suffix(".pyi")
    handed_on: dict[str, tuple[str, str]] = {}
    for node in ast.walk(_tree(stub if stub.exists() else found)):
        if isinstance(node, ast.ImportFrom):
            home = _from(module, node)
            if home.startswith(f"{module}."):
                handed_on |= {each.asname or each.name: (home, each.name) for each in node.names}
    return handed_on


def _from(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _homes(module: str, name: str) -> Iterator[str]:
    """The modules that a name comes from, through packages that only hand it on."""
    if is_package(module) and name in _door(module):
        yield from _homes(*_door(module)[name])
    elif file_of(f"{module}.{name}") is not None:
        yield from _whole(f"{module}.{name}")
    else:
        yield module


def _whole(module: str) -> Iterator[str]:
    found = file_of(module)
    assert found is not None, module
    yield from map(_name, found.parent.rglob("*.py")) if found.name == "__init__.py" else [module]


def _imported(module: str) -> Iterator[str]:
    path = file_of(module)
    assert path is not None, module
    package = module if is_package(module) else module.rpartition(".")[0]
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom):
            home = _from(package, node)
            if home.partition(".")[0] == PACKAGE:
                for each in node.names:
                    yield from _homes(home, each.name)
        elif isinstance(node, ast.Import):
            for each in node.names:
                if each.name.partition(".")[0] == PACKAGE:
                    yield from _whole(each.name)


@cache
def _reached(module: str) -> frozenset[str]:
    return frozenset(_imported(module))


def closure(root: str) -> set[str]:
    """Every module that a root can reach."""
    found: set[str] = set()
    left = list(_whole(root))
    while left:
        module = left.pop()
        if module not in found:
            found.add(module)
            left += _reached(module)
    return found
