"""Histories in which everything goes wrong, by a seed; a seed that fails says how to play it again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import event

from cutcard.floor.live import Floor, NotStored
from cutcard.floor.store import Database, Unavailable as StoreUnavailable
from floor.faults.checks import Held
from floor.faults.points import watch
from floor.faults.simulation import simulate
from floor.live.players import TABLES, Crew, player

FEW = range(4)
MANY = 400
TOGETHER = 20


def test_whatever_goes_wrong_nothing_is_lost(tmp_path: Path) -> None:
    faults: Counter[str] = Counter()
    for seed in FEW:
        faults += simulate(seed, tmp_path).faults
    wanted = {
        "message lost",
        "message doubled",
        "message late",
        "store failed",
        "restarted",
        "clock set",
    }
    assert wanted <= faults.keys(), faults


def test_a_seed_gives_the_same_history_again(tmp_path: Path) -> None:
    places = [tmp_path / "one", tmp_path / "two"]
    for place in places:
        place.mkdir()
    worlds = [simulate(11, place, rounds=2) for place in places]
    assert worlds[0].faults == worlds[1].faults
    stores = [Database.open(f"sqlite:///{place / 'seed-11.db'}") for place in places]
    assert Held.of(stores[0]) == Held.of(stores[1])
    for each in stores:
        each.close()


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 1_000 + MANY, TOGETHER))
def test_hundreds_of_seeds(tmp_path: Path, first: int) -> None:
    faults: Counter[str] = Counter()
    commands = 0
    for seed in range(first, first + TOGETHER):
        world = simulate(seed, tmp_path, rounds=6)
        faults += world.faults
        commands += len(world.asked)
    print(f"seeds {first} to {first + TOGETHER - 1}: {commands} commands, {faults.total()} faults")


def test_a_disk_that_is_really_full_keeps_nothing_and_then_goes_on(sqlite: Database) -> None:
    """SQLite's own limit of pages: the database says itself that there is no room."""
    most = [0]

    def limit(connection: object) -> None:
        raw = connection.connection.dbapi_connection  # type: ignore[attr-defined]
        pages = raw.execute("PRAGMA page_count").fetchone()[0]
        raw.execute(f"PRAGMA max_page_count = {pages if most[0] else 2**30}")

    event.listen(sqlite.engine, "begin", limit)

    async def run() -> None:
        floor = Floor(sqlite)
        floor.start()
        crew = Crew(floor)
        await crew.open("t", TABLES["maryland"].rules)
        await crew.seat("t", "ann", 1)
        most[0] = 1
        with suppress(NotStored):
            while True:
                await crew.done("t", player("ann"), {"do": "tip", "amount": "0.25"})
        before = floor.live("t")
        with pytest.raises(NotStored, match="retry with the same key"):
            await crew.done("t", player("ann"), {"do": "tip", "amount": "0.25"})
        assert floor.live("t") is before
        most[0] = 0
        await crew.done("t", player("ann"), {"do": "tip", "amount": "0.25"})
        assert floor.live("t").books.tips == before.books.tips + 25
        await floor.stop()

    asyncio.run(run())
    assert sqlite.verify_all().events > 20


def test_a_store_that_is_away_at_the_start_stops_no_table(sqlite: Database) -> None:
    async def run() -> None:
        floor = Floor(sqlite)
        floor.start()
        await Crew(floor).open("t", TABLES["pontoon"].rules)
        await floor.stop()

    asyncio.run(run())
    away = [True]

    def passing(point: str) -> None:
        if away[0] and point == "before select":
            raise sqlite3.OperationalError("unable to open database file")

    watch(sqlite, passing)
    floor = Floor(sqlite)
    with pytest.raises(StoreUnavailable):
        floor.load()
    away[0] = False
    floor.load()
    assert (floor.names, floor.stopped) == (["t"], {})
