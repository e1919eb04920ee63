"""Server-sent events: the table as one viewer sees it, then every update.

A slow reader is disconnected, never waited for: the hub buffers a limited number of updates for each,
and a write may take a limited time. A reader that reconnects names its last event (`Last-Event-ID`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache, partial
from typing import Any, Final

import structlog
from starlette.types import Message, Receive, Scope, Send

from cutcard.floor.live import TooSlow, Update
from cutcard.shoe import By
from cutcard.web.api.house import HouseParts, Plain

CONTENT: Final = "text/event-stream"
ALIVE: Final = b": alive\n\n"
LEFT: Final = "left"
SIGNED_OUT: Final = "signed out"
SLOW: Final = "slow"
GAP: Final = b'"gap":true'
log = structlog.get_logger("cutcard.web")

StillSignedIn = Callable[[], Awaitable[bool]]


def event_bytes(kind: str, version: int, data: bytes) -> bytes:
    """One event as it goes over the wire; JSON on one line has no line break in it."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, kind.encode(), data)


def view_bytes(view: Plain) -> bytes:
    """A whole view as an event."""
    data = json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()
    return event_bytes("view", int(view["version"]), data)


@lru_cache(maxsize=1024)
def update_message(update: Update) -> Message | None:
    """An update as it goes to everybody, made once; None where each gets a view of their own."""
    return None if GAP in update.data else _part(event_bytes("update", update.version, update.data))


def _part(data: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


def sent_at_once(send: Send, part: Message) -> bool:
    """Send a part of an answer without waiting; false, and nothing is sent, where the server must wait.

    A server waits until its connection takes more, and writes then: what stops before that is let go.
    """
    sending = send(part).__await__()
    try:
        next(sending)
    except StopIteration:
        return True
    sending.close()
    return False


class StreamEnded(Exception):  # noqa: N818 - it says what became of a stream
    """A stream is over, and why."""


class TableStream:
    """One reader of one table: an answer that goes on."""

    def __init__(
        self,
        house: HouseParts,
        name: str,
        by: By,
        *,
        after: int | None,
        views: bool,
        signed_in: StillSignedIn,
    ) -> None:
        """Nothing is sent yet. With `views`, each update is sent as the viewer's whole view."""
        self._house = house
        self._name = name
        self._by = by
        self._after = after
        self._views = views
        self._signed_in = signed_in
        self.closing: asyncio.Event | None = None
        self.ended: asyncio.Event | None = None
        """Set when the reader's session is over."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send updates until the reader leaves, is too slow, or the house closes."""
        measures = self._house.measures
        gone = asyncio.ensure_future(_gone(receive))
        measures.streams.inc()
        why = LEFT
        try:
            headers = [(b"content-type", CONTENT.encode()), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            why = await self._send_all(gone, send)
            await self._write(send, b"", more=False)
        except StreamEnded as ended:
            why = str(ended)
        finally:
            gone.cancel()
            measures.streams.dec()
            if why != LEFT:
                measures.dropped(why)
                log.info(
                    "reader let go", table=self._name, why=why, request=scope["state"].get("request")
                )

    async def _write(self, send: Send, data: bytes, *, more: bool = True) -> None:
        try:
            async with asyncio.timeout(self._house.settings.stream_seconds):
                await send(_part(data, more=more))
        except TimeoutError:
            raise StreamEnded(SLOW) from None

    async def _send_all(self, gone: asyncio.Future[None], send: Send) -> str:
        """Send until the stream ends; the reason why it did."""
        floor, after = self._house.floor, self._after
        if after is None:
            view = floor.view(self._name, self._by)
            await self._write(send, view_bytes(view))
            after = int(view["version"])
        updates = floor.follow(self._name, after, at_once=partial(self._at_once, send))
        closing = asyncio.ensure_future(self.closing.wait()) if self.closing is not None else gone
        ended = asyncio.ensure_future(self.ended.wait()) if self.ended is not None else gone
        coming = asyncio.ensure_future(_next(updates))
        try:
            while not gone.done() and not closing.done():
                wait = self._house.settings.stream_seconds
                waited: set[asyncio.Future[Any]] = {coming, gone, closing, ended}
                await asyncio.wait(waited, timeout=wait, return_when="FIRST_COMPLETED")
                if ended is not gone and ended.done():
                    return SIGNED_OUT
                if coming.done():
                    await self._write(send, self._message(coming.result()))
                    coming = asyncio.ensure_future(_next(updates))
                elif not gone.done() and not closing.done():
                    if not await self._signed_in():
                        return SIGNED_OUT
                    await self._write(send, ALIVE)
        except TooSlow:
            return SLOW
        finally:
            coming.cancel()
            for each in {closing, ended} - {gone}:
                each.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            await updates.aclose()  # type: ignore[attr-defined]
        return LEFT

    def _at_once(self, send: Send, update: Update) -> bool:
        """Write an update without waiting; false where that cannot be: then it is waited for.

        Whoever publishes calls this for every reader, so that nothing may go wrong here for the others.
        """
        try:
            part = None if self._views else update_message(update)
            return sent_at_once(send, part or _part(self._message(update)))
        except Exception:
            return False

    def _message(self, update: Update) -> bytes:
        if self._views or GAP in update.data:
            return view_bytes(self._house.floor.view(self._name, self._by))
        return event_bytes("update", update.version, update.data)


async def _next(updates: AsyncIterator[Update]) -> Update:
    return await anext(updates)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
