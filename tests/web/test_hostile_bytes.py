"""Hostile bytes where a command is awaited: answered as recorded, once, and nobody else is harmed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import sqlite3
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import uvloop

from cutcard.floor.live.floor import Floor, StoppedTable
from cutcard.web.server import logs
from cutcard.web.server.connection import Connection
from cutcard.web.server.settings import Rate
from web import raw_cases
from web.houses import House, served
from web.raw_cases import Parts
from web.raw_http import (
    LAST,
    LIVE,
    Heard,
    Wire,
    answers_in,
    asking,
    close_all,
    head_and_body,
    request,
    statuses,
)

ANSWERS = tomllib.loads((Path(__file__).parent / "raw_answers.toml").read_text())
STREAM = LIVE.replace(b"/live", b"/api/tables/one/stream").replace(
    b"\r\n\r\n", b"\r\nAuthorization: Bearer {ann}\r\n\r\n"
)


def ready(house: House) -> House:
    """Table `one` open, ann at its first box, and everybody known to the process."""
    house.open("one")
    house.seat("one", "ann", 1)
    for name in ("ann", "bob", "dee"):
        assert house.get(name, "/api/me").status_code == 200
    return house


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """Two houses with the same history, on the two loops that a house is served on."""
    with (
        served(tmp_path_factory.mktemp("uvloop"), body_seconds=0.3, run=uvloop.run) as one,
        served(tmp_path_factory.mktemp("asyncio"), body_seconds=0.3) as other,
    ):
        yield ready(one), ready(other)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No connection outlives its test."""
    yield
    close_all()


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """What is logged meanwhile."""
    found = StringIO()
    logs.configure_logs(found)
    yield found
    logs.configure_logs(StringIO())


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The table of every command that a floor was asked for."""
    found: list[str] = []
    ask = Floor.ask

    def noted(floor: Floor, name: str, *args: Any) -> None:
        found.append(name)
        ask(floor, name, *args)

    monkeypatch.setattr(Floor, "ask", noted)
    return found


def come(taken: list[str], many: int) -> None:
    """Wait until so many commands have come."""
    until = time.monotonic() + 30
    while len(taken) < many:
        assert time.monotonic() < until, f"{len(taken)} of {many} came"
        time.sleep(0.01)


def version(house: House) -> int:
    return int(house.get("ann", "/api/tables/one").json()["version"])


def told(house: House, parts: Parts) -> tuple[list[Heard], int]:
    """Every answer to what is sent, and where the table stands then."""
    wire = Wire(house)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        wire.send(*parts).send(LAST)
    return wire.heard(), version(house)


def summary(heard: Heard) -> str:
    """An answer in one line: its status, its code and place, and whether the connection ends with it."""
    try:
        body = json.loads(heard.body)
    except ValueError:
        body = {}
    words = [str(heard.status), *(body.get(key, "") for key in ("status", "code", "where"))]
    words.append("(closes)" if b"connection: close" in heard.headers else "")
    return " ".join(each for each in words if each)


CASES = {
    each.__name__: each
    for each in (
        raw_cases.framed,
        raw_cases.started,
        raw_cases.named,
        raw_cases.asked_by_others,
        raw_cases.said,
    )
}


@pytest.mark.parametrize("group", CASES)
def test_whatever_comes_is_answered_as_recorded(
    both: tuple[House, House], group: str, lines: StringIO
) -> None:
    recorded = ANSWERS[group]
    assert recorded.keys() == CASES[group]().keys()
    for name, parts in CASES[group]().items():
        one, other = (told(house, parts) for house in both)
        assert one == other, name
        assert [summary(each) for each in one[0]] == recorded[name], name
    assert '"error"' not in lines.getvalue()
    assert "Traceback" not in lines.getvalue()


def test_what_was_asked_is_answered_before_a_connection_ends(both: tuple[House, House]) -> None:
    part, head = request()[:-4], request()[:30]
    for house in both:
        before = version(house)
        assert statuses(Wire(house).send(request()).end().heard()) == [200]
        assert statuses(Wire(house).send(request() + LIVE + request()).end().heard()) == [200] * 3
        assert statuses(Wire(house).send(request() + part).end().heard()) == [200]
        assert statuses(Wire(house).send(request() + head).end().heard()) == [200]
        assert statuses(Wire(house).send(request() + b"?\r\n").heard()) == [200]
        assert Wire(house).send(part).end().heard() == []
        assert version(house) == before + 6


def test_a_body_that_never_comes_is_not_waited_for(both: tuple[House, House]) -> None:
    part = request()[:-4]
    for house in both:
        before = version(house)
        for sent, answered in ((part, []), (request() + part, [200]), (LIVE + part, [200])):
            wire = Wire(house).send(sent)
            until = time.monotonic() + 5
            found: list[Heard] = []
            while len(found) <= len(answered) and time.monotonic() < until:
                time.sleep(0.05)
                wire.socket.setblocking(False)
                found += _so_far(wire)
            assert statuses(found) == [*answered, 408]
        assert version(house) == before + 1


def _so_far(wire: Wire) -> list[Heard]:
    with contextlib.suppress(BlockingIOError):
        return list(answers_in(wire.socket.recv(1 << 16)))
    return []


def test_who_names_two_hosts_asks_nothing(both: tuple[House, House]) -> None:
    own, other = "Host: {host}", "Host: evil.example"
    for house in both:
        before = version(house)
        for hosts in ((own, other), (other, own), (own, own)):
            wire = Wire(house).send(request(None, *hosts, "Connection: close", without="Host"))
            assert statuses(wire.heard()) == [421]
        assert version(house) == before


def test_nothing_hides_in_the_body_of_an_upgrade(both: tuple[House, House]) -> None:
    hidden = request()
    for house in both:
        before = version(house)
        for kind in ("h2c", "websocket"):
            headers = ("Connection: Upgrade", f"Upgrade: {kind}", f"Content-Length: {len(hidden)}")
            head = request(b"", *headers, without="Content-Length")
            assert statuses(told(house, (head, 0.05, hidden))[0]) == [422]
        assert version(house) == before


@contextlib.contextmanager
def held_up(house: House) -> Iterator[None]:
    """Nothing is written meanwhile: commands wait."""
    connection = sqlite3.connect(str(house.floor.database.url.database), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def test_who_is_gone_keeps_no_other_from_being_told(
    both: tuple[House, House], lines: StringIO, taken: list[str]
) -> None:
    house = both[0]
    before = version(house)
    with held_up(house):
        first = Wire(house).send(request())
        come(taken, 1)
        time.sleep(0.05)
        gone = [Wire(house).send(request() + request() + LIVE) for _ in range(5)]
        come(taken, 6)
        stay = [Wire(house).send(request()) for _ in range(5)]
        come(taken, 11)
        for number, each in enumerate(gone):
            each.reset() if number % 2 else each.socket.close()
        time.sleep(0.1)
    assert [each.one() for each in (first, *stay)] == [200] * 6
    assert version(house) >= before + 11
    assert '"error"' not in lines.getvalue()


def test_a_reader_who_is_gone_with_more_asked_takes_nobody_along(both: tuple[House, House]) -> None:
    for house in both:
        readers = [Wire(house).send(STREAM) for _ in range(4)]
        gone = [Wire(house).send(STREAM + LIVE) for _ in range(4)]
        for each in (*readers, *gone):
            while b"event: view" not in each.socket.recv(1 << 16):
                pass
        for number, each in enumerate(gone):
            each.reset() if number % 2 else each.socket.close()
        time.sleep(0.1)
        tip = {"do": "tip", "amount": "0.25"}
        versions = [house.done("ann", "one", tip)["version"] for _ in range(3)]
        for each in readers:
            heard = b""
            while b"id: %d\n" % versions[-1] not in heard:
                heard += each.socket.recv(1 << 16)
            assert all(b"id: %d\n" % number in heard for number in versions)
            each.socket.close()
        settles(partial(_is_unread, house))


def _is_unread(house: House) -> bool:
    return house.floor.hub.many == 0 and house.app.state.house.reading == {}


def settles(is_so: Callable[[], bool]) -> None:
    """Wait until it is."""
    until = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_server_that_stops_answers_what_it_took(tmp_path: Path, taken: list[str]) -> None:
    many = 80
    with served(tmp_path, run=uvloop.run) as house:
        ready(house)
        before = version(house)
        taken.clear()
        with held_up(house):
            wires = [Wire(house).send(request()) for _ in range(many)]
            part = Wire(house).send(request()[:-4])
            come(taken, many)
            house.server.stop()
            time.sleep(0.3)
        heard = [each.heard() for each in wires]
        assert [statuses(each) for each in heard] == [[200]] * many
        assert all(b"connection: close" in each[0].headers for each in heard)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            part.send(b"xxxx")
        assert statuses(part.heard()) in ([], [422])
        assert house.floor.live("one").version == before + many


def test_rates_are_taken_once(both: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    refused = []
    for house in both:
        rates = house.app.state.house.rates.commands
        monkeypatch.setattr(rates, "_rate", Rate(20, 0.001))
        monkeypatch.setattr(rates, "_left", {})
        late = head_and_body(request())
        parts: list[Parts] = [(request(),)] * 3 + [(late[0], 0.15, late[1])] * 2
        parts += [(request(asking("{}")),), (request(None, "Origin: http://evil"),)]
        parts += [(request() * 4,), (request(asking('{"do":"open_table"}')),)]
        found = [each.status for part in parts for each in told(house, part)[0][:-1]]
        assert found.count(200) == 9
        assert sorted({*found}) == [200, 403, 422]
        rest = told(house, (b"".join(request() for _ in range(14)),))[0][:-1]
        assert statuses(rest) == [200] * 10 + [429] * 4
        refused.append(rest[-1])
    assert refused[0] == refused[1]


def test_whoever_is_signed_out_asks_nothing_on_a_connection_that_stayed(
    both: tuple[House, House],
) -> None:
    for house in both:
        wire = Wire(house)
        assert wire.send(request()).one() == 200
        raw = wire.filled(request())
        house.people.sign_out(house.tokens.pop("ann"))
        wire.socket.sendall(raw)
        assert wire.one() == 401
        assert wire.send(request()).one() == 200
        house.clock.later(60 * 60 * 24)
        assert wire.send(request()).one() == 401
        house.tokens.clear()


def test_a_table_that_is_stopped_says_so(both: tuple[House, House]) -> None:
    found = []
    for house in both:
        house.get("ann", "/api/me")
        live = house.floor._lives.pop("one")
        house.floor.stopped["one"] = StoppedTable("one", "broken")
        found.append(Wire(house).send(request(), LAST).heard())
        house.floor.stopped.clear()
        house.floor._lives["one"] = live
        assert statuses(found[-1]) == [503, 200]
        assert b"table one is stopped; ask the floor" in found[-1][0].body
    assert found[0] == found[1]


def left(house: House) -> tuple[int, int, int]:
    """Connections and tasks of a server, and connections that are over and yet kept."""
    loop: Any = house.server._loop
    found: list[int] = []
    seen = threading.Event()

    def look() -> None:
        found.extend((len(house.server.server_state.connections), len(asyncio.all_tasks(loop))))
        seen.set()

    loop.call_soon_threadsafe(look)
    assert seen.wait(20)
    return (
        found[0],
        found[1],
        sum(each.loop is loop for each in gc.get_objects() if type(each) is Connection),
    )


def mischief(house: House, number: int) -> None:
    """One connection that ends in some bad way."""
    late = head_and_body(request())
    ways: list[Callable[[], object]] = [
        lambda: Wire(house).send(request(), LAST).heard(),
        lambda: Wire(house).send(request()).reset(),
        lambda: Wire(house).send(request()).socket.close(),
        lambda: Wire(house).send(late[0]).reset(),
        lambda: Wire(house).send(request() + late[0]).socket.close(),
        lambda: Wire(house).send(request() * 3 + late[0]).reset(),
        lambda: Wire(house).send(request() + b"?\r\n\r\n").heard(),
        lambda: Wire(house).send(request(asking("{")), LAST).heard(),
        lambda: Wire(house).send(request()).end().heard(),
        lambda: Wire(house).send(raw_cases.by("Authorization: Bearer {dee}"), LAST).heard(),
        lambda: Wire(house).send(STREAM + request()).reset(),
        lambda: Wire(house).send(request() + STREAM).socket.close(),
    ]
    ways[number % len(ways)]()


@pytest.mark.parametrize("many", [36, pytest.param(2_400, marks=pytest.mark.long)])
def test_nothing_is_left_of_connections_that_ended_badly(
    both: tuple[House, House], lines: StringIO, many: int
) -> None:
    house = both[0]
    assert house.get("ann", "/api/me").status_code == 200
    gc.collect()
    before = left(house)
    gc.disable()
    try:
        for number in range(many):
            mischief(house, number)
        settles(lambda: all(now <= then for now, then in zip(left(house), before, strict=True)))
    finally:
        gc.enable()
    settles(lambda: house.app.state.house.reading == {})
    assert house.ask("ann", "one", {"do": "tip", "amount": "0.25"}).status_code == 200
    assert '"error"' not in lines.getvalue()
