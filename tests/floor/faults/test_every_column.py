"""Every column of every table: a byte of it is changed, or a row taken away, and the audit names it.

What carries no proof is listed here with the reason; a table or a column that is new belongs somewhere.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from sqlalchemy import delete

from cutcard.floor.audit import audit_store, replay
from cutcard.floor.live import Floor, snapshots
from cutcard.floor.live.restart import read_meter
from cutcard.floor.people import (
    HouseRole,
    Limits,
    PeopleOfHouse,
    PeopleRefused,
    credentials,
    events,
    rows,
    verification as proving,
)
from cutcard.floor.people.person import Link, Passkey, short_passkey
from cutcard.floor.store import Database, StoreError, schema
from cutcard.money import Cents
from cutcard.values import but
from floor.faults.test_changed_rows import findings, play

GOOD = "a horse on the roof"
START = 1_800_000_000_000
MAY_MISS = {
    "snapshots": "a missing one is made anew; until then a start folds more events",
}
"""Tables of which a row may be gone unseen, and why that does no harm."""
NEVER_MOVED = "accounts"
"""An account that never moved holds nothing and is the sum of nothing; its row only lets two wait."""
Row = tuple[object, ...]


def with_people(database: Database) -> None:
    """People of several roles, signed in and out, locked out, barred, with links and signatures."""
    now = [START]
    people = PeopleOfHouse(database, Limits(hashing=CHEAPEST, demonstration=True), lambda: now[0])
    secrets = {}
    for name, role in (("ann", HouseRole.PLAYER), ("flo", HouseRole.FLOORPERSON)):
        people.add(name, role, by="boss")
        secrets[name] = people.enrol(people.link(name, "enrol"), GOOD).secret
    people.add("max", HouseRole.ADMINISTRATOR)
    people.add("tom", HouseRole.DEALER)
    people.bar("tom", by="max")
    people.sign_in_by_link(people.link("max", "sign_in"))
    people.link("max", "sign_in")
    for _ in range(2):
        now[0] += 60_000
        given = people.sign_in("flo", GOOD, credentials.code_at(secrets["flo"], now[0]))
    now[0] += 60_000
    people.again(given.token, GOOD, credentials.code_at(secrets["flo"], now[0]))
    people.sign(given.session, "fill 500")
    people.sign_out(people.sign_in("ann", GOOD).token)
    with pytest.raises(PeopleRefused):
        people.sign_in("ann", "something else")
    people.change_role("ann", HouseRole.DEALER, by="max")
    key = Passkey("the-id-of-a-device", "flo", "its-public-half", 3, now[0], now[0])
    with people.changing() as change:  # a browser makes one in `tests/web/test_passkeys.py`
        rows.add(change.connection, key)
        change.record(events.PasskeyAdded("flo", short_passkey(key.id)), "flo")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store with rounds, money, meters and people."""
    path = tmp_path_factory.mktemp("whole") / "store.db"
    database = Database.open(f"sqlite:///{path}")
    database.migrate()
    asyncio.run(play(database))
    with_people(database)
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    return path


def other(value: object) -> object:
    """The same with one byte, or one bit, changed."""
    if isinstance(value, int):
        return value ^ (1 << 20)
    assert isinstance(value, str)
    at = len(value) // 2
    return value[:at] + ("7" if value[at : at + 1] != "7" else "3") + value[at + 1 :]


class Tampered:
    """Copies of a store in which one thing is another."""

    def __init__(self, whole: Path, folder: Path) -> None:
        self._whole = whole
        self._copies = (folder / f"copy{number}.db" for number in count())
        self.tables: dict[str, list[str]] = {}
        self.keys: dict[str, list[str]] = {}
        self.rows: dict[str, list[Row]] = {}
        with closing(sqlite3.connect(whole)) as connection:
            named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (table,) in named.fetchall():
                columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
                self.tables[table] = [each[1] for each in columns]
                self.keys[table] = [each[1] for each in columns if each[5]] or [columns[0][1]]
                self.rows[table] = connection.execute(f"SELECT * FROM {table}").fetchall()

    def values(self) -> Iterator[tuple[str, str, Row]]:
        """Every column, at the first row and the last; at a third the value is none yet, or is one."""
        for table, columns in self.tables.items():
            for at, column in enumerate(columns):
                rows = self.rows[table]
                chosen = {rows[0], rows[-1], next((row for row in rows if row[at]), rows[0])}
                for row in sorted(chosen, key=str):
                    yield table, column, row

    def never_moved(self, table: str, row: Row) -> bool:
        """Whether it is an account that has no movement."""
        moved = {account for each in self.rows["movements"] for account in each[1:3]}
        return table == NEVER_MOVED and row[0] not in moved and not row[1]

    def changed(self, table: str, column: str, row: Row) -> list[str]:
        """What the audit says where one value is another."""
        value = other(row[self.tables[table].index(column)])
        return self._after(table, row, f'UPDATE {table} SET "{column}" = ?', value)

    def lost(self, table: str, row: Row) -> list[str]:
        """What the audit says where a row is gone."""
        return self._after(table, row, f"DELETE FROM {table}")

    def _after(self, table: str, row: Row, statement: str, *given: object) -> list[str]:
        copy = next(self._copies)
        shutil.copy(self._whole, copy)
        where = " AND ".join(f'"{key}" = ?' for key in self.keys[table])
        known = [row[self.tables[table].index(key)] for key in self.keys[table]]
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute(f"{statement} WHERE {where}", (*given, *known)).rowcount == 1
            connection.commit()
        try:
            return findings(copy)
        except StoreError as problem:
            return [str(problem)]
        finally:
            for each in copy.parent.glob(f"{copy.name}*"):
                each.unlink()


