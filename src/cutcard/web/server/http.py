"""A server for one application: it ends every stream when it stops, and answers what was asked."""

from __future__ import annotations

import asyncio
import signal
import socket
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from cutcard.compute import system
from cutcard.web.server.app import close_streams
from cutcard.web.server.connection import Connection
from cutcard.web.server.socket import BACKLOG

IDLE_SECONDS: Final = 30
CLOSING_SECONDS: Final = 10
FILES_WANTED: Final = 16_384
FILES_KEPT: Final = 200
"""Files that are no connections: the store's, the log, the program's own."""
FEWEST_CONNECTIONS: Final = 16


def room_for_connections(most: int) -> int:
    """How many connections this process can hold, once the system was asked for more files."""
    files = system.files_allowed(FILES_WANTED)
    return most if files is None else min(most, max(FEWEST_CONNECTIONS, files - FILES_KEPT))


class Server(uvicorn.Server):
    """A server for one application, started on a socket that listens: `await server.serve([socket])`."""

    def __init__(self, app: FastAPI) -> None:
        """Quiet, since the application logs by itself; only configured proxies are trusted."""
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        settings = app.state.house.settings
        settings = replace(settings, most_connections=room_for_connections(settings.most_connections))
        proxies = settings.proxies
        connection: Any = partial(Connection, settings=settings)
        config = uvicorn.Config(
            app,
            http=connection,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
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
