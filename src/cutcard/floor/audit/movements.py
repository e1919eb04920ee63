"""Movements made again from events and compared with those that are booked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from cutcard.floor.store import LAST, Movement, ReadUnit, owner, row_digest, schema

_MODULUS: Final = 1 << 256
Made = Iterable[tuple[int, Iterable[Movement]]]
"""Versions of a stream, each with what its event moves."""


@dataclass(frozen=True, slots=True)
class MovementDifference:
    """Something stored that comes out otherwise."""

    stream: str
    version: int
    problem: str

    def told(self) -> str:
        """In one line."""
        return f"{self.stream} {self.version}: {self.problem}"


class Remade:
    """The movements of one stream as they are made again: their number, and the sum of their digests."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.count = 0
        self._sum = 0

    def add(self, moves: Iterable[Movement]) -> None:
        """What one more event moves."""
        for each in moves:
            self._sum = (self._sum + int(row_digest(*each), 16)) % _MODULUS
            self.count += 1

    def compare(self, unit: ReadUnit, again: Callable[[], Made]) -> Iterator[MovementDifference]:
        """The same as booked, in whatever order; which one is wrong is looked for only then."""
        count = sums = 0
        for row in _booked(unit, self.stream):
            sums = (sums + int(row[6], 16)) % _MODULUS
            count += 1
        if (count, sums) != (self.count, self._sum):
            for version, problem in _wrong(unit, self.stream, again()):
                yield MovementDifference(self.stream, version, problem)


def _booked(unit: ReadUnit, stream: str) -> Iterator[tuple[str, str, str, int, str, str, str]]:
    held, first = schema.movements.c, f"{stream}:"
    wanted = select(schema.movements).where(held.id >= first, held.id < first + LAST)
    for row in unit.connection.execute(wanted):
        if owner(row[0])[0] == stream:
            yield row[0], row[1], row[2], row[3], row[4], row[5], row[6]


def _wrong(unit: ReadUnit, stream: str, made: Made) -> Iterator[tuple[int, str]]:
    booked = {row[0]: row[:6] for row in _booked(unit, stream)}
    for version, moves in made:
        for each in moves:
            found = booked.pop(each.id, None)
            if found is None:
                yield version, f"movement {each.id} is missing"
            elif found != tuple(each):
                yield version, f"movement {each.id} is not booked as its event says"
    for movement in sorted(booked):
        yield owner(movement)[1], f"movement {movement} belongs to no event"
