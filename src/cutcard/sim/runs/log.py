"""Sums over a range of units with what was logged beside them, in the order in which it came."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.sim.kernels.staged.log import ENTRY

Array = np.ndarray[Any, Any]

FIRST_ROOM: Final = 16
"""Entries of each unit that there is room for at first."""
MOST_ENTRIES: Final = 1 << 22
"""A range that needs more is run in halves."""
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


def in_order(entries: Array) -> Array:
    """Entries by unit and round, a unit's end last, whoever wrote them first."""
    keys = (entries[:, BOX], entries[:, WHAT], entries[:, ROUND], entries[:, UNIT])
    return entries[np.lexsort(keys)]


class Written(NamedTuple):
    """What units logged: how many entries there must be room for, the sums, and the entries."""

    many: int
    out: Array
    entries: Array


def written(events: Array, out: Array) -> Written:
    """What a log has, less what it had no room for."""
    many = int(events[0])
    return Written(many, out, events[1:][: ENTRY * many].reshape(-1, ENTRY))


Play = Callable[[int, int, int], Written]
"""Units, from one of them on, played with room for so many entries for each."""


class LogSpace:
    """How many entries to make room for, learnt from what there were."""

    def __init__(self) -> None:
        self.of_unit = FIRST_ROOM

    def run(self, first: int, units: int, play: Play) -> tuple[Array, Array]:
        """The sums and all entries; played again with more room where it lacked."""
        while True:
            room = self.of_unit
            if room * units > MOST_ENTRIES and units > 1:
                half = units // 2
                out, entries = self.run(first, half, play)
                more, later = self.run(first + half, units - half, play)
                return out + more, np.concatenate([entries, later])
            log = play(first, units, room)
            if log.many <= room * units:
                return log.out, in_order(log.entries)
            self.of_unit = max(self.of_unit, -(-log.many // units))
