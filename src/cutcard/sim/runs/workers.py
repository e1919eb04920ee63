"""Who does the work of a run: the device that is asked for, and threads of this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

import numpy as np

Array = np.ndarray[Any, Any]
Device = Literal["cpu", "gpu", "cluster"]
Done = tuple[Iterable[int], float]
"""The sums over a range of units, and the seconds it took."""


@dataclass(frozen=True)
class Workforce:
    """The device of a run, and how many of its workers."""

    device: Device = "cpu"
    workers: int = 1
    """Cores; or processes of a cluster on this machine."""
    scheduler: str | None = None
    """The address of a running cluster."""


def gpu_driver() -> Any:
    """The driver of the GPU, imported only where one is asked for."""
    return import_module("cutcard.sim.kernels.gpu.driver")


class Adds(Protocol):
    """Adds up units of work, as an `Engine` does."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the sums."""

    def run(self, first_unit: int, units: int) -> Iterable[int]:
        """The sums over a range of units."""

    def rounds_of(self, first_unit: int, units: int) -> Array:
        """The rounds of each unit of a range."""


class Workers(Protocol):
    """Workers that take ranges of units."""

    many: int
    ahead: int
    """How many ranges are handed out at a time."""
    lost: tuple[type[BaseException], ...]
    """Exceptions of a range whose worker died: it is handed out again."""
    gone: tuple[type[BaseException], ...]
    """Exceptions of a range when no worker can be reached any more."""

    def submit(self, first: int, units: int) -> Future[Done]:
        """Hand out a range of units."""

    def close(self) -> None:
        """Let them go."""


def timed(engine: Adds, first: int, units: int) -> Done:
    """The sums over a range of units, and the seconds it took."""
    began = time.perf_counter()
    return engine.run(first, units), time.perf_counter() - began


class WorkerThreads:
    """Threads of this process, each with ranges of its own; one for a GPU."""

    def __init__(self, engine: Adds, many: int) -> None:
        self.engine, self.many, self.ahead = engine, many, many + 1
        self.lost: tuple[type[BaseException], ...] = ()
        self.gone: tuple[type[BaseException], ...] = ()
        self._pool = ThreadPoolExecutor(many, thread_name_prefix="sim")

    def submit(self, first: int, units: int) -> Future[Done]:
        """Hand out a range of units."""
        return self._pool.submit(timed, self.engine, first, units)

    def close(self) -> None:
        """Let them go; what is not begun is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
