"""PostgreSQL's primary is killed and its standby promoted: no command that was answered is lost."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cutcard.floor.audit import audit_store
from cutcard.floor.store import Database, New, engines
from floor.faults.http_killing import Players, Served, survived_over_http
from floor.faults.standby import Pair, PostgresServer, pair, programs

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(programs() is None, reason="there is no PostgreSQL server with its tools here"),
]
TAKEOVER_SECONDS = 5.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where servers live; somebody else runs them where this is root."""
    for each in tmp_path.parents:
        if each.stat().st_uid == tmp_path.stat().st_uid and each != Path("/"):
            each.chmod(each.stat().st_mode | 0o011)
    tmp_path.chmod(0o755)
    found = tmp_path / "servers"
    found.mkdir()
    return found


@pytest.fixture
def servers(folder: Path) -> Iterator[Pair]:
    bin_folder = programs()
    assert bin_folder is not None
    with pair(folder, bin_folder) as both:
        with both.primary.connected() as connection:
            connection.execute("CREATE DATABASE floor")
        yield both


class FailedOver(Served):
    """A house whose primary dies while people play, and whose standby is promoted a moment later."""

    def __init__(self, servers: Pair, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.servers = servers
        self.away_seconds = 0.0

    async def kills(self, many: int, players: Players, each: int) -> None:
        while len(players.asked) < each:
            await asyncio.sleep(0.005)
        killed = time.monotonic()
        self.servers.primary.kill()
        await asyncio.to_thread(self.servers.promote)
        self.killed = many
        known = len(players.asked)
        while len(players.asked) < known + 3:  # commands asked after that were answered
            await asyncio.sleep(0.005)
        self.away_seconds = time.monotonic() - killed
        while len(players.asked) < 2 * each:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_standby_takes_over_and_nothing_that_was_answered_is_lost(servers: Pair, workers: int) -> None:
    made: list[FailedOver] = []

    def serving(*arguments: Any, **more: Any) -> Served:
        made.append(FailedOver(servers, *arguments, **more))
        return made[0]

    url = servers.url("floor")
    played = survived_over_http(
        url, kills=1, seed=7, games=("maryland", "pontoon"), each=60, workers=workers, serving=serving
    )
    (house,) = made
    print(f"away for {house.away_seconds:.2f} s; slowest command {played.slowest:.2f} s")
    assert len(played.asked) >= 120
    assert house.away_seconds < TAKEOVER_SECONDS


def test_nothing_is_answered_that_the_standby_does_not_have(
    servers: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit of time on a commit would end the wait for the standby, and call it committed."""
    monkeypatch.setattr(engines, "STATEMENT_MS", 500)
    database = Database.open(servers.url("floor"))
    database.migrate()
    servers.standby.stop()
    done = threading.Event()

    def write() -> None:
        with database.writing() as unit:
            unit.append(unit.create("cage", "{}"), [New("{}")])
        done.set()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    assert not done.wait(3), "it was answered while there was no standby"
    servers.standby.start()
    assert done.wait(20), "the standby is back, and nobody noticed"
    writer.join()
    assert audit_store(database).broken == ()
    database.close()


def test_a_store_is_brought_back_to_a_moment(folder: Path) -> None:
    """Point-in-time recovery as documented: a base backup, and the log archived since."""
    bin_folder, archive = programs(), folder / "archive"
    assert bin_folder is not None
    server, saved = (PostgresServer(folder / name, bin_folder) for name in ("server", "saved"))
    archive.mkdir()
    archive.chmod(0o777)
    server.initialise()
    server.start("archive_mode=on", f"archive_command=cp %p {archive}/%f")
    try:
        with server.connected() as connection:
            connection.execute("CREATE DATABASE floor")
        database = Database.open(f"postgresql+psycopg://postgres@127.0.0.1:{server.port}/floor")
        database.migrate()
        where = f"host=127.0.0.1 port={server.port} user=postgres"
        saved.run("pg_basebackup", "-D", str(saved.folder), "-d", where, "-c", "fast", "--no-sync")
        _add(database, "before")
        with server.connected() as connection:
            row = connection.execute("SELECT clock_timestamp()::text").fetchone()
            assert row is not None
            time.sleep(0.1)
            _add(database, "after")
            connection.execute("SELECT pg_switch_wal()")
            _archived(connection)
        database.close()
        (saved.folder / "recovery.signal").touch()
        saved.start(
            f"restore_command=cp {archive}/%f %p",
            f"recovery_target_time={row[0]}",
            "recovery_target_action=promote",
        )
        there = Database.open(f"postgresql+psycopg://postgres@127.0.0.1:{saved.port}/floor")
        _until_writable(there)
        with there.reading() as unit:
            assert [each.line for each in unit.read("cage")] == ['{"event":"before"}']
        assert audit_store(there).broken == ()
        there.close()
    finally:
        saved.stop()
        server.stop()


def _add(database: Database, name: str) -> None:
    with database.writing() as unit:
        head = unit.heads(["cage"]).get("cage") or unit.create("cage", "{}")
        unit.append(head, [New(f'{{"event":"{name}"}}')])


def _archived(connection: Any) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        row = connection.execute("SELECT archived_count FROM pg_stat_archiver").fetchone()
        if row is not None and row[0] >= 2:  # that of the base backup, and what came since
            return
        time.sleep(0.1)
    raise AssertionError("no log was archived")


def _until_writable(database: Database) -> None:
    until = time.monotonic() + 20
    while True:
        with database.reading() as unit:
            (recovering,) = unit.connection.exec_driver_sql("SELECT pg_is_in_recovery()").one()
        if not recovering or time.monotonic() > until:
            return
        time.sleep(0.1)
