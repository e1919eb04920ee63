"""A start from snapshots: the same tables and meters, and what it left out is proven afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import delete, select, update

from cutcard.floor.live import Floor, NotStored, restart
from cutcard.floor.store import Database, schema
from floor.live.players import TABLES, Crew, player

Act = Callable[[Floor, Crew], Awaitable[None]]


def on(database: Database, *acts: Act) -> Floor:
    """A floor that opens, does something, and closes."""

    async def run() -> Floor:
        floor = Floor(database)
        floor.load()
        floor.start()
        for each in acts:
            await each(floor, Crew(floor))
        await floor.stop()
        return floor

    return asyncio.run(run())


async def rounds(_: Floor, crew: Crew) -> None:
    await crew.open("t", TABLES["maryland"].rules)
    await crew.seat("t", "ann", 1)
    await crew.rounds("t", 3)


def changed(database: Database, version: int) -> None:
    """One event of the table another, as if by somebody who can write to the store."""
    held = schema.events.c
    with database.engine.begin() as connection:
        where = (held.stream == "table:t") & (held.version == version)
        line = connection.execute(select(held.line).where(where)).scalar_one()
        connection.execute(update(schema.events).where(where).values(line=line + " "))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every store counts as a large one."""
    monkeypatch.setattr(restart, "AT_ONCE", 0)


def test_a_small_store_is_verified_whole_before_it_is_served(sqlite: Database) -> None:
    on(sqlite, rounds)
    changed(sqlite, 2)
    assert "table:t" in on(sqlite).stopped["t"].why


@pytest.mark.usefixtures("quick")
def test_a_large_one_from_its_snapshots_on_and_then_the_rest(sqlite: Database) -> None:
    was = on(sqlite, rounds).live("t")
    floor = Floor(sqlite)
    floor.load()
    assert floor.live("t") == was
    assert floor.prove(share=1) == 1
    changed(sqlite, 2)
    floor = Floor(sqlite)
    floor.load()
    assert floor.names == ["t"], "its snapshot and what follows are as they were"
    assert floor.prove(share=1) == 1
    assert floor.names == []
    assert "table:t" in floor.stopped["t"].why
    with pytest.raises(NotStored, match="stopped"):
        floor.live("t")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("version", [0, -1])
def test_a_header_and_what_follows_a_snapshot_are_verified_at_once(
    sqlite: Database, version: int
) -> None:
    async def more(floor: Floor, _: Crew) -> None:
        await Crew(floor, "more").done("t", player("ann"), {"do": "tip", "amount": "1.00"})

    was = on(sqlite, rounds).live("t")
    on(sqlite, more)
    with sqlite.engine.begin() as connection:
        made = schema.snapshots.c
        connection.execute(delete(schema.snapshots).where(made.version > was.version))
    changed(sqlite, 0 if version == 0 else was.version + 1)
    assert "table:t" in on(sqlite).stopped["t"].why


@pytest.mark.usefixtures("quick")
def test_meters_are_kept_too(sqlite: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restart, "SNAPSHOT_EVERY", 3)
    was = on(sqlite, rounds)
    assert was.meters
    with sqlite.reading() as unit:
        kept = [house for house in was.meters if unit.snapshot(f"meter:{house}") is not None]
    assert kept, "some meter has come far enough"
    found = on(sqlite)
    assert [found.meter(each) for each in was.meters] == [was.meter(each) for each in was.meters]
    assert not found.stopped_meters


def test_a_house_that_closes_leaves_off_proving(sqlite: Database) -> None:
    on(sqlite, rounds)
    floor = Floor(sqlite)
    floor.load()
    floor._unproven = ["table:t"] * 50
    floor._proof.close()
    assert floor.prove(share=0.01) <= 1
