"""Where and when people signed in, what slows down whoever fails, and a proof that changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, func, or_, select

from cutcard.floor.people import decide, events as e, rows
from cutcard.floor.people.credentials import Passwords, step_of_code
from cutcard.floor.people.person import Limits, Person, is_name
from cutcard.floor.store import Database, events
from cutcard.table.record import EVENT, line_of, snake_case

CHOSEN: Final = line_of({EVENT: snake_case(e.Enrolled.__name__)}).removesuffix("}")
BEGINS: Final = line_of({EVENT: snake_case(e.SignedIn.__name__)}).removesuffix("}")
"""How the line of a sign-in begins; who signed in is also who wrote it."""


MOST_PLACES: Final = 8


class SignIns:
    """The last sign-in of everybody, from the stream of people; no event is read twice."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read: tuple[int, Mapping[str, int]] = 0, {}

    def places(self, connection: Connection, name: str) -> set[str]:
        """Where somebody came from lately, when they chose a password or signed in: not a stranger's."""
        columns = events.c
        query = select(columns.line).where(columns.stream == rows.STREAM, columns.by == name)
        own = or_(*(columns.line.startswith(each, autoescape=True) for each in (BEGINS, CHOSEN)))
        latest = query.where(own).order_by(columns.version.desc()).limit(MOST_PLACES)
        lines = [e.codec.parse(row[0]) for row in connection.execute(latest)]
        return {each.address for each in lines if isinstance(each, e.SignedIn | e.Enrolled)} - {""}

    def last(self) -> Mapping[str, int]:
        """Name -> time of the last sign-in, in milliseconds; without those who never signed in."""
        upto, known = self._read
        with self._database.reading(brief=True) as unit:
            version = unit.heads([rows.STREAM])[rows.STREAM].version
            if version > upto:
                columns = events.c
                query = select(columns.by, func.max(columns.at)).where(
                    columns.stream == rows.STREAM,
                    columns.version > upto,
                    columns.version <= version,
                    columns.line.startswith(BEGINS, autoescape=True),
                )
                latest = unit.connection.execute(query.group_by(columns.by))
                known = {**known, **{str(name): int(at) for name, at in latest}}
                self._read = version, known
        return known


class OwnPlace:
    """Where a person themselves may fail: after some failures each further try waits, never for long."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._failures = 0
        self._until = 0

    def is_slowed(self, now: int) -> bool:
        """Whether no try counts yet."""
        return now < self._until

    def failed(self, now: int) -> None:
        """One more failure."""
        if not self.is_slowed(now):
            self._failures += 1
            self._until = now + self._limits.lock_ms if self._failures >= self._limits.failures else 0

    def forget(self) -> None:
        """It was the person."""
        self._failures = self._until = 0


def proves(
    database: Database, limits: Limits, name: str, password: str, code: str, now: int
) -> Person | None:
    """Whoever a password and a code prove in a store of which nothing is changed; None for nobody."""
    with database.reading(brief=True) as unit:
        person = rows.person(unit.connection, name) if is_name(name) else None
    checked = Passwords(limits).compare("" if person is None else person.password, password)
    step = None if person is None else step_of_code(person.secret, code, now)
    proof = decide.SignInProof(checked.right, step)
    return None if decide.why_refused(person, proof, now) else person


def people_in(database: Database) -> list[Person]:
    """Everybody in a store of which nothing is changed."""
    with database.reading(brief=True) as unit:
        return rows.everybody(unit.connection)
