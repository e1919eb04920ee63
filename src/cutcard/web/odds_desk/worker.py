"""The worker process of the odds desk: it computes odds beside play, at a low priority.

`Reckoner` is the house's end of it; run as a module (`python -m cutcard.web.odds_desk.worker`) this is
the process itself. Jobs go one way and results the other, over a pipe: when the house is gone, however
it ended, the pipe is closed and the process ends too.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, Literal, Protocol

from cutcard import compute, odds

NICE: Final = 10
"""A tenth of what play gets where both want the processor: less, and a busy house would never answer."""
MODULE: Final = "cutcard.web.odds_desk.worker"
MOST_MEMORY: Final = 1_500_000_000
"""A process that has grown beyond this is let go after its turn."""
LONGEST_SECONDS: Final = 900.0
"""A turn without a word for so long is given up."""
LOOK_SECONDS: Final = 1.0
MOST_WAITING: Final = 250
"""Jobs that a desk lets stand in its line."""
MOST_BEGUN: Final = MOST_WAITING
"""Jobs that go by steps and are not at their end. They take turns: were fewer kept than stand in the
line, each would begin again before its second step, and none would ever come to its end."""
Lane = Literal["quick", "exact"]
"""What a person waits for, and what takes its time: each has a process of its own."""


class OddsJob(Protocol):
    """A computation to do: plain values that can be compared, hashed and pickled."""

    def __hash__(self) -> int:
        """Jobs that are equal are done once."""

    def work(self) -> Any:
        """The result; or a generator that returns it, and yields what is known so far."""


@dataclass(frozen=True, slots=True)
class WorkerTurn:
    """What one turn of a job came to."""

    state: Literal["part", "done", "none", "fault"]
    value: Any
    size: int
    """Bytes of the value on its way."""


class Gone(Exception):  # noqa: N818 - no fault of who asks
    """The process ended, or was too slow."""


class Reckoner:
    """The house's handle on the worker process, started with the first turn and again after its end."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        self._ended = False

    @property
    def process(self) -> int | None:
        """The number of the process, where there is one."""
        process = self._process
        return None if process is None else process.pid

    def turn(self, job: OddsJob, far: Callable[[str], None], steps_before: int = 0) -> WorkerTurn:
        """One turn of a job that has made `steps_before` steps; `far` is called with its progress.

        It blocks, so it is called from a thread of its own.
        """
        pipe = self._piped()
        try:
            pipe.send((job, steps_before))
            while True:
                message = self._receive(pipe)
                state, value, memory = pickle.loads(message)
                if state != "far":
                    break
                far(value)
        except (EOFError, OSError) as error:
            code = None if self._process is None else self._process.poll()
            self.let_go()
            raise Gone(f"{error!r}, exit status {code}") from None
        if memory > MOST_MEMORY:
            self.let_go()
        return WorkerTurn(state, value, len(message))

    def _receive(self, pipe: Connection) -> bytes:
        waited = 0.0
        while not pipe.poll(LOOK_SECONDS):
            waited += LOOK_SECONDS
            if waited > LONGEST_SECONDS:
                raise OSError(f"no word for {LONGEST_SECONDS:.0f} seconds")
        return pipe.recv_bytes()

    def _piped(self) -> Connection:
        with self._lock:
            if self._ended:
                raise Gone("ended")
            if self._pipe is None:
                here, there = Pipe()
                paths = [each or os.getcwd() for each in sys.path]
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", MODULE],
                    stdin=there.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
                )
                there.close()
                self._pipe = here
            return self._pipe

    def let_go(self) -> None:
        """End the process, whatever it is at; another begins with the next turn."""
        with self._lock:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.wait()
        if pipe is not None:
            pipe.close()

    def end(self) -> None:
        """End it for good, from any thread; a turn in progress raises `Gone`."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()


class _Begun:
    """Jobs computed in steps that have begun: the generator of each."""

    def __init__(self) -> None:
        self._kept: OrderedDict[OddsJob, Generator[Any, None, Any]] = OrderedDict()

    def step(self, job: OddsJob, steps_before: int = 0) -> tuple[str, Any]:
        """The next step of a job: ("part", what is known so far) or ("done", its result).

        A new process first repeats the `steps_before` steps, which is quick: their answers are cached.
        """
        going, again = self._kept.pop(job, None), 0
        if going is None:
            result = job.work()
            if not isinstance(result, Generator):
                return "done", result
            going, again = result, steps_before
        try:
            for _ in range(again):
                next(going)
            part = next(going)
        except StopIteration as end:
            return "done", end.value
        self._kept[job] = going
        if len(self._kept) > MOST_BEGUN:
            self._kept.popitem(last=False)
        return "part", part


def _listen(pipe: Connection, jobs: SimpleQueue[tuple[OddsJob, int]]) -> None:
    """Receive jobs until the pipe closes; then end the process at once, even in the middle of a job."""
    try:
        while True:
            jobs.put(pipe.recv())
    finally:
        os._exit(0)


def main() -> None:
    """Run the worker process: one turn after another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        compute.system.lower_priority(NICE)
    pipe, jobs, begun = Connection(0), SimpleQueue[tuple[OddsJob, int]](), _Begun()
    threading.Thread(target=_listen, args=(pipe, jobs), daemon=True).start()

    def send(state: str, value: Any) -> None:
        pipe.send_bytes(pickle.dumps((state, value, compute.system.memory_in_use())))

    def far(what: str, done: int, of: int) -> None:
        send("far", f"{what}: {done} of {of}" if of else what)

    while True:
        try:
            with compute.listening(far):
                outcome = begun.step(*jobs.get())
        except odds.OddsError as problem:
            outcome = ("none", str(problem))
        except Exception as error:  # reported to whoever asked; the process goes on
            outcome = ("fault", repr(error))
        send(*outcome)


if __name__ == "__main__":
    main()
