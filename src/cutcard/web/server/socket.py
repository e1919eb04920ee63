"""The listening socket, bound before the house is loaded; connections that stop reading are cut."""

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
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(
        socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
    )  # else an answer waits for its own header
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unread_bytes)
    listener.bind((host, port))
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener
