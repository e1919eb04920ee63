"""Refusals on their way into the chain of people: several at a time, so that no flood is felt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog

from cutcard.floor.people import AskRefused, PeopleOfHouse
from cutcard.floor.store import StoreError

EVERY_SECONDS: Final = 0.1
MOST_WAITING: Final = 2000
log = structlog.get_logger("cutcard.web")


class Refusals:
    """What was refused and is not yet written down; the log has it at once."""

    def __init__(self, people: PeopleOfHouse, run: Callable[..., Awaitable[Any]]) -> None:
        """`run` has something done in another thread."""
        self._people = people
        self._run = run
        self._waiting: list[AskRefused] = []
        self._lost = 0

    def note(self, refusal: AskRefused) -> None:
        """Something was refused."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(refusal)
        else:
            self._lost += 1

    async def run(self) -> None:
        """Write down what waits, until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self.flush()

    async def flush(self) -> None:
        """Write down what waits; what the store does not take is tried again."""
        waiting, self._waiting = self._waiting, []
        if self._lost:
            log.error("refusals only in the log", many=self._lost)
            self._lost = 0
        if not waiting:
            return
        try:
            await self._run(self._people.refused_all, waiting)
        except StoreError as problem:
            log.error("refusals not written", problem=str(problem), many=len(waiting))
            self._waiting = (waiting + self._waiting)[:MOST_WAITING]
