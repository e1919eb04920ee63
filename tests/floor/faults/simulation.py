"""Server, store and clients in one process, and everything goes wrong that can, by a seed.

Messages are lost, doubled, late and out of order; the house stands still, its clock is set forward and
back; the disk is full or fails before or after a commit; the process dies in the middle of anything.

    PYTHONPATH=src:tests python -m floor.faults.simulation SEED     plays one seed again
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import event

from cutcard.floor.live import CommandAnswer, CommandRequest, NotStored
from cutcard.floor.live.cage import CAGE_STREAM, Cage
from cutcard.floor.live.clock import deal
from cutcard.floor.store import Database, StoreError
from cutcard.law.refusal import Refused
from cutcard.table.script.command_text import parse_by
from floor.faults import checks, clients
from floor.faults.bold import bold
from floor.faults.killing import Names, set_up
from floor.faults.points import watch
from floor.faults.virtual import Crash, VirtualFloor, VirtualLoop, seeded
from floor.live.players import TABLES

FAILURES = ("database or disk is full", "disk I/O error", "database is locked")
TIMEOUT_SECONDS = 1.0
LONGEST_SECONDS = 40_000.0


@dataclass
class World:
    """Everything, and the faults that befall it."""

    seed: int
    url: str
    games: Names
    loop: VirtualLoop
    skew: list[float]
    faulty: bool = True
    floor: VirtualFloor | None = None
    faults: Counter[str] = field(default_factory=Counter)
    asked: dict[str, clients.Asked] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    done: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self._tasks: list[asyncio.Task[None]] = []
        self._connections: list[sqlite3.Connection] = []

    def happens(self, what: str, share: float) -> bool:
        """Whether a fault comes now."""
        if not self.faulty or self.chance.random() >= share:
            return False
        self.faults[what] += 1
        return True

    # The store.

    def passing(self, point: str) -> None:
        """A point of the store's work: it may fail, or the process may die."""
        if self.happens(f"died {point}", 0.002):
            raise Crash(point)
        if self.happens("store failed", 0.006):
            raise sqlite3.OperationalError(self.chance.choice(FAILURES))

    # The process.

    def boot(self) -> None:
        """A new process opens the store."""
        database = Database.open(self.url)
        event.listen(database.engine, "connect", lambda raw, _: self._connections.append(raw))
        watch(database, self.passing)
        floor = VirtualFloor(database, self.chance, self.die)
        try:
            floor.load()
        except (Crash, StoreError):
            self._hang_up()
            self._later(self.boot)
            return
        if floor.stopped:
            self.wrong.append(f"stopped: {floor.stopped}")
        floor.start()
        self.floor = floor
        self.task(deal(floor))

    def die(self) -> None:
        """The process is gone, with all that it had in memory."""
        assert self.floor is not None
        self.faults["restarted"] += 1
        self.floor.steps.dead = True
        self.floor.database.close()
        self.floor = None
        self._hang_up()
        for each in self._tasks:
            each.cancel()
        self._tasks.clear()
        self._later(self.boot)

    def _hang_up(self) -> None:
        """A dead process holds no locks."""
        for raw in self._connections:
            raw.close()
        self._connections.clear()

    def _later(self, what: Callable[[], None]) -> None:
        self.loop.call_later(self.chance.uniform(0.1, 3), what)

    def task(self, work: object) -> None:
        """Something that the process does, and that ends with it."""
        self._tasks = [each for each in self._tasks if not each.done()]
        self._tasks.append(self.loop.create_task(work))  # type: ignore[arg-type]

    # The network.

    def send(self, deliver: Callable[[], None]) -> None:
        """A message: lost, late, doubled, or simply there."""
        if self.happens("message lost", 0.1):
            return
        for _ in range(2 if self.happens("message doubled", 0.1) else 1):
            late = self.happens("message late", 0.05)
            wait = self.chance.uniform(1, 30) if late else self.chance.expovariate(1 / 0.02)
            self.loop.call_later(wait, deliver)

    def receive(self, told: tuple[str, CommandRequest], reply: Callable[[CommandAnswer], None]) -> None:
        """A command reaches the process, if there is one."""
        if self.floor is not None:
            self.task(self._work(self.floor, *told, reply))

    async def _work(
        self,
        floor: VirtualFloor,
        name: str,
        asked: CommandRequest,
        reply: Callable[[CommandAnswer], None],
    ) -> None:
        try:
            if name == CAGE_STREAM:
                answer = Cage(floor.database, lambda: int(time.time() * 1000)).submit(asked)
            else:
                answer = await floor.submit(name, asked)
        except (NotStored, StoreError, Refused):
            return
        except Crash:
            self.die()
            return
        self.send(lambda: reply(answer))

    async def troubles(self) -> None:
        """The clock is set, and the process is killed, now and then."""
        while self.faulty:
            await asyncio.sleep(self.chance.expovariate(1 / 6))
            if self.happens("clock set", 0.5):
                far = self.chance.choice((2, 60, 3_600, 90_000))
                self.skew[0] += self.chance.uniform(-far, far)
            if self.floor is not None and self.happens("killed", 0.3):
                self.die()


