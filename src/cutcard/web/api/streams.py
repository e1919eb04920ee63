"""Server-sent events: the table as one viewer sees it, then every update, to whoever keeps up.

A reader who does not is let go, never waited for: the hub keeps so many updates for each, and one
write may take so long. Whoever comes back says which event was the last (`Last-Event-ID`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from typing import Final

import structlog
from starlette.types import Receive, Scope, Send

from cutcard.floor.live import TooSlow, Update
from cutcard.shoe import By
from cutcard.web.api.house import House, Plain

CONTENT: Final = "text/event-stream"
ALIVE: Final = b": alive\n\n"
LEFT: Final = "left"
SIGNED_OUT: Final = "signed out"
SLOW: Final = "slow"
GAP: Final = b'"gap":true'
log = structlog.get_logger("cutcard.web")

StillSignedIn = Callable[[], Awaitable[bool]]
Write = Callable[[bytes], Awaitable[None]]
WriteNow = Callable[[bytes], bool]
WRITE_NOW: Final = "cutcard.write_now"
"""What a server offers that can write a part of a body at once: it takes a whole chunk of HTTP."""


def event_bytes(kind: str, version: int, data: bytes) -> bytes:
    """One event as it goes over the wire; JSON on one line has no line break in it."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, kind.encode(), data)


def view_bytes(view: Plain) -> bytes:
    """A whole view as an event."""
    data = json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()
    return event_bytes("view", int(view["version"]), data)


@lru_cache(maxsize=1024)
def chunk_of(update: Update) -> bytes:
    """An update as it goes over the wire to everybody, made once; empty where each gets their own."""
    if GAP in update.data:
        return b""
    told = event_bytes("update", update.version, update.data)
    return b"%x\r\n%b\r\n" % (len(told), told)


class Ended(Exception):  # noqa: N818 - it says what became of a stream
    """A stream is over, and why."""


class TableStream:
    """One reader of one table: an answer that goes on."""

    def __init__(
        self,
        house: House,
        name: str,
        by: By,
        *,
        after: int | None,
        views: bool,
        signed_in: StillSignedIn,
    ) -> None:
        """Nothing is sent yet. With `views`, each update is told as the viewer's whole view."""
        self._house = house
        self._name = name
        self._by = by
        self._after = after
        self._views = views
        self._signed_in = signed_in
        self._write_now: WriteNow | None = None
        self.closing: asyncio.Event | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until somebody has had enough."""
        measures = self._house.measures
        self._write_now = scope.get("extensions", {}).get(WRITE_NOW)
        gone = asyncio.ensure_future(_gone(receive))
        measures.streams.inc()
        why = LEFT
        try:
            headers = [(b"content-type", CONTENT.encode()), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            why = await self._send_all(gone, self._sender(send))
            await self._write(send, b"", more=False)
        except Ended as ended:
            why = str(ended)
        finally:
            gone.cancel()
            measures.streams.dec()
            if why != LEFT:
                measures.dropped(why)
                log.info(
                    "reader let go", table=self._name, why=why, request=scope["state"].get("request")
                )

    def _sender(self, send: Send) -> Write:
        async def write(data: bytes) -> None:
            await self._write(send, data, more=True)

        return write

    async def _write(self, send: Send, data: bytes, *, more: bool) -> None:
        try:
            async with asyncio.timeout(self._house.settings.stream_seconds):
                await send({"type": "http.response.body", "body": data, "more_body": more})
        except TimeoutError:
            raise Ended(SLOW) from None

    async def _send_all(self, gone: asyncio.Future[None], write: Write) -> str:
        """Send until the end, and say why it came."""
        floor, after = self._house.floor, self._after
        if after is None:
            view = floor.view(self._name, self._by)
            await write(view_bytes(view))
            after = int(view["version"])
        direct = None if self._views or self._write_now is None else self._at_once
        updates = floor.follow(self._name, after, at_once=direct)
        closing = asyncio.ensure_future(self.closing.wait()) if self.closing is not None else gone
        coming = asyncio.ensure_future(_next(updates))
        try:
            while not gone.done() and not closing.done():
                wait = self._house.settings.stream_seconds
                await asyncio.wait({coming, gone, closing}, timeout=wait, return_when="FIRST_COMPLETED")
                if coming.done():
                    await write(self._told(coming.result()))
                    coming = asyncio.ensure_future(_next(updates))
                elif not gone.done() and not closing.done():
                    if not await self._signed_in():
                        return SIGNED_OUT
                    await write(ALIVE)
        except TooSlow:
            return SLOW
        finally:
            coming.cancel()
            if closing is not gone:
                closing.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            await updates.aclose()  # type: ignore[attr-defined]
        return LEFT

    def _at_once(self, update: Update) -> bool:
        """Write an update without waiting; false where the reader is behind, and waiting is needed."""
        chunk = chunk_of(update)
        return bool(chunk) and self._write_now is not None and self._write_now(chunk)

    def _told(self, update: Update) -> bytes:
        if self._views or GAP in update.data:
            return view_bytes(self._house.floor.view(self._name, self._by))
        return event_bytes("update", update.version, update.data)


async def _next(updates: AsyncIterator[Update]) -> Update:
    return await anext(updates)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
