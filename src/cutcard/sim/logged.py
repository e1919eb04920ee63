"""Sums over a range of units with what was logged beside them, in the order in which it came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cutcard.sim.general_log import ENTRY

Array = np.ndarray[Any, Any]

FIRST_ROOM: Final = 16
"""Entries that there is room for at first, for each unit."""
MOST_ENTRIES: Final = 1 << 22
"""A range with more is run in halves."""
UNIT, ROUND, BOX, WHAT = range(ENTRY)


@dataclass(frozen=True)
class Logged:
    """The sums of a range, and its log."""

    sums: Array
    entries: Array
    """By row: unit, round, box, result; at a unit's end its rounds, -1 less the wager, and its net."""

    def __iter__(self) -> Iterator[int]:
        """The sums alone."""
        return iter(self.sums)

    def plus(self, more: Logged) -> Logged:
        """With the range that comes after it."""
        return Logged(self.sums + more.sums, np.concatenate([self.entries, more.entries]))


def in_order(entries: Array) -> Array:
    """Entries by unit and round, a unit's end last, whoever wrote them first."""
    keys = (entries[:, BOX], entries[:, WHAT], entries[:, ROUND], entries[:, UNIT])
    return entries[np.lexsort(keys)]


def entries_of(events: Array) -> tuple[int, Array]:
    """How many entries a log would have, and those that it has room for."""
    many = int(events[0])
    return many, events[1:][: ENTRY * many].reshape(-1, ENTRY)
