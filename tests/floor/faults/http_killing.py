"""`cutcard serve` started as an operator does, killed while clients play over HTTP, started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import httpx
from argon2.profiles import CHEAPEST

import cutcard
from cutcard.floor.audit import audit_store, replay
from cutcard.floor.live import Live
from cutcard.floor.live.restart import load_table
from cutcard.floor.live.self_test import check_kind
from cutcard.floor.live.writer import caught_up
from cutcard.floor.people import (
    Control,
    ControlRule,
    HouseRole,
    Limits,
    PeopleOfHouse,
    credentials,
)
from cutcard.floor.store import Database, Unavailable
from cutcard.shoe import Role
from floor.faults.bold import bold
from floor.faults.checks import check
from floor.faults.clients import Asked, Plain
from floor.faults.killing import Names, set_up

SOURCE = str(Path(cutcard.__file__).parents[1])
GOOD = "a horse on the roof"
STAFF = {"dee": HouseRole.DEALER, "flo": HouseRole.FLOORPERSON, "sue": HouseRole.SUPERVISOR}
AGAIN = (429, 502, 503, 504)
PATIENCE_SECONDS = 120
STARTING_SECONDS = 12
OUTAGE_SECONDS = 15
"""A table that is silent in so many seconds after a process was stopped is silent because of it."""
Tokens = dict[str, str]
SECRETS: Tokens = {}
"""Of second factors, by the token of a session."""


def milliseconds() -> int:
    return int(time.time() * 1000)


def signed_in(database: Database, games: Names) -> Tokens:
    """Everybody who acts at these tables, each with the token of a session that the store keeps."""
    people = PeopleOfHouse(database, Limits(hashing=CHEAPEST), milliseconds)
    alone = ControlRule(Control.PROOF)  # these deposits are one person's, so that each is one command
    people.controls.change("deposit", alone, by="a", signed_by="b", key="k", now=milliseconds())
    players = [f"{name}-{game}" for game in games for name in ("ann", "bob")]
    found = {}
    for name, role in {**dict.fromkeys(players, HouseRole.PLAYER), **STAFF}.items():
        people.add(name, role)
        secret = people.enrol(people.link(name, "enrol"), GOOD).secret
        code = credentials.code_at(secret, milliseconds()) if secret else ""
        found[name] = people.sign_in(name, GOOD, code).token
        SECRETS[found[name]] = secret
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """`cutcard serve --live` on one store and one port, again and again."""

    def __init__(
        self, url: str, seed: int, *, workers: int = 1, by: signal.Signals = signal.SIGKILL
    ) -> None:
        self.address = f"http://127.0.0.1:{free_port()}"
        self.killed = 0
        self.stopped_at: list[float] = []
        """When processes were stopped, which hang from then on."""
        self._url = url
        self._workers = workers
        self._by = by
        self._chance = random.Random(seed)
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, and wait until it takes traffic."""
        self.begin()
        await self._ready()

    def begin(self) -> None:
        """Start it."""
        port = self.address.rpartition(":")[2]
        told = ["--live", "--database", self._url, "--port", port, "--workers", str(self._workers)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cutcard", "serve", *told],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": SOURCE},
        )

    async def _ready(self) -> None:
        assert self._process is not None
        until = time.monotonic() + PATIENCE_SECONDS
        async with httpx.AsyncClient(base_url=self.address) as http:
            while time.monotonic() < until:
                assert self._process.poll() is None, "the house could not be opened"
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get("/ready")).status_code == 200:
                        return
                await asyncio.sleep(0.1)
        raise AssertionError("the house never took traffic")

    async def kills(self, many: int, players: Players, each: int) -> None:
        """So many kills, each after some more commands, at any moment of the next ones."""
        for _ in range(many):
            wanted = len(players.asked) + self._chance.randint(each, 2 * each)
            while len(players.asked) < wanted:
                await asyncio.sleep(0.005)
            await asyncio.sleep(self._chance.random() * 0.05)
            assert self._process is not None
            self.killed += 1
            if self._by is signal.SIGHUP:
                await self.renewed(self._process.pid)
                continue
            victim = self._victim()
            self.stopped_at.append(time.monotonic())
            os.kill(victim, self._by)
            if self._by is signal.SIGSTOP:
                await self._replaced(victim)
            elif victim == self._process.pid:
                await self._gone(self._process)
                await self.start()
            else:
                await self._ready()

    async def _replaced(self, victim: int) -> None:
        """Wait until a process that hangs is gone and another one takes its share, or may by now."""
        assert self._process is not None
        until = time.monotonic() + PATIENCE_SECONDS
        while victim in (now := workers_of(self._process.pid)) or len(now) != self._workers:
            assert time.monotonic() < until, "the process that hangs was not replaced"
            await asyncio.sleep(0.1)
        await asyncio.sleep(STARTING_SECONDS)

    async def _gone(self, process: subprocess.Popen[bytes]) -> None:
        """Wait while the clients go on asking; whoever is only asked to stop ends in good order."""
        ended = await asyncio.to_thread(process.wait, PATIENCE_SECONDS)
        assert ended == (0 if self._by is signal.SIGTERM else -self._by)

    def _victim(self) -> int:
        """The one process, or any of those that serve."""
        assert self._process is not None
        if self._workers == 1:
            return self._process.pid
        return self._chance.choice(workers_of(self._process.pid))

    async def renewed(self, process: int) -> None:
        """Ask for new processes, and wait until none of the old ones is left."""
        old = set(workers_of(process))
        os.kill(process, signal.SIGHUP)
        until = time.monotonic() + PATIENCE_SECONDS
        while len(now := workers_of(process)) != self._workers or old & set(now):
            assert time.monotonic() < until, "the old processes serve on"
            await asyncio.sleep(0.1)

    def orphaned(self) -> list[int]:
        """Kill the process that was started alone, as soon as it has started all others; those."""
        assert self._process is not None
        until = time.monotonic() + PATIENCE_SECONDS
        while len(left := workers_of(self._process.pid)) < self._workers and time.monotonic() < until:
            time.sleep(0.01)
        self._process.kill()
        self._process.wait()
        return left

    def stop(self) -> None:
        """As an operator stops it; what was asked is finished."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(60)
            finally:
                self._process.kill()
                self._process.wait()


def workers_of(parent: int) -> list[int]:
    """The processes that serve for another, as the system lists them."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    lines = {int(each): Path(f"/proc/{each}/cmdline").read_bytes() for each in children}
    return [each for each, line in lines.items() if b"spawn_main" in line]


