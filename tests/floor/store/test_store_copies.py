"""Backups while others write, restored and exported, between both databases."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from cutcard.floor.store import Broken, Database, New, StoreError, schema
from cutcard.floor.store.copy import backup_store, restore_store
from cutcard.floor.store.export import export_lines
from floor.store.store_import import import_lines
from floor.store.store_support import as_of, filled, line, movement


def content(database: Database) -> list[str]:
    return list(export_lines(database))


def test_a_backup_is_the_store_and_a_restored_one_too(
    database: Database, tmp_path: Path, other: Database
) -> None:
    filled(database)
    saved = tmp_path / "saved.db"
    backup_store(database, saved)
    assert sorted(path.name for path in tmp_path.glob("saved*")) == ["saved.db"]
    copy = Database.open(f"sqlite:///{saved}", must_exist=True)
    assert content(copy) == content(database)
    assert copy.verify_all() == database.verify_all()
    with copy.reading() as read:
        assert read.snapshot("table:one") is not None
    copy.close()
    restore_store(other, saved)
    assert content(other) == content(database)
    with pytest.raises(StoreError, match="is not empty"):
        restore_store(other, str(saved))
    with pytest.raises(StoreError, match="is not empty"):
        restore_store(database, saved)


def test_a_backup_of_an_older_schema_is_brought_up_to_date_on_the_way(
    database: Database, tmp_path: Path, other: Database
) -> None:
    filled(database, with_law=False)
    before = content(database)
    with database.writing() as unit:
        as_of(unit.connection, "0003")
    where = database.url.render_as_string(hide_password=False)
    with pytest.raises(StoreError, match="a store of schema 0003"):
        Database.open(where, must_exist=True)
    restore_store(other, where)
    assert content(other) == before
    assert other.verify_all().answers == 3
    assert database.revision() == "0003", "the backup stays as it is"
    assert not list(tmp_path.glob("**/older.db*"))
    with pytest.raises(StoreError, match="is not empty"):
        restore_store(other, where)


@pytest.fixture
def other(request: pytest.FixtureRequest, database: Database, tmp_path: Path) -> Iterator[Database]:
    """An empty store of the other kind."""
    file = f"sqlite:///{tmp_path / 'other.db'}"
    made = Database.open(str(request.getfixturevalue("postgresql_url")) if database.is_file else file)
    yield made
    made.close()


def test_a_store_is_backed_up_into_one_of_the_other_kind(database: Database, other: Database) -> None:
    filled(database)
    where = other.url.render_as_string(hide_password=False)
    backup_store(database, where)
    assert content(other) == content(database)
    with pytest.raises(StoreError, match=r"already|not empty"):
        backup_store(database, where)


def test_a_backup_is_one_moment_of_a_store_that_is_written(database: Database, tmp_path: Path) -> None:
    head = filled(database, events=1)
    stop = threading.Event()

    def write() -> None:
        after, n = head, 1
        while not stop.is_set() and n < 400:
            n += 1
            with database.writing() as unit:
                after = unit.append(after, [New(line(n))])
                unit.move([movement(f"table:one:{n}:0", "house", "cage", 5)])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for n in range(3):
            backup_store(database, tmp_path / f"saved{n}.db")
    finally:
        stop.set()
        writer.join()
    lengths = []
    for n in range(3):
        copy = Database.open(f"sqlite:///{tmp_path / f'saved{n}.db'}", must_exist=True)
        copy.verify_all()
        lengths.append(dict(copy.streams())["table:one"])
        copy.close()
    assert lengths == sorted(lengths)
    assert lengths[-1] <= dict(database.streams())["table:one"]


def test_a_broken_backup_is_not_restored(database: Database, tmp_path: Path) -> None:
    filled(database)
    saved = tmp_path / "saved.db"
    backup_store(database, saved)
    copy = Database.open(f"sqlite:///{saved}")
    with copy.writing() as unit:
        unit.connection.execute(update(schema.answers).values(body="[]"))
    copy.close()
    fresh = Database.open(f"sqlite:///{tmp_path / 'fresh.db'}")
    with pytest.raises(Broken, match="the answer to key 'k1'"):
        restore_store(fresh, saved)
    assert fresh.streams() == []
    fresh.close()


@pytest.mark.parametrize(
    ("place", "why"),
    [("there.db", "already"), ("nowhere/saved.db", "not found"), ("mysql://x/y", "a store is sqlite")],
)
def test_a_backup_to_a_wrong_place_is_refused(
    database: Database, tmp_path: Path, place: str, why: str
) -> None:
    (tmp_path / "there.db").touch()
    with pytest.raises(StoreError, match=why):
        backup_store(database, place if "://" in place else tmp_path / place)


def test_what_is_exported_is_imported_byte_for_byte(database: Database, other: Database) -> None:
    filled(database)
    filled(database, "meter:star", events=1)
    with database.writing() as unit:
        unit.create("people", "{}")
    lines = content(database)
    other.migrate()
    counts = import_lines(other, [each + "\n" for each in lines])
    assert counts == {"event": 7, "answer": 4, "movement": 4, "account": 2, "law": 1}
    assert content(other) == lines
    other.verify_all()
    with pytest.raises(StoreError, match="empty"):
        import_lines(other, lines)


def test_an_export_that_was_changed_is_refused_and_nothing_is_kept(
    database: Database, tmp_path: Path
) -> None:
    filled(database)
    lines = content(database)
    wrong = [
        lines[:-1],
        lines[1:],
        [*lines, lines[-1]],
        [*lines[:3], *lines[4:]],
        [*lines[:3], "[1]", *lines[3:]],
        [*lines[:3], "{", *lines[3:]],
        [],
    ]
    for n, each in enumerate(lines):
        wrong.append([*lines[:n], each.replace("1", "2", 1), *lines[n + 1 :]])
        wrong.append([*lines[:n], each.replace(":", ": ", 1), *lines[n + 1 :]])
        wrong.append([*lines[:n], each.replace("{", '{"more":1,', 1), *lines[n + 1 :]])
    fresh = Database.open(f"sqlite:///{tmp_path / 'fresh.db'}")
    fresh.migrate()
    for given in wrong:
        if given not in (lines, [*lines[:-1], lines[-1].replace(":", ": ", 1)]):
            with pytest.raises(StoreError, match=r"^line \d+: "):
                import_lines(fresh, given)
    assert fresh.streams() == []
    import_lines(fresh, lines)
    fresh.close()
