"""Clients of a house that keeps dying: each asks for its commands until they are answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

Plain = dict[str, Any]
TESTS = Path(__file__).parents[2]
PATIENCE_SECONDS = 60


class Nursery:
    """The process that forks houses."""

    def __init__(self) -> None:
        paths = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "floor.faults.house"],
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._alive: set[int] = set()

    def start(self, told: Plain) -> int:
        """A new house; its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        self._alive.add(pid)
        return pid

    def kill(self, pid: int) -> None:
        """Kill a house, if it is not dead yet."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        self._alive.discard(pid)

    def close(self) -> None:
        """End the nursery and every house of it."""
        for pid in list(self._alive):
            self.kill(pid)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


@contextlib.contextmanager
def nursery() -> Iterator[Nursery]:
    """A nursery for a while."""
    made = Nursery()
    try:
        yield made
    finally:
        made.close()


def is_alive(pid: int) -> bool:
    """Whether a process lives."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@dataclass
class Address:
    """Where houses can be reached at the moment; there may be several, or none."""

    sockets: list[str] = field(default_factory=list)


class Line:
    """One client's connection, made anew whenever it breaks."""

    def __init__(self, address: Address, chance: random.Random) -> None:
        self._address = address
        self._chance = chance
        self._ids = count()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, told: Plain, copies: int = 1) -> list[Plain]:
        """Ask until there is an answer, with the same words each time; one answer for each copy."""
        while True:
            try:
                found = await asyncio.wait_for(self._once(told, copies), PATIENCE_SECONDS)
            except (OSError, asyncio.IncompleteReadError):
                self.hang_up()
                await asyncio.sleep(0.004)
                continue
            if not any("unavailable" in each for each in found):
                return found
            await asyncio.sleep(0.004)

    async def _once(self, told: Plain, copies: int) -> list[Plain]:
        if self._streams is None:
            if not self._address.sockets:
                raise ConnectionRefusedError
            where = self._chance.choice(self._address.sockets)
            self._streams = await asyncio.open_unix_connection(where)
        reader, writer = self._streams
        sent = {next(self._ids) for _ in range(copies)}
        for each in sent:
            writer.write(json.dumps({"id": each, **told}).encode() + b"\n")
        found: list[Plain] = []
        while len(found) < copies:
            answer = json.loads(await reader.readuntil(b"\n"))
            if answer.pop("id") in sent:
                found.append(answer)
        return found

    def hang_up(self) -> None:
        """Let the connection go."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Asked:
    """A command that a client asked for, and every answer it got."""

    table: str
    by: str
    body: Plain
    expected: int | None = None
    signed: list[str] = field(default_factory=list)
    answers: list[Plain] = field(default_factory=list)


class Clients:
    """Plays at some tables, notes every answered command by its key, and stops between two rounds."""

    def __init__(self, address: Address, seed: int) -> None:
        self.asked: dict[str, Asked] = {}
        self.ending = False
        self._address = address
        self._seed = seed

    async def play(self, table: str) -> None:
        """Bets and decisions at a table, until the end, then to the end of the round."""
        chance = random.Random(f"{self._seed} {table} play")
        line = Line(self._address, chance)
        for number in count():
            [found] = await line.ask({"next": table})
            by, body = found["by"], found["body"]
            if self.ending and found["idle"]:
                break
            copies = 2 if chance.random() < 0.2 else 1
            asked = Asked(table, by, body, found["version"])
            await self._ask(line, asked, f"play-{table}-{number}", copies)
        line.hang_up()

    async def tip(self, table: str, who: str) -> None:
        """Deposits, buy-ins and tips beside the play, each of them money that could get lost."""
        line = Line(self._address, random.Random(f"{self._seed} {table} tip"))
        for number in count():
            bodies: list[tuple[str, str, Plain]] = [
                ("cage", "floorperson flo", {"do": "deposit", "player": who, "amount": "3"}),
                (table, f"player {who}", {"do": "buy_in", "amount": "2"}),
                (table, f"player {who}", {"do": "tip", "amount": "1"}),
            ]
            for where, by, body in bodies:
                key = f"{body['do']}-{table}-{number}"
                await self._ask(line, Asked(where, by, body), key, 1 + number % 2)
            if self.ending:
                break
        line.hang_up()

    async def move(self, table: str, to: str) -> None:
        """Ask, between rounds, that a table moves to another version of its law, until it has."""
        line = Line(self._address, random.Random(f"{self._seed} {table} move"))
        for number in count():
            asked = Asked(table, "floorperson flo", {"do": "change_law", "to": to})
            asked.signed = ["floorperson flo", "supervisor sue"]
            await self._ask(line, asked, f"move-{table}-{number}", 1 + number % 2)
            if any(each["status"] in ("done", "repeated") for each in asked.answers):
                break
            await asyncio.sleep(0.01)
        line.hang_up()

    async def _ask(self, line: Line, asked: Asked, key: str, copies: int) -> None:
        told: Plain = {"table": asked.table, "by": asked.by, "body": asked.body, "key": key}
        if asked.signed:
            told["signed"] = asked.signed
        asked.answers += await line.ask({**told, "expected": asked.expected}, copies)
        self.asked[key] = asked
