"""Several processes on one store and one socket: each serves every table, and a dead one is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final

import httpx
import structlog

from cutcard.web.server import logs
from cutcard.web.server.startup import Opened, Running, run, serve

LOOK_SECONDS: Final = 0.2
QUICK_SECONDS: Final = 5.0
"""A process that ends sooner than this has not even started; the next one waits a while."""
STOPPING_SECONDS: Final = 20.0
log = structlog.get_logger("cutcard.web")


async def _with_parent(_: Opened) -> None:
    """Stop when the process that started this one is gone: nobody else would, and it has the port.

    It may be gone before this one has opened its house, so it is known by what it left, not by a number.
    """
    parent = parent_process()
    while parent is not None and parent.is_alive():
        await asyncio.sleep(LOOK_SECONDS)
    log.error("parent ended")
    os.kill(os.getpid(), signal.SIGTERM)


def _work(running: Running, listening: socket.socket) -> None:
    logs.configure_logs()
    run(serve(running, listening, beside=_with_parent))


def serve_all(
    running: Running, listening: socket.socket, many: int, *, on_started: Callable[[], None]
) -> None:
    """Serve with so many processes until asked to stop."""
    context = get_context("spawn")
    stopping = False

    def stop(_: int, __: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)

    def started() -> tuple[SpawnProcess, float]:
        process = context.Process(target=_work, args=(running, listening))
        process.start()
        return process, time.monotonic()

    workers = [started() for _ in range(many)]
    on_started()
    while not stopping:
        time.sleep(LOOK_SECONDS)
        for place, (each, since) in enumerate(workers):
            if each.is_alive() or stopping:
                continue
            log.error("process ended", code=each.exitcode)
            if time.monotonic() - since < QUICK_SECONDS:
                time.sleep(1)
            workers[place] = started()
    _stop_all([each for each, _ in workers])


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
