"""Contracts for import-linter: no import passes a room's door, and no file can reach itself.

A room is a folder below the package, or below `floor`, whose sub-rooms are rooms of their own. Its door
is its `__init__`; a sub-room with a stub (`__init__.pyi`) is a public door too. Beside names, a door may
list modules (`from . import commands as commands`), which then are public as they stand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
from importlinter import Contract, ContractCheck, output

SOURCE = Path(__file__).parents[1] / "src"
ROOMS_WITHIN = "cutcard.floor"


def room_of(module: str) -> str:
    """The room that a module stands in."""
    depth = 3 if module.startswith(f"{ROOMS_WITHIN}.") else 2
    return ".".join(module.split(".")[:depth])


@cache
def listed_at(door: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The names and the modules that a door lists; None where there is no door."""
    stub = SOURCE.joinpath(*door.split("."), "__init__.pyi")
    if not stub.exists():
        return None
    nodes = [
        node for node in ast.parse(stub.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)
    ]
    names = frozenset(each.name for node in nodes if node.module for each in node.names)
    return names, frozenset(each.name for node in nodes if not node.module for each in node.names)


def passes_the_door(module: str, lines: Iterable[str]) -> bool:
    """Whether imports of a module, as they are written, reach past what the doors list.

    A function may bear the name of its file (`evolve` of `evolve.py`): then only an import that is
    written through the door means the function.
    """
    if module == room_of(module) or listed_at(module) is not None:
        return False
    door, _, last = module.rpartition(".")
    names, modules = listed_at(door) or ((), ())
    if last in modules:
        return False
    return last not in names or any(not line.startswith(f"from {door} import ") for line in lines)


def written(graph: grimp.ImportGraph, importer: str, module: str) -> list[str]:
    """The import statements by which a module is imported, their first lines."""
    found = graph.get_import_details(importer=importer, imported=module)
    return [each["line_contents"].strip() for each in found]


class DoorsContract(Contract):
    """No import from one room into another passes the door."""

    type_name = "doors"

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002
        """Every import between rooms that reaches into a file."""
        passed = [
            f"{importer} imports {module}"
            for importer in sorted(graph.modules)
            for module in sorted(graph.find_modules_directly_imported_by(importer))
            if room_of(importer) != room_of(module)
            and passes_the_door(module, written(graph, importer, module))
        ]
        return ContractCheck(kept=not passed, metadata={"passed": passed})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for each."""
        for line in check.metadata["passed"]:
            output.print_error(line)


class CyclesContract(Contract):
    """No file can reach itself by imports, those inside functions and under TYPE_CHECKING included."""

    type_name = "no_cycles"

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002
        """One cycle, where there is any."""
        imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as problem:
            return ContractCheck(kept=False, metadata={"cycle": problem.args[1]})
        return ContractCheck(kept=True, metadata={})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """The files, each importing the next."""
        output.print_error(" -> ".join(reversed(check.metadata["cycle"])))
