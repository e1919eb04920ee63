"""Whoever follows a table: each gets every update once, in order, or is let go when too slow."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

MOST_WAITING: Final = 512
"""Updates that wait for one reader; who lets more wait is let go and must ask anew."""
RECENT: Final = 256
"""Updates kept of each table for readers who come back."""


@dataclass(frozen=True, slots=True)
class Update:
    """What happened at a table up to a version, as JSON that everybody may see."""

    version: int
    data: bytes


class TooSlow(Exception):  # noqa: N818 - it says what the reader was
    """A reader who let too many updates wait."""


@dataclass(slots=True, eq=False)
class Reader:
    """Somebody who follows a table."""

    waiting: asyncio.Queue[Update] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    lost: bool = False

    async def next(self) -> Update:
        """The next update; `TooSlow` where some were let go."""
        update = await self.waiting.get()
        if self.lost:
            raise TooSlow("too many updates waited; ask for the table anew")
        return update


class Hub:
    """The followers of every table in this process; it lives in the event loop."""

    def __init__(self) -> None:
        self._readers: dict[str, set[Reader]] = {}
        self._recent: dict[str, list[Update]] = {}

    @property
    def followed(self) -> list[str]:
        """The tables that somebody follows."""
        return list(self._readers)

    @property
    def many(self) -> int:
        """How many readers there are."""
        return sum(map(len, self._readers.values()))

    def publish(self, name: str, update: Update) -> None:
        """Hand an update to everybody at a table."""
        recent = self._recent.setdefault(name, [])
        recent.append(update)
        if len(recent) > RECENT:
            del recent[: len(recent) - RECENT]
        for reader in self._readers.get(name, ()):
            try:
                reader.waiting.put_nowait(update)
            except asyncio.QueueFull:
                reader.lost = True

    def recent(self, name: str, after: int) -> list[Update] | None:
        """The updates past a version; None where they are no longer all here."""
        found = self._recent.get(name, [])
        past = [each for each in found if each.version > after]
        if len(past) < len(found):
            return past
        return None

    @contextmanager
    def joined(self, name: str) -> Iterator[Reader]:
        """A reader who gets every update from this moment on."""
        reader = Reader()
        self._readers.setdefault(name, set()).add(reader)
        try:
            yield reader
        finally:
            readers = self._readers.get(name, set())
            readers.discard(reader)
            if not readers:
                self._readers.pop(name, None)
