"""One unit of writing about people: what changed in the tables, and the events that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from cutcard.floor.people import events as e, rows
from cutcard.floor.people.person import Person, Session
from cutcard.floor.people.refusal import PeopleRefused, Why
from cutcard.floor.people.tokens import named
from cutcard.floor.store import Database, Exists, New, WriteUnit
from cutcard.table.record import line_of

HEADER: Final = line_of({"stream": rows.STREAM, "format": 1})


class Change:
    """A transaction about people; its events are appended when it ends well."""

    def __init__(self, unit: WriteUnit, now: int) -> None:
        """Nothing changed yet."""
        self.connection = unit.connection
        self.now = now
        self.ended: list[str] = []
        """Digests of the sessions that ended."""
        self._news: list[New] = []

    def happened(self, event: e.Event, by: str) -> None:
        """Something to append to the stream."""
        self._news.append(New(e.event_line(event), by=by, at=self.now))

    def known(self, name: str) -> Person:
        """Somebody by name; refused where nobody has it."""
        found = rows.person(self.connection, name)
        if found is None:
            raise PeopleRefused(Why.UNKNOWN_PERSON, f"{name[:40]}: no such person; see the list", "name")
        return found

    def end(self, session: Session, why: str, by: str) -> None:
        """A session is over."""
        if rows.end_session(self.connection, session.digest):
            self.ended.append(session.digest)
            self.happened(e.SessionEnded(session.person, named(session.digest), why), by)

    def end_all(self, name: str, why: str, by: str) -> None:
        """Somebody's sessions are over."""
        for each in rows.sessions_of(self.connection, name):
            self.end(each, why, by)

    @property
    def news(self) -> list[New]:
        """What is to be appended."""
        return self._news


@contextmanager
def changing(database: Database, clock: Callable[[], int]) -> Iterator[Change]:
    """A transaction about people, alone with the stream `people` until it ends."""
    with database.writing() as unit:
        head = unit.heads([rows.STREAM])[rows.STREAM]
        change = Change(unit, clock())
        yield change
        unit.append(head, change.news)


def begin(database: Database) -> None:
    """The stream of people, made where it is not there yet."""
    try:
        with database.writing() as unit:
            if not unit.heads([rows.STREAM]):
                unit.create(rows.STREAM, HEADER)
    except Exists:
        return
