"""Server-sent events: each table as one viewer sees it, then every update.

A slow reader is disconnected, never waited for: the hub buffers a limited number of updates for each,
and a write may take a limited time. A reader that reconnects names its last event (`Last-Event-ID`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import structlog
from starlette.types import Message, Receive, Scope, Send

from cutcard.floor.live import TooSlow, Update
from cutcard.shoe import By
from cutcard.web.api.house import HouseParts, Plain
from cutcard.web.server.gate import SENDS_PARTS

CONTENT: Final = "text/event-stream"
ALIVE: Final = b": alive\n\n"
LEFT: Final = "left"
SIGNED_OUT: Final = "signed out"
SLOW: Final = "slow"
GAP: Final = b'"gap":true'
log = structlog.get_logger("cutcard.web")

StillSignedIn = Callable[[], Awaitable[bool]]


def event_bytes(kind: str, number: str, data: bytes) -> bytes:
    """One event as it goes over the wire; JSON on one line has no line break in it."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (number.encode(), kind.encode(), data)


def view_data(view: Plain) -> bytes:
    """A whole view on one line."""
    return json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()


@lru_cache(maxsize=1024)
def update_message(update: Update) -> Message | None:
    """An update as it goes to everybody, made once; None where each gets a view of their own."""
    return None if GAP in update.data else _part(event_bytes("update", str(update.version), update.data))


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
    """One reader of some tables: an answer that goes on."""

    def __init__(
        self,
        house: HouseParts,
        after: Mapping[str, int | None],
        by: By,
        *,
        views: bool,
        named: bool = False,
        missing: Sequence[str] = (),
        signed_in: StillSignedIn,
    ) -> None:
        """Nothing is sent yet. `after` is table -> the version that the reader has, if any.

        With `views`, each update is sent as the viewer's whole view. Where the events are `named`, each
        bears its table in its id beside its version, so that a reader of several tells them apart; of
        tables that are `missing` the reader is told that they are gone.
        """
        self._house = house
        self._after = after
        self._missing = missing
        self._by = by
        self._views = views
        self._named = named
        self._signed_in = signed_in
        self._turn = asyncio.Lock()
        """Whoever writes has it: tables share one connection, and each event goes out whole."""
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
            send = scope["state"].get(SENDS_PARTS, send)
            why = await self._send_all(gone, send)
            await self._write(send, b"", more=False)
        except StreamEnded as ended:
            why = str(ended)
        finally:
            gone.cancel()
            measures.streams.dec()
            if why != LEFT:
                measures.dropped(why)
                tables = list(self._after)
                log.info("reader let go", tables=tables, why=why, request=scope["state"].get("request"))

    async def _write(self, send: Send, data: bytes, *, more: bool = True) -> None:
        try:
            async with asyncio.timeout(self._house.settings.stream_seconds), self._turn:
                await send(_part(data, more=more))
        except TimeoutError:
            raise StreamEnded(SLOW) from None

    async def _send_all(self, gone: asyncio.Future[None], send: Send) -> str:
        """Send until the stream ends; the reason why it did."""
        closing = asyncio.ensure_future(self.closing.wait()) if self.closing is not None else gone
        ended = asyncio.ensure_future(self.ended.wait()) if self.ended is not None else gone
        tables = [
            asyncio.ensure_future(self._follow(name, after, send)) for name, after in self._after.items()
        ]
        for name in self._missing:
            await self._write(send, event_bytes("gone", f"{name}:0", b"{}"))
        try:
            while not gone.done() and not closing.done():
                wait = self._house.settings.stream_seconds
                waited: set[asyncio.Future[Any]] = {*tables, gone, closing, ended}
                await asyncio.wait(waited, timeout=wait, return_when="FIRST_COMPLETED")
                if ended is not gone and ended.done():
                    return SIGNED_OUT
                for table in tables:
                    if table.done():
                        table.result()
                if not gone.done() and not closing.done():
                    if not await self._signed_in():
                        return SIGNED_OUT
                    await self._write(send, ALIVE)
        except TooSlow:
            return SLOW
        finally:
            for each in {*tables, closing, ended} - {gone}:
                each.cancel()
            await asyncio.gather(*tables, return_exceptions=True)
        return LEFT

    async def _follow(self, name: str, after: int | None, send: Send) -> None:
        """Send what happens at one table, for ever."""
        floor = self._house.floor
        if after is None:
            view = floor.view(name, self._by)
            after = int(view["version"])
            await self._write(send, self._event("view", name, after, view_data(view)))
        updates = floor.follow(name, after, at_once=partial(self._at_once, name, send))
        try:
            async for update in updates:
                await self._write(send, self._message(name, update))
        finally:
            await updates.aclose()  # type: ignore[attr-defined]

    def _at_once(self, name: str, send: Send, update: Update) -> bool:
        """Write an update without waiting; false where that cannot be: then it is waited for.

        Whoever publishes calls this for every reader, so that nothing may go wrong here for the others.
        """
        if self._turn.locked():
            return False
        try:
            part = None if self._views or self._named else update_message(update)
            return sent_at_once(send, part or _part(self._message(name, update)))
        except Exception:
            return False

    def _message(self, name: str, update: Update) -> bytes:
        if self._views or GAP in update.data:
            view = self._house.floor.view(name, self._by)
            return self._event("view", name, int(view["version"]), view_data(view))
        return self._event("update", name, update.version, update.data)

    def _event(self, kind: str, name: str, version: int, data: bytes) -> bytes:
        return event_bytes(kind, f"{name}:{version}" if self._named else str(version), data)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
