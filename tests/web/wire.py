"""The line between a browser and a house: every byte that comes is kept, and it can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LISTENING = 128
PIECE = 1 << 16


class Wire:
    """A line to a house on this machine."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=LISTENING)
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._came = bytearray()
        self._to = 0
        self.is_down = False
        """Whether nothing gets through, in either direction."""
        self.loses_answers = False
        """Whether what is asked arrives, and the answer is lost on its way."""

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def lead_to(self, url: str) -> None:
        """Lead to a house, from now on."""
        self._to = int(url.rpartition(":")[2])
        threading.Thread(target=self._accept, name="wire", daemon=True).start()

    def came(self, after: int = 0) -> str:
        """What the house sent after so many bytes."""
        with self._lock:
            return self._came[after:].decode("latin-1")

    @property
    def length(self) -> int:
        """How many bytes the house sent."""
        with self._lock:
            return len(self._came)

    def cut(self) -> None:
        """Every connection is lost, without a word."""
        with self._lock:
            lost, self._open = self._open, set()
        for each in lost:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def close(self) -> None:
        """The end of it."""
        self.is_down = True
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self.is_down:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            with self._lock:
                self._open |= {near, far}
            for one, other, answers in ((near, far, False), (far, near, True)):
                args = (one, other, answers)
                threading.Thread(target=self._pump, args=args, name="wire", daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(PIECE):
                if answers and self.loses_answers:
                    break
                if answers:
                    with self._lock:
                        self._came += piece
                other.sendall(piece)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextmanager
def laid() -> Iterator[Wire]:
    """A wire, taken up at the end."""
    found = Wire()
    try:
        yield found
    finally:
        found.close()