@dataclass
class Players:
    """Play at tables over HTTP, ask again under the same key until there is an answer, note them all."""

    database: Database
    http: httpx.AsyncClient
    tokens: Tokens
    seed: int
    asked: dict[str, Asked] = field(default_factory=dict)
    ending: bool = False
    requests: int = 0
    broken: int = 0
    turned_away: int = 0
    """Requests that were answered by "try again": the house could not take them."""
    answered: dict[str, list[float]] = field(default_factory=dict)
    """When each table, and the cage, answered commands."""
    slowest: float = 0.0
    """How many seconds the command took that waited longest for its answer."""
    outage: float = 0.0
    """The longest, in seconds, that a table answered nobody after a process was stopped."""

    async def play(self, table: str) -> None:
        """Bets and decisions, until the end, then to the end of the round."""
        chance = random.Random(f"{self.seed} {table}")
        live = load_table(self.database, table)[0]
        for number in count():
            live = self._now(live)
            if self.ending and live.table.round is None and not live.table.bets:
                return
            by, body = bold(live, random.Random(f"{table} {live.version}"))
            name = by.name if by.role is Role.PLAYER else _staff(by.role)
            asked = Asked(table, name, dict(body), live.version)
            await self._ask(asked, f"play-{table}-{number:04d}", 2 if chance.random() < 0.2 else 1)

    def outages(self, stopped_at: list[float]) -> list[float]:
        """For each stop the longest that any table left everybody without an answer after it."""
        longest = []
        for at in stopped_at:
            gaps = [0.0]
            for times in self.answered.values():
                near = sorted(each for each in times if at - 1 <= each <= at + OUTAGE_SECONDS)
                gaps += [after - max(at, before) for before, after in pairwise(near) if after > at]
            longest.append(max(gaps))
        return longest

    async def tip(self, table: str, who: str) -> None:
        """Deposits, buy-ins and tips beside the play, each of them money that could get lost."""
        for number in count():
            bodies: list[tuple[str, str, Plain]] = [
                ("cage", "flo", {"do": "deposit", "player": who, "amount": "3"}),
                (table, who, {"do": "buy_in", "amount": "2"}),
                (table, who, {"do": "tip", "amount": "1"}),
            ]
            for where, name, body in bodies:
                key = f"{body['do']}-{table}-{number:04d}"
                await self._ask(Asked(where, name, body), key, 1 + number % 2)
            if self.ending:
                return

    def _now(self, live: Live) -> Live:
        try:
            with self.database.reading() as unit:
                head = unit.heads([live.stream])[live.stream]
                return caught_up(unit, live, head.version).live
        except Unavailable:  # its server was killed: what was known is asked for, and may be stale
            return live

    async def _ask(self, asked: Asked, key: str, copies: int) -> None:
        where = "/api/cage" if asked.table == "cage" else f"/api/tables/{asked.table}"
        told: dict[str, Any] = {"key": key, "command": asked.body}
        if asked.expected is not None:
            told["expected"] = asked.expected
        sent = [self._one(f"{where}/commands", asked.by, told) for _ in range(copies)]
        asked.answers += await asyncio.gather(*sent)
        self.asked[f"{asked.by}@{key}"] = asked

    async def _one(self, path: str, name: str, told: Plain) -> Plain:
        began = time.monotonic()
        until = began + PATIENCE_SECONDS
        headers = {"authorization": f"Bearer {self.tokens[name]}"}
        while time.monotonic() < until:
            self.requests += 1
            try:
                answer = await self.http.post(path, json=told, headers=headers)
            except httpx.TransportError:
                self.broken += 1
                await asyncio.sleep(0.2)
                continue
            if answer.status_code == 403 and answer.json()["code"] == "proof_needed":
                await self._prove(name)
                continue
            if answer.status_code in AGAIN:
                self.turned_away += 1
                await asyncio.sleep(0.1)
                continue
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.answered.setdefault(path, []).append(time.monotonic())
            return _told(answer)
        raise AssertionError(f"{told['key']}: never answered")

    async def _prove(self, name: str) -> None:
        """Who moved money for longer than a proof lasts proves again who they are."""
        code = credentials.code_at(SECRETS[self.tokens[name]], milliseconds())
        headers = {"authorization": f"Bearer {self.tokens[name]}"}
        with contextlib.suppress(httpx.TransportError):
            await self.http.post(
                "/api/session/again", json={"password": GOOD, "code": code}, headers=headers
            )


