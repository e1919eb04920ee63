"""The load of `floor_speed.py`: seven players at each table, each with a stream, over plain HTTP/1.1.

It does as little as will do, so that the server is what is measured: versions are read out of the bytes,
and one viewer of each table reads what is awaited next. Which of the tables that wait is asked next is
drawn, as players do not wait for those of other tables: in turn, all tables would deal at once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, cast

SEATS = 7
WARM_SECONDS = 3.0
TICK_SECONDS = 0.002
ASKERS = 64
HEAD_END = b"\r\n\r\n"
FRAME_END = b"\n\n\r\n"

Plain = dict[str, Any]
Clocks = tuple[float, float, float]
"""By the wall, of the server's processor, and of this process's."""


@dataclass
class Seat:
    """A player with a session."""

    name: str
    table: str
    box: int
    token: str


class Viewer(asyncio.Protocol):
    """One player's stream."""

    def __init__(self, load: Load, seat: Seat) -> None:
        self.load = load
        self.seat = seat
        self.left = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        writes = cast(asyncio.Transport, transport)
        address = f"/api/tables/{self.seat.table}/stream{'?views=true' if self.load.views else ''}"
        head = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{self.load.port}\r\n"
        writes.write(f"{head}Authorization: Bearer {self.seat.token}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Whole events, however they were cut into packets; the last one tells where the table is."""
        if self.left:
            data = self.left + data
        if not data.endswith(FRAME_END):
            self.left = data
            return
        self.left = b""
        at = data.rfind(b"\nid: ") + 5
        if at >= 5:
            place = self.seat.box - 1
            self.load.saw(self.seat.table, place, int(data[at : data.index(b"\n", at)]))
            if place == 0:
                self.load.told(self.seat.table, data)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.load.over:
            self.load.lost += 1


class Asker(asyncio.Protocol):
    """One connection that asks for commands, one at a time."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.left = b""
        self.asked: tuple[str, float] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.load.free.append(self)

    def connection_lost(self, _: Exception | None) -> None:
        if self in self.load.free and not self.load.over:  # closed as idle
            self.load.free.remove(self)
            self.load.joining.append(asyncio.ensure_future(self.load.join_asker()))

    def ask(self, table: str, request: bytes) -> None:
        self.asked = table, time.perf_counter()
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        data = self.left + data if self.left else data
        end = data.find(HEAD_END)
        if end < 0 or len(data) < end + 4 + _number(data, b"\r\ncontent-length: ", end):
            self.left = data
            return
        self.left = b""
        assert self.asked is not None
        table, began = self.asked
        self.load.free.append(self)
        good = data.startswith(b"HTTP/1.1 200")
        version = _number(data, b"\r\ncutcard-version: ", end) if good else -1
        self.load.answer(table, began, version)


def _number(data: bytes, name: bytes, end: int) -> int:
    at = data.find(name, 0, end)
    if at < 0:
        at = data.lower().find(name, 0, end)
    at += len(name)
    return int(data[at : data.index(b"\r", at)])


@dataclass
class Load:
    """All players, what they know, and what was measured."""

    port: int
    seats: list[Seat]
    clocks: Callable[[], Clocks]
    views: bool = False
    """Whether viewers ask for whole views."""
    versions: dict[str, list[int]] = field(default_factory=dict)
    """Table -> the version that each of its viewers has."""
    awaited: dict[str, Plain] = field(default_factory=dict)
    bettor: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Table -> the version that its last command led to, and when it was asked."""
    ready: list[str] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(1))
    free: deque[Asker] = field(default_factory=deque)
    """Connections that wait for nothing; the one idle longest is next, so that none is closed."""
    joining: list[asyncio.Future[None]] = field(default_factory=list)
    answered: int = 0
    refused: int = 0
    lost: int = 0
    number: int = 0
    measuring: bool = False
    over: bool = False
    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    decode: Callable[[str, int], tuple[Plain, int]] = json.JSONDecoder().raw_decode

    def saw(self, table: str, place: int, version: int) -> None:
        """A viewer has a version."""
        versions = self.versions[table]
        versions[place] = version
        self._heard(table)

    def told(self, table: str, data: bytes) -> None:
        """What a table awaits now."""
        at = data.rfind(b'"awaits":')
        self.awaited[table] = self.decode(data[at + 9 :].decode(), 0)[0]

    def answer(self, table: str, began: float, version: int) -> None:
        """A command was answered: with a version, or refused."""
        if version < 0:
            self.refused += 1
            self.ready.append(table)
            return
        if self.measuring:
            self.answered += 1
            self.answers.append(time.perf_counter() - began)
        self.waiting[table] = version, began
        self._heard(table)

    def _heard(self, table: str) -> None:
        """Whether every viewer has what the last command led to; then the next may be asked."""
        waits = self.waiting.get(table)
        if waits is None or min(self.versions[table]) < waits[0]:
            return
        del self.waiting[table]
        if self.measuring:
            self.delays.append(time.perf_counter() - waits[1])
        self.ready.append(table)

    def command(self, table: str) -> tuple[int, Plain]:
        """What somebody at a table asks next."""
        awaited = self.awaited[table]
        if awaited["kind"] == "bets":
            box = self.bettor[table] = self.bettor.get(table, 0) % SEATS + 1
            return box, {"do": "place_bet", "box": box, "stakes": {"main": "10.00"}}
        assert awaited["kind"] == "decision", awaited
        self.bettor[table] = 0
        box = int(next(iter(awaited["may"])))
        if awaited["offer"]:
            return box, {"do": "decline", "box": box}
        may = awaited["may"][str(box)]
        return box, {"do": "stand" if "stand" in may else may[0], "box": box}

    def ask(self) -> None:
        """The next command of some table that waits."""
        at = self.random.randrange(len(self.ready))
        self.ready[at], self.ready[-1] = self.ready[-1], self.ready[at]
        table = self.ready.pop()
        box, command = self.command(table)
        seat = self.seats[int(table[1:]) * SEATS + box - 1]
        self.number += 1
        body = json.dumps({"key": f"{time.time_ns():x}-{self.number:06}", "command": command})
        head = (
            f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Authorization: Bearer {seat.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self.free.popleft().ask(table, (head + body).encode())

    async def join(self) -> None:
        """Connect everybody, and see where every table is."""
        loop = asyncio.get_running_loop()
        for seat in self.seats:
            self.versions.setdefault(seat.table, [-1] * SEATS)
        for seat in self.seats:
            await loop.create_connection(partial(Viewer, self, seat), "127.0.0.1", self.port)
        for _ in range(ASKERS):
            await self.join_asker()
        while any(min(each) < 0 for each in self.versions.values()):
            await asyncio.sleep(0.1)
        self.ready.extend(self.versions)

    async def join_asker(self) -> None:
        """One more connection that asks."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(partial(Asker, self), "127.0.0.1", self.port)

    async def run(self, seconds: float, rate: float) -> Clocks:
        """Ask at a rate for so long; what it took while it was measured."""
        await self.join()
        await self._ask_all(rate, WARM_SECONDS)
        found = await self.some(seconds, rate)
        self.over = True
        return found

    async def some(self, seconds: float, rate: float) -> Clocks:
        """Ask for so long, measured."""
        self.measuring, before = True, self.clocks()
        await self._ask_all(rate, seconds)
        self.measuring, after = False, self.clocks()
        return after[0] - before[0], after[1] - before[1], after[2] - before[2]

    async def _ask_all(self, rate: float, seconds: float) -> None:
        began, sent = time.perf_counter(), 0
        while (spent := time.perf_counter() - began) < seconds:
            while sent < spent * rate and self.ready and self.free:
                self.ask()
                sent += 1
            sent = max(sent, int((spent - 0.05) * rate))
            await asyncio.sleep(TICK_SECONDS)
