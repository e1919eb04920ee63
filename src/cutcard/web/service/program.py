"""The program as a service asks it: a process for each question, its `--json` as the answer.

What is answered is therefore the contract of the command line to the letter. A process that takes too
long is ended, and so many run at once as there are processors; nothing is left behind by either.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

WRONG: Final = 2
LONGEST_LINE: Final = 600


@dataclass(frozen=True)
class ServiceAnswer:
    """A status of HTTP and a JSON document."""

    status: int
    body: Any


class Program:
    """The commands of this installation, a few of them at once."""

    def __init__(self, *, at_once: int, waiting: int, seconds: float) -> None:
        """`waiting`: how many may stand in line; `seconds`: how long a question may take."""
        self._free = asyncio.Semaphore(at_once)
        self._most_waiting = waiting
        self._waiting = 0
        self._seconds = seconds

    async def ask(self, words: Sequence[str], given: bytes = b"") -> ServiceAnswer:
        """Run a command with `--json`; `given` is its standard input."""
        if self._waiting >= self._most_waiting:
            return ServiceAnswer(503, {"error": "busy: ask again in a second"})
        self._waiting += 1
        try:
            async with self._free:
                return await self._run(words, given)
        finally:
            self._waiting -= 1

    async def _run(self, words: Sequence[str], given: bytes) -> ServiceAnswer:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "cutcard", *words, "--json"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            answer, said = await asyncio.wait_for(process.communicate(given), self._seconds)
        except TimeoutError:
            why = f"this takes longer than {self._seconds:g} seconds; ask it of the command line"
            return ServiceAnswer(504, {"error": why})
        finally:
            if process.returncode is None:  # too slow, or whoever asked has gone
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        return _answer_of(process.returncode, answer, said)


def _answer_of(code: int | None, answer: bytes, said: bytes) -> ServiceAnswer:
    try:
        body = json.loads(answer)
    except ValueError:
        lines = said.decode("utf-8", "replace").splitlines()
        if code != WRONG or not lines:
            return ServiceAnswer(500, {"error": "this is a fault of the program, not of the request"})
        body = {"error": lines[-1].removeprefix("cutcard: ")[:LONGEST_LINE]}
    return ServiceAnswer(422 if code == WRONG else 200, body)
