"""Serving the application: a socket that lets go of the dead, and a server that ends its streams."""

from __future__ import annotations

import asyncio
import socket
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from cutcard.web.app import close_streams
from cutcard.web.streaming import WRITE_NOW

BACKLOG: Final = 512
UNREAD_MS: Final = 30_000
"""How long what was sent may lie unread before the connection is cut: who never reads is gone."""
UNREAD_BYTES: Final = 64 * 1024
"""How much the system keeps for one reader beside; by itself it would keep megabytes for a slow one."""
IDLE_SECONDS: Final = 30
CLOSING_SECONDS: Final = 10
STREAM: Final = "/stream"


def listening(host: str, port: int, *, unread_bytes: int = UNREAD_BYTES) -> socket.socket:
    """A socket that listens; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else an answer waits for its own header
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unread_bytes)
    made.bind((host, port))
    made.listen(BACKLOG)
    made.setblocking(False)
    return made


class Http(HttpToolsProtocol):
    """HTTP whose streams can be written to at once, by whoever has the bytes for all readers."""

    def on_headers_complete(self) -> None:
        """A request has come; what it asks for begins after this."""
        super().on_headers_complete()
        if self.scope.get("path", "").endswith(STREAM):
            self.scope["extensions"] = cast(Any, {WRITE_NOW: Writes(self.cycle)})


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
        if not cycle.chunked_encoding:
            return False
        cycle.transport.write(chunk)
        return True


class Server(uvicorn.Server):
    """A server for one application, started on a socket that listens: `await server.serve([socket])`."""

    def __init__(self, app: FastAPI, *, most_connections: int = 8000) -> None:
        """Quiet: the application logs by itself; no proxy is believed unless told to."""
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        config = uvicorn.Config(
            app,
            http=Http,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=most_connections,
            backlog=BACKLOG,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=CLOSING_SECONDS,
            lifespan="on",
        )
        super().__init__(config)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until asked to stop."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop: readers are let go at once, requests are finished."""
        super().handle_exit(sig, frame)
        self.close_streams()

    def stop(self) -> None:
        """Stop, from any thread."""
        self.should_exit = True
        self.close_streams()

    def close_streams(self) -> None:
        """End every stream."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(close_streams, self._app)
