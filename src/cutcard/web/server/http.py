"""A server for one application: it ends every stream when it stops, and answers what was asked."""

from __future__ import annotations

import asyncio
import signal
import socket
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from cutcard.web.server.app import close_streams
from cutcard.web.server.connection import Connection
from cutcard.web.server.socket import BACKLOG

IDLE_SECONDS: Final = 30
CLOSING_SECONDS: Final = 10


class Server(uvicorn.Server):
    """A server for one application, started on a socket that listens: `await server.serve([socket])`."""

    def __init__(self, app: FastAPI, *, most_connections: int = 8000) -> None:
        """Quiet, since the application logs by itself; only configured proxies are trusted."""
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        proxies = app.state.house.settings.proxies
        config = uvicorn.Config(
            app,
            http=Connection,
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
