"""Whether a floor minds how much has happened: a start and a command, after 1,000 events and 1,000,000.

    python bench/floor_size.py [--events 1000000] [--tables 20] [--seconds 15] [--database URL]

Two stores with the same tables, one as it was set up, the other filled with tips: events in a chain,
each with its answer and its movement, as the floor itself would store them. Of both is measured how long
`cutcard serve` takes until it is ready, and the processor time that a command takes of the server,
without the verifying that it does while open. Exit code 1 when a command costs a quarter more in the
large store, or its start takes over ten seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import sys
import tempfile
import time
from pathlib import Path

from cutcard.floor.ledger import Movement, chips_account, event_line
from cutcard.floor.ledger.events import Tipped
from cutcard.floor.live import Floor
from cutcard.floor.live.asked import Answer, Asked, answer_text
from cutcard.floor.store import Database, New
from cutcard.money import Cents
from cutcard.shoe import By, Role
from floor_load import SEATS, Seat
from floor_speed import Server, one_run, prepared

UNIT = 5_000
MOST_RATIO = 1.25
MOST_READY = 10.0
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
    line = event_line(Tipped(who, Cents(1)))
    asked = Asked(by, {"do": "tip", "amount": "0.01"}, "")
    with database.writing() as unit:
        head = unit.heads([stream])[stream]
        first = head.version + 1
        keys = [f"{who}@fill-{each}" for each in range(first, first + many)]
        now = int(time.time() * 1000)
        unit.append(head, [New(line, str(by), key, now) for key in keys])
        for version, key in enumerate(keys, first):
            body = answer_text(Answer("done", version))
            unit.answer(stream, key, asked.fingerprint, version, body)
            where = f"{stream}:{version}:1"
            account = chips_account(table, who)
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
        while time.perf_counter() - began < LONGEST_WAIT:
            asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONGEST_WAIT)
            asked.request("GET", "/ready")
            if asked.getresponse().status == 200:
                return time.perf_counter() - began, server.clocks()[1]
            time.sleep(0.05)
    raise SystemExit("the server never was ready")


def measured(url: str, asked: argparse.Namespace, events: int) -> tuple[float, float]:
    """One store: milliseconds of the processor a command, and seconds to be ready."""
    seats: list[Seat] = asyncio.run(prepared(url, asked.tables))
    total = filled(url, asked.tables, events)
    wall, spent = ready(url)
    print(f"{total:,} events, {asked.tables} tables of {SEATS}; load {os.getloadavg()[0]:.1f}")
    print(f"  ready after {wall:.1f} s, {spent:.1f} s of the processor", flush=True)
    one_run(url, seats, asked.rate, asked, proves=False)  # a round, since whose end the next is sought
    return one_run(url, seats, asked.rate, asked, proves=False).each_ms, min(wall, spent)


def main() -> int:
    """The small store and the large one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--database", default="", help="an empty store for the large one")
    asked = parser.parse_args()
    asked.memory = False
    with tempfile.TemporaryDirectory() as folder:
        small, _ = measured(f"sqlite:///{Path(folder) / 'small.db'}", asked, 1_000)
        url = asked.database or f"sqlite:///{Path(folder) / 'large.db'}"
        large, start = measured(url, asked, asked.events)
    good = large / small <= MOST_RATIO and start <= MOST_READY
    print(f"a command in the large store to one in the small: {large / small:.2f}, {MOST_RATIO} at most")
    print(f"the large store is ready in {start:.1f} s, {MOST_READY:.0f} at most")
    print("PASS" if good else "FAIL")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
