"""Proving what a quick start left out: every chain from its first event, without haste."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from cutcard.floor.store import Broken, Database, StoreError

log = structlog.get_logger("cutcard.floor")
SHARE: Final = 0.1
"""Of one processor's time, so that nobody at a table notices."""


class Closing(Exception):  # noqa: N818 - it says what the house is
    """The house closes; the rest is proven another time."""


class Proving:
    """Streams that were verified from a snapshot on alone, on their way to being verified whole."""

    def __init__(self, database: Database, broken: Callable[[str, str], None]) -> None:
        """`broken` is told the stream, and why."""
        self._database = database
        self._broken = broken
        self._closing = threading.Event()

    def run(self, streams: Iterable[str], *, share: float = SHARE) -> int:
        """Verify them, one after the other; how many were."""
        done = 0
        began = time.thread_time()

        def progress(*_: int) -> None:
            nonlocal began
            spent = time.thread_time() - began
            if self._closing.wait(spent * (1 / share - 1)):
                raise Closing
            began = time.thread_time()

        try:
            for stream in streams:
                try:
                    self._database.verify(stream, progress)
                except Broken as problem:
                    self._broken(stream, str(problem))
                except StoreError as problem:
                    log.warning("not proven", stream=stream, problem=str(problem))
                done += 1
                progress()
        except Closing:
            pass
        return done

    def close(self) -> None:
        """Leave off."""
        self._closing.set()
