"""A store: opened by its address, migrated, written and read in units, verified."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, select, text

from cutcard.floor.keys import NO_KEYS, HouseKeys
from cutcard.floor.store import schema, verification
from cutcard.floor.store.engines import (
    FAILED,
    WAIT_SECONDS,
    WRITES,
    commits_whole,
    engine_of,
    parse_url,
    store_errors,
    unhurried,
    without_password,
)
from cutcard.floor.store.errors import StoreError, Unavailable
from cutcard.floor.store.private_files import make_private
from cutcard.floor.store.statements import Statements
from cutcard.floor.store.units import ReadUnit, WriteUnit
from cutcard.floor.store.verification import Progress, Verified

MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATION_LOCK: Final = 0x63757463


def newest_revision() -> str:
    """The revision of the schema that this version of Cutcard writes."""
    return max(path.name[1:5] for path in (MIGRATIONS / "versions").glob("r[0-9]*.py"))


def grants() -> str:
    """The SQL that gives the accounts of a house on PostgreSQL no more than they need."""
    return (Path(__file__).parent / "grants.sql").read_text("utf-8")


class Database:
    """A store of events in SQLite or PostgreSQL. Safe to use from many threads and processes."""

    def __init__(self, url: str, keys: HouseKeys = NO_KEYS) -> None:
        self.url = parse_url(url)
        self.name = without_password(self.url)
        self.keys = keys
        self.engine = engine_of(self.url, keys)
        self.statements = Statements(self.engine.dialect.name)
        self._turn = threading.Lock()

    @classmethod
    def open(
        cls,
        url: str,
        *,
        must_exist: bool = False,
        may_be_older: bool = False,
        keys: HouseKeys = NO_KEYS,
    ) -> Database:
        """The store at an address: `sqlite:///file` or `postgresql+psycopg://user@host/name`.

        With the keys of its house, if it has some: without them it is read as far as that goes.
        """
        database = cls(url, keys)
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
        """Close all connections."""
        self.engine.dispose()

    # The schema.

    def revision(self) -> str | None:
        """The revision of its schema; None where there is no store."""
        with store_errors(self.name), self.engine.connect() as connection:
            return _revision(connection)

    def expect(self, *, may_be_older: bool = False) -> None:
        """Refuse a place that holds no store, or one of another schema."""
        revision, newest = self.revision(), newest_revision()
        if revision is None:
            raise StoreError(f"{self.name}: is not a store; `cutcard serve` makes one")
        self._refuse_newer(revision)
        if revision != newest and not may_be_older:
            message = f"a store of schema {revision}; `cutcard serve` upgrades it to {newest}"
            raise StoreError(f"{self.name}: {message}")

    def migrate(self, to: str | None = None) -> None:
        """Create the tables or bring them up to date (or to a revision), all steps or none.

        One process at a time does it; a newer store is refused.
        """
        if self.is_file:
            make_private(Path(str(self.url.database)))
        with store_errors(self.name), self.engine.connect() as opened:
            connection = opened.execution_options(**{WRITES: True})
            with connection.begin():
                if self.statements.is_postgresql:
                    unhurried(connection)
                    lock = text("SELECT pg_advisory_xact_lock(:lock)")
                    connection.execute(lock, {"lock": MIGRATION_LOCK})
                revision = _revision(connection)
                if revision == newest_revision():
                    return
                if revision is not None:
                    self._refuse_newer(revision)
                elif inspect(connection).get_table_names():
                    message = "has tables that are not part of a store; name another database"
                    raise StoreError(f"{self.name}: {message}")
                _upgrade(connection, to or newest_revision())

    def _refuse_newer(self, revision: str) -> None:
        newest = newest_revision()
        if not (revision.isdigit() and revision <= newest):
            raise StoreError(
                f"{self.name}: a store of schema {revision[:40]}, this version knows up to {newest};"
                " use the version of Cutcard that wrote it, or a newer one"
            )

    def expect_keys(self) -> None:
        """Refuse to write to a store that these keys did not seal, or that needs keys and has none."""
        with self.reading() as unit:
            seals = unit.seals()
        if not self.keys and any(seals.values()):
            name = next(filter(None, seals.values())).partition(".")[0]
            raise StoreError(f"{self.name}: sealed by key {name!r}; give the house's keys")
        bare = [stream for stream, seal in seals.items() if not seal]
        if self.keys and bare:
            message = (
                f"{bare[0]} is not sealed by the house's keys; `cutcard keys seal` seals a store once"
            )
            raise StoreError(f"{self.name}: {message}")

    # Units of work.

    @contextmanager
    def writing(self) -> Iterator[WriteUnit]:
        """One transaction: whole and durable once it is over; nothing of it after an error."""
        with store_errors(self.name), self.alone(), self.engine.connect() as opened:
            connection = opened.execution_options(**{WRITES: True})
            connection.info.pop(FAILED, None)
            with connection.begin():
                unit = WriteUnit(connection, self.statements)
                yield unit
                unit.flush()
                if connection.info.get(FAILED):
                    raise StoreError(f"{self.name}: this unit of work failed; nothing of it was stored")
                commits_whole(connection)

    def check_writable(self) -> None:
        """Raise where nothing can be written, as with a full disk: something of no consequence is."""
        with self.writing() as unit:
            unit.connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

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
    def reading(self, *, brief: bool = False) -> Iterator[ReadUnit]:
        """One transaction that sees the store as it was when it began.

        One that reads a few rows is `brief`: limits of time stay as they are, which saves a statement.
        """
        with store_errors(self.name), self.engine.connect() as connection:
            if self.statements.is_postgresql:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                if not brief:
                    unhurried(connection)
                yield ReadUnit(connection, self.statements)

    def streams(self) -> list[tuple[str, int]]:
        """Every stream and the version of its last event."""
        columns = schema.streams.c
        with self.reading() as unit:
            rows = unit.connection.execute(select(columns.id, columns.version).order_by(columns.id))
            return [(row[0], row[1]) for row in rows]

    def verify(self, stream: str, progress: Progress | None = None, after: int = 0) -> None:
        """Verify every digest of a stream and of its rows; `Broken` names the first wrong event.

        With `after` the chain is walked from that version on, as after a snapshot.
        """
        with self.reading() as unit:
            verification.verify_stream(unit, stream, progress, after=after)

    def verify_all(self, progress: Progress | None = None) -> Verified:
        """Verify every stream, every row outside them, and that the ledger balances to zero."""
        with self.reading() as unit:
            return verification.verify_all(unit, progress)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return None if revision is None else str(revision)


def _upgrade(connection: Connection, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
