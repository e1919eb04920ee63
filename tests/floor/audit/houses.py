"""A small house that has been played in."""

from __future__ import annotations

import asyncio

from cutcard.floor.live import Floor
from cutcard.floor.store import Database
from floor.live.players import TABLES, Crew


def played(database: Database, *names: str, rounds: int = 3) -> None:
    """Some rounds at tables of the demonstration, two players at each."""

    async def run() -> None:
        floor = Floor(database)
        floor.load()
        floor.start()
        crew = Crew(floor)
        for name in names:
            await crew.open(name, TABLES[name].rules)
            await crew.seat(name, f"ann{name}", 1)
            await crew.seat(name, f"bob{name}", 2)
            await crew.rounds(name, rounds)
        await floor.stop()

    asyncio.run(run())
