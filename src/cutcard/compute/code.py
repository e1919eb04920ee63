"""A digest of code: some modules and everything of their package that they import.

What is kept on disk (answers, tables, compiled kernels, snapshots) is named by the code that made it.
The walk follows every import statement, those inside functions too. A name taken from a package's door
(`from cutcard.law import resolve`) leads through the door to the file that defines it, so what else
stands behind that door changes nothing. A package taken whole (`from cutcard.odds import main`) is all
its files.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

FROM: Final = re.compile(r"from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(#;]+)")
PLAIN: Final = re.compile(r"import[ \t]+([\w., \t]+)")
"""Statements, wherever they stand: a pattern that begins with its word is searched for much faster."""
COMMENT: Final = re.compile(r"#[^\n]*")
DOORS: Final = ("__init__.pyi", "__init__.py")
"""Where a package lists what it exports: a stub beside a lazy door, else the door itself."""


@cache
def digest_of_code(*roots: str) -> str:
    """SHA-256 over the source of some modules or packages and of all that they import."""
    listed = "".join(f"{module}\0{_read(module).digest}\n" for module in modules_behind(*roots))
    return hashlib.sha256(listed.encode()).hexdigest()


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


class Module(NamedTuple):
    """What is known of a module from one reading of its file."""

    digest: str
    imported: tuple[tuple[str, str | None], ...]
    """The modules of its own package that it names, with the name taken from each; none of it whole."""


@cache
def _read(module: str) -> Module:
    content = Path(_path(module)).read_bytes()
    package = module if _folder(module) else module.rpartition(".")[0]
    source, top = content.decode(), module.partition(".")[0]
    imported: list[tuple[str, str | None]]
    imported = [(home, name) for home, name, _ in _from_imports(package, source, top)]
    for statement in _statements(PLAIN, source):
        named = (words[0] for each in statement[1].split(",") if (words := each.split()))
        imported += [(home, None) for home in named if home.partition(".")[0] == top]
    return Module(hashlib.sha256(content).hexdigest(), tuple(imported))


@cache
def _imported_by(module: str) -> tuple[str, ...]:
    """The modules of its own package that a module imports, through doors to the files behind them."""
    return tuple(behind for imported in _read(module).imported for behind in _homes(*imported))


@cache
def _homes(module: str, name: str | None) -> tuple[str, ...]:
    """The files behind one imported name; of a plain `import a.b`, or of a package taken whole, all."""
    if name is None:
        return _whole(module)
    if (behind := _exports(module).get(name)) is not None:
        return _homes(*behind)
    return _whole(f"{module}.{name}") or (module,)


@cache
def _exports(module: str) -> dict[str, tuple[str, str]]:
    """What a package's door exports -> the module that it takes it from, and the name there."""
    place = _folder(module)
    if place is None:
        return {}
    door = next(each for each in DOORS if (Path(place) / each).exists())
    source = (Path(place) / door).read_text(encoding="utf-8")
    return {
        known_as: (home, name)
        for home, name, known_as in _from_imports(module, source, module)
        if home != module
    }


def _from_imports(package: str, source: str, under: str) -> Iterator[tuple[str, str, str]]:
    """Every name imported from under a package: the module named, the name, and what it is known as."""
    for statement in _statements(FROM, source):
        home = _absolute(package, statement[1])
        if home != under and not home.startswith(f"{under}."):
            continue
        for each in COMMENT.sub("", statement[2]).strip("()\n ").split(","):
            if words := each.split():
                yield home, words[0], words[-1]


def _statements(pattern: re.Pattern[str], source: str) -> Iterator[re.Match[str]]:
    """What matches with nothing but white space before it on its line."""
    for found in pattern.finditer(source):
        line = source.rfind("\n", 0, found.start()) + 1
        if line == found.start() or source[line : found.start()].isspace():
            yield found


def _absolute(package: str, named: str) -> str:
    dots = len(named) - len(named.lstrip("."))
    if not dots:
        return named
    parts = package.split(".")[: len(package.split(".")) - dots + 1]
    return ".".join([*parts, *named[dots:].split(".")]).rstrip(".")


@cache
def _whole(module: str) -> tuple[str, ...]:
    """A module, or every module of a package and of the packages in it; none where there is none."""
    place = _folder(module)
    if place is None:
        return (module,) if os.path.isfile(_path(module)) else ()
    inside = (path.relative_to(place).with_suffix("") for path in Path(place).rglob("*.py"))
    return tuple(".".join([module, *path.parts]).removesuffix(".__init__") for path in inside)


@cache
def _folder(module: str) -> str | None:
    """The folder of a package; None of anything else."""
    place = _place(module)
    return place if os.path.isfile(f"{place}/__init__.py") else None


def _path(module: str) -> str:
    place = _folder(module)
    return f"{place}/__init__.py" if place else f"{_place(module)}.py"


def _place(module: str) -> str:
    top, *parts = module.split(".")
    return "/".join([_home(top), *parts])


@cache
def _home(top: str) -> str:
    try:
        spec = find_spec(top)
    except ValueError:  # a program that is run as a file has no spec
        spec = None
    places = spec.submodule_search_locations if spec is not None else None
    return next(iter(places)) if places else top
