"""Several processes on one store and one socket: each serves every table; a dead one is replaced.

So is one that hangs: each says that it is alive several times a second, and one that has not said so for
seconds is killed. Its transaction ends with it, and the others go on with its tables. On SIGHUP each is
replaced in turn by one that loads the program as it is installed by then.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import Final, Protocol

import httpx
import structlog

from cutcard.web.server import logs
from cutcard.web.server.startup import Opened, Running, run, serve

LOOK_SECONDS: Final = 0.2
QUICK_SECONDS: Final = 5.0
"""A process that ends sooner than this has not even started; the next one waits a while."""
STOPPING_SECONDS: Final = 20.0
HUNG_SECONDS: Final = 3.0
"""A process that says nothing for so long hangs."""
STARTING_SECONDS: Final = 20.0
"""A process that has never served hangs when it does no work for so long: opening a store is work."""
STILL_SECONDS: Final = 1.0
"""A process that last used a processor longer ago than this does not wait for one."""
STARVED_TIMES: Final = 4
log = structlog.get_logger("cutcard.web")


class Alive(Protocol):
    """What two processes share: when one was last alive, and how much of a processor it had used then.

    The moment is of the clock that never goes back, and zero before the first.
    """

    def __getitem__(self, place: int, /) -> float: ...

    def __setitem__(self, place: int, value: float, /) -> None: ...


async def _say_alive(alive: Alive, _: Opened) -> None:
    try:
        while True:
            alive[1] = time.process_time()
            alive[0] = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        alive[0] = 0.0  # it closes: snapshots may take a while


def is_hung(alive: Alive, now: float, worked: float | None, idle: float) -> bool:
    """Whether a process says nothing any more; `idle` is how long it has used no processor at all.

    One that has yet to serve may take long over a large store, as long as it works on it. One that still
    works, on a machine where others take the processors, is given longer; what it worked before it was
    stopped is no sign of that.
    """
    if not alive[0]:
        return worked is not None and idle > STARTING_SECONDS
    if now - alive[0] <= HUNG_SECONDS:
        return False
    is_starved = worked is not None and idle <= STILL_SECONDS and worked - alive[1] < HUNG_SECONDS
    return not is_starved or now - alive[0] > STARVED_TIMES * HUNG_SECONDS


def _worked(process: int) -> float | None:
    """Seconds of a processor that a process has used; None where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _with_parent() -> None:
    """Stop when the process that started this one is gone: nobody else would, and it has the port."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        log.error("parent ended")
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOPPING_SECONDS)
        os._exit(1)


def _work(running: Running, listening: socket.socket, alive: Alive) -> None:
    logs.configure_logs()
    threading.Thread(target=_with_parent, name="parent", daemon=True).start()
    run(serve(running, listening, beside=partial(_say_alive, alive)))


@dataclass(frozen=True, slots=True)
class _Worker:
    """A process that serves."""

    process: SpawnProcess
    since: float
    alive: Alive
    seen: list[float]
    """When it was last seen to have used a processor, and how much of one by then."""

    @property
    def is_hung(self) -> bool:
        """Whether it says nothing any more."""
        pid = self.process.pid
        if pid is None or not self.process.is_alive():
            return False
        now, worked = time.monotonic(), _worked(pid)
        if worked is not None and worked > self.seen[1]:
            self.seen[:] = now, worked
        return is_hung(self.alive, now, worked, now - self.seen[0])


class _Workers:
    """The processes of one house, watched by the one that started them."""

    def __init__(self, running: Running, listening: socket.socket, many: int) -> None:
        self._start = partial(_started, running, listening)
        self._is_stopping = self._is_renewing = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._renew)
        self._workers = [self._start() for _ in range(many)]

    def _stop(self, _: int, __: FrameType | None) -> None:
        self._is_stopping = True

    def _renew(self, _: int, __: FrameType | None) -> None:
        self._is_renewing = True

    def watch(self) -> None:
        """Replace what ends, hangs or is to be renewed, until asked to stop."""
        while not self._is_stopping:
            time.sleep(LOOK_SECONDS)
            if self._is_renewing:
                self._is_renewing = False
                self._renew_all()
            for place, worker in enumerate(self._workers):
                self._look_after(place, worker)
        _stop_all([each.process for each in self._workers])

    def _look_after(self, place: int, worker: _Worker) -> None:
        if worker.is_hung:
            log.error("process hangs")
            worker.process.kill()
            worker.process.join(LOOK_SECONDS)
        if worker.process.is_alive() or self._is_stopping:
            return
        log.error("process ended", code=worker.process.exitcode)
        if time.monotonic() - worker.since < QUICK_SECONDS:
            time.sleep(1)
        self._workers[place] = self._start()

    def _renew_all(self) -> None:
        """Replace each in turn; the old one serves until the new one does."""
        log.info("renewing", processes=len(self._workers))
        for place, old in enumerate(self._workers):
            new = self._start()
            while new.process.is_alive() and not new.alive[0] and not self._is_stopping:
                time.sleep(LOOK_SECONDS)
            if not new.alive[0]:
                _stop_all([new.process])
                log.error("not renewed", why="the new process did not start; the old ones go on")
                return
            self._workers[place] = new
            _stop_all([old.process])


def _started(running: Running, listening: socket.socket) -> _Worker:
    context = get_context("spawn")
    alive = context.Array("d", 2, lock=False)
    process = context.Process(target=_work, args=(running, listening, alive))
    process.start()
    now = time.monotonic()
    return _Worker(process, now, alive, [now, 0.0])


def serve_all(
    running: Running, listening: socket.socket, many: int, *, on_started: Callable[[], None]
) -> None:
    """Serve with so many processes until asked to stop."""
    workers = _Workers(running, listening, many)
    on_started()
    workers.watch()


def once_ready(at: str, then: Callable[[], None]) -> None:
    """Do something, in a thread of its own, once the house at an address takes traffic."""

    def wait() -> None:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{at}/ready").status_code == httpx.codes.OK:
                    then()
                    return
            time.sleep(LOOK_SECONDS)

    threading.Thread(target=wait, name="ready", daemon=True).start()


def _stop_all(workers: list[SpawnProcess]) -> None:
    for each in workers:
        each.terminate()
    until = time.monotonic() + STOPPING_SECONDS
    for each in workers:
        each.join(max(0.0, until - time.monotonic()))
        if each.is_alive():
            each.kill()
