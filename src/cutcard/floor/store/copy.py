"""Copies of a whole store while others write: a file of SQLite, or any store to any other."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import MetaData, insert, select

from cutcard.floor.store.database import Database, newest_revision
from cutcard.floor.store.engines import WRITES, store_errors, unhurried
from cutcard.floor.store.errors import StoreError, Unavailable
from cutcard.floor.store.private_files import make_private
from cutcard.floor.store.units import ReadUnit
from cutcard.floor.store.verification import verify_all

CHUNK = 5_000
VERSIONS = "alembic_version"


def address(place: str | Path) -> str:
    """A place as the address of a store: a path is a file of SQLite."""
    return place if isinstance(place, str) and "://" in place else f"sqlite:///{place}"


def backup_store(database: Database, to: str | Path) -> None:
    """Copy the store as it is now, while others write on; a place that holds something is refused."""
    database.expect()
    target = Database(address(to))
    try:
        if not target.is_file:
            target.migrate()
            _copy(database, target)
            return
        with _new_file(Path(str(target.url.database))) as part:
            if database.is_file:
                _copy_file(Path(str(database.url.database)), part)
            else:
                _copy_into_file(database, part)
    finally:
        target.close()


def restore_store(database: Database, source: str | Path) -> None:
    """Fill an empty store from another, brought up to date, and verify it, all or nothing."""
    saved = Database.open(address(source), must_exist=True, may_be_older=True)
    try:
        database.migrate()
        if saved.revision() == newest_revision():
            _copy(saved, database)
            return
        beside = Path(str(database.url.database)).parent if database.is_file else None
        with tempfile.TemporaryDirectory(dir=beside) as folder:
            _copy_older(saved, database, Path(folder) / "older.db")
    finally:
        saved.close()


def _copy_older(saved: Database, database: Database, between: Path) -> None:
    """By way of a file of the same old schema, which takes the steps that are missing; `saved` stays."""
    older = Database(address(between))
    try:
        if saved.is_file:
            _copy_file(Path(str(saved.url.database)), between)
        else:
            older.migrate(saved.revision())
            _copy(saved, older, verified=False)
        older.migrate()
        _copy(older, database)
    finally:
        older.close()


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """A file under another name until it is whole and on the disk."""
    if path.exists():
        raise StoreError(f"{path}: already exists; name a new file")
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        yield part
        _sync(part)
        os.replace(part, path)
        _sync(path.parent)
    except (OSError, sqlite3.Error) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Unavailable(f"{path}: {reason.lower()}; no backup was made") from None
    finally:
        for each in ("", "-wal", "-shm"):
            part.with_name(part.name + each).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_file(source: Path, to: Path) -> None:
    """All pages in one step: a consistent read, which in WAL mode keeps no writer waiting."""
    with sqlite3.connect(to, isolation_level=None) as copy, sqlite3.connect(source) as original:
        original.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode = DELETE")
    copy.close()
    original.close()


def _copy_into_file(database: Database, to: Path) -> None:
    target = Database(address(to))
    target.migrate()
    _copy(database, target)
    target.close()
    with sqlite3.connect(to, isolation_level=None) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
    copy.close()


def _copy(source: Database, target: Database, *, verified: bool = True) -> None:
    """Every table there is, by its columns' names; the copy is verified before it is kept."""
    with store_errors(target.name), source.reading() as unit, target.engine.connect() as opened:
        connection = opened.execution_options(**{WRITES: True})
        with connection.begin():
            unhurried(connection)
            stored, wanted = MetaData(), MetaData()
            stored.reflect(unit.connection)
            wanted.reflect(connection)
            for table in wanted.sorted_tables:
                if table.name != VERSIONS:
                    if connection.execute(select(table).limit(1)).first() is not None:
                        raise StoreError(f"{target.name}: is not empty; name an empty store")
                    for rows in unit.chunks(select(stored.tables[table.name]), CHUNK):
                        connection.execute(insert(table), [dict(row._mapping) for row in rows])
            if verified:
                verify_all(ReadUnit(connection, target.statements))
