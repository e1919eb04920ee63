"""Running a house: the store is opened and proven, the tables rebuilt, and only then traffic taken."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import structlog

from cutcard.compute import system
from cutcard.floor.audit import AnchorLog, anchor_place
from cutcard.floor.keys import HouseKeys, KeysProblem, PublicKeys
from cutcard.floor.live import Floor, check_kind, deal, self_test
from cutcard.floor.people import Limits, PeopleOfHouse, token_digest
from cutcard.floor.program import (
    Manifest,
    ManifestProblem,
    differences,
    installed,
    note_program,
)
from cutcard.floor.store import Database, StoreError
from cutcard.web.server.app import application
from cutcard.web.server.http import Server
from cutcard.web.server.settings import Rate, ServerSettings

log = structlog.get_logger("cutcard.web")
KNOWN_MS: Final = 5_000
"""How long what was read of a session is trusted; what ends it elsewhere is followed as well."""
COLLECT_AFTER: Final = (20_000, 20, 1_000_000)
"""What lives long is looked through by `tidied` alone: that takes a tenth of a second."""
TIDY_SECONDS: Final = 600
ANCHOR_SECONDS: Final = 60
PLENTY: Final = Rate(2000, 500.0)
"""For the demonstration, whose bots all come from one address."""


@dataclass(frozen=True, slots=True)
class Running:
    """How one process of a house is run; it goes to worker processes as it is."""

    database: str
    origins: tuple[str, ...]
    demonstration: bool = True
    proxies: tuple[str, ...] = ()
    metrics_token: str = ""
    shared: bool = False
    """Whether other processes serve the same store."""
    odds_ahead: bool = True
    """Whether odds are computed before anybody asks for them."""
    keys: str = ""
    """The file of the house's keys; without it the environment may have them."""
    manifest: str = ""
    """A signed manifest that the program is held against at the start; with the public keys."""
    manifest_keys: str = ""
    anchors: tuple[str, ...] = ()
    """Where the ends of all streams are anchored: files, or databases."""

    def house_keys(self) -> HouseKeys:
        """The house's keys, read anew: they go from process to process by no message."""
        return HouseKeys.read(Path(self.keys) if self.keys else None)

    @property
    def settings(self) -> ServerSettings:
        """The API's settings."""
        secure = any(each.startswith("https://") for each in self.origins)
        settings = ServerSettings(
            origins=self.origins,
            secure_cookies=secure,
            proxies=self.proxies,
            metrics_token=self.metrics_token,
            odds_ahead=self.odds_ahead,
            anchors=self.anchors,
        )
        if not self.demonstration:
            return settings
        return replace(settings, sign_ins=PLENTY, proofs=PLENTY, strangers=PLENTY)


@dataclass(frozen=True, slots=True)
class Opened:
    """A house whose store was opened and proven."""

    floor: Floor
    people: PeopleOfHouse


def milliseconds() -> int:
    """Now."""
    return int(time.time() * 1000)


def check_program(running: Running) -> Manifest:
    """The program that runs; `StoreError` where it is not the one that was signed."""
    there = installed()
    if not running.manifest:
        return there
    try:
        signed = Manifest.read(Path(running.manifest), PublicKeys.read(Path(running.manifest_keys)))
    except (ManifestProblem, KeysProblem) as problem:
        raise StoreError(str(problem)) from None
    found = differences(signed, there)
    if found:
        log.error("program differs", files=found[:20])
        raise StoreError(f"{running.manifest}: the program is not the one signed: {found[0]}")
    return there


def opened(running: Running) -> Opened:
    """Open and migrate the store, prove it, rebuild every table; one that is broken is stopped."""
    try:
        keys = running.house_keys()
    except KeysProblem as problem:
        raise StoreError(str(problem)) from None
    database = Database.open(running.database, keys=keys)
    try:
        alone(database)
        database.migrate()
        database.expect_keys()
        check_kind(database, "demonstration" if running.demonstration else "live")
    except StoreError:
        database.close()
        raise
    there = check_program(running)
    if not running.demonstration:
        note_program(database, there, milliseconds(), checked=bool(running.manifest))
    tried = self_test(database)
    floor = Floor(database)
    floor.load()
    limits = Limits(demonstration=running.demonstration, known_for_ms=KNOWN_MS)
    people = PeopleOfHouse(database, limits, milliseconds)
    log.info("program", version=there.version, digest=there.digest, checked=bool(running.manifest))
    log.info("opened", tables=len(floor.names), stopped=sorted(floor.stopped), tried=tried)
    return Opened(floor, people)


