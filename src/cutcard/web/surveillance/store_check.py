"""The whole store verified while the house runs, in a thread of its own, one look at a time."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Final

import structlog

from cutcard.floor.audit import audit_store
from cutcard.floor.store import Database
from cutcard.web.server.errors import Problem
from cutcard.web.surveillance.models import Verification

MOST_TOLD: Final = 20
log = structlog.get_logger("cutcard.web")


class CheckStopped(Exception):  # noqa: N818 - it says what happened
    """The house closes; the look is over."""


@dataclass
class Verifying:
    """What the last look found, or how far the present one is."""

    opened: int = field(default_factory=lambda: int(time.time() * 1000))
    running: bool = False
    done: int = 0
    total: int = 0
    began: int | None = None
    ended: int | None = None
    broken: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    stopping: threading.Event = field(default_factory=threading.Event)

    def start(self, database: Database) -> None:
        """Begin to look; refused while another look is under way."""
        if self.running:
            raise Problem(409, "running", "verify: a check is already running; wait for it")
        self.running, self.done, self.total = True, 0, 0
        self.began, self.ended = int(time.time() * 1000), None
        pool = ThreadPoolExecutor(1, thread_name_prefix="verify")
        asyncio.get_running_loop().run_in_executor(pool, self._look, database)
        pool.shutdown(wait=False)

    def _look(self, database: Database) -> None:
        try:
            found = audit_store(database, self._progress)
            self.broken = [str(each) for each in found.broken][:MOST_TOLD]
            self.counts = {**asdict(found.held), "people": found.people}
            self.ended = int(time.time() * 1000)
        except CheckStopped:
            pass
        except Exception as problem:
            log.error("not verified", problem=repr(problem)[:300])
            self.broken = ["store: the check could not finish; try again, or see the log"]
            self.ended = int(time.time() * 1000)
        finally:
            self.running = False

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self.stopping.is_set():
            raise CheckStopped

    def told(self) -> Verification:
        """As the API tells it."""
        return Verification(
            running=self.running,
            done=self.done,
            total=self.total,
            began=self.began,
            ended=self.ended,
            sound=None if self.ended is None else not self.broken,
            broken=list(self.broken),
            counts=dict(self.counts),
        )
