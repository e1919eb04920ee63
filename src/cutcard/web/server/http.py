"""Serving the application: streams that are written to at once, and a server that ends them."""

from __future__ import annotations

import asyncio
import signal
import socket
from functools import partial
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from cutcard.web.api.streams import WRITE_NOW
from cutcard.web.server.app import close_streams
from cutcard.web.server.fast_path import Straight
from cutcard.web.server.gate import Header
from cutcard.web.server.socket import BACKLOG

IDLE_SECONDS: Final = 30
CLOSING_SECONDS: Final = 10
BODY_SECONDS: Final = 0.1
"""How long a command waits for its body before it goes the ordinary way, which is more patient."""
STREAM: Final = "/stream"


class Http(HttpToolsProtocol):
    """HTTP whose streams can be written to at once, by whoever has the bytes for all readers.

    A command waits here for its body, which comes with the request or right after it, and goes the
    straight way; one that lets it wait goes the ordinary way. What was asked whole is answered in its
    order, even where nothing more can come or be read after it.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        """A connection."""
        super().__init__(*args, **named)
        self._straight: Straight = self.config.straight  # type: ignore[attr-defined]
        self._running: RequestResponseCycle | None = None
        self._held: RequestResponseCycle | None = None
        self._wait: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        super().data_received(data)
        self._be_patient()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Nothing more will come: whether the connection stays until all is answered."""
        return self._ends_after_answers()

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP; who asked something before it is answered that first, and no more."""
        if self._ends_after_answers():
            self.flow.pause_reading()
        elif self._running is not None and _is_stream(self._running):
            self.transport.close()
        else:
            super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone, for every request that it made."""
        held, running = self._let_go(), self._running
        super().connection_lost(exc)
        for cycle, _ in self.pipeline:
            cycle.on_response = _nothing
        self.pipeline.clear()
        if running is not None and not running.response_complete:
            running.disconnected = True
            running.message_event.set()
        if held is not None:
            super()._start_asgi_task(held, self.app)

    def _ends_after_answers(self) -> bool:
        """Close once what was asked whole is answered; false where there is no such thing."""
        if self.pipeline and self.pipeline[0][0].more_body:
            self.pipeline.popleft()[0].on_response = _nothing
        asked = [cycle for cycle, _ in self.pipeline]
        if self._running is not None and not self._running.response_complete:
            asked.append(self._running)
        if not asked or any(cycle.more_body or _is_stream(cycle) for cycle in asked):
            return False
        asked[0].keep_alive = False
        return True

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        may_wait = cycle.more_body and not cycle.waiting_for_100_continue and not self.flow.write_paused
        if may_wait and app is self.app and self._straight.wants(cast(dict[str, Any], cycle.scope)):
            self._held = cycle
        else:
            super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        """A request is complete."""
        super().on_message_complete()
        held = self._let_go()
        if held is not None and not self._taken(held):
            super()._start_asgi_task(held, self.app)

    def on_response_complete(self) -> None:
        """A request is answered; the next may have come long ago."""
        super().on_response_complete()
        self._be_patient()

    def _taken(self, held: RequestResponseCycle) -> bool:
        scope = cast(dict[str, Any], held.scope)
        return self._straight.take(scope, bytes(held.body), partial(_reply, held))

    def _be_patient(self) -> None:
        """Let what is held wait for its body, and not for ever."""
        if self._held is not None and self._wait is None:
            self._wait = self.loop.call_later(BODY_SECONDS, self._give_up)

    def _let_go(self) -> RequestResponseCycle | None:
        """What was held, and is no more."""
        held, self._held = self._held, None
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None
        return held

    def _give_up(self) -> None:
        """The body is late."""
        held = self._let_go()
        if held is not None:
            super()._start_asgi_task(held, self.app)

    def on_headers_complete(self) -> None:
        """A request has come; what it asks for begins after this."""
        super().on_headers_complete()
        if _is_stream(self.cycle):
            self.scope["extensions"] = cast(Any, {WRITE_NOW: Writes(self.cycle)})
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False  # where its body begins and ends, only another protocol knows

    def _unsupported_upgrade_warning(self) -> None:
        """No other protocol is spoken here; the request is answered as if it had not asked for one."""


def _is_stream(cycle: RequestResponseCycle) -> bool:
    return cycle.scope["path"].endswith(STREAM)


def _nothing() -> None:
    """A request that is over keeps its connection alive no longer."""


def _reply(cycle: RequestResponseCycle, status: int, headers: list[Header], body: bytes) -> None:
    """A whole answer, as `RequestResponseCycle.send` would write it."""
    answered, cycle.on_response = cycle.on_response, _nothing
    if cycle.disconnected or cycle.response_complete or cycle.transport.is_closing():
        return
    parts = [STATUS_LINE[status]]
    for name, value in (*cycle.default_headers, *headers):
        parts += (name, b": ", value, b"\r\n")
    if not cycle.keep_alive:
        parts.append(b"connection: close\r\n")
    parts += (b"\r\n", body)
    cycle.transport.write(b"".join(parts))
    cycle.response_started = cycle.response_complete = True
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    answered()


class Writes:
    """Writing a whole chunk of an answer, where that needs no waiting."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        """Of one answer that is under way."""
        self._cycle = cycle

    def __call__(self, chunk: bytes) -> bool:
        """Whether it was written: not to who is gone, and not to who has yet to read what was."""
        cycle = self._cycle
        if cycle.flow.write_paused or cycle.disconnected or cycle.response_complete:
            return False
        if not cycle.chunked_encoding or cycle.transport.is_closing():
            return False
        cycle.transport.write(chunk)
        return True


class Server(uvicorn.Server):
    """A server for one application, started on a socket that listens: `await server.serve([socket])`."""

    def __init__(self, app: FastAPI, *, most_connections: int = 8000) -> None:
        """Quiet: the application logs by itself; no proxy is believed unless told to."""
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        proxies = app.state.house.settings.proxies
        config = uvicorn.Config(
            app,
            http=Http,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            limit_concurrency=most_connections,
            backlog=BACKLOG,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=CLOSING_SECONDS,
            lifespan="on",
        )
        config.straight = Straight(app)  # type: ignore[attr-defined]
        super().__init__(config)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until asked to stop."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, _: FrameType | None) -> None:
        """A signal to stop: readers are let go at once, requests are finished.

        The server's own way would raise the signal again at its end, and the process would die of it
        before the house has let go of its store.
        """
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.stop()

    def stop(self) -> None:
        """Stop, from any thread."""
        self.should_exit = True
        self.close_streams()

    def close_streams(self) -> None:
        """End every stream."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(close_streams, self._app)