class Client:
    """Somebody who asks until there is an answer."""

    def __init__(self, world: World, table: str) -> None:
        self.world = world
        self.table = table

    async def ask(self, key: str, asked: clients.Asked) -> None:
        world, told = self.world, parse_by(asked.by, "by")
        command = CommandRequest(told, asked.body, key, asked.expected)
        found: asyncio.Future[CommandAnswer] = world.loop.create_future()
        heard: list[CommandAnswer] = []

        def reply(answer: CommandAnswer) -> None:
            if not any(answer is each for each in heard):
                heard.append(answer)
                asked.answers.append({"status": answer.status, "version": answer.version})
            if not found.done():
                found.set_result(answer)

        while not found.done():
            world.send(lambda: world.receive((asked.table, command), reply))
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(found), TIMEOUT_SECONDS)
        world.asked[key] = asked

    async def play(self, rounds: int) -> None:
        """So many rounds, and to the end of the last."""
        number = 0
        while True:
            floor = self.world.floor
            if floor is None:
                await asyncio.sleep(0.5)
                continue
            live = floor.live(self.table)
            idle = live.table.round is None and not live.table.bets
            if idle and live.table.rounds >= rounds:
                return
            by, body = bold(live, self.world.chance)
            number += 1
            asked = clients.Asked(self.table, str(by), body, live.version)
            await self.ask(f"play-{self.table}-{number}", asked)

    async def spend(self, times: int) -> None:
        """Deposits, buy-ins and tips, each of which could be lost or doubled."""
        who = f"ann-{self.table}"
        for number in range(times):
            for where, by, body in (
                (CAGE_STREAM, "floorperson flo", {"do": "deposit", "player": who, "amount": "3"}),
                (self.table, f"player {who}", {"do": "buy_in", "amount": "2"}),
                (self.table, f"player {who}", {"do": "tip", "amount": "1"}),
            ):
                key = f"{body['do']}-{self.table}-{number}"
                await self.ask(key, clients.Asked(where, by, dict(body)))

    async def follow(self) -> None:
        """Read what happens, sometimes slowly, from wherever the last connection ended."""
        seen: int | None = None
        while not self.world.done:
            floor = self.world.floor
            if floor is None:
                await asyncio.sleep(0.2)
                continue
            if seen is None:
                seen = floor.live(self.table).version
            updates = floor.follow(self.table, seen)
            while floor is self.world.floor and not self.world.done:
                try:
                    update = await asyncio.wait_for(anext(updates), 5)
                except (TimeoutError, StopAsyncIteration):
                    break
                seen = self._told(seen, update.version, json.loads(update.data))
                if self.world.happens("hung up", 0.05):
                    break
                await asyncio.sleep(self.world.chance.choice((0, 0, 0.1, 3)))
            await updates.aclose()
        last = self.world.floor
        if last is not None and seen != last.live(self.table).version:
            self.world.wrong.append(f"{self.table}: told {seen}, is {last.live(self.table).version}")

    def _told(self, seen: int, version: int, told: dict[str, list[object]]) -> int:
        gap = told.get("gap")
        if version <= seen or (not gap and version - len(told["happened"]) != seen):
            self.world.wrong.append(f"{self.table}: after {seen} came {version} (gap {gap})")
        if gap:
            self.world.faults["gap told"] += 1
        return version


async def _run(world: World, rounds: int) -> None:
    world.boot()
    trouble = asyncio.create_task(world.troubles())
    watching = [asyncio.create_task(Client(world, game).follow()) for game in world.games]
    work = [asyncio.create_task(Client(world, game).play(rounds)) for game in world.games]
    work += [asyncio.create_task(Client(world, world.games[0]).spend(rounds * 3))]
    _, late = await asyncio.wait(work, timeout=LONGEST_SECONDS)
    world.faulty = False
    if late:
        _, late = await asyncio.wait(work, timeout=LONGEST_SECONDS)
        world.wrong += [f"never ends: {each}" for each in late]
    while world.floor is None:
        await asyncio.sleep(1)
    await asyncio.sleep(600)
    world.done = True
    for each in (*work, trouble):
        each.cancel()
    await asyncio.wait(watching, timeout=100)
    for each in work:
        if each.done() and not each.cancelled():
            each.result()
    assert world.floor is not None
    world.die()


def simulate(seed: int, folder: Path, rounds: int = 4) -> World:
    """One history; everything that must hold has been checked."""
    chance = random.Random(f"games {seed}")
    games = tuple(chance.sample(sorted(TABLES), 2))
    url = f"sqlite:///{folder / f'seed-{seed}.db'}"
    database = Database.open(url)
    database.migrate()
    loop, skew = VirtualLoop(), [0.0]
    with seeded(seed, loop, skew):
        asyncio.run(set_up(database, games))
        world = World(seed, url, games, loop, skew)
        try:
            loop.run_until_complete(_run(world, rounds))
        finally:
            loop.close()
    try:
        assert world.wrong == [], world.wrong
        checks.check(database, world.asked)
    except AssertionError as problem:
        again = f"PYTHONPATH=src:tests python -m floor.faults.simulation {seed} {rounds}"
        raise AssertionError(f"seed {seed}: {problem}\nreplay: {again}") from problem
    finally:
        database.close()
    return world


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        made = simulate(int(sys.argv[1]), Path(place), *map(int, sys.argv[2:]))
        print(made.games, len(made.asked), "commands", dict(made.faults), f"{made.loop.now:.0f} s")
