"""Whoever follows a table is told everything once, in order, or is told that something is missing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

import pytest

from cutcard.floor.live import CommandRequest, Floor, Policy, Update, restart
from cutcard.floor.live.clock import ClockWatch, overdue
from cutcard.floor.store import Database
from floor.faults.points import watch
from floor.live.players import DEE, TABLES, Crew, player


@asynccontextmanager
async def opened(database: Database, *, shared: bool = False) -> AsyncIterator[Floor]:
    floor = Floor(database)
    floor.load()
    floor.start(shared=shared)
    yield floor
    await floor.stop()


def gaps(after: int, updates: list[Update]) -> list[str]:
    """What is wrong with the updates that a follower got who had seen everything up to a version."""
    found = []
    for each in updates:
        told = json.loads(each.data)
        if not told.get("gap") and each.version - len(told["happened"]) != after:
            found.append(f"{after} -> {each.version} with {len(told['happened'])}")
        after = each.version
    return found


async def two_players(crew: Crew) -> None:
    await crew.open("t", TABLES["maryland"].rules)
    await crew.seat("t", "ann", 1)
    await crew.seat("t", "bob", 2)


def test_a_follower_who_comes_back_misses_nothing_that_happens_meanwhile(sqlite: Database) -> None:
    async def run() -> None:
        async with opened(sqlite) as floor:
            crew = Crew(floor)
            await two_players(crew)
            before = floor.live("t").version - 3
            seen: list[Update] = []
            async with aclosing(floor.follow("t", before)) as updates:
                while not seen or seen[-1].version < floor.live("t").version:
                    seen.append(await asyncio.wait_for(anext(updates), 5))
                    if len(seen) == 1:
                        await crew.rounds("t", 1)
            assert gaps(before, seen) == []
            assert len(seen) > 4

    asyncio.run(run())


def test_what_two_processes_do_is_told_once_in_both(sqlite: Database) -> None:
    async def run() -> None:
        async with opened(sqlite, shared=True) as here:
            await two_players(Crew(here))
            async with opened(sqlite, shared=True) as there:
                start = here.live("t").version
                seen: dict[Floor, list[Update]] = {here: [], there: []}

                async def follow(floor: Floor) -> None:
                    async for update in floor.follow("t", start):
                        seen[floor].append(update)

                tasks = [asyncio.create_task(follow(each)) for each in seen]
                crews = {here: Crew(here, "a"), there: Crew(there, "b")}
                for number in range(60):
                    floor = (here, there)[number % 3 == 1]
                    live = max((each.live("t") for each in seen), key=lambda each: each.version)
                    by, body = crews[floor].next(live)
                    await crews[floor].done("t", by, body)
                    await asyncio.sleep(0.003)
                last = max(each.live("t").version for each in seen)
                while any(each[-1].version < last for each in seen.values()):
                    await asyncio.sleep(0.02)
                for each in tasks:
                    each.cancel()
                assert [gaps(start, each) for each in seen.values()] == [[], []]

    asyncio.run(run())


def test_a_snapshot_that_finds_no_room_costs_no_update(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restart, "SNAPSHOT_EVERY", 5)

    def passing(point: str) -> None:
        if point == "before snapshots":
            raise sqlite3.OperationalError("database or disk is full")

    watch(sqlite, passing)

    async def run() -> None:
        async with opened(sqlite) as floor:
            crew = Crew(floor)
            await two_players(crew)
            start, seen = floor.live("t").version, list[Update]()

            async def follow() -> None:
                async for update in floor.follow("t"):
                    seen.append(update)

            task = asyncio.create_task(follow())
            await crew.rounds("t", 3)
            await asyncio.sleep(0.05)
            task.cancel()
            assert seen[-1].version == floor.live("t").version
            assert gaps(start, seen) == []

    asyncio.run(run())


def test_a_clock_that_was_set_forward_and_back_keeps_no_table_waiting(sqlite: Database) -> None:
    async def run() -> None:
        async with opened(sqlite) as floor:
            crew = Crew(floor)
            await crew.open("t", TABLES["maryland"].rules, policy=Policy(starts_when_all_bet=False))
            await crew.seat("t", "ann", 1)
            by, body = crew.next(floor.live("t"))
            await crew.done("t", by, body)
            ticks = [0.0]
            clock = ClockWatch(lambda: ticks[0])
            live = floor.live("t")
            ahead = replace(live, at=live.at + 600_000)
            assert overdue(ahead, live.at, clock.waited(ahead)) is None
            ticks[0] = 14.0
            assert overdue(ahead, live.at, clock.waited(ahead)) is None
            ticks[0] = 15.0
            assert overdue(ahead, live.at, clock.waited(ahead)) is not None

    asyncio.run(run())


def test_nobody_takes_the_keys_of_the_clock(sqlite: Database) -> None:
    async def run() -> None:
        async with opened(sqlite) as floor:
            await two_players(Crew(floor))
            version = floor.live("t").version
            for by in (player("ann"), DEE):
                asked = CommandRequest(by, {"do": "start_round"}, f"clock:{version}")
                answer = await floor.submit("t", asked)
                assert answer.refusal is not None
                assert "are reserved" in answer.refusal.message
            with floor.database.reading() as unit:
                assert unit.answered("table:t", f"clock:{version}") is None

    asyncio.run(run())


@pytest.mark.parametrize("table", ["hand-dealt", "maryland", "pontoon"])
def test_a_bet_that_lay_until_the_cards_were_too_old_is_played(
    sqlite: Database, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(sqlite) as floor:
            crew = Crew(floor)
            await crew.open("t", TABLES[table].rules, policy=Policy(starts_when_all_bet=False))
            await crew.seat("t", "ann", 1)
            by, body = crew.next(floor.live("t"))
            await crew.done("t", by, body)
            tomorrow = time.time() + 25 * 3600
            monkeypatch.setattr(time, "time", lambda: tomorrow)
            act = overdue(floor.live("t"), int(tomorrow * 1000), 15)
            assert act is not None
            answer = await crew.done("t", act[0], dict(act[1]))
            happened = [each["event"] for each in answer.happened]
            assert happened.index("cards_received") < happened.index("round_started")

    asyncio.run(run())
