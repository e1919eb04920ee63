"""The desk: odds computed in processes of their own, a few at a time, so that no table ever waits.

Whoever asks is told at once: the result, that it is being computed and how far, or why there is none.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import signal
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, Literal

import structlog

from cutcard.odds.problem import OddsError
from cutcard.web.books import jobs
from cutcard.web.books.jobs import Job

AT_ONCE: Final = 2
MOST_WAITING: Final = 200
MOST_REMEMBERED: Final = 600
IDLE_SECONDS: Final = 240.0
"""A process without work ends after so long, and gives its memory back."""
LULL_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 30.0
"""After a fault nobody tries again for so long."""
NICE: Final = 10
LOOK_SECONDS: Final = 0.1
FAULT: Final = "it could not be computed, which is written down; ask again later"
FULL: Final = "too much is being computed; look again in a moment"
log = structlog.get_logger("cutcard.web")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the desk says to a job."""

    state: Literal["done", "computing", "none"]
    value: Any = None
    said: str = ""
    """How far it is, or why there is nothing."""

    @property
    def is_done(self) -> bool:
        """Whether there is a value."""
        return self.state == "done"


@dataclass(order=True)
class _Waiting:
    urgency: int
    number: int
    job: Job = field(compare=False)


class Desk:
    """Jobs that are done, jobs that wait, and the few processes that do them."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        """No process is started before it is needed."""
        self._lock = threading.Lock()
        self._queue: queue.PriorityQueue[_Waiting] = queue.PriorityQueue()
        self._done: OrderedDict[Job, Reply] = OrderedDict()
        self._begun: dict[Job, str] = {}
        self._faulty: dict[Job, float] = {}
        self._numbers = count()
        self._workers = [_Worker(self, number) for number in range(at_once)]
        self._is_closed = False

    def ask(self, job: Job, *, urgency: int = 0) -> Reply:
        """A job's result, or how it stands. It may read files: ask in a thread."""
        with self._lock:
            if time.monotonic() < self._faulty.get(job, 0.0):
                return Reply("none", said=FAULT)
            if (found := self._done.get(job)) is not None:
                self._done.move_to_end(job)
                return found
            if job in self._begun:
                return Reply("computing", said=self._begun[job])
        try:
            if jobs.is_kept(job):
                return self._remember(job, Reply("done", jobs.work(job)))
        except OddsError as problem:
            return self._remember(job, Reply("none", said=str(problem)))
        return self._submit(job, urgency)

    def _submit(self, job: Job, urgency: int) -> Reply:
        with self._lock:
            if job not in self._begun:
                if len(self._begun) >= MOST_WAITING or self._is_closed:
                    return Reply("computing", said=FULL)
                self._begun[job] = "waiting for its turn"
                self._queue.put(_Waiting(urgency, next(self._numbers), job))
                for each in self._workers:
                    each.wake()
            return Reply("computing", said=self._begun[job])

    async def wait(self, job: Job, seconds: float) -> Reply:
        """The reply once the job is done, or how it stands after so long; the loop goes on meanwhile."""
        until = time.monotonic() + seconds
        while True:
            found = await asyncio.to_thread(self.ask, job)
            if found.state != "computing" or time.monotonic() > until:
                return found
            await asyncio.sleep(LOOK_SECONDS)

    def _remember(self, job: Job, reply: Reply) -> Reply:
        with self._lock:
            self._begun.pop(job, None)
            self._done[job] = reply
            while len(self._done) > MOST_REMEMBERED:
                self._done.popitem(last=False)
        return reply

    def close(self) -> None:
        """Let go of the processes; what they were at is computed another time."""
        self._is_closed = True
        for each in self._workers:
            each.end()

    def next_job(self, seconds: float) -> Job | None:
        """What to do next; nothing where nobody asks for so long."""
        try:
            return self._queue.get(timeout=seconds).job
        except queue.Empty:
            return None

    def far(self, job: Job, said: str) -> None:
        """How far a job is."""
        with self._lock:
            if job in self._begun:
                self._begun[job] = said

    def finish(self, job: Job, reply: Reply) -> None:
        """A job's end. One that failed by a fault can be asked again after a while."""
        if reply.said == FAULT:
            with self._lock:
                self._begun.pop(job, None)
                self._faulty[job] = time.monotonic() + AGAIN_SECONDS
            return
        self._remember(job, reply)


class _Worker:
    """A thread that hands jobs to one process, and starts another when that dies."""

    def __init__(self, desk: Desk, number: int) -> None:
        self._desk = desk
        self._name = f"odds-{number}"
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: Any = None
        self._pipe: Connection | None = None
        self._ended = False

    def wake(self) -> None:
        """Begin to work, if it does not already."""
        with self._lock:  # the thread stays; only its process comes and goes
            if self._thread is None and not self._ended:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def end(self) -> None:
        """Stop at once."""
        self._ended = True
        process = self._process
        if process is not None:
            process.terminate()
            process.join(5)

    def _run(self) -> None:
        idle_since = time.monotonic()
        while not self._ended:
            job = self._desk.next_job(LULL_SECONDS)
            if job is not None:
                self._desk.finish(job, self._done(job))
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > IDLE_SECONDS:
                self._let_go()
        self._let_go()

    def _done(self, job: Job) -> Reply:
        try:
            pipe = self._piped()
            pipe.send(job)
            while True:
                state, value = pipe.recv()
                if state == "far":
                    self._desk.far(job, value)
                elif state == "done":
                    return Reply("done", value)
                elif state == "none":
                    return Reply("none", said=value)
                else:
                    log.error("odds", job=repr(job), fault=value)
                    return Reply("none", said=FAULT)
        except (EOFError, OSError) as error:
            if not self._ended:
                log.error("odds", job=repr(job), fault=repr(error))
            self._let_go()
            return Reply("none", said=FAULT)

    def _piped(self) -> Connection:
        if self._pipe is None or not self._process.is_alive():
            context = get_context("spawn")
            here, there = context.Pipe()
            self._process = context.Process(target=_compute, args=(there,), daemon=True)
            self._process.start()
            there.close()
            self._pipe = here
        return self._pipe

    def _let_go(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)
        self._pipe = self._process = None


def _compute(pipe: Connection) -> None:
    """The life of a process: one job after the other, as long as somebody is there to be told."""
    from cutcard.odds.progress import listening

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)

    def far(what: str, done: int, of: int) -> None:
        pipe.send(("far", f"{what}: {done} of {of}" if of else what))

    with contextlib.suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            try:
                with listening(far):
                    pipe.send(("done", jobs.work(job)))
            except OddsError as problem:
                pipe.send(("none", str(problem)))
            except (EOFError, OSError):
                raise
            except Exception as error:  # told to whoever asked, and the process goes on
                pipe.send(("fault", repr(error)))
