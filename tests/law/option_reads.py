"""Where the source reads options: the names it asks for, and the values it compares them with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cutcard.law.vocabulary import VOCABULARY

SOURCE = Path(__file__).parents[2] / "src" / "cutcard"
READERS = ("rules", "wagers", "shoe", "table", "automata", "odds", "sim", "fair", "floor", "submission")
"""The rooms whose predicates decide something by an option."""
NOT_THE_LAW = {"cache", "required", "magic_card", "lucky_player"}
"""Keys of other tables that are called options too, and what a device shows beside them."""


@dataclass
class Reads:
    """What a source tree asks of the options."""

    names: dict[str, set[str]] = field(default_factory=dict)
    """Option -> the files that ask for its value."""
    without_default: dict[str, set[str]] = field(default_factory=dict)
    """Those of them that fail where a table has no such option."""
    cites: dict[str, set[str]] = field(default_factory=dict)
    """Option -> the files that ask for its citation."""
    compared: dict[str, set[object]] = field(default_factory=dict)
    """Option -> the values that it is compared with."""


class _Reader(ast.NodeVisitor):
    def __init__(self, file: str, tree: ast.Module, reads: Reads) -> None:
        self._file = file
        self._reads = reads
        self._named = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Constant)
            for target in [node.target]
            if isinstance(target, ast.Name)
        }

    def _text(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        found = self._named.get(node.id) if isinstance(node, ast.Name) else None
        return found if isinstance(found, str) else None

    def option_of(self, node: ast.AST) -> str | None:
        """The option that an expression is the value of."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of = node.func.value
            is_options = isinstance(of, ast.Attribute | ast.Name) and _last(of) == "options"
            if node.func.attr == "option" or (node.func.attr == "get" and is_options):
                return self._text(node.args[0])
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute | ast.Name):
            return self._text(node.slice) if _last(node.value) == "options" else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
            return (
                node.attr if _last(node.value) in ("game", "law") and node.attr in VOCABULARY else None
            )
        return None

    def visit(self, node: ast.AST) -> None:
        name = self.option_of(node)
        if name is not None and name not in NOT_THE_LAW:
            self._reads.names.setdefault(name, set()).add(self._file)
            if isinstance(node, ast.Subscript) or (isinstance(node, ast.Call) and len(node.args) == 1):
                is_get = isinstance(node, ast.Call) and _last(node.func) == "get"
                is_end = (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and (_last(node.func.value) in ("end", "self"))
                )
                if not is_get and not is_end:
                    self._reads.without_default.setdefault(name, set()).add(self._file)
        if isinstance(node, ast.Compare):
            self._compare(node)
        is_meter = self._file.startswith(("floor/meters/", "floor/links/"))  # the terms of a meter
        if isinstance(node, ast.Call) and _last(node.func) in ("cite", "option_cite") and not is_meter:
            for each in node.args:
                if text := self._text(each):
                    self._reads.cites.setdefault(text, set()).add(self._file)
        self.generic_visit(node)

    def _compare(self, node: ast.Compare) -> None:
        name = self.option_of(node.left)
        if name is None or name in NOT_THE_LAW:
            return
        for other in node.comparators:
            each = other.elts if isinstance(other, ast.Tuple | ast.Set | ast.List) else [other]
            for one in each:
                value = one.value if isinstance(one, ast.Constant) else self._text(one)
                if value is not None:
                    self._reads.compared.setdefault(name, set()).add(value)


def _last(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _files() -> Iterator[Path]:
    for room in READERS:
        yield from sorted((SOURCE / room).rglob("*.py"))


@cache
def option_reads() -> Reads:
    """Everything that the rooms below the law ask of options."""
    reads = Reads()
    for path in _files():
        tree = ast.parse(path.read_text("utf-8"))
        _Reader(path.relative_to(SOURCE).as_posix(), tree, reads).visit(tree)
    return reads


@cache
def texts_near(name: str) -> frozenset[object]:
    """Every constant of the files, and of the types, that name an option."""
    found: set[object] = set()
    for path in (SOURCE / "money.py", *_files(), *sorted((SOURCE / "law" / "ruleset").rglob("*.py"))):
        text = path.read_text("utf-8")
        if name not in text:
            continue
        found |= {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    return frozenset(found)
