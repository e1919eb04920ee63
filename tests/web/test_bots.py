"""Bots of the demonstration: they play on, whatever happens between them and the house."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx
import pytest
from argon2.profiles import CHEAPEST

from cutcard.floor.people import HouseRole, Limits
from cutcard.web.demo import bots
from cutcard.web.demo.bots import Bot, BotMember
from cutcard.web.demo.house import BotSeat, seated_bots
from cutcard.web.server.startup import Opened
from web.houses import House, served

FAILS_EACH = 5


class Breaking(httpx.AsyncHTTPTransport):
    """A connection that breaks now and then, sometimes after the house has heard."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.broken = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        if self.asked % FAILS_EACH:
            return await super().handle_async_request(request)
        self.broken += 1
        if self.broken % 2:
            await super().handle_async_request(request)
        raise httpx.ReadError("the other side is gone", request=request)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(bots, "AGAIN_SECONDS", 0.01)


async def played(house: House, transport: Breaking, rounds: int) -> asyncio.Task[None]:
    async with httpx.AsyncClient(base_url=house.url, transport=transport, timeout=20) as http:
        seat = BotSeat("ann", "one", 2, house.people.link("ann", "sign_in"))
        bot = Bot(BotMember(http, "ann", seat.link, "mark"), seat, random.Random(1))
        playing = asyncio.create_task(bot.play())
        while house.floor.live("one").table.rounds < rounds and not playing.done():
            await asyncio.sleep(0.01)
        if not playing.done():
            house.people.sign_out(bot._member._token)
            await asyncio.wait([playing], timeout=20)
        return playing


def test_a_bot_plays_on_over_connections_that_break(tmp_path: Path) -> None:
    with served(tmp_path, Limits(hashing=CHEAPEST, demonstration=True)) as house:
        house.open("one")
        transport = Breaking()
        command = {"do": "deposit", "player": "ann", "amount": "10000"}
        asked = {"key": "welcome-ann-1", "command": command}
        house.token("flo")
        house.prove("flo")
        assert house.post("flo", "/api/cage/commands", asked).status_code == 200
        playing = asyncio.run(played(house, transport, 3))
        assert house.floor.live("one").table.rounds >= 3
        assert transport.broken > 3
        assert playing.done(), "who is signed out goes home"
        assert playing.exception() is None


def test_bots_of_an_earlier_start_go_home_and_take_their_chips(tmp_path: Path) -> None:
    with served(tmp_path, Limits(hashing=CHEAPEST, demonstration=True)) as house:
        house.open("one")
        for name, box in (("ada-bot", 2), ("ben-bot", 3)):
            house.enrol(name, HouseRole.PLAYER)
            house.seat("one", name, box)
        house.seat("one", "ann", 1)
        house.done("ada-bot", "one", {"do": "place_bet", "box": 2, "stakes": {"main": "10.00"}})
        seats = seated_bots(Opened(house.floor, house.people))
        assert [(each.name, each.table, each.box) for each in seats] == [
            ("ada-bot", "one", 2),
            ("ben-bot", "one", 3),
        ]
        asyncio.run(bots.leave_all(house.url, seats))
        live = house.floor.live("one")
        assert dict(live.table.seated) == {1: "ann"}
        assert [live.books.chips(each.name) for each in seats] == [0, 0]


def test_a_bot_in_a_round_plays_it_to_its_end_before_it_goes(tmp_path: Path) -> None:
    with served(tmp_path, Limits(hashing=CHEAPEST, demonstration=True)) as house:
        house.open("one")
        house.enrol("ada-bot", HouseRole.PLAYER)
        house.seat("one", "ada-bot", 1)
        bet = {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}}
        table = house.floor.live("one").table
        while table.round is None:
            house.done("ada-bot", "one", bet)
            table = house.floor.live("one").table
        asyncio.run(bots.leave_all(house.url, seated_bots(Opened(house.floor, house.people))))
        live = house.floor.live("one")
        assert (live.table.round, dict(live.table.seated)) == (None, {})
        assert live.books.chips("ada-bot") == 0


def test_bots_bet_after_people_have() -> None:
    """A bot's bet starts the clock: whoever still reads the first page would have no time to bet."""
    table = {"seated": {"3": "guest-1", "6": "ada-bot"}, "away": [], "bets": []}
    assert bots.patience_before_bets(table) == bots.FOR_PEOPLE
    assert bots.patience_before_bets({**table, "away": ["guest-1"]}) == bots.FOR_THE_AWAY
    assert bots.patience_before_bets({**table, "bets": [{"player": "ada-bot"}]}) == bots.FOR_PEOPLE
    assert bots.patience_before_bets({**table, "bets": [{"player": "guest-1"}]}) == 0
    assert bots.patience_before_bets({**table, "seated": {"6": "ada-bot"}}) == 0


def test_a_bot_waits_its_looks_and_then_bets(tmp_path: Path) -> None:
    with served(tmp_path, Limits(hashing=CHEAPEST, demonstration=True)) as house:
        house.open("one")
        house.enrol("ada-bot", HouseRole.PLAYER)
        house.seat("one", "ada-bot", 2)
        house.seat("one", "ann", 1)
        seat = BotSeat("ada-bot", "one", 2, "")
        view = house.get("ada-bot", "/api/tables/one").json()

        async def looked() -> list[object]:
            async with httpx.AsyncClient() as http:
                bot = Bot(BotMember(http, "ada-bot", "", "mark"), seat, random.Random(1))
                return [bot._next(view) for _ in range(bots.FOR_PEOPLE + 1)]

        *before, last = asyncio.run(looked())
        assert before == [None] * bots.FOR_PEOPLE
        assert isinstance(last, dict)
        assert last["do"] == "place_bet"


def test_bots_do_not_let_people_wait() -> None:
    assert bots.pace(["ada-bot", "ben-bot"]) == bots.pace([]) == 1.0
    assert bots.pace(["ada-bot", "guest"]) < 0.5
