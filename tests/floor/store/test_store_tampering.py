"""Any changed byte of a store is found, and the event is named."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, delete, insert, select, update

from cutcard.floor.store import Broken, Database, StoreError, schema, verification as verifying
from cutcard.floor.store.records import row_digest
from cutcard.floor.store.verification import owner
from floor.store.store_support import filled, line, movement, verify_in

TABLES = [
    schema.streams,
    schema.events,
    schema.answers,
    schema.movements,
    schema.accounts,
    schema.snapshots,
]


def changed(value: object) -> object:
    """The same with its last byte, or bit, changed."""
    if isinstance(value, int):
        return value ^ 64
    assert isinstance(value, str)
    return value[:-1] + ("x" if value[-1:] != "x" else "y")


def places(connection: Connection) -> list[tuple[Table, dict[str, object], str]]:
    """Every value of every row."""
    return [
        (table, dict(row), column)
        for table in TABLES
        for row in connection.execute(select(table)).mappings()
        for column in row
    ]


def named(table: Table, row: dict[str, object]) -> tuple[object, object]:
    if table is schema.movements:
        return owner(str(row["id"]))
    if table is schema.accounts:
        return "table:one", 3
    return row.get("stream", row.get("id")), row["version"]


def test_a_changed_byte_anywhere_is_found_and_names_the_event(database: Database) -> None:
    filled(database)
    filled(database, "meter:star", events=1)
    with database.reading() as read:
        wanted = places(read.connection)
    assert len(wanted) > 90
    for table, row, column in wanted:
        with database.engine.connect() as connection:  # rolled back at its end
            where = [table.c[each.name] == row[each.name] for each in table.primary_key]
            value = changed(row[column])
            connection.execute(update(table).where(*where).values({column: value}))
            with pytest.raises(Broken) as found:
                verify_in(database, connection)
            if column not in {each.name for each in table.primary_key}:
                told = (found.value.stream, found.value.version)
                exact = {named(table, row), named(table, {**row, column: value})}
                assert told in exact or table in (schema.streams, schema.accounts), (table, column, told)
                assert told[0] in {"table:one", "meter:star"}
    assert database.verify_all().events == 4


@pytest.mark.parametrize("table", [each for each in TABLES if each is not schema.snapshots])
def test_a_row_that_is_gone_is_found(database: Database, table: Table) -> None:
    filled(database)
    with database.reading() as read:
        rows = [dict(row) for row in read.connection.execute(select(table)).mappings()]
    for row in rows:
        with database.engine.connect() as connection:
            where = [table.c[each.name] == row[each.name] for each in table.primary_key]
            connection.execute(delete(table).where(*where))
            with pytest.raises(Broken):
                verify_in(database, connection)


def test_an_answer_in_the_place_of_another_is_found(database: Database) -> None:
    """As many as were given, each with a digest that fits, and still not those."""
    filled(database)
    with database.engine.connect() as connection:
        where = (schema.answers.c.stream == "table:one", schema.answers.c.key == "k2")
        row = ("table:one", "k2", "print2", 2, '{"status":"refused"}')
        connection.execute(
            update(schema.answers).where(*where).values(body=row[4], digest=row_digest(*row))
        )
        with pytest.raises(Broken, match="its answers differ from those that were given"):
            verify_in(database, connection)


def test_a_movement_of_no_stream_is_found(database: Database) -> None:
    filled(database)
    with database.writing() as unit:
        unit.move([movement("table:none:1:0", "house", "cage", 5)])
    with pytest.raises(Broken, match="table:none 1: movement table:none:1:0 belongs to no event"):
        database.verify_all()


def test_an_event_more_is_found(database: Database) -> None:
    head = filled(database)
    with database.engine.connect() as connection:
        made = insert(schema.events)
        connection.execute(made.values(("table:one", 4, 1, "", "", "[]", "0" * 64)))
        with pytest.raises(Broken, match="table:one 4"):
            verify_in(database, connection)
    with database.engine.connect() as connection:
        made = insert(schema.movements)
        connection.execute(made.values(("table:one:9:0", "a", "b", 1, "", "", "0")))
        with pytest.raises(Broken, match="table:one 9"):
            verify_in(database, connection)
    database.verify("table:one", after=head.version)


def test_whoever_verifies_may_pause_in_every_part(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "CHUNK", 2)
    filled(database, events=6)
    seen: list[tuple[int, int]] = []
    database.verify("table:one", progress=lambda done, total: seen.append((done, total)))
    of_answers_and_movements = [(6, 6)] * 6
    assert seen == [(2, 6), (4, 6), (6, 6), *of_answers_and_movements]


def test_a_chain_is_verified_from_a_snapshot_on(database: Database) -> None:
    head = filled(database)
    seen: list[tuple[int, int]] = []
    database.verify("table:one", progress=lambda done, total: seen.append((done, total)), after=2)
    assert seen == [(3, 3)]
    with database.writing() as unit:
        where = (schema.events.c.stream == "table:one", schema.events.c.version == 1)
        unit.connection.execute(update(schema.events).where(*where).values(line="[]"))
    database.verify("table:one", after=2)
    with pytest.raises(Broken, match="table:one 1: "):
        database.verify("table:one")
    with pytest.raises(Broken, match="table:none"):
        database.verify("table:none")
    with pytest.raises(Broken, match="missing"):
        database.verify("table:one", after=head.version + 1)


def everything(url: str) -> list[object]:
    """All rows, or what is told instead of them."""
    database = Database.open(url)
    try:
        found: list[object] = [database.verify_all()]
        with database.reading() as read:
            for table in TABLES:
                found += [tuple(row) for row in read.connection.execute(select(table))]
        return found
    except StoreError as problem:
        return [problem]
    finally:
        database.close()


def flipped(path: Path, url: str, places: Iterable[int]) -> int:
    """Change bytes of a file one by one: each is found, or changes nothing. How many were found."""
    content = path.read_bytes()
    whole = everything(url)
    found = 0
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        for more in ("-wal", "-shm"):
            path.with_name(path.name + more).unlink(missing_ok=True)
        told = everything(url)
        found += told != whole
        assert told == whole or isinstance(told[0], StoreError), place
        assert "\n" not in str(told[0])
    path.write_bytes(content)
    return found


def test_any_changed_byte_of_the_file_is_found_or_changes_nothing(tmp_path: Path) -> None:
    path, url = a_file(tmp_path)
    chance = random.Random(6)
    places = [chance.randrange(path.stat().st_size) for _ in range(60)]
    written = [at for at, byte in enumerate(path.read_bytes()) if byte]
    assert flipped(path, url, places + [chance.choice(written) for _ in range(60)]) > 30


@pytest.mark.long
def test_every_changed_byte_of_the_file_is_found_or_changes_nothing(tmp_path: Path) -> None:
    path, url = a_file(tmp_path)
    written = [at for at, byte in enumerate(path.read_bytes()) if byte]
    assert flipped(path, url, written) > len(written) // 2


def a_file(tmp_path: Path) -> tuple[Path, str]:
    path = tmp_path / "store.db"
    database = Database.open(f"sqlite:///{path}")
    database.migrate()
    filled(database, events=12)
    filled(database, "meter:star", events=2)
    database.close()
    with closing(sqlite3.connect(path)) as settled:
        settled.execute("PRAGMA journal_mode = DELETE")
    return path, database.name


def test_a_key_unlike_its_row_is_found(tmp_path: Path) -> None:
    path, url = a_file(tmp_path)
    content = path.read_bytes()
    at = content.index(b'{"table":"as it was"}')
    row = content.rindex(b"meter:star", 0, at)
    assert flipped(path, url, range(row, row + 11)) == 11


def test_bytes_that_are_no_text_name_their_event(tmp_path: Path) -> None:
    path, url = a_file(tmp_path)
    content = path.read_bytes()
    at = content.index(line(7).encode())
    path.write_bytes(content[: at + 5] + b"\xff" + content[at + 6 :])
    database = Database.open(url)
    with pytest.raises(Broken, match="table:one 7: cannot be read"):
        database.verify_all()
    database.close()


def test_a_damaged_snapshot_gives_way_to_the_one_before(database: Database) -> None:
    head = filled(database)
    with database.reading() as read:
        before = read.read("table:one")[1]
    with database.writing() as unit:
        unit.keep_snapshot("table:one", 2, before.digest, "[2]")
        where = schema.snapshots.c.version == head.version
        unit.connection.execute(update(schema.snapshots).where(where).values(body="[]"))
    with database.reading() as read:
        kept = read.snapshot("table:one")
    assert kept is not None
    assert (kept.version, kept.body) == (2, "[2]")
