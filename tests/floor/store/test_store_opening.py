"""Addresses, schemas, and what is no store."""

from __future__ import annotations

import importlib
import pkgutil
import sqlite3
import threading
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

import cutcard.floor
from cutcard.floor.store import Broken, Database, New, StoreError, Unavailable
from cutcard.floor.store.database import MIGRATIONS, newest_revision
from cutcard.floor.store.migrations import versions
from cutcard.floor.store.records import RoundRow
from cutcard.floor.store.schema import metadata
from floor.store.store_support import as_of, filled


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "not the address"),
        ("store.db", "not the address"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("mysql://root:secret@h/x", "a store is sqlite"),
        ("sqlite:////nowhere/at/all/store.db", "not found"),
    ],
)
def test_an_address_of_no_store_is_refused_in_one_line(url: str, why: str) -> None:
    with pytest.raises(StoreError, match=why) as found:
        Database.open(url)
    assert "\n" not in str(found.value)
    assert "secret" not in str(found.value)


def test_what_is_no_store_is_refused(tmp_path: Path, postgresql_url: str) -> None:
    for name, content in (("text.db", b"no database at all" * 100), ("empty.db", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(StoreError, match=r"not a database|not a store"):
            Database.open(f"sqlite:///{tmp_path / name}", must_exist=True)
    with pytest.raises(StoreError, match="file not found"):
        Database.open(f"sqlite:///{tmp_path / 'none.db'}", must_exist=True)
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(StoreError, match="no such database"):
        Database.open(postgresql_url.replace("/store_", "/other_"), must_exist=True)
    with pytest.raises(Unavailable) as found:
        Database.open("postgresql://ann:secret@127.0.0.1:1/none", must_exist=True)
    assert "secret" not in str(found.value)
    assert "\n" not in str(found.value)


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "theirs.db") as theirs:
        theirs.execute("CREATE TABLE customers (name TEXT)")
    theirs.close()
    database = Database.open(f"sqlite:///{tmp_path / 'theirs.db'}")
    with pytest.raises(StoreError, match="not part of a store"):
        database.migrate()
    database.close()


def test_a_store_of_a_newer_schema_is_refused_in_one_line(database: Database) -> None:
    database.migrate()
    database.expect()
    with database.writing() as unit:
        unit.connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for act in (database.migrate, database.expect):
        with pytest.raises(
            StoreError, match=f"schema 9999, this version knows up to {newest_revision()}"
        ):
            act()
    with database.writing() as unit:
        unit.connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    with pytest.raises(StoreError, match="schema 0000"):
        database.expect()


def test_the_last_step_that_makes_the_rounds_has_the_columns_of_today() -> None:
    """A new store always agrees: a step makes the rounds of today. One that was played on would not."""
    steps = [importlib.import_module(f"{versions.__name__}.{each.name}") for each in _steps()]
    (*_, newest) = (each.columns for each in steps if hasattr(each, "columns"))
    columns = tuple(each.name for each in fields(RoundRow))
    assert newest == columns, "add a step with remake_rounds and these columns"


def _steps() -> list[pkgutil.ModuleInfo]:
    return sorted(pkgutil.iter_modules(versions.__path__), key=lambda each: each.name)


def test_the_steps_make_the_tables_that_the_code_knows(database: Database) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    for each in pkgutil.walk_packages(cutcard.floor.__path__, "cutcard.floor."):
        if ".migrations" not in each.name:
            importlib.import_module(each.name)
    with database.reading() as read:
        assert compare_metadata(MigrationContext.configure(read.connection), metadata) == []
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [newest_revision()]


def test_many_may_migrate_at_once(store_url: str) -> None:
    problems: list[Exception] = []

    def migrate() -> None:
        database = Database.open(store_url)
        try:
            database.migrate()
            database.expect()
        except StoreError as problem:
            problems.append(problem)
        database.close()

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert problems == []


def test_sqlite_is_durable(sqlite_url: str) -> None:
    database = Database.open(sqlite_url)
    with database.reading() as read:
        found = [
            read.connection.exec_driver_sql(f"PRAGMA {each}").scalar_one()
            for each in ("journal_mode", "synchronous", "foreign_keys", "cache_size")
        ]
    assert found == ["wal", 2, 1, -8192]
    database.close()


def test_postgresql_is_durable(postgresql_url: str) -> None:
    database = Database.open(postgresql_url)
    with database.reading() as read:
        assert read.connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
        assert read.connection.exec_driver_sql("SHOW transaction_isolation").scalar_one() == (
            "repeatable read"
        )
    database.close()


def test_a_damaged_file_is_told(sqlite_url: str, tmp_path: Path) -> None:
    database = Database.open(sqlite_url)
    database.migrate()
    filled(database, events=200)
    database.close()
    path = tmp_path / "store.db"
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content), 4096):
        content[place : place + 64] = b"\xff" * 64
    path.write_bytes(content)
    with pytest.raises((Broken, StoreError)) as found:
        database.verify_all()
    assert "\n" not in str(found.value)
    database.close()


def test_a_unit_that_failed_keeps_nothing_though_nobody_minded(database: Database) -> None:
    head = filled(database)
    with pytest.raises(StoreError, match="failed"):
        _swallow(database, New("[4]"))
    with database.reading() as read:
        assert read.heads(["table:one"]) == {"table:one": head}


def _swallow(database: Database, new: New) -> None:
    with database.writing() as unit:
        unit.append(unit.heads(["table:one"])["table:one"], [new])
        unit.answer("table:one", "k1", "f", 4, "{}")
        with pytest.raises(IntegrityError):
            unit.flush()


def test_answers_of_an_older_store_are_counted(database: Database) -> None:
    filled(database)
    with database.engine.begin() as connection:
        as_of(connection, "0003")
    database.migrate()
    assert database.verify_all().answers == 3


def test_an_account_that_nothing_moved_is_no_row_of_the_ledger(database: Database) -> None:
    filled(database)
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO accounts VALUES ('wallet:bo', 0)"))
    with pytest.raises(Broken, match="account wallet:bo holds 0 cents, it has no movements"):
        database.verify_all()
    with database.engine.begin() as connection:
        as_of(connection, "0004")
    database.migrate()
    assert database.verify_all().accounts == 2


def test_one_unit_after_another_goes_over_the_connection_that_is_warm(database: Database) -> None:
    with database.reading(), database.reading(), database.reading():
        pass
    used = set()
    for _ in range(6):
        with database.writing() as unit:
            used.add(id(unit.connection.connection.driver_connection))
    assert len(used) == 1
