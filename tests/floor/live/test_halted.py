"""A table whose round cannot begin because a meter is stopped: it says so, and goes on with it."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.floor.live import CommandRequest, Floor, clock as dealing
from cutcard.floor.live.clock import deal
from cutcard.floor.store import Database
from cutcard.law.refusal import Code
from floor.live.players import QUICK, SUE, TABLES, Crew, on, player, until

ANN = player("ann")
RULES = TABLES["maryland"].rules
STAKES = {"main": "10.00", "super_4": "5.00"}
METER = "super_4@t"


async def turned(floor: Floor, do: str, key: str) -> None:
    answer = await floor.submit_meter(METER, CommandRequest(SUE, {"do": do}, key))
    assert answer.status == "done", answer


async def halted(sqlite: Database) -> Floor:
    """A floor whose table has a bet for a meter that was stopped afterwards."""
    floor = Floor(sqlite)
    floor.start(shared=True)
    await Crew(floor).bet("t", RULES, STAKES)
    await turned(floor, "stop", "a")
    return floor


def test_the_view_says_why_no_round_begins_and_whoever_follows_is_told_at_once(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await crew.bet("t", RULES, STAKES)
        view = floor.view("t", ANN)
        assert (view["halted"], view["closed"]) == (None, [])
        assert view["clock"] is not None
        updates = floor.follow("t")
        for do, key in (("stop", "a"), ("start", "b")):
            coming = asyncio.ensure_future(anext(updates))
            await asyncio.sleep(0)
            await turned(floor, do, key)
            assert (await asyncio.wait_for(coming, 5)).version == view["version"]
            seen = floor.view("t", ANN)
            assert seen["closed"] == (["super_4"] if do == "stop" else [])
            if do == "stop":
                assert (
                    seen["halted"]["says"]
                    == "No round can begin: there is a bet on Super 4, and its meter is stopped"
                )
                assert seen["halted"]["cite"].startswith("Ch.")
                assert seen["clock"] is None
            else:
                assert seen["halted"] is None
        await updates.aclose()

    on(sqlite, play)


def test_nobody_halts_a_table_by_betting_on_a_meter_that_is_stopped(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await crew.open("t", RULES, policy=QUICK)
        await crew.seat("t", "ann", 1)
        await turned(floor, "stop", "a")
        answer = await crew.ask("t", ANN, {"do": "place_bet", "box": 1, "stakes": STAKES})
        assert answer.refusal is not None
        assert answer.refusal.code is Code.METER_MISSING
        assert "its meter is stopped" in answer.refusal.message
        view = floor.view("t", ANN)
        assert (view["halted"], view["closed"], view["bets"]) == (None, ["super_4"], [])

    on(sqlite, play)


@pytest.mark.parametrize("whose", ["another process", "the next start"])
def test_a_halted_table_goes_on_with_its_meter(
    sqlite: Database, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "AGAIN_SECONDS", 0.3)

    async def run() -> None:
        first = await halted(sqlite)
        if whose == "the next start":
            await first.stop()
        second = Floor(sqlite)
        second.load()
        second.start(shared=True)
        floors = [second] if whose == "the next start" else [first, second]
        clocks = [asyncio.create_task(deal(each)) for each in floors]
        await asyncio.sleep(1)
        assert all(each.live("t").table.rounds == 0 for each in floors)
        assert all(each.view("t", ANN)["halted"] for each in floors)
        await turned(floors[-1], "start", "b")
        await until(lambda: all(each.live("t").table.rounds for each in floors))
        await until(lambda: all(each.view("t", ANN)["halted"] is None for each in floors))
        for clock in clocks:
            clock.cancel()
        for each in floors:
            await each.stop()

    asyncio.run(run())
    sqlite.verify_all()
