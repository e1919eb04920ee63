"""A house without threads and without real time: the same seed gives the same history."""

from __future__ import annotations

import asyncio
import random
import secrets
import selectors
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cutcard.floor.live import Floor
from cutcard.floor.live.clock import ClockWatch
from cutcard.floor.live.work import Work
from cutcard.floor.live.writer import WriteJob, Writer
from cutcard.floor.meters.must_hit import draw_point
from cutcard.floor.store import Database
from cutcard.floor.store.checkpoint import CheckpointThread

START = 1_800_000_000


class Crash(BaseException):
    """The process dies here."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop that never waits: its clock jumps to whatever comes next."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        """Virtual seconds since the loop began."""
        return self.now


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        """What is ready; where nothing is, time goes on."""
        found = super().select(0)
        if not found and timeout:
            self._loop.now += timeout
        return found


class Steps(Writer):
    """The writer without its thread: it writes a little later, when the loop comes to it."""

    def __init__(self, chance: random.Random, died: Any, *rest: Any) -> None:
        super().__init__(*rest)
        self._chance = chance
        self._died = died
        self.dead = False

    def start(self) -> None:
        """Nothing: the loop calls."""

    def submit(self, job: WriteJob) -> None:
        """Take a command; it is written soon, or after a pause."""
        super().submit(job)
        pause = self._chance.random() < 0.02
        wait = self._chance.uniform(1, 40) if pause else self._chance.expovariate(1 / 0.003)
        asyncio.get_running_loop().call_later(wait, self._pump)

    def _pump(self) -> None:
        if self.dead or not self.waiting:
            return
        try:
            self.write([job for job in self._next() if job is not None])
        except Crash:
            self._died()


class Still(CheckpointThread):
    """Nobody tidies: a thread knows no time but the real one."""

    def start(self) -> None:
        """Nothing."""


class VirtualFloor(Floor):
    """A floor that writes in steps, and calls `died` when it crashes."""

    def __init__(self, database: Database, chance: random.Random, died: Any) -> None:
        super().__init__(database)
        installs = self._install, self._snapshots.after
        self._writer = self.steps = Steps(chance, died, database, self.live, self.meter, *installs)
        self._checkpoints = Still(database)


@contextmanager
def seeded(seed: int, loop: VirtualLoop, skew: list[float]) -> Iterator[None]:
    """Time is the loop's, with `skew` added to what the clock on the wall says; chance is the seed's."""
    chance = random.Random(f"cards {seed}")

    def token(size: int) -> str:
        return chance.randbytes(size).hex()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: START + loop.now + skew[0])
        patch.setattr(secrets, "token_hex", token)
        patch.setattr(ClockWatch.__init__, "__defaults__", (loop.time,))
        patch.setitem(_defaults(Work.__init__), "below", chance.randrange)
        patch.setitem(_defaults(draw_point), "below", chance.randrange)
        patch.setitem(_defaults(draw_point), "token", token)
        yield


def _defaults(made: Any) -> dict[str, Any]:
    found: dict[str, Any] = made.__kwdefaults__
    return found