_serving: Final[dict[str, int]] = {}
"""Files of stores that this process serves -> what says so to others, for as long as it lives."""


def alone(database: Database) -> None:
    """Refuse a file of SQLite that another process serves: neither would know what the other does."""
    if not database.is_file:
        return
    path = Path(f"{database.url.database}.serving").absolute()
    mark = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        system.lock(mark)
    except OSError:
        os.close(mark)
        raise StoreError(
            f"{database.name}: another process serves it; stop that one, or use PostgreSQL and --workers"
        ) from None
    _serving.setdefault(str(path), mark)


def steady() -> None:
    """Keep garbage-collection pauses short: freeze what was loaded, and collect the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def tidied() -> None:
    """Run the garbage collector over reference cycles, now and then."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        gc.collect()


async def anchored(place: str, keys: HouseKeys, database: Database) -> None:
    """Anchor what grew, every minute and at the end; of several processes one does it.

    Each anchor is a line of the log too, which many houses send elsewhere.
    """
    marked = os.open(_mark_beside(place), os.O_RDWR | os.O_CREAT, 0o600)
    to: AnchorLog | None = None

    def add() -> None:
        nonlocal to
        try:
            to = to or AnchorLog(anchor_place(place), keys)
            anchor = to.add(database, milliseconds())
            if anchor is not None:
                signed = anchor.signature
                log.info("anchored", place=place, number=anchor.number, signature=signed)
        except StoreError as problem:  # it is tried again: nothing that grew is forgotten
            to = None
            log.error("not anchored", problem=str(problem))

    try:
        while True:
            with contextlib.suppress(OSError):
                system.lock(marked)
                break
            await asyncio.sleep(1)
        try:
            while True:
                await asyncio.to_thread(add)
                await asyncio.sleep(ANCHOR_SECONDS)
        finally:
            add()
    finally:
        os.close(marked)


def _mark_beside(place: str) -> Path:
    """The file by which the processes of a machine agree on who anchors."""
    if "://" not in place:
        return Path(f"{place}.writing")
    return Path(tempfile.gettempdir()) / f"cutcard-anchors-{token_digest(place)[:16]}.writing"


Beside = Callable[[Opened], Awaitable[None]]


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Run a server to its end, on the fastest loop that is installed."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(serving)
    else:
        uvloop.run(serving)


@contextlib.contextmanager
def written_down(what: str) -> Iterator[None]:
    """Log what fails inside this block, under the name `what`; the house goes on without it."""
    try:
        yield
    except Exception:
        log.exception("failed", what=what)


async def _written_down(what: str, doing: Awaitable[object]) -> None:
    with written_down(what):
        await doing


async def _or_stop(server: Server, setting_up: Awaitable[None]) -> None:
    """Await the set-up; if it fails, stop the server and raise the reason."""
    try:
        await setting_up
    except Exception:
        server.stop()
        raise


async def serve(
    running: Running,
    listening: socket.socket,
    *,
    house: Opened | None = None,
    beside: Beside | None = None,
) -> None:
    """Serve until asked to stop; then finish what was asked, and let go of the store."""
    parts = house if house is not None else await asyncio.to_thread(opened, running)
    floor = parts.floor
    floor.start(shared=running.shared)
    server = Server(application(floor, parts.people, running.settings))
    beside_it: dict[str, Awaitable[object]] = {
        "deal": deal(floor),
        "prove": asyncio.to_thread(floor.prove),
        "tidy": tidied(),
    }
    for place in running.anchors:
        beside_it[f"anchor to {place}"] = anchored(place, floor.database.keys, floor.database)
    tasks = [asyncio.ensure_future(_written_down(what, each)) for what, each in beside_it.items()]
    steady()
    setting_up = None if beside is None else asyncio.ensure_future(_or_stop(server, beside(parts)))
    tasks += [] if setting_up is None else [setting_up]
    try:
        await server.serve([listening])
        if setting_up is not None and setting_up.done():
            setting_up.result()
    finally:
        for each in tasks:
            each.cancel()
        for each in tasks:
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await each
        await floor.stop()
        floor.database.close()
        log.info("closed")