def test_a_changed_value_of_any_column_is_found(whole: Path, tmp_path: Path) -> None:
    tampered = Tampered(whole, tmp_path)
    assert {"people", "sessions", "links", "streams", "events", "answers"} <= tampered.tables.keys()
    tried, missed = 0, set()
    for table, column, row in tampered.values():
        tried += 1
        found = tampered.changed(table, column, row)
        if not found and (column != "id" or not tampered.never_moved(table, row)):
            missed.add((table, column, str(row)[:80]))
        assert all("\n" not in each for each in found)
    assert not missed
    assert tried > 100


def test_a_missing_row_of_any_table_is_found(whole: Path, tmp_path: Path) -> None:
    tampered = Tampered(whole, tmp_path)
    for table, held in tampered.rows.items():
        if table not in MAY_MISS:
            for row in {held[0], held[len(held) // 2], held[-1]}:
                assert tampered.lost(table, row) or tampered.never_moved(table, row), (table, row)


def test_every_missing_answer_is_named(whole: Path, tmp_path: Path) -> None:
    """Whether it said done or refused; where events were done under its key, the last is named."""
    tampered = Tampered(whole, tmp_path)
    streams, done = set(), {(each[0], each[4]) for each in tampered.rows["events"]}
    for row in tampered.rows["answers"][::7]:
        stream, key, version = str(row[0]), str(row[1]), row[3]
        found = tampered.lost("answers", row)
        assert any(each.startswith(stream) and "answers were given" in each for each in found)
        if (stream, key) in done:
            assert f"{stream} {version}: key {key!r} has no answer" in found
        streams.add(stream)
    assert {"cage", "table:maryland", "table:pontoon"} <= streams


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"role": HouseRole.ADMINISTRATOR}, "person flo differs from the events"),
        ({"failures": 3}, "person flo differs from the events"),
        ({"state": "barred"}, "person flo differs from the events"),
        ({"name": "joe"}, "person joe was never added"),
    ],
)
def test_a_person_changed_with_a_digest_that_fits_is_found(
    whole: Path, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    path = tmp_path / "copy.db"
    shutil.copy(whole, path)
    database = Database.open(f"sqlite:///{path}")
    with database.writing() as unit:
        person = rows.person(unit.connection, "flo")
        assert person is not None
        made = type(person)(**{**person.__dict__, **change})
        (rows.put if made.name == "flo" else rows.add)(unit.connection, made)
    found = [each.what for each in audit_store(database).broken]
    assert found == [told]
    database.close()


def test_sessions_and_links_of_nobody_are_found(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    shutil.copy(whole, path)
    database = Database.open(f"sqlite:///{path}")
    with database.writing() as unit:
        [mine, *_] = rows.sessions_of(unit.connection, "flo")
        forged = type(mine)(**{**mine.__dict__, "digest": "0" * 64, "role": HouseRole.ADMINISTRATOR})
        rows.add(unit.connection, forged)
        rows.add(unit.connection, Link("1" * 64, "max", "enrol", START + 10**9))
    with database.reading() as unit:
        many, found = proving.changed_people(unit)
    assert many > 10
    assert [each.what for each in found] == [
        "session 000000000000 of flo never began or has ended",
        f"a link of max to enrol until {START + 10**9} was never made",
    ]
    database.close()


def test_a_meters_snapshot_that_fits_and_says_something_else(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    shutil.copy(whole, path)
    database = Database.open(f"sqlite:///{path}")
    floor = Floor(database)
    floor.load()
    stream = f"meter:{floor.meters[0]}"
    for meter in (floor.meter(floor.meters[0]), but(floor.meter(floor.meters[0]), shown=Cents(1))):
        with database.writing() as unit:
            unit.connection.execute(delete(schema.snapshots).where(schema.snapshots.c.stream == stream))
            head = unit.heads([stream])[stream]
            unit.keep_snapshot(stream, head.version, head.digest, snapshots.write_snapshot(meter, None))
            assert read_meter(unit, meter.name) == meter
        wrong = [] if meter.shown > 1 else ["the snapshot differs from the meter that the events give"]
        assert [each.problem for each in replay(database, 10, seed=1).differences] == wrong
    database.close()
