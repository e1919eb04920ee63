"""The client: typed answers, and retries that happen once, through a line that breaks."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST

from cutcard.client import Waiting, calls
from cutcard.client.client import AsyncClient, Client, HouseRefused, Tries, Unreachable
from cutcard.floor.people import HouseRole, Limits
from web.houses import GOOD, House, new_key, served

TIP = {"do": "tip", "amount": "0.25"}
QUICK = Tries(most=6, first_s=0.01, longest_s=0.05)


@contextmanager
def line(house: House, *, cuts: int) -> Iterator[str]:
    """A line to the house that swallows some answers: what was asked is done, and nobody hears of it."""
    port = int(house.url.rpartition(":")[2])
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.1)
    over, served = threading.Event(), count(1)

    def carry() -> None:
        while not over.is_set():
            try:
                near, _ = listener.accept()
            except TimeoutError:
                continue
            with near, socket.create_connection(("127.0.0.1", port), timeout=10) as far:
                near.settimeout(5)
                asked = near.recv(65536)
                while b"\r\n\r\n" not in asked or (
                    asked.startswith(b"POST") and not asked.endswith(b"}")
                ):
                    asked += near.recv(65536)
                asked = asked.replace(b"127.0.0.1:%d" % mine, b"127.0.0.1:%d" % port, 1)
                far.sendall(asked.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                answer = b""
                while part := far.recv(65536):
                    answer += part
                if next(served) > cuts:
                    near.sendall(answer)

    mine = listener.getsockname()[1]
    thread = threading.Thread(target=carry)
    thread.start()
    try:
        yield f"http://127.0.0.1:{mine}"
    finally:
        over.set()
        thread.join(20)
        listener.close()


def tips(house: House) -> int:
    with house.floor.database.reading() as unit:
        return unit.balance("tips:one")


def test_a_session_from_beginning_to_end(house: House) -> None:
    with Client(house.url) as client:
        began = client.sign_in("bob", GOOD)
        assert (began.name, client.do(calls.me()).role) == ("bob", "player")
        assert [each.name for each in client.do(calls.tables()).tables] == ["one", "two"]
        assert client.do(calls.table("one"))["table"] == "one"
        named = [each["meter"] for each in client.do(calls.meters()).meters]
        assert client.do(calls.meter(named[0]))["meter"] == named[0]
        with pytest.raises(HouseRefused) as caught:
            client.submit("one", {"do": "confirm", "box": 1, "wager": "main"})
        assert (caught.value.status, caught.value.code) == (403, "wrong_role")
        client.sign_out()
        with pytest.raises(HouseRefused, match="sign in first"):
            client.do(calls.me())


def test_every_call_of_the_office(house: House) -> None:
    boss, auditor = Client(house.url, house.token("boss")), Client(house.url, house.token("aud"))
    with boss, auditor:
        made = boss.do(calls.add_person("yan", "dealer"))
        assert isinstance(made, Waiting)
        with Client(house.url, house.token("bess")) as other:
            word = other.do(calls.sign_waiting(made.number))["word"]
        assert boss.do(calls.enrol(made.link, GOOD, word=word)).secret
        assert {each.act for each in boss.do(calls.controls()).controls} >= {"deposit", "configure"}
        looser = {"act": "deposit", "control": "proof"}
        assert boss.do(calls.change_controls(looser)).waits_for == ["another"]
        assert boss.do(calls.change_person("yan", state="barred")).state == "barred"
        assert "yan" in [each.name for each in boss.do(calls.people()).people]
        assert auditor.do(calls.balances()).sum == "0.00"
        names = [each.stream for each in auditor.do(calls.streams()).streams]
        assert auditor.do(calls.stream_events(names[0], limit=1)).events
    with Client(house.url, house.token("flo")) as floor, Client(house.url, house.token("dee")) as dealer:
        said, key = {"do": "fill", "amount": "100"}, new_key()
        signature = floor.do(calls.sign("one", said, asker="dee", key=key)).signature
        assert dealer.submit("one", said, key=key, signatures=[signature]).status == "done"
        deposit = {"do": "deposit", "player": "bob", "amount": "1"}
        asked = floor.do(calls.cage_command(deposit))
        assert isinstance(asked, Waiting)
    with Client(house.url, house.token("bob")) as player:
        assert player.do(calls.sign_waiting(asked.number))["status"] == "done"
    with Client(house.url, house.token("sue")) as supervisor:
        named = supervisor.do(calls.meters()).meters[0]["meter"]
        house.post("sue", "/api/session/again", {"password": GOOD, "code": house.code("sue")})
        with pytest.raises(HouseRefused) as caught:
            supervisor.do(calls.meter_command(named, {"do": "stop"}, expected=0))
        assert caught.value.code == "stale"
        stopped = supervisor.do(calls.meter_command(named, {"do": "stop"}))
        assert not isinstance(stopped, Waiting)
        assert stopped.status == "done"
        assert not supervisor.do(calls.meter(named))["live"]
        assert not isinstance(supervisor.do(calls.meter_command(named, {"do": "start"})), Waiting)
    number = house.play("one", "ann")
    with Client(house.url, house.token("ann")) as player:
        assert player.do(calls.played("one", number)).complete


def test_a_command_whose_answer_is_lost_happens_once(house: House) -> None:
    before = tips(house)
    with line(house, cuts=3) as url, Client(url, house.token("ann"), tries=QUICK) as client:
        assert client.submit("one", TIP).status == "repeated"
    assert tips(house) - before == 25


def test_what_may_not_be_tried_again_is_not(house: House) -> None:
    with line(house, cuts=1) as url, Client(url, tries=QUICK) as client, pytest.raises(Unreachable):
        client.sign_in("bob", GOOD)


def test_nobody_there_is_said_in_the_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}", tries=QUICK) as client, pytest.raises(Unreachable):
        client.do(calls.me())


def test_waits_grow_and_differ() -> None:
    tries = Tries(first_s=0.1, longest_s=5.0)
    for tried, longest in ((0, 0.1), (1, 0.2), (3, 0.8), (10, 5.0), (400, 5.0)):
        waits = [tries.wait_s(tried) for _ in range(20)]
        assert all(longest / 2 <= each <= longest for each in waits)
        assert len(set(waits)) > 1


def test_whoever_follows_hears_everything_once(house: House) -> None:
    with Client(house.url, house.token("bob")) as client:
        coming = client.follow("one")
        first = next(coming)
        assert first.kind == "view"
        versions = [house.done("ann", "one", TIP)["version"] for _ in range(3)]
        assert [next(coming).version for _ in versions] == versions
        coming.close()
        after = client.follow("one", after=versions[0], views=True)
        assert next(after).version == versions[-1]
        after.close()
    with (
        Client(house.url, house.token("boss")) as client,
        pytest.raises(HouseRefused, match="not permitted for"),
    ):
        next(client.follow("one"))


def test_the_same_with_await(house: House) -> None:
    async def play() -> None:
        async with AsyncClient(house.url) as client:
            await client.sign_in("ann", GOOD)
            coming = client.follow("one")
            assert (await anext(coming)).kind == "view"
            before = tips(house)
            key = new_key()
            answers = await asyncio.gather(*(client.submit("one", TIP, key=key) for _ in range(5)))
            assert sorted({each.status for each in answers}) == ["done", "repeated"]
            assert tips(house) - before == 25
            assert (await anext(coming)).version == answers[0].version
            await coming.aclose()
            with pytest.raises(HouseRefused) as caught:
                await client.submit("one", TIP, expected=0)
            assert (caught.value.code, caught.value.version) == ("stale", answers[0].version)
            await client.sign_out()
        async with AsyncClient("http://127.0.0.1:1", tries=QUICK) as client:
            with pytest.raises(Unreachable):
                await client.do(calls.me())

    asyncio.run(play())


def break_streams(house: House) -> None:
    """Every stream ends, as when a server goes down; the next ones are taken again."""
    house.server.close_streams()
    for _ in range(200):
        if not house.app.state.house.reading:
            break
        threading.Event().wait(0.02)
    house.app.state.closing = asyncio.Event()


def test_a_stream_that_breaks_goes_on_where_it_was(house: House) -> None:
    with Client(house.url, house.token("bob"), tries=QUICK) as client:
        coming = client.follow("one")
        next(coming)
        break_streams(house)
        versions = [house.done("ann", "one", TIP)["version"] for _ in range(3)]
        assert [next(coming).version for _ in versions] == versions
        coming.close()

    async def the_same() -> None:
        async with AsyncClient(house.url, house.token("bob"), tries=QUICK) as client:
            coming = client.follow("one")
            await anext(coming)
            await asyncio.to_thread(break_streams, house)
            version = (await asyncio.to_thread(house.done, "ann", "one", TIP))["version"]
            assert (await anext(coming)).version == version
            await coming.aclose()
        async with AsyncClient(house.url, house.token("boss"), tries=QUICK) as client:
            with pytest.raises(HouseRefused, match="not permitted for"):
                await anext(client.follow("one"))

    asyncio.run(the_same())


def test_links_sign_in_where_the_house_is_a_demonstration(tmp_path: Path) -> None:
    limits = Limits(hashing=CHEAPEST, demonstration=True)
    with served(tmp_path, limits, metrics_token="a token to measure by") as house:
        house.people.add("guest", HouseRole.SUPERVISOR)
        links = [house.people.link("guest", "sign_in")]
        with Client(house.url) as client:
            assert client.sign_in_by_link(links[0]).role == "supervisor"
            house.clock.later(400)
            assert not client.do(calls.me()).proved
            assert client.do(calls.prove()).proved
        again = house.people.link("guest", "sign_in")

        async def come() -> str:
            async with AsyncClient(house.url) as client:
                return (await client.sign_in_by_link(again)).name

        assert asyncio.run(come()) == "guest"
        assert house.client.get("/metrics").status_code == 403
        headers = {"authorization": "Bearer a token to measure by"}
        assert house.client.get("/metrics", headers=headers).status_code == 200
