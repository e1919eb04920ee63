"""A cluster of dask workers: each makes the engine of a run from its recipe, and adds up ranges.

A worker may die at any time. Its ranges are handed to another one; what it did not finish was never
added, so the totals are the same.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from cutcard.law import shorten
from cutcard.sim.problem import SimError
from cutcard.sim.runs.workers import Adds, Done, timed

PATIENCE_SECONDS: Final = 10
"""How long a cluster has to answer, and to have a worker."""
MOST_PORT: Final = 65535
MOST_ENGINES: Final = 2
"""Engines that a worker keeps."""

MakeEngine = Callable[[bytes], Adds]
"""An engine from a recipe; a function that workers can import."""

_engines: dict[bytes, Adds] = {}
_making = threading.Lock()


def add_up(make: MakeEngine, recipe: bytes, first: int, units: int) -> Done:
    """What a worker does: the sums over a range of units, by the engine that it keeps."""
    with _making:
        engine = _engines.get(recipe)
        if engine is None:
            while len(_engines) >= MOST_ENGINES:
                del _engines[next(iter(_engines))]
            engine = _engines[recipe] = make(recipe)
    return timed(engine, first, units)


class Cluster:
    """The workers of a dask cluster."""

    def __init__(self, client: Any, make: MakeEngine, recipe: bytes) -> None:
        killed: type[BaseException] = import_module("distributed.scheduler").KilledWorker
        closed: type[BaseException] = import_module("distributed.comm.core").CommClosedError
        self._client, self._make, self._recipe = client, make, recipe
        self._pool = client.get_executor(pure=False)
        self.many = max(sum(client.nthreads().values()), 1)
        self.ahead = 2 * self.many
        self.lost: tuple[type[BaseException], ...] = (killed,)
        self.gone: tuple[type[BaseException], ...] = (CancelledError, closed, OSError)

    def submit(self, first: int, units: int) -> Future[Done]:
        """Hand out a range of units."""
        handed: Future[Done] = self._pool.submit(add_up, self._make, self._recipe, first, units)
        return handed

    def close(self) -> None:
        """Let them go; what is not done is dropped."""
        self._pool.shutdown(wait=False)


@contextmanager
def connected(address: str | None, workers: int) -> Iterator[Any]:
    """A client of the cluster at an address; of a cluster of processes on this machine where none is."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise SimError(
            "device: a cluster needs dask.distributed (pip install distributed); "
            "or run with --device cpu --workers N"
        ) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # we report it ourselves
    own = None
    if address is not None:
        _check_address(address)
    else:
        with _without_interrupts():
            own = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs="CRITICAL",
            )
    try:
        client = distributed.Client(own or address, timeout=PATIENCE_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as problem:
        if own is not None:
            own.close()
        raise SimError(
            f"scheduler: {address}: no cluster answers there ({_first_line(problem)})"
        ) from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        yield client
    except TimeoutError:
        raise SimError(
            f"scheduler: {address}: the cluster has no workers; start `dask worker`"
        ) from None
    finally:
        client.close()
        if own is not None:
            own.close()


def _check_address(address: str) -> None:
    """Refuse what no scheduler can be at, before a client waits for it."""
    comm: Any = import_module("distributed.comm")
    try:
        host, port = comm.get_address_host_port(address)
    except ValueError as problem:
        why = _first_line(problem)
    else:
        if host and not any(each.isspace() for each in host) and 0 < port <= MOST_PORT:
            return
        why = "no such host or port"
    raise SimError(f"scheduler: {shorten(address)}: write it like tcp://10.0.0.1:8786 ({why})")


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started inside ignore Ctrl-C: the process that started the run handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _first_line(problem: BaseException) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0][:120]
