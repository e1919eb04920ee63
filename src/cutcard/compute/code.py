"""A digest of code: some modules and everything of their package that they import.

What is kept on disk (answers, tables, compiled kernels, snapshots) is named by the code that made it.
The walk follows every import statement, those inside functions too. A name taken from a package's door
(`from cutcard.law import resolve`) leads through the door to the file that defines it, so what else
stands behind that door changes nothing. A package taken whole (`from cutcard.odds import main`) is all
its files.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

FROM: Final = re.compile(r"(?m)^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(#;]+)")
PLAIN: Final = re.compile(r"(?m)^[ \t]*import[ \t]+([\w., \t]+)")
COMMENT: Final = re.compile(r"#[^\n]*")
DOORS: Final = ("__init__.pyi", "__init__.py")
"""Where a package lists what it exports: a stub beside a lazy door, else the door itself."""


@cache
def digest_of_code(*roots: str) -> str:
    """SHA-256 over the source of some modules or packages and of all that they import."""
    total = hashlib.sha256()
    for module in modules_behind(*roots):
        content = _path(module).read_bytes()
        total.update(f"{module}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


@cache
def modules_behind(*roots: str) -> tuple[str, ...]:
    """Those modules and every module that they can reach, in alphabetical order."""
    reached: set[str] = set()
    waiting = [module for root in roots for module in _whole(root)]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting.extend(_imported_by(module))
    return tuple(sorted(reached))


@cache
def _imported_by(module: str) -> tuple[str, ...]:
    """The modules of its own package that a module imports, through doors to the files behind them."""
    top = module.partition(".")[0]
    ours = [(home, name) for home, name in _imports(module) if home.partition(".")[0] == top]
    return tuple(behind for home, name in ours for behind in _homes(home, name))


def _homes(module: str, name: str | None) -> Iterator[str]:
    """The files behind one imported name; of a plain `import a.b`, or of a package taken whole, all."""
    if name is None:
        yield from _whole(module)
    elif (behind := _exports(module).get(name)) is not None:
        yield from _homes(*behind)
    elif _exists(f"{module}.{name}"):
        yield from _whole(f"{module}.{name}")
    else:
        yield module


@cache
def _exports(module: str) -> dict[str, tuple[str, str]]:
    """What a package's door exports -> the module that it takes it from, and the name there."""
    place = _folder(module)
    if place is None:
        return {}
    door = next(each for each in DOORS if (place / each).exists())
    source = (place / door).read_text(encoding="utf-8")
    return {
        known_as: (home, name)
        for home, name, known_as in _from_imports(module, source)
        if home.startswith(f"{module}.")
    }


def _imports(module: str) -> Iterator[tuple[str, str | None]]:
    source = _path(module).read_text(encoding="utf-8")
    package = module if _folder(module) else module.rpartition(".")[0]
    for home, name, _ in _from_imports(package, source):
        yield home, name
    for statement in PLAIN.finditer(source):
        yield from ((each.split()[0], None) for each in statement[1].split(",") if each.split())


def _from_imports(package: str, source: str) -> Iterator[tuple[str, str, str]]:
    """Every name of every `from` import: the module named, the name, and what it is known as here."""
    for statement in FROM.finditer(source):
        home = _absolute(package, statement[1])
        for each in COMMENT.sub("", statement[2]).strip("()\n ").split(","):
            if words := each.split():
                yield home, words[0], words[-1]


def _absolute(package: str, named: str) -> str:
    dots = len(named) - len(named.lstrip("."))
    if not dots:
        return named
    parts = package.split(".")[: len(package.split(".")) - dots + 1]
    return ".".join([*parts, *named[dots:].split(".")]).rstrip(".")


def _whole(module: str) -> Iterator[str]:
    """A module, or every module of a package and of the packages in it."""
    place = _folder(module)
    if place is None:
        if _exists(module):
            yield module
        return
    for path in place.rglob("*.py"):
        parts = path.relative_to(place).with_suffix("").parts
        yield ".".join([module, *parts]).removesuffix(".__init__")


@cache
def _exists(module: str) -> bool:
    return _folder(module) is not None or _path(module).is_file()


@cache
def _folder(module: str) -> Path | None:
    """The folder of a package; None of anything else."""
    place = _place(module)
    return place if (place / "__init__.py").is_file() else None


def _path(module: str) -> Path:
    place = _folder(module)
    return place / "__init__.py" if place else _place(module).with_suffix(".py")


@cache
def _place(module: str) -> Path:
    top, *parts = module.split(".")
    return _home(top).joinpath(*parts)


@cache
def _home(top: str) -> Path:
    try:
        spec = find_spec(top)
    except ValueError:  # a program that is run as a file has no spec
        spec = None
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else Path(top)
