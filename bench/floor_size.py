"""Whether a floor minds how much has happened: a start and a command, after 1,000 events and 1,000,000.

    python bench/floor_size.py [--events 1000000] [--tables 20] [--turns 10] [--database URL]

Two stores with the same tables, one as it was set up, the other filled with tips: events in a chain,
each with its answer and its movement, as the floor itself would store them. Of both is measured how
long `cutcard serve` takes until it is ready. Then both are served side by side and asked in turns, a few
seconds each, so that whatever else the machine does falls on both; what counts is the processor time
that a command takes of its server. A large store's server verifies while it is open what its start left
out; what that takes is told apart. Exit code 1 when a command costs over 1.15 times as much in the large
store, a start takes over ten seconds, or the verifying more than a tenth of a processor.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from cutcard.floor.ledger import Places, codec
from cutcard.floor.ledger.events import Tipped
from cutcard.floor.live import Floor
from cutcard.floor.live.commands import CommandAnswer, CommandRequest, answer_text
from cutcard.floor.store import Database, Movement, New
from cutcard.money import Cents
from cutcard.shoe import By, Role
from floor_load import SEATS, Load, Seat
from floor_speed import Server, looped, prepared

UNIT = 5_000
MOST_RATIO = 1.15
MOST_READY = 10.0
MOST_SHARE = 0.12
"""Of a processor, for the verifying beside; it asks for a tenth."""
SHARE_SECONDS = 20.0
LONGEST_WAIT = 600.0


def filled(url: str, tables: int, events: int) -> int:
    """Tips at every table until the store has so many events; how many it has."""
    database = Database.open(url)
    wanted = events - sum(version for _, version in database.streams())
    for number in range(tables):
        left = max(0, wanted // tables)
        while left > 0:
            tip(database, f"t{number}", min(UNIT, left))
            left -= UNIT
    total = sum(version for _, version in database.streams())
    asyncio.run(kept(database))
    database.close()
    return total


def tip(database: Database, table: str, many: int) -> None:
    """So many tips of a cent in one transaction."""
    stream, who = f"table:{table}", f"{table}-1"
    by = By(Role.PLAYER, who)
    line = codec.line(Tipped(who, Cents(1)))
    asked = CommandRequest(by, {"do": "tip", "amount": "0.01"}, "")
    with database.writing() as unit:
        head = unit.heads([stream])[stream]
        first = head.version + 1
        keys = [f"{who}@fill-{each}" for each in range(first, first + many)]
        now = int(time.time() * 1000)
        unit.append(head, [New(line, str(by), key, now) for key in keys])
        for version, key in enumerate(keys, first):
            body = answer_text(CommandAnswer("done", version))
            unit.answer(stream, key, asked.fingerprint, version, body)
            where = f"{stream}:{version}:1"
            account = Places.of(table).chips + who
            unit.move([Movement(where, account, f"tips:{table}", 1, "for the dealers")])


async def kept(database: Database) -> None:
    """A floor that opens and closes: it leaves snapshots, as every floor does now and then."""
    floor = Floor(database)
    floor.load()
    assert not floor.stopped, floor.stopped
    floor.start()
    await floor.stop()


def ready(url: str) -> tuple[float, float]:
    """How long a server takes until it answers that it is: by the wall, and of the processor."""
    began = time.perf_counter()
    with Server(url) as server:
        wait_ready(server)
        return time.perf_counter() - began, server.clocks()[1]


def wait_ready(server: Server) -> None:
    """Wait for it."""
    began = time.perf_counter()
    while time.perf_counter() - began < LONGEST_WAIT:
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONGEST_WAIT)
        asked.request("GET", "/ready")
        if asked.getresponse().status == 200:
            return
        time.sleep(0.05)
    raise SystemExit("the server never was ready")


@dataclass
class Store:
    """One of the two."""

    url: str
    seats: list[Seat]
    spent: list[float] = field(default_factory=list)
    """Processor seconds of its server, turn by turn."""
    answered: list[int] = field(default_factory=list)

    def each_ms(self) -> float:
        """Processor milliseconds a command."""
        return 1000 * sum(self.spent) / max(1, sum(self.answered))

    async def turn(self, load: Load, seconds: float, rate: float) -> None:
        """Ask it for a while."""
        before = load.answered
        _, theirs, _ = await load.some(seconds, rate)
        self.spent.append(theirs)
        self.answered.append(load.answered - before)


def made(url: str, asked: argparse.Namespace, events: int) -> tuple[Store, float]:
    """A store of so many events, and how long a server of it takes to be ready."""
    seats = asyncio.run(prepared(url, asked.tables))
    total = filled(url, asked.tables, events)
    wall, spent = ready(url)
    print(f"{total:,} events, {asked.tables} tables of {SEATS}; load {os.getloadavg()[0]:.1f}")
    print(f"  ready after {wall:.1f} s, {spent:.1f} s of the processor", flush=True)
    return Store(url, seats), min(wall, spent)


async def in_turns(stores: list[Store], asked: argparse.Namespace) -> None:
    """Both served at once and asked by turns, each first as often as second."""
    with Server(stores[0].url, proves=False) as one, Server(stores[1].url, proves=False) as other:
        loads = [
            Load(server.port, store.seats, server.clocks)
            for server, store in zip((one, other), stores, strict=True)
        ]
        for load in loads:
            await load.join()
            await load.some(asked.seconds, asked.rate)
        for number in range(asked.turns):
            both = list(zip(stores, loads, strict=True))
            for store, load in both if number % 2 else reversed(both):
                await store.turn(load, asked.seconds, asked.rate)
        for load in loads:
            load.over = True
            assert not load.lost, "a stream was lost"


def verifying_share(url: str) -> float:
    """How much of a processor a server takes that nobody asks anything, while it verifies."""
    with Server(url) as server:
        wait_ready(server)
        before = server.clocks()
        time.sleep(SHARE_SECONDS)
        after = server.clocks()
    return (after[1] - before[1]) / (after[0] - before[0])


def main() -> int:
    """The small store and the large one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=4, help="of a turn")
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--database", default="", help="the large store, filled as far as it is not")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        small, _ = made(f"sqlite:///{Path(folder) / 'small.db'}", asked, 1_000)
        url = asked.database or f"sqlite:///{Path(folder) / 'large.db'}"
        large, start = made(url, asked, asked.events)
        share = verifying_share(url)
        looped(in_turns([small, large], asked))
    ratio = large.each_ms() / small.each_ms()
    print(f"a command takes {small.each_ms():.2f} ms of the processor in the small store,")
    print(
        f"  {large.each_ms():.2f} in the large one, in {asked.turns} turns of {asked.seconds:.0f} s each"
    )
    print(f"  turn by turn {', '.join(f'{each:.2f}' for each in ratios(small, large))}")
    print(f"a command in the large store to one in the small: {ratio:.2f}, {MOST_RATIO} at most")
    print(f"the large store is ready in {start:.1f} s, {MOST_READY:.0f} at most")
    print(f"its verifying takes {share:.2f} of a processor, {MOST_SHARE} at most")
    good = ratio <= MOST_RATIO and start <= MOST_READY and share <= MOST_SHARE
    print("PASS" if good else "FAIL")
    return 0 if good else 1


def ratios(small: Store, large: Store) -> list[float]:
    """Large to small, each turn."""
    found = zip(small.spent, small.answered, large.spent, large.answered, strict=True)
    return sorted(b / max(1, n) / (a / max(1, m)) for a, m, b, n in found)


if __name__ == "__main__":
    sys.exit(main())
