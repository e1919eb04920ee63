"""Requests byte by byte over a socket, and every answer that comes back, whole."""

from __future__ import annotations

import re
import socket
import struct
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from cutcard.floor.people.credentials import page_token
from web.houses import House

PATH = "/api/tables/one/commands"
TIP = '{"do":"tip","amount":"0.25"}'
LIVE = b"GET /live HTTP/1.1\r\nHost: {host}\r\n\r\n"
LAST = LIVE[:-2] + b"Connection: close\r\n\r\n"
WHOLE = re.compile(rb"HTTP/1.1 (\d+) .*?content-length: (\d+).*?\r\n\r\n", re.DOTALL)
ONE_EACH = (b"date:", b"cutcard-request:")
_keys = count(1)
_opened: list[socket.socket] = []


@dataclass(frozen=True)
class Heard:
    """One answer."""

    status: int
    headers: tuple[bytes, ...]
    body: bytes


def asking(command: str = TIP, *, key: str = "", more: str = "") -> bytes:
    """The body of a command under a key of its own."""
    named = key or f"wire-{next(_keys):06d}"
    return f'{{"key":"{named}","command":{command}{more}}}'.encode()


def request(
    body: bytes | None = None,
    *headers: str,
    path: str = PATH,
    start: str = "",
    without: str = "",
) -> bytes:
    """A request of ann's; `without` names the headers that it leaves out."""
    body = asking() if body is None else body
    mine = {
        "Host": "{host}",
        "Authorization": "Bearer {ann}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    }
    said = [f"{name}: {value}" for name, value in mine.items() if name not in without.split()]
    lines = [start or f"POST {path} HTTP/1.1", *said, *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def head_and_body(whole: bytes) -> tuple[bytes, bytes]:
    """A request cut where its body begins."""
    at = whole.index(b"\r\n\r\n") + 4
    return whole[:at], whole[at:]


class Wire:
    """One connection to a house."""

    def __init__(self, house: House) -> None:
        """Nothing is sent yet."""
        self._house = house
        self._port = int(house.url.rsplit(":", 1)[1])
        self.socket = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _opened.append(self.socket)

    def send(self, *parts: bytes | float) -> Wire:
        """Send, with pauses of so many seconds; names in braces become tokens and the address."""
        for each in parts:
            if isinstance(each, float):
                time.sleep(each)
            else:
                self.socket.sendall(self.filled(each))
        return self

    def filled(self, raw: bytes) -> bytes:
        """What goes over the wire."""
        for name in ("ann", "bob", "dee"):
            raw = raw.replace(b"{%b}" % name.encode(), self._house.token(name).encode())
        raw = raw.replace(b"{page}", page_token(self._house.token("ann")).encode())
        return raw.replace(b"{host}", f"127.0.0.1:{self._port}".encode())

    def heard(self) -> list[Heard]:
        """Every answer until the other side closes."""
        found = b""
        while True:
            try:
                part = self.socket.recv(1 << 16)
            except ConnectionResetError:
                part = b""
            if not part:
                self.socket.close()
                _opened.remove(self.socket)
                return list(answers_in(found.replace(str(self._port).encode(), b"PORT")))
            found += part

    def one(self) -> int:
        """The status of the next answer."""
        found = b""
        while not (whole := WHOLE.match(found)) or len(found) < whole.end() + int(whole[2]):
            part = self.socket.recv(1 << 16)
            assert part, found
            found += part
        return int(whole[1])

    def end(self) -> Wire:
        """Send nothing more, and go on to listen."""
        self.socket.shutdown(socket.SHUT_WR)
        return self

    def reset(self) -> None:
        """Be gone without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def close_all() -> None:
    """Close whatever a test left open."""
    while _opened:
        _opened.pop().close()


def answers_in(raw: bytes) -> Iterable[Heard]:
    """Answers one after another, without what is of one answer alone."""
    while raw:
        head, end, rest = raw.partition(b"\r\n\r\n")
        assert end, raw
        line, *headers = head.split(b"\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        size = int(length[1]) if length else 0
        kept = tuple(sorted(each for each in headers if not each.startswith(ONE_EACH)))
        yield Heard(int(line.split()[1]), kept, rest[:size])
        raw = rest[size:]


def statuses(heard: Iterable[Heard]) -> list[int]:
    """How each was answered."""
    return [each.status for each in heard]
