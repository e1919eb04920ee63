"""What a run has added up: whole numbers by name. Sums, so the order of their parts never matters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

UNITS = "units"
ROUNDS = "rounds"
WATCHED = "/"
"""In the names of what is watched beside."""


@lru_cache(maxsize=8)
def _places(columns: tuple[str, ...]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(columns)}


@dataclass(frozen=True)
class Totals:
    """Sums over units of work."""

    columns: tuple[str, ...]
    values: tuple[int, ...]

    @classmethod
    def nothing(cls, columns: tuple[str, ...]) -> Totals:
        """Before the first unit."""
        return cls(columns, (0,) * len(columns))

    def plus(self, more: Iterable[int]) -> Totals:
        """With the sums of further units; Python's whole numbers never overflow."""
        added = (have + int(each) for have, each in zip(self.values, more, strict=True))
        return Totals(self.columns, tuple(added))

    def __getitem__(self, name: str) -> int:
        return self.values[_places(self.columns)[name]]

    def get(self, name: str, other: int) -> int:
        """One of them, or another number where it is not added up."""
        return self[name] if name in _places(self.columns) else other

    def __contains__(self, name: object) -> bool:
        return name in _places(self.columns)

    @property
    def units(self) -> int:
        """Units of work."""
        return self[UNITS]

    @property
    def rounds(self) -> int:
        """Rounds of the table."""
        return self[ROUNDS]

    @property
    def digest(self) -> str:
        """A name for these sums: equal on two machines where both added up the same.

        What was watched beside is no part of it.
        """
        told = [both for both in zip(self.columns, self.values, strict=True) if WATCHED not in both[0]]
        return hashlib.sha256(repr(told).encode()).hexdigest()
