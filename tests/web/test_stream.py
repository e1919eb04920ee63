"""Server-sent events over a real socket: in order, from where one left, and only while one keeps up."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cutcard.floor.live import hub
from web.houses import House, served
from web.test_api import refused

TIP = {"do": "tip", "amount": "0.25"}
Event = tuple[int, str, dict[str, Any]]


def events(answer: httpx.Response) -> Iterator[Event]:
    """The events of a stream as they come."""
    found: dict[str, str] = {}
    for line in answer.iter_lines():
        if line:
            key, _, value = line.partition(": ")
            found[key] = value
        elif "data" in found:
            yield int(found["id"]), found["event"], json.loads(found["data"])
            found = {}


@contextmanager
def reading(house: House, name: str, table: str = "one", **headers: str) -> Iterator[Iterator[Event]]:
    path = f"/api/tables/{table}/stream"
    with (
        httpx.Client(base_url=house.url, timeout=10) as client,
        client.stream("GET", path, headers={**house.headers(name), **headers}) as answer,
    ):
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"] == "text/event-stream"
        yield events(answer)


def test_a_view_first_and_then_every_update_in_order(house: House) -> None:
    with reading(house, "bob") as coming:
        version, kind, view = next(coming)
        assert (kind, view["version"]) == ("view", version)
        done = [house.done("ann", "one", TIP)["version"] for _ in range(5)]
        found = [next(coming) for _ in range(5)]
    assert [each[0] for each in found] == done
    assert {each[1] for each in found} == {"update"}
    assert found[0][2]["happened"][0]["event"] == "tipped"


def test_whoever_comes_back_misses_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with reading(house, "bob") as coming:
        left_at = next(coming)[0]
    done = [house.done("ann", "one", TIP)["version"] for _ in range(4)]
    with reading(house, "bob", **{"last-event-id": str(left_at)}) as coming:
        assert [next(coming)[0] for _ in done] == done
    with reading(house, "bob", **{"last-event-id": str(done[1])}) as coming:
        assert [next(coming)[0] for _ in done[2:]] == done[2:]
    monkeypatch.setattr(hub, "RECENT", 2)
    done.append(house.done("ann", "one", TIP)["version"])
    with reading(house, "bob", **{"last-event-id": str(left_at)}) as coming:
        version, kind, view = next(coming)
        assert (version, kind, view["version"]) == (done[-1], "view", done[-1])


def test_whole_views_are_the_viewers_own(house: House) -> None:
    with (
        httpx.Client(base_url=house.url, timeout=10) as client,
        client.stream(
            "GET", "/api/tables/one/stream", params={"views": "true"}, headers=house.headers("bob")
        ) as answer,
    ):
        coming = events(answer)
        next(coming)
        version = house.done("ann", "one", TIP)["version"]
        found = next(coming)
    assert found[:2] == (version, "view")
    assert found[2] == house.get("bob", "/api/tables/one").json()
    assert "ann" not in found[2]["chips"]


@pytest.mark.parametrize("said", ["x", "-1", "1" * 17, "1 2"])
def test_a_place_that_is_none_is_refused(house: House, said: str) -> None:
    headers = {**house.headers("bob"), "last-event-id": said}
    refused(house.client.get("/api/tables/one/stream", headers=headers), 422, "bad_request")


def test_streams_are_for_who_may_see_tables_that_are_there(house: House) -> None:
    refused(house.client.get("/api/tables/one/stream"), 401, "not_signed_in")
    refused(house.get("boss", "/api/tables/one/stream"), 403, "wrong_role")
    refused(house.get("bob", "/api/tables/none/stream"), 404, "unknown_table")


def wait_until(true: Any, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        threading.Event().wait(0.02)


def readers(house: House) -> int:
    return sum(house.app.state.house.reading.values())


def test_places_are_limited_and_given_back(tmp_path: Path) -> None:
    with served(tmp_path, streams_each=2, most_streams=3) as house:
        with reading(house, "ann") as one, reading(house, "ann") as two:
            next(one), next(two)
            refused(house.get("ann", "/api/tables/one/stream"), 429, "too_many_streams")
            with reading(house, "bob") as three:
                next(three)
                refused(house.get("dee", "/api/tables/one/stream"), 503, "unavailable")
        wait_until(lambda: readers(house) == 0)
        with reading(house, "ann") as again:
            next(again)


def test_who_signs_out_is_read_to_no_more(tmp_path: Path) -> None:
    with served(tmp_path, stream_seconds=0.2) as house, reading(house, "bob") as coming:
        next(coming)
        house.client.delete("/api/session", headers=house.headers("bob"))
        assert list(coming) == []
        wait_until(lambda: readers(house) == 0)
        assert 'cutcard_streams_dropped_total{why="signed out"} 1.0' in house.client.get("/metrics").text


def test_a_server_that_stops_waits_for_no_reader(tmp_path: Path) -> None:
    with served(tmp_path) as house, reading(house, "bob") as coming:
        next(coming)
        began = time.monotonic()
        house.server.stop()
        assert list(coming) == []
        assert time.monotonic() - began < 5


@contextmanager
def deaf(house: House, name: str) -> Iterator[socket.socket]:
    """A reader who asks for updates, whole views of them, and then reads nothing."""
    port = int(house.url.rpartition(":")[2])
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", port))
    head = f"GET /api/tables/one/stream?views=true HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    raw.sendall(f"{head}Authorization: Bearer {house.token(name)}\r\n\r\n".encode())
    try:
        yield raw
    finally:
        raw.close()


def test_a_slow_reader_is_let_go_and_nobody_waits_for_it(tmp_path: Path) -> None:
    with served(tmp_path, stream_seconds=0.3) as house:
        house.open("one")
        house.seat("one", "ann", 1)
        slow = house.app.state.house.measures
        with deaf(house, "bob"), reading(house, "dee") as coming:
            next(coming)
            wait_until(lambda: readers(house) == 2)
            took, versions = [], []
            for _ in range(2000):
                began = time.monotonic()
                versions.append(house.done("ann", "one", TIP)["version"])
                took.append(time.monotonic() - began)
                if readers(house) == 1:
                    break
            assert readers(house) == 1, "a reader who does not read is let go"
            assert max(took) < 2
            heard = [next(coming)[0] for _ in versions]
            assert heard == versions, "the other heard everything"
        assert b'cutcard_streams_dropped_total{why="slow"} 1.0' in slow.text()
