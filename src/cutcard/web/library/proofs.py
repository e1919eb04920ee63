"""Which cases and tests prove a requirement or show a reading.

The cases are no part of the package: a checkout reads its own, a wheel carries an index that is made
when it is built (`setup.py`). Where there is neither, nobody knows of any, and the pages say so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from cutcard.law import LawError
from cutcard.law.proofs import read_proofs, read_tests

INDEX: Final = Path(__file__).parent / "cases.json"
CHECKOUT: Final = Path(__file__).parents[4] / "tests"


@dataclass(frozen=True)
class Proofs:
    """What proves what, by the ids of requirements and readings."""

    known: bool = False
    many: int = 0
    by_id: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """An id, and where it is proven, as `file: name`."""

    def of(self, name: str) -> tuple[str, ...]:
        """Where a requirement is proven, or a reading shown."""
        return self.by_id.get(name, ())


def index_of(tests: Path) -> str:
    """The index of a folder of tests, as a wheel carries it."""
    collected = (*read_proofs(tests / "law"), *read_tests(tests))
    return json.dumps(
        [[each.where, [*each.proves, *each.readings]] for each in collected],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read_index(index: str) -> Proofs:
    """The proofs in an index."""
    entries: list[tuple[str, list[str]]] = json.loads(index)
    by_id: dict[str, list[str]] = {}
    for where, ids in entries:
        for each in dict.fromkeys(ids):
            by_id.setdefault(each, []).append(where)
    return Proofs(bool(entries), len(entries), {name: tuple(places) for name, places in by_id.items()})


_READING: Final = Lock()


def proofs() -> Proofs:
    """Of this installation; read once, whoever asks first."""
    with _READING:
        return _read()


@cache
def _read() -> Proofs:
    try:
        return read_index(INDEX.read_text(encoding="utf-8") if INDEX.is_file() else index_of(CHECKOUT))
    except (LawError, OSError):
        return Proofs()
