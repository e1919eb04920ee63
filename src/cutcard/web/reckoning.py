"""Odds of live tables, worked out in a process of its own: play never waits for them.

The house writes a line of JSON for each question and reads one for each answer. Run as a module this is
the process that answers: `python -m cutcard.web.reckoning`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

import structlog

from cutcard.odds.problem import OddsError

Plain = dict[str, Any]
MOST_KEPT: Final = 512
MOST_WAITING: Final = 64
COMPUTING: Final[Plain] = {"state": "computing"}
NICE: Final = 10
log = structlog.get_logger("cutcard.web")


class Reckoner:
    """One process that reckons, started when it is first asked; answers are kept."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._answers: OrderedDict[str, Plain] = OrderedDict()
        self._waiting: set[str] = set()
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def ask(self, question: Plain) -> Plain:
        """The answer where it is known; else that it is computed, from now on."""
        line = json.dumps(question, sort_keys=True)
        with self._lock:
            if line in self._answers:
                self._answers.move_to_end(line)
                return self._answers[line]
            if line not in self._waiting and len(self._waiting) < MOST_WAITING:
                self._waiting.add(line)
                self._queue.put(line)
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="reckoner", daemon=True)
                    self._thread.start()
        return COMPUTING

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._closed = True
        self._queue.put(None)
        if self._process is not None:
            self._process.kill()
        if self._thread is not None:
            self._thread.join(5)

    def _run(self) -> None:
        while (line := self._queue.get()) is not None and not self._closed:
            try:
                found = self._answered(line)
            except (OSError, ValueError) as problem:
                log.warning("reckoner", problem=str(problem)[:200])
                self._end()
                found = {"state": "none", "message": "odds: they could not be worked out now; ask again"}
            with self._lock:
                self._waiting.discard(line)
                self._answers[line] = found
                while len(self._answers) > MOST_KEPT:
                    self._answers.popitem(last=False)
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _answered(self, line: str) -> Plain:
        process = self._process
        if process is None:
            process = self._process = subprocess.Popen(
                [sys.executable, "-m", "cutcard.web.reckoning"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()
        found: Plain = json.loads(process.stdout.readline())
        return found


def answered(question: Plain) -> Plain:
    """What a question comes to; a reason where there is no answer."""
    from cutcard.web import table_odds

    acts: dict[str, Callable[..., Plain]] = {"edges": table_odds.edges, "advice": table_odds.advice}
    act = acts[question.pop("ask")]
    try:
        return {"state": "done", **act(**question)}
    except OddsError as problem:
        return {"state": "none", "message": str(problem)}


def main() -> None:
    """Answer line by line until there is nobody to ask."""
    os.nice(NICE)
    for line in sys.stdin:
        print(json.dumps(answered(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
