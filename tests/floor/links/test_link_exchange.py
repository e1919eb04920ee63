"""Two houses over HTTP, each with keys of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import httpx
import pytest

from cutcard.floor.keys import HouseKeys
from cutcard.floor.links import (
    Admit,
    AskHome,
    HomeOffice,
    LinkProblem,
    RemoteOffice,
    RunMeter,
    answer_house,
    exchange,
)
from cutcard.floor.meters import Status, commands as c
from cutcard.floor.store import Database
from cutcard.money import Cents
from floor.meters.links import DEE, DEVICE, SUE, TERMS, edge, whole

NORTH, SOUTH = HouseKeys({"k1": b"\x01" * 32}), HouseKeys({"k1": b"\x02" * 32})
PEERS = {"north": NORTH.public, "south": SOUTH.public}


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Database]]:
    made = [
        Database.open(f"sqlite:///{tmp_path / name}.db", keys=keys)
        for name, keys in (("north", NORTH), ("south", SOUTH))
    ]
    for store in made:
        store.migrate()
    yield made
    for store in made:
        store.close()


@pytest.fixture
def home(stores: list[Database]) -> HomeOffice:
    office = HomeOffice(stores[0], "north", "match")
    office.create()
    for command in (Admit(SUE, "south"), RunMeter(c.Configure(SUE, TERMS))):
        assert office.do(command, 0) is None
    return office


@pytest.fixture
def remote(stores: list[Database]) -> RemoteOffice:
    office = RemoteOffice(stores[1], "south", "north", "match")
    office.create()
    return office


@pytest.fixture
def address(home: HomeOffice) -> Iterator[str]:
    """Where the home answers; every third answer is lost after it was carried out."""
    numbers = count(1)

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["content-length"])).decode()
            answer = answer_house(text, {"match": home}, NORTH, PEERS, 0).encode()
            self.send_response(502 if next(numbers) % 3 == 0 else 200)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_hit_at_another_house_goes_all_its_way_over_http(
    home: HomeOffice, remote: RemoteOffice, address: str
) -> None:
    ticks = count(1)

    def post(text: str) -> str:
        return httpx.post(address, content=text).raise_for_status().text

    def says(command: object) -> None:
        remote.send(command, next(ticks))  # type: ignore[arg-type]
        while remote.remote.outbox:
            try:
                exchange(remote, post, SOUTH, PEERS, lambda: next(ticks))
            except httpx.HTTPStatusError:
                continue

    says(c.Join(DEVICE, edge("south-1")))
    assert home.do(RunMeter(c.Start(SUE)), 0) is None
    says(c.Contribute(DEVICE, "south-1", 1, Cents(10_000)))
    says(AskHome(DEVICE, "south-1", 1))
    grant = remote.remote.grants["south-1", 1]
    assert grant.stood == TERMS.initial + 700
    says(whole(remote.remote.meter, "south-1", 1))
    hit = remote.remote.meter.hits[0].id
    for command in (c.Claim(DEE, hit), c.Verify(SUE, hit), c.Pay(DEVICE, hit)):
        says(command)
    assert [each.status for each in home.link.meter.last] == [Status.PAID]
    assert remote.remote.meter == home.link.meter


def test_an_answer_that_is_not_the_homes_is_not_heard(home: HomeOffice, remote: RemoteOffice) -> None:
    def answered(text: str) -> str:
        return answer_house(text, {"match": home}, SOUTH, PEERS, 0)  # the wrong house signs

    before = remote.remote
    with pytest.raises(LinkProblem, match="not signed by it"):
        exchange(remote, answered, SOUTH, PEERS, lambda: 1)
    with pytest.raises(LinkProblem, match="this house is not its home"):
        exchange(
            remote, lambda text: answer_house(text, {"other": home}, NORTH, PEERS, 0), SOUTH, PEERS, int
        )
    with pytest.raises(LinkProblem, match="reader"):
        exchange(remote, lambda text: text, SOUTH, PEERS, lambda: 1)
    assert remote.remote == before