def _staff(role: Role) -> str:
    return next(name for name, each in STAFF.items() if str(each) == str(role))


def _told(answer: httpx.Response) -> Plain:
    said: Plain = answer.json()
    if answer.status_code == 200:
        return {"status": said["status"], "version": said["version"]}
    version = answer.headers.get("cutcard-version")
    assert version, said
    return {"status": "stale" if answer.status_code == 412 else "refused", "version": int(version)}


async def _played(served: Served, players: Players, games: Names, kills: int, each: int) -> None:
    await served.start()
    tasks = [asyncio.create_task(players.play(game)) for game in games]
    tasks.append(asyncio.create_task(players.tip(games[0], f"ann-{games[0]}")))
    await served.kills(kills, players, each)
    players.ending = True
    await asyncio.gather(*tasks)
    await players.http.aclose()


def survived_over_http(
    url: str,
    *,
    kills: int,
    seed: int,
    games: Names,
    each: int = 10,
    workers: int = 1,
    by: signal.Signals = signal.SIGKILL,
    serving: type[Served] | Callable[..., Served] = Served,
) -> Players:
    """Played while the house was killed, about each so many commands; all that must hold was checked."""
    database = Database.open(url)
    database.migrate()
    check_kind(database, "live")
    asyncio.run(set_up(database, games))
    served = serving(url, seed, workers=workers, by=by)
    tokens = signed_in(database, games)
    players = Players(database, httpx.AsyncClient(base_url=served.address, timeout=30), tokens, seed)
    try:
        asyncio.run(_played(served, players, games, kills, each))
    finally:
        served.stop()
    events = check(database, players.asked)
    assert audit_store(database).broken == ()
    again = replay(database, 1_000, seed=seed)
    assert again.differences == []
    with database.reading() as unit:
        assert all(cents == 0 for cents in unit.balances("layout:").values())
    database.close()
    players.outage = max(players.outages(served.stopped_at), default=0.0)
    answers = Counter(each["status"] for asked in players.asked.values() for each in asked.answers)
    print(
        f"seed {seed}: {served.killed} kills, {players.requests} requests ({players.broken} cut off),"
        f" {len(players.asked)} commands (slowest {players.slowest:.1f} s), {events} events,"
        f" a table silent for {players.outage:.1f} s at most,"
        f" {again.rounds} rounds, {dict(answers)}"
    )
    return players
