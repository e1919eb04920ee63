"""A socket that lets go of the dead; what is asked of it is known before any of the house is loaded."""

from __future__ import annotations

import socket
from typing import Final

BACKLOG: Final = 512
UNREAD_MS: Final = 30_000
"""How long what was sent may lie unread before the connection is cut: who never reads is gone."""
UNREAD_BYTES: Final = 64 * 1024
"""How much the system keeps for one reader beside; by itself it would keep megabytes for a slow one."""


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
