"""Connections: SQLite in its durable form or PostgreSQL; and what their errors mean, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from cutcard.floor.keys import NO_KEYS, HouseKeys
from cutcard.floor.store.errors import Broken, Conflict, StoreError, Unavailable

KINDS = "sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
WAIT_SECONDS = 30
CONNECT_SECONDS = 2
"""How long a server may take to answer (PostgreSQL); where the address names several, the next is
tried then."""
LOCK_MS = 5_000
"""How long a statement waits for a row that another connection holds (PostgreSQL, as the next two)."""
STATEMENT_MS = 15_000
IDLE_MS = 3_000
"""How long a transaction that writes may be idle: one whose process hangs is ended, and its rows are
free before those who wait for them give up."""
LONGEST_LOG = 8_000
"""Pages of SQLite's log at which a commit moves what the checkpoint thread has not moved yet."""
CACHE_KB = 8192
"""Page cache of a connection: a larger one would be filled by new rows that nobody reads."""
WRITES = "cutcard_writes"
FAILED = "cutcard_failed"
KEYS = "cutcard_keys"


def parse_url(url: str) -> URL:
    """The address of a store; `StoreError` where it is not one."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(f"{url[:80]!r}: not the address of a store; write {KINDS}") from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(f"{without_password(parsed)}: a store is {KINDS}")
    if parsed.drivername == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreError(f"{without_password(parsed)}: name a file; a store in memory would be lost")
    return parsed


def without_password(url: URL) -> str:
    """An address without its password."""
    return url.render_as_string(hide_password=True)


def keys_of(connection: Connection) -> HouseKeys:
    """The keys of the house whose store this is."""
    keys: HouseKeys = connection.get_execution_options().get(KEYS, NO_KEYS)
    return keys


def commits_whole(connection: Connection) -> None:
    """Have the commit wait for its standby as long as it takes (PostgreSQL).

    A limit of time on it would be no refusal: the server gives the wait up with a warning, and says that
    it is committed, though a standby that is promoted then knows nothing of it.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def with_keys(connection: Connection, keys: HouseKeys) -> Connection:
    """The same connection, reading and writing rows by these keys from now on."""
    return connection.execution_options(**{KEYS: keys})


def engine_of(url: URL, keys: HouseKeys = NO_KEYS) -> Engine:
    """Connections to a store, opened when needed; the one used last, whose cache is warm, goes first."""
    held = {KEYS: keys}
    if url.drivername == "sqlite":
        folder = Path(str(url.database)).parent
        if not folder.is_dir():
            raise StoreError(f"{without_password(url)}: directory {folder} not found")
        options: dict[str, object] = {"timeout": WAIT_SECONDS, "check_same_thread": False}
        engine = create_engine(url, pool_use_lifo=True, connect_args=options, execution_options=held)
        event.listen(engine, "connect", _durable)
        event.listen(engine, "begin", _begin)
    else:
        options = {"connect_timeout": CONNECT_SECONDS}
        engine = create_engine(url, pool_use_lifo=True, connect_args=options, execution_options=held)
        event.listen(engine, "connect", _synchronous)
    event.listen(engine, "handle_error", _mark_failed)
    return engine


def _mark_failed(context: ExceptionContext) -> None:
    """Mark a transaction that failed: the database may have ended it, so nothing more goes into it."""
    if context.connection is not None and not context.is_disconnect:
        context.connection.info[FAILED] = True


def _durable(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")
    cursor.execute(f"PRAGMA cache_size = -{CACHE_KB}")
    cursor.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_LOG}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _synchronous(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("SET synchronous_commit = on")
    for name, milliseconds in _limits().items():
        cursor.execute(f"SET {name} = {milliseconds}")
    cursor.close()
    connection.commit()


def _limits() -> dict[str, int]:
    return {
        "lock_timeout": LOCK_MS,
        "statement_timeout": STATEMENT_MS,
        "idle_in_transaction_session_timeout": IDLE_MS,
    }


def unhurried(connection: Connection) -> None:
    """Lift the limits of time for this transaction: it holds up nobody, or has to take that long."""
    if connection.dialect.name == "postgresql":
        each = ", ".join(f"set_config('{name}', '0', true)" for name in _limits())
        connection.exec_driver_sql(f"SELECT {each}")


@contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Turns a database's error inside into one of the store's."""
    try:
        yield
    except DBAPIError as problem:
        raise _meaning(problem, where) from problem
    except UnicodeDecodeError as problem:  # SQLite reports bytes that are not text
        raise Broken(where, 0, DAMAGED) from problem
    except SQLAlchemyError as problem:
        raise StoreError(f"{where}: {_first_line(problem)}") from problem


TWICE = {
    "events": "another writer appended first; read the stream again",
    "answers": "this key has already been answered",
    "movements": "this movement is already booked",
    "streams": "the stream already exists",
}
DAMAGED = "the database's file is damaged; restore a backup"
FULL = "is full; nothing of this was stored; free some space, then try again"
SIGNS = (
    ("database or disk is full", Unavailable, FULL),
    ("disk i/o error", Unavailable, "cannot be written; nothing of this was stored; check its disk"),
    ("locked", Unavailable, f"busy for {WAIT_SECONDS} seconds; try again"),
    ("readonly", Unavailable, "may not be written; check its permissions"),
    ("unable to open", Unavailable, "cannot be opened; check its name and permissions"),
    ("no such table", StoreError, "is not a store; `cutcard serve` makes one"),
    ("no such column", StoreError, "is not a store; `cutcard serve` makes one"),
    ("not a database", StoreError, "is not a database"),
    ("does not exist", StoreError, "no such database; create it first"),
    ("password authentication failed", StoreError, "the password is wrong"),
)
STATES = {
    "53100": (Unavailable, FULL),
    "55P03": (Unavailable, f"busy for {LOCK_MS // 1000} seconds; try again"),
    "57014": (Unavailable, f"took more than {STATEMENT_MS // 1000} seconds; try again"),
    "25P03": (Unavailable, "this transaction was idle too long and was ended; try again"),
    "40001": (Conflict, "another writer came first; try again"),
    "40P01": (Conflict, "two writers waited for each other; try again"),
    "42P01": (StoreError, "is not a store; `cutcard serve` makes one"),
}


def _meaning(problem: DBAPIError, where: str) -> StoreError:
    state = getattr(problem.orig, "sqlstate", None) or ""
    text = str(problem.orig)
    if isinstance(problem, IntegrityError):
        for table, what in TWICE.items():
            if f"failed: {table}." in text or f'"{table}_pkey"' in text:
                return Conflict(f"{where}: {what}")
    if state in STATES:
        kind, what = STATES[state]
        return kind(f"{where}: {what}")
    if "malformed" in text:
        return Broken(where, 0, DAMAGED)
    for sign, kind, what in SIGNS:
        if sign in text.lower():
            return kind(f"{where}: {what}")
    return Unavailable(f"{where}: {_first_line(problem.orig)}")


def _first_line(problem: object) -> str:
    return (str(problem).strip() or "no answer").splitlines()[0]
