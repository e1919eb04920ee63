"""A house in a process of its own, for tests that kill it: commands come as lines of JSON over a socket.

The nursery has everything imported and forks a house when told to, so that a restart takes milliseconds.
A house may be told to die by itself at a named point of its work.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import structlog

from cutcard.floor.live import CommandAnswer, CommandRequest, Floor, NotStored
from cutcard.floor.live.cage import CAGE_STREAM, Cage
from cutcard.floor.store import Database
from cutcard.law import law_from
from cutcard.law.refusal import Refused
from cutcard.table.script.command_text import parse_by
from floor.faults.bold import bold
from floor.faults.points import watch

Plain = dict[str, Any]
ANSWER = "before answer"
"""The point after a command is durable, and before whoever asked hears of it."""


class Doom:
    """Dies without a word at the n-th time that a point is passed."""

    def __init__(self, point: str = "", times: int = 0) -> None:
        self._point = point
        self._left = times

    def __call__(self, point: str) -> None:
        if point == self._point:
            self._left -= 1
            if self._left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


class House:
    """Answers lines of JSON out of a floor."""

    def __init__(self, floor: Floor, passing: Callable[[str], None]) -> None:
        self._floor = floor
        self._cage = Cage(floor.database, lambda: int(time.time() * 1000))
        self._passing = passing

    async def answer(self, told: Plain) -> Plain:
        try:
            if "next" in told:
                return self._next(told["next"])
            answer = await self._submit(told)
        except (NotStored, Refused) as problem:
            return {"unavailable": str(problem)}
        self._passing(ANSWER)
        return {
            "status": answer.status,
            "version": answer.version,
            "refusal": None if answer.refusal is None else answer.refusal.message,
        }

    def _next(self, name: str) -> Plain:
        live = self._floor.live(name)
        by, body = bold(live, random.Random(f"{name} {live.version}"))
        idle = live.table.round is None and not live.table.bets
        return {"by": str(by), "body": body, "version": live.version, "idle": idle}

    async def _submit(self, told: Plain) -> CommandAnswer:
        signed = tuple(parse_by(each, "signed") for each in told.get("signed", ()))
        asked = CommandRequest(
            parse_by(told["by"], "by"), told["body"], told["key"], told.get("expected"), signed
        )
        if told["table"] == CAGE_STREAM:
            return await asyncio.to_thread(self._cage.submit, asked)
        return await self._floor.submit(told["table"], asked)

    async def speak(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client: its requests are worked on at the same time, and answered as they are done."""
        tasks = set()

        async def one(told: Plain) -> None:
            answer = await self.answer(told)
            writer.write(json.dumps({"id": told["id"], **answer}).encode() + b"\n")

        while line := await reader.readline():
            task = asyncio.create_task(one(json.loads(line)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        writer.close()


async def serve(told: Plain) -> None:
    """Open the store and serve until killed."""
    database = Database.open(told["url"])
    floor = Floor(database)
    floor.load()
    assert not floor.stopped, floor.stopped
    doom = Doom(*told.get("dies", ()))
    watch(database, doom)
    floor.start(shared=bool(told.get("shared")))
    server = await asyncio.start_unix_server(House(floor, doom).speak, told["socket"] + ".new")
    os.rename(told["socket"] + ".new", told["socket"])
    parent = os.getppid()
    async with server:
        while os.getppid() == parent:
            await asyncio.sleep(1)
    os._exit(1)


def main() -> None:
    """The nursery: a line in is a house forked, a line out is its process id."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        told = json.loads(line)
        pid = os.fork()
        if not pid:
            _be_born(told)
        print(pid, flush=True)


def _be_born(told: Plain) -> None:
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for stream in (0, 1):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    with contextlib.suppress(KeyboardInterrupt), law_from(told.get("law", ())):
        asyncio.run(serve(told))
    os._exit(1)


if __name__ == "__main__":
    main()
