"""Whoever follows a table: each gets every update once, in order, or is let go when too slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
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
    again: bool = False
    """Sent though its version may be known: something beside the table changed, as its meters."""


class TooSlow(Exception):  # noqa: N818 - it says what the reader was
    """A reader who let too many updates wait."""


AtOnce = Callable[[Update], bool]
"""Takes an update without waiting, and says whether it could."""


@dataclass(slots=True, eq=False)
class Reader:
    """Somebody who follows a table."""

    waiting: asyncio.Queue[Update] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    lost: bool = False
    seen: int = -1
    """The version of the last update that was handed over."""
    _at_once: AtOnce | None = None

    async def next(self, at_once: AtOnce | None = None) -> Update:
        """The next update past `seen`; `TooSlow` where some were let go.

        While this waits, `at_once` is offered every update first, and what it takes does not come here.
        """
        while True:
            if self.waiting.empty():
                self._at_once = at_once
            try:
                update = await self.waiting.get()
            finally:
                self._at_once = None
            if self.lost:
                raise TooSlow("too many updates were waiting; reload the table")
            if update.version > self.seen or update.again:
                self.seen = max(self.seen, update.version)
                return update

    def take(self, update: Update) -> None:
        """An update has come."""
        if self._at_once is not None:
            if update.version <= self.seen and not update.again:
                return
            if self._at_once(update):
                self.seen = max(self.seen, update.version)
                return
            self._at_once = None
        try:
            self.waiting.put_nowait(update)
        except asyncio.QueueFull:
            self.lost = True


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
        if not update.again:
            recent.append(update)
        if len(recent) > RECENT:
            del recent[: len(recent) - RECENT]
        for reader in self._readers.get(name, ()):
            reader.take(update)

    def recent(self, name: str, after: int) -> list[Update] | None:
        """The updates past a version; None where they are no longer all here."""
        recent = self._recent.get(name, [])
        past = [each for each in recent if each.version > after]
        if len(past) < len(recent):
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
