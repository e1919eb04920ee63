"""Two real servers of PostgreSQL: a primary, and a standby that has a commit before it is answered."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from floor.faults.http_killing import free_port

USER = "postgres"
READY_SECONDS = 30


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, where there is a whole server with its tools."""
    found = shutil.which("pg_basebackup")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for each in places:
        if all((each / name).exists() for name in ("initdb", "pg_ctl", "postgres", "pg_basebackup")):
            return each
    return None


@dataclass
class PostgresServer:
    """One server, in a folder of its own."""

    folder: Path
    bin: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def run(self, name: str, *arguments: str) -> None:
        command, who = [str(self.bin / name), *arguments], _somebody(self.folder)
        place = self.folder.parent
        ended = subprocess.run(command, capture_output=True, user=who, group=who, cwd=place)
        assert ended.returncode == 0, ended.stderr.decode()

    def initialise(self) -> None:
        make = ("-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.run("initdb", "-D", str(self.folder), *make)

    def start(self, *settings: str) -> None:
        options = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "wal_level": "replica",
            "hot_standby": "on",
            "max_wal_senders": "4",
            "shared_buffers": "16MB",
            **dict(each.split("=", 1) for each in settings),
        }
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        who, log = _somebody(self.folder), self.folder.with_suffix(".log")
        with log.open("ab") as to:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.folder), *given],
                stdout=to,
                stderr=to,
                user=who,
                group=who,
                cwd=self.folder.parent,
            )
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, log.read_text()[-2000:]
            with suppress(psycopg.OperationalError), self.connected() as connection:
                connection.execute("SELECT 1")
                return
            time.sleep(0.1)
        raise AssertionError("the server never answered")

    @contextmanager
    def connected(self) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        address = f"host=127.0.0.1 port={self.port} user={USER} dbname=postgres"
        with psycopg.connect(address, autocommit=True, connect_timeout=2) as connection:
            yield connection

    def kill(self) -> None:
        """As a machine dies: the server and all that it started, at once."""
        assert self.process is not None
        for each in _children(self.process.pid):
            os.kill(each, signal.SIGKILL)
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # at once; what it wrote is recovered
            self.process.wait(30)


def _children(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(each) for each in text.split()]


def _somebody(folder: Path) -> str | None:
    """PostgreSQL refuses to be run by root: then somebody else runs it, in folders of their own."""
    if os.getuid() != 0:
        return None
    somebody = pwd.getpwnam(USER)
    for each in (folder.parent, folder):
        if each.exists():
            os.chown(each, somebody.pw_uid, somebody.pw_gid)
    return USER


@dataclass(frozen=True)
class Pair:
    """A primary, and its standby."""

    primary: PostgresServer
    standby: PostgresServer

    def url(self, name: str) -> str:
        """The address of a database, on whichever of the two takes writes."""
        hosts = "&".join(f"host=127.0.0.1:{each.port}" for each in (self.primary, self.standby))
        return f"postgresql+psycopg://{USER}@/{name}?{hosts}&target_session_attrs=read-write"

    def promote(self) -> None:
        self.standby.run("pg_ctl", "promote", "-D", str(self.standby.folder))


@contextmanager
def pair(folder: Path, bin_folder: Path) -> Iterator[Pair]:
    """A primary with a synchronous standby, both running."""
    primary = PostgresServer(folder / "primary", bin_folder)
    standby = PostgresServer(folder / "standby", bin_folder)
    try:
        primary.initialise()
        primary.start()
        where = f"host=127.0.0.1 port={primary.port} user={USER}"
        standby.run(
            "pg_basebackup", "-D", str(standby.folder), "-d", where, "-R", "-c", "fast", "--no-sync"
        )
        standby.start()
        with primary.connected() as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            _in_step(connection)
        yield Pair(primary, standby)
    finally:
        standby.stop()
        primary.stop()


def _in_step(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        row = connection.execute("SELECT sync_state FROM pg_stat_replication").fetchone()
        if row is not None and row[0] == "sync":
            return
        time.sleep(0.1)
    raise AssertionError("the standby is not in step")
