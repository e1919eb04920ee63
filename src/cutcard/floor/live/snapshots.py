"""A table's state as text, so that a restart folds only the events since.

A snapshot is trusted for speed alone: it names the code and the event it was made by, is read by a
reader that makes plain values of this package and nothing else, and whatever is wrong with it only
means that all events are folded again. `cutcard audit` compares it with that fold.
"""

from __future__ import annotations

import base64
import io
import json
import pickle
import zlib
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from typing import Any, Final

from cutcard.cards import card
from cutcard.compute import digest_of_code
from cutcard.floor.live.state import Live
from cutcard.floor.meters import evolve
from cutcard.law import RuleSet
from cutcard.rules import Game
from cutcard.table import Table
from cutcard.table.record import parse_header, table_of

PLAIN: Final = {
    ("builtins", "frozenset"): frozenset,
    ("builtins", "set"): set,
    ("fractions", "Fraction"): Fraction,
    ("cutcard.cards", "card"): card,
}
RULES, GAME = "rules", "game"
LONGEST: Final = 1 << 24
DIGITS: Final = 16


def code_digest() -> str:
    """A digest of the code that a folded state depends on: this reader, and what reads and folds events.

    A snapshot is used by code whose digest is the same. Whatever else of the program changes, its pages,
    its commands, how it decides, the snapshots of the version before are used.
    """
    return digest_of_code(__name__, Live.__module__, evolve.__module__)[:DIGITS]


class UnusableSnapshot(ValueError):  # noqa: N818 - it says what the snapshot is
    """A snapshot that cannot be used; the events tell all it would."""


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, table: Table | None, setup: str) -> None:
        super().__init__(file, protocol=5)
        self._known: dict[int, tuple[str, str]] = {}
        if table is not None:
            self._known = {id(table.rules): (RULES, setup), id(table.game): (GAME, setup)}

    def persistent_id(self, value: Any) -> tuple[str, str] | None:
        """Rules and their game stay with the header; they are only named, by their setup."""
        return self._known.get(id(value))


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, rules: RuleSet | None, game: Game | None) -> None:
        super().__init__(file)
        self._known: dict[tuple[str, str], Any] = {(RULES, ""): rules, (GAME, ""): game}

    def persistent_load(self, name: Any) -> Any:
        """The rules of this table: as it was set up, or of the law that it was moved to since."""
        if name not in self._known:
            moved = table_of(parse_header(json.loads(name[1])))
            self._known |= {(RULES, name[1]): moved.rules, (GAME, name[1]): moved.game}
        return self._known[name]

    def find_class(self, module: str, name: str) -> Any:
        """A value class of this package, and nothing that could do anything."""
        if (known := PLAIN.get((module, name))) is not None:
            return known
        if module.startswith("cutcard.") and "." not in name:
            value_class = getattr(import_module(module), name, None)
            if isinstance(value_class, type) and (
                is_dataclass(value_class) or issubclass(value_class, (Enum, tuple))
            ):
                return value_class
        raise UnusableSnapshot(f"{module}.{name} is not a value of a table")


def write_snapshot(state: object, table: Table | None, setup: str = "") -> str:
    """A state as text; what of it is the table's rules is only named.

    `setup` is how the table stands under a law that it was moved to; none as its stream's header says.
    """
    file = io.BytesIO()
    _Writer(file, table, setup).dump(state)
    packed = base64.b85encode(zlib.compress(file.getvalue(), 1)).decode()
    return f"{code_digest()} {packed}"


def read_snapshot(body: str, rules: RuleSet | None, game: Game | None) -> Any:
    """The state that a text holds; `Unusable` where it cannot be used by this code."""
    made_by, _, packed = body.partition(" ")
    if made_by != code_digest():
        raise UnusableSnapshot("made by other code")
    try:
        raw = zlib.decompressobj().decompress(base64.b85decode(packed), LONGEST)
        return _Reader(io.BytesIO(raw), rules, game).load()
    except UnusableSnapshot:
        raise
    except Exception as problem:
        raise UnusableSnapshot(f"cannot be read: {problem}") from None
