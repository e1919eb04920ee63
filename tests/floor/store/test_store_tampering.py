"""Any changed byte of a store is found, and the event is named."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, Table, delete, insert, select, update

from cutcard.floor.store import Broken, Database, schema
from cutcard.floor.store.verifying import owner
from floor.store.store_support import filled

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
                database.verify_in(connection)
            if column not in {each.name for each in table.primary_key}:
                told = (found.value.stream, found.value.version)
                exact = {named(table, row), named(table, {**row, column: value})}
                assert told in exact or table in (schema.streams, schema.accounts), (table, column, told)
                assert told[0] in {"table:one", "meter:star"}
    assert database.verify_all().events == 4


@pytest.mark.parametrize("table", [schema.streams, schema.events, schema.movements, schema.accounts])
def test_a_row_that_is_gone_is_found(database: Database, table: Table) -> None:
    filled(database)
    with database.reading() as read:
        rows = [dict(row) for row in read.connection.execute(select(table)).mappings()]
    for row in rows:
        with database.engine.connect() as connection:
            where = [table.c[each.name] == row[each.name] for each in table.primary_key]
            connection.execute(delete(table).where(*where))
            with pytest.raises(Broken):
                database.verify_in(connection)


def test_an_event_more_is_found(database: Database) -> None:
    head = filled(database)
    with database.engine.connect() as connection:
        made = insert(schema.events)
        connection.execute(made.values(("table:one", 4, 1, "", "", "[]", "0" * 64)))
        with pytest.raises(Broken, match="table:one 4"):
            database.verify_in(connection)
    with database.engine.connect() as connection:
        made = insert(schema.movements)
        connection.execute(made.values(("table:one:9:0", "a", "b", 1, "", "", "0")))
        with pytest.raises(Broken, match="table:one 9"):
            database.verify_in(connection)
    database.verify("table:one", after=head.version)


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


def test_a_damaged_snapshot_gives_way_to_the_one_before(database: Database) -> None:
    head = filled(database)
    with database.reading() as read:
        before = read.read("table:one")[1]
    with database.writing() as unit:
        unit.keep("table:one", 2, before.digest, "[2]")
        where = schema.snapshots.c.version == head.version
        unit.connection.execute(update(schema.snapshots).where(where).values(body="[]"))
    with database.reading() as read:
        kept = read.kept("table:one")
    assert kept is not None
    assert (kept.version, kept.body) == (2, "[2]")
