"""The automatic dealer's clock: nobody keeps a table waiting, and each act happens once."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from cutcard.floor.live import CommandRequest, Floor, Live, Policy, clock as dealing
from cutcard.floor.live.clock import deal, overdue
from cutcard.floor.store import Database
from cutcard.shoe import By, Role
from cutcard.table import Settings
from floor.live.players import QUICK, SUE, TABLES, Crew, on, player, until

MARYLAND = TABLES["maryland"].rules


@pytest.mark.parametrize("table", TABLES)
def test_a_round_ends_by_itself_where_nobody_decides(sqlite: Database, table: str) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await crew.bet("t", TABLES[table].rules)
        clocks = [asyncio.create_task(deal(floor)) for _ in range(2)]
        await until(lambda: floor.live("t").table.rounds == 1 and floor.live("t").table.round is None)
        for each in clocks:
            each.cancel()
        assert floor.live("t").table.rounds == 1
        assert floor.live("t").table.round is None

    on(sqlite, play)
    assert sqlite.verify_all().events > 10


def test_the_clock_waits_its_time(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        policy = Policy(start_seconds=15, decision_seconds=30, starts_when_all_bet=False)
        await crew.open("t", MARYLAND, policy=policy)
        await crew.open("m", MARYLAND, Settings(chores="manual"), policy=policy)
        await crew.seat("t", "ann", 1)
        live = floor.live("t")
        assert overdue(live, live.at, 10**6) is None
        assert floor.view("t", player("ann"))["clock"] is None
        by, body = crew.next(live)
        assert by == player("ann")
        await crew.done("t", by, body)
        live = floor.live("t")
        assert overdue(live, live.at, 14.9) is None
        due = {"at": live.at + 15_000, "seconds": 15}
        assert floor.view("t", player("ann"))["clock"] == due
        assert floor.view("m", player("ann"))["clock"] is None
        assert overdue(live, live.at, 15) == (By(Role.DEALER), {"do": "start_round"})
        assert overdue(floor.live("m"), live.at, 10**6) is None

    on(sqlite, play)


def test_a_table_deals_again_when_its_meter_is_live_again(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "AGAIN_SECONDS", 0.3)

    async def play(floor: Floor, crew: Crew) -> None:
        await crew.bet("t", MARYLAND, {"main": "10.00", "super_4": "5.00"})
        assert (
            await floor.submit_meter("super_4@t", CommandRequest(SUE, {"do": "stop"}, "a"))
        ).status == "done"
        clock = asyncio.create_task(deal(floor))
        await asyncio.sleep(1)
        assert floor.live("t").table.rounds == 0
        answer = await floor.submit_meter("super_4@t", CommandRequest(SUE, {"do": "start"}, "b"))
        assert answer.status == "done"
        await until(lambda: floor.live("t").table.rounds)
        clock.cancel()
        assert floor.live("t").table.rounds == 1

    with capture_logs() as lines:
        on(sqlite, play)
    assert len([each for each in lines if each["event"] == "clock refused"]) == 1
    sqlite.verify_all()


def test_a_fault_at_one_table_stops_no_other(sqlite: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(live: Live, now: int, waited: float) -> object:
        if live.name == "bad":
            raise IndexError("no such card")
        return overdue(live, now, waited)

    monkeypatch.setattr(dealing, "overdue", faulty)

    async def play(floor: Floor, crew: Crew) -> None:
        await crew.open("bad", MARYLAND, policy=QUICK)
        await crew.bet("t", MARYLAND)
        clock = asyncio.create_task(deal(floor))
        await until(lambda: floor.live("t").table.rounds)
        clock.cancel()
        assert floor.live("t").table.rounds == 1

    with capture_logs() as lines:
        on(sqlite, play)
    assert [each["table"] for each in lines if each["event"] == "clock"] == ["bad"]


def test_who_misses_a_round_is_waited_for_no_longer_and_leaves_after_some(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await crew.open("t", MARYLAND, policy=Policy(away_rounds=2))
        await crew.seat("t", "ann", 1)
        await crew.seat("t", "bob", 2)
        bet: dict[str, object] = {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}}

        async def round_of_ann(*, waits: bool) -> None:
            rounds = floor.live("t").table.rounds
            await crew.done("t", player("ann"), bet)
            live = floor.live("t")
            assert (live.table.rounds == rounds) is waits, "everybody who is there has bet"
            if waits:
                assert overdue(live, live.at, 14.9) is None
                await crew.done("t", By(Role.DEALER), {"do": "start_round"})
            while floor.live("t").table.round is not None:
                by, body = crew.next(floor.live("t"))
                await crew.done("t", by, body)

        assert floor.view("t", player("ann"))["away"] == []
        await round_of_ann(waits=True)
        assert floor.view("t", player("ann"))["away"] == ["bob"]
        live = floor.live("t")
        assert overdue(live, live.at, 10**6) is None, "one round is not yet too many"
        await round_of_ann(waits=False)
        live = floor.live("t")
        assert overdue(live, live.at, 0) == (player("bob"), {"do": "leave"})
        await crew.done("t", player("bob"), {"do": "place_bet", **bet, "box": 2})
        assert overdue(floor.live("t"), live.at, 0) is None, "whoever has bet is back"
        await crew.done("t", player("bob"), {"do": "take_back", "box": 2})
        await crew.done("t", player("bob"), {"do": "leave"})
        assert floor.live("t").missed == {}
        assert floor.view("t", player("bob"))["seated"] == {"1": "ann"}

    on(sqlite, play)
