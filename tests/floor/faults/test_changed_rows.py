"""A store that was played on, and somebody changes a value or takes a row away: the audit names it."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cutcard.floor.audit import audit_store, replay
from cutcard.floor.live import Floor
from cutcard.floor.store import Database
from floor.faults.bold import bold
from floor.faults.killing import set_up
from floor.live.players import Crew

GAMES = ("maryland", "pontoon")
TABLES = ("streams", "events", "answers", "movements", "accounts", "rounds", "snapshots")


async def play(database: Database) -> None:
    await set_up(database, GAMES)
    floor = Floor(database)
    floor.load()
    floor.start()
    crew, chance = Crew(floor, "more"), random.Random(3)
    for game in GAMES:
        while floor.live(game).table.rounds < 4 or floor.live(game).table.round is not None:
            by, body = bold(floor.live(game), chance)
            await crew.ask(game, by, body)
    await floor.stop()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store with some rounds."""
    path = tmp_path_factory.mktemp("played") / "store.db"
    database = Database.open(f"sqlite:///{path}")
    database.migrate()
    asyncio.run(play(database))
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def changed(path: Path, table: str, chance: random.Random) -> str:
    """One value of one row made another; what was changed."""
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1:6:4] for row in connection.execute(f"PRAGMA table_info({table})")]
        keys = [name for name, key in columns if key]
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
        row = chance.choice(rows)
        at = chance.randrange(len(columns))
        name, value = columns[at][0], row[at]
        other = value + chance.choice((-1, 1)) if isinstance(value, int) else _other(value, chance)
        where = " AND ".join(f'"{key}" = ?' for key in keys)
        known = [row[[each for each, _ in columns].index(key)] for key in keys]
        try:
            connection.execute(f'UPDATE {table} SET "{name}" = ? WHERE {where}', (other, *known))
        except sqlite3.IntegrityError:  # a key that another row has
            connection.rollback()
            return changed(path, table, chance)
        connection.commit()
    return f"{table}.{name} of {known}: {str(value)[:40]!r} -> {str(other)[:40]!r}"


def _other(value: str, chance: random.Random) -> str:
    if not value:
        return "x"
    at = chance.randrange(len(value))
    return value[:at] + ("x" if value[at] != "x" else "y") + value[at + 1 :]


def lost(path: Path, table: str, chance: random.Random) -> str:
    """One row taken away."""
    with closing(sqlite3.connect(path)) as connection:
        keys = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[5]]
        rows = connection.execute(f"SELECT {', '.join(keys)} FROM {table}").fetchall()
        row = chance.choice(rows)
        where = " AND ".join(f'"{key}" = ?' for key in keys)
        connection.execute(f"DELETE FROM {table} WHERE {where}", row)
        connection.commit()
    return f"{table}: {row} gone"


def findings(path: Path) -> list[str]:
    """What an audit of a store says."""
    database = Database.open(f"sqlite:///{path}", must_exist=True)
    try:
        found = [str(each) for each in audit_store(database).broken]
        if not found:
            found = [str(each) for each in replay(database, 1_000, seed=1).differences]
        return found
    finally:
        database.close()


def tampered(played: Path, folder: Path, many: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    chance = random.Random(seed)
    for number in range(many):
        path = folder / "copy.db"
        shutil.copy(played, path)
        table = TABLES[number % len(TABLES)]
        act = lost if number % 5 == 4 and table not in ("answers", "snapshots") else changed
        what = act(path, table, chance)
        yield what, findings(path)
        for each in folder.glob("copy.db*"):
            each.unlink()


def test_nothing_is_found_where_nothing_was_changed(played: Path) -> None:
    assert findings(played) == []


def test_a_changed_or_missing_row_is_found(played: Path, tmp_path: Path) -> None:
    missed = [what for what, found in tampered(played, tmp_path, 30, seed=1) if not found]
    assert missed == []


@pytest.mark.long
def test_a_thousand_changed_or_missing_rows_are_found(played: Path, tmp_path: Path) -> None:
    missed = [what for what, found in tampered(played, tmp_path, 1_000, seed=2) if not found]
    assert missed == []
