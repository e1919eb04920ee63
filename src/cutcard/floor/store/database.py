"""A store: opened by its address, migrated, written and read in units, verified."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, select

from cutcard.floor.store import (
    migration as migrating,
    schema,
    verification as verifying,
)
from cutcard.floor.store.engines import FAILED, WAIT_SECONDS, WRITES, engine_of, parsed, shown, telling
from cutcard.floor.store.errors import StoreError, Unavailable
from cutcard.floor.store.read_unit import ReadUnit
from cutcard.floor.store.statements import Statements
from cutcard.floor.store.verification import Progress, Verified
from cutcard.floor.store.write_unit import WriteUnit


class Database:
    """A store of events in SQLite or PostgreSQL. Safe to use from many threads and processes."""

    def __init__(self, url: str) -> None:
        self.url = parsed(url)
        self.name = shown(self.url)
        self.engine = engine_of(self.url)
        self.statements = Statements(self.engine.dialect.name)
        self._turn = threading.Lock()

    @classmethod
    def open(cls, url: str, *, must_exist: bool = False, may_be_older: bool = False) -> Database:
        """The store at an address: `sqlite:///file` or `postgresql+psycopg://user@host/name`."""
        database = cls(url)
        if must_exist:
            if database.is_file and not Path(str(database.url.database)).is_file():
                raise StoreError(f"{database.name}: file not found")
            try:
                database.expect(may_be_older=may_be_older)
            except Exception:
                database.close()
                raise
        return database

    @property
    def is_file(self) -> bool:
        """Whether it is a file of SQLite."""
        return self.url.drivername == "sqlite"

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def migrate(self, to: str | None = None) -> None:
        """Make the tables, or bring them up to date, or to a schema; a newer store is refused."""
        with telling(self.name):
            migrating.migrate(self.engine, self.name, to)

    def expect(self, *, may_be_older: bool = False) -> None:
        """Refuse a place that holds no store, or one of another schema."""
        with telling(self.name):
            migrating.expect(self.engine, self.name, may_be_older=may_be_older)

    def revision(self) -> str | None:
        """The schema that it has; none where there is no store."""
        with telling(self.name), self.engine.connect() as connection:
            return migrating.revision(connection)

    @contextmanager
    def writing(self) -> Iterator[WriteUnit]:
        """One transaction: whole and durable once it is over; nothing of it after an error."""
        with telling(self.name), self.alone(), self.engine.connect() as opened:
            connection = opened.execution_options(**{WRITES: True})
            connection.info.pop(FAILED, None)
            with connection.begin():
                unit = WriteUnit(connection, self.statements)
                yield unit
                unit.flush()
                if connection.info.get(FAILED):
                    raise StoreError(f"{self.name}: this unit of work failed; nothing of it was stored")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While nobody else of this process writes to the file; PostgreSQL sees to that by itself."""
        if not self.is_file:
            yield
            return
        if not self._turn.acquire(timeout=WAIT_SECONDS):
            raise Unavailable(f"{self.name}: busy for {WAIT_SECONDS} seconds; try again")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def reading(self) -> Iterator[ReadUnit]:
        """One transaction that sees the store as it was when it began."""
        with telling(self.name), self._viewing() as connection:
            yield ReadUnit(connection, self.statements)

    @contextmanager
    def _viewing(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            if self.statements.is_postgresql:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    def streams(self) -> list[tuple[str, int]]:
        """Every stream and the version of its last event."""
        held = schema.streams.c
        with self.reading() as unit:
            found = unit.connection.execute(select(held.id, held.version).order_by(held.id))
            return [(row[0], row[1]) for row in found]

    def verify(self, stream: str, progress: Progress | None = None, after: int = 0) -> None:
        """Every digest of the stream and of what belongs to it; `Broken` names the first wrong event.

        With `after` the chain is walked from that version on, as after a snapshot.
        """
        with self.reading() as unit:
            verifying.verify_stream(unit, stream, progress, after=after)

    def verify_all(self, progress: Progress | None = None) -> Verified:
        """Every stream, every row outside them, and the ledger: it balances to zero."""
        with self.reading() as unit:
            return verifying.verify_all(unit, progress)

    def verify_in(self, connection: Connection) -> Verified:
        """The same within a transaction that is under way."""
        return verifying.verify_all(ReadUnit(connection, self.statements))
