"""The automatic dealer's clock: nobody keeps a table waiting, and each act happens once."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.floor.live import Floor, Policy
from cutcard.floor.live.dealing import deal, overdue
from cutcard.floor.store import Database
from cutcard.shoe import By, Role
from cutcard.table import Settings
from floor.live.players import TABLES, Crew, player

QUICK = Policy(start_seconds=0, decision_seconds=0, starts_when_all_bet=False)


@pytest.mark.parametrize("table", TABLES)
def test_a_round_ends_by_itself_where_nobody_decides(sqlite: Database, table: str) -> None:
    async def run() -> None:
        floor = Floor(sqlite)
        floor.start()
        crew = Crew(floor)
        await crew.open("t", TABLES[table].rules, policy=QUICK)
        await crew.seat("t", "ann", 1)
        by, body = crew.next(floor.live("t"))
        await crew.done("t", by, body)
        clocks = [asyncio.create_task(deal(floor)) for _ in range(2)]
        for _ in range(200):
            await asyncio.sleep(0.05)
            live = floor.live("t")
            if live.table.rounds == 1 and live.table.round is None:
                break
        for each in clocks:
            each.cancel()
        assert floor.live("t").table.rounds == 1
        assert floor.live("t").table.round is None
        await floor.stop()

    asyncio.run(run())
    assert sqlite.verify_all().events > 10


def test_the_clock_waits_its_time(sqlite: Database) -> None:
    async def run() -> None:
        floor = Floor(sqlite)
        floor.start()
        crew = Crew(floor)
        policy = Policy(start_seconds=15, decision_seconds=30, starts_when_all_bet=False)
        await crew.open("t", TABLES["maryland"].rules, policy=policy)
        await crew.open("m", TABLES["maryland"].rules, Settings(chores="manual"), policy=policy)
        await crew.seat("t", "ann", 1)
        live = floor.live("t")
        assert overdue(live, live.at, 10**6) is None
        by, body = crew.next(live)
        assert by == player("ann")
        await crew.done("t", by, body)
        live = floor.live("t")
        assert overdue(live, live.at, 14.9) is None
        assert overdue(live, live.at, 15) == (By(Role.DEALER), {"do": "start_round"})
        assert overdue(floor.live("m"), live.at, 10**6) is None
        await floor.stop()

    asyncio.run(run())
