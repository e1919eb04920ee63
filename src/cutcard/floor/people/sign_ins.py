"""When everybody last signed in, as the chained stream of people tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import func, select

from cutcard.floor.people import events as e, rows
from cutcard.floor.store import Database, events
from cutcard.table.record import EVENT, line_of, snake_case

BEGINS: Final = line_of({EVENT: snake_case(e.SignedIn.__name__)}).removesuffix("}")
"""How the line of a sign-in begins; who signed in is also who wrote it."""


class SignIns:
    """The last sign-ins of a house; no event is looked at twice, however long the stream is."""

    def __init__(self, database: Database) -> None:
        """Nothing is read before somebody asks."""
        self._database = database
        self._read: tuple[int, Mapping[str, int]] = 0, {}

    def last(self) -> Mapping[str, int]:
        """Name -> when, in milliseconds; without those who never did."""
        upto, known = self._read
        with self._database.reading() as unit:
            version = unit.heads([rows.STREAM])[rows.STREAM].version
            if version > upto:
                made = events.c
                wanted = select(made.by, func.max(made.at)).where(
                    made.stream == rows.STREAM,
                    made.version > upto,
                    made.version <= version,
                    made.line.startswith(BEGINS, autoescape=True),
                )
                found = unit.connection.execute(wanted.group_by(made.by))
                known = {**known, **{str(name): int(at) for name, at in found}}
                self._read = version, known
        return known
