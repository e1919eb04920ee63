"""Houses that are started and killed while clients play."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cutcard.floor.live import Floor
from cutcard.floor.store import Database
from floor.faults.checks import check
from floor.faults.clients import Address, Clients, Nursery, is_alive
from floor.faults.house import ANSWER
from floor.faults.points import POINTS
from floor.live.players import TABLES, Crew

Names = tuple[str, ...]


async def set_up(database: Database, games: Names) -> None:
    """A table of each of these games, with two players who have money."""
    floor = Floor(database)
    floor.start()
    crew = Crew(floor)
    for game in games:
        await crew.open(game, TABLES[game].rules, links=TABLES[game].links)
        await crew.seat(game, f"ann-{game}", 1, "500000")
        await crew.seat(game, f"bob-{game}", 2, "500000")
    await floor.stop()


@dataclass(frozen=True)
class Born:
    """A house that lives."""

    pid: int
    socket: str


class Killer:
    """Starts houses, lets them live a little, and kills them."""

    def __init__(self, made: Nursery, url: str, folder: Path, seed: int) -> None:
        self.address = Address()
        self.died: Counter[str] = Counter()
        self.chance = random.Random(seed)
        self.law: tuple[str, ...] = ()
        """Folders of further law data, installed where houses start from now on."""
        self._nursery = made
        self._url = url
        self._folder = folder
        self._number = 0

    async def start(self, **told: object) -> Born:
        """A house that takes commands."""
        self._number += 1
        socket = str(self._folder / f"s{self._number}")
        pid = self._nursery.start({"url": self._url, "socket": socket, "law": self.law, **told})
        while not Path(socket).exists():
            assert is_alive(pid), "a house could not open its store"
            await asyncio.sleep(0.002)
        self.address.sockets.append(socket)
        return Born(pid, socket)

    def end(self, born: Born) -> None:
        """Kill one, if it is not dead yet; nobody looks for it any more."""
        self._nursery.kill(born.pid)
        self.address.sockets.remove(born.socket)

    async def lives(self, many: int) -> None:
        """So many lives, one after the other; every second one ends at a named point."""
        for number in range(many):
            point = self.chance.choice((*POINTS, ANSWER)) if number % 2 else ""
            born = await self.start(dies=(point, self.chance.randint(1, 16)))
            wait = 3 if point else self.chance.expovariate(1 / 0.06)
            self.died[await self._death(born, point, wait)] += 1
            self.end(born)

    async def lives_side_by_side(self, many: int) -> None:
        """Two houses on one store; one of them dies, the other goes on."""
        both = [await self.start(shared=True) for _ in range(2)]
        for number in range(many):
            point = self.chance.choice((*POINTS, ANSWER)) if number % 2 else ""
            victim = both.pop(self.chance.randrange(2))
            self.died[await self._death(victim, "", self.chance.expovariate(1 / 0.06))] += 1
            self.end(victim)
            await asyncio.sleep(self.chance.random() * 0.05)
            both.append(await self.start(shared=True, dies=(point, self.chance.randint(1, 16))))
        for born in both:
            self.end(born)

    async def _death(self, born: Born, point: str, wait: float) -> str:
        end = time.monotonic() + wait
        while is_alive(born.pid) and time.monotonic() < end:
            await asyncio.sleep(0.002)
        if point and is_alive(born.pid):
            return f"not reached {point}"
        return point or "any moment"


Lives = Callable[[Killer], Awaitable[None]]


async def _played(
    killer: Killer, clients: Clients, games: Names, lives: Lives, moved: Mapping[str, str]
) -> None:
    tasks = [asyncio.create_task(clients.play(game)) for game in games]
    tasks += [asyncio.create_task(clients.move(game, to)) for game, to in moved.items()]
    tasks += [asyncio.create_task(clients.tip(game, f"ann-{game}")) for game in games[:2]]
    await lives(killer)
    clients.ending = True
    last = await killer.start()
    await asyncio.gather(*tasks)
    killer.end(last)


def survived(
    made: Nursery,
    url: str,
    folder: Path,
    *,
    lives: Lives,
    seed: int,
    games: Names,
    moved: Mapping[str, str] | None = None,
) -> Counter[str]:
    """Where the houses died; everything that must hold has been checked, every round is over.

    `moved` are tables that somebody wants moved to another version of their law, as soon as it can be.
    """
    database = Database.open(url)
    database.migrate()
    asyncio.run(set_up(database, games))
    killer = Killer(made, url, folder, seed)
    clients = Clients(killer.address, seed)
    asyncio.run(_played(killer, clients, games, lives, moved or {}))
    events = check(database, clients.asked)
    with database.reading() as unit:
        assert all(cents == 0 for cents in unit.balances("layout:").values())
    database.close()
    answers = Counter(each["status"] for asked in clients.asked.values() for each in asked.answers)
    print(
        f"seed {seed}: {killer.died.total()} kills {dict(killer.died)},"
        f" {len(clients.asked)} commands, {events} events, answers {dict(answers)}"
    )
    return killer.died
