"""What a stranger may cost the house before signing in: bytes of a head, seconds, connections."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cutcard.web.server.http import FILES_KEPT, room_for_connections
from web.houses import House, served
from web.raw_http import LIVE, Wire, close_all, statuses

HALF = b"GET /live HTTP/1.1\r\nHost: {host}\r\n"
MOST = 20


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("limits")
    with served(folder, head_seconds=0.4, most_connections=MOST) as found:
        yield found


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    close_all()


def _told(wire: Wire) -> tuple[int, dict[str, str]]:
    heard = wire.heard()
    assert len(heard) == 1, heard
    return heard[0].status, json.loads(heard[0].body)


@pytest.mark.parametrize(
    "head",
    [
        b"X-Long: " + b"a" * 40_000,
        b"".join(b"X-%d: a\r\n" % each for each in range(200)),
        b"Cookie: " + b"a" * 20_000 + b"\r\nX-Too: " + b"b" * 20_000,
    ],
    ids=["one long header", "many headers", "long together"],
)
def test_a_long_head_is_refused_before_it_is_read(house: House, head: bytes) -> None:
    status, told = _told(Wire(house).send(HALF + head + b"\r\n\r\n"))
    assert (status, told["code"]) == (431, "too_large")


def test_a_header_without_end_is_cut_off(house: House) -> None:
    """It never ends, so no header of it is ever complete: its bytes are counted as they come."""
    wire = Wire(house).send(HALF + b"X-Long: ")
    sent = 0
    with suppress(ConnectionError):
        while sent < 64 * 2**20:
            wire.socket.sendall(b"a" * 65_536)
            sent += 65_536
    assert sent < 8 * 2**20
    assert house.client.get("/ready").status_code == 200


def test_a_head_that_dribbles_is_not_waited_for(house: House) -> None:
    began, wire = time.monotonic(), Wire(house)
    with suppress(ConnectionError):
        for each in HALF * 20:
            wire.send(bytes([each]) if each not in b"{}" else b"x", 0.02)
    assert time.monotonic() - began < 3
    quiet = Wire(house).send(HALF)
    assert _told(quiet)[1]["code"] == "too_slow"


def test_who_says_nothing_is_let_go(house: House) -> None:
    wire = Wire(house)
    wire.socket.settimeout(3)
    assert wire.socket.recv(1) == b""


def test_a_usual_head_is_answered_and_so_is_the_next_on_the_connection(house: House) -> None:
    wire = Wire(house).send(LIVE[:-2] + b"Cookie: " + b"a" * 8_000 + b"\r\n\r\n")
    assert wire.one() == 200
    time.sleep(0.6)  # idle for longer than a head may take
    assert wire.send(LIVE).one() == 200


def test_half_requests_keep_nobody_out(house: House) -> None:
    """As many as there is room for, three times over; whoever asks something whole is answered."""
    held = [Wire(house).send(HALF) for _ in range(3 * MOST)]
    for _ in range(3):
        assert statuses(Wire(house).send(LIVE[:-2] + b"Connection: close\r\n\r\n").heard()) == [200]
    assert len(held) == 3 * MOST


def test_one_connection_too_many_is_told_when_to_come_back(tmp_path: Path) -> None:
    with served(tmp_path, most_connections=3) as house:
        house.get("ann", "/api/me")  # the client keeps its connection
        readers = [
            Wire(house).send(
                b"GET /api/tables/one/stream HTTP/1.1\r\nHost: {host}\r\n"
                b"Authorization: Bearer {ann}\r\n\r\n"
            )
            for _ in range(3)
        ]
        for each in readers:
            assert each.socket.recv(15) == b"HTTP/1.1 200 OK"
        raw = socket.create_connection(("127.0.0.1", int(house.url.rsplit(":", 1)[1])), timeout=3)
        answer = raw.recv(4096)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: 1\r\n" in answer
        raw.close()
        close_all()


def test_connections_leave_files_for_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    assert room_for_connections(8000) == 1024 - FILES_KEPT
    assert room_for_connections(100) == 100
