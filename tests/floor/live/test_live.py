"""Live tables: commands once only, nothing shown before it is durable, the same after a restart."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from cutcard.floor.live import CommandRequest, Floor, NotStored, Update
from cutcard.floor.live.restart import load_table
from cutcard.floor.store import Database
from cutcard.law.refusal import Code, Refused
from cutcard.shoe import By, Role
from cutcard.table import awaits
from cutcard.table.round import AwaitsDecision
from floor.live.players import DEE, FLO, TABLES, Crew, balances, on, player


async def two_players(crew: Crew, table: str = "maryland") -> None:
    await crew.open("t", TABLES[table].rules)
    await crew.seat("t", "ann", 1)
    await crew.seat("t", "bob", 2)


@pytest.mark.parametrize("table", TABLES)
def test_rounds_of_every_game_and_the_same_after_a_restart(sqlite: Database, table: str) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await two_players(crew, table)
        await crew.rounds("t", 3)
        assert floor.live("t").table.rounds == 3

    kept: list[object] = []

    async def look(floor: Floor, _: Crew) -> None:
        kept.append(floor.live("t"))

    on(sqlite, play)
    on(sqlite, look)
    assert kept == [load_table(sqlite, "t", from_snapshot=False)[0]]
    found = balances(sqlite)
    assert sum(found.values()) == 0
    assert found["layout:t"] == 0
    assert sqlite.verify_all().events > 30


def test_a_round_goes_on_after_a_restart(database: Database) -> None:
    async def begin(floor: Floor, crew: Crew) -> None:
        await two_players(crew)
        while not isinstance(awaits(floor.live("t").table), AwaitsDecision):
            by, body = crew.next(floor.live("t"))
            await crew.done("t", by, body)

    async def end(floor: Floor, _: Crew) -> None:
        crew = Crew(floor, "again")
        live = floor.live("t")
        assert live.table.round is not None
        while floor.live("t").table.round is not None:
            by, body = crew.next(floor.live("t"))
            await crew.done("t", by, body)

    on(database, begin)
    on(database, end)
    assert balances(database)["layout:t"] == 0


def test_a_command_happens_once_however_often_it_is_asked(database: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await two_players(crew)
        asked = CommandRequest(player("ann"), {"do": "buy_in", "amount": "50"}, "once")
        crew.cage.submit(
            CommandRequest(FLO, {"do": "deposit", "player": "ann", "amount": "500"}, "more")
        )
        answers = await asyncio.gather(*(floor.submit("t", asked) for _ in range(5)))
        assert sorted(each.status for each in answers) == ["done", *["repeated"] * 4]
        assert len({each.version for each in answers}) == 1
        assert floor.live("t").books.chips("ann") == 1_005_000
        other = CommandRequest(player("ann"), {"do": "buy_in", "amount": "51"}, "once")
        refused = await floor.submit("t", other)
        assert refused.refusal is not None
        assert "another command" in refused.refusal.message

    async def again(floor: Floor, _: Crew) -> None:
        asked = CommandRequest(player("ann"), {"do": "buy_in", "amount": "50"}, "once")
        assert (await floor.submit("t", asked)).status == "repeated"

    on(database, play)
    on(database, again)


def test_a_refusal_is_told_again_and_changes_nothing(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await two_players(crew)
        before = floor.live("t")
        asked = CommandRequest(player("ann"), {"do": "hit", "box": 1}, "early")
        first, second = await floor.submit("t", asked), await floor.submit("t", asked)
        assert (first.status, second.status) == ("refused", "refused")
        assert first.refusal == second.refusal
        assert first.refusal is not None
        assert first.refusal.cite
        assert floor.live("t") is before

    on(sqlite, play)


def test_a_stale_command_is_told_so(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await two_players(crew)
        version = floor.live("t").version
        body: dict[str, object] = {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}}
        stale = await crew.ask("t", player("ann"), body, expected=version - 1)
        assert (stale.status, stale.version) == ("stale", version)
        assert (await crew.ask("t", player("ann"), body, expected=version)).status == "done"

    on(sqlite, play)


def test_nobody_bets_chips_that_they_do_not_have(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await crew.open("t", TABLES["maryland"].rules)
        await crew.seat("t", "ann", 1, "100")
        before = floor.live("t")
        for amount in ("100.01", "500.00"):
            body: dict[str, object] = {"do": "place_bet", "box": 1, "stakes": {"main": amount}}
            answer = await crew.ask("t", player("ann"), body)
            assert answer.refusal is not None
            assert "short; buy in first" in answer.refusal.message
        more = await crew.ask("t", player("ann"), {"do": "buy_in", "amount": "0.01"})
        assert more.refusal is not None
        assert more.refusal.code == Code.BAD_AMOUNT
        assert floor.live("t") is before

    on(sqlite, play)


def test_a_signature_is_given_in_person(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        floor.add("t", TABLES["maryland"].rules)
        body: dict[str, object] = {"do": "count", "kind": "opening", "amount": "5"}
        forged = await crew.ask("t", DEE, {**body, "signed": ["dealer dee", "floorperson flo"]})
        assert forged.refusal is not None
        assert forged.refusal.message == "signed: signatures are given in person"
        alone = await crew.ask("t", DEE, body, signed=(DEE,))
        assert alone.status == "refused"
        await crew.done("t", DEE, body, signed=(DEE, FLO))

    on(sqlite, play)


def test_the_same_key_with_other_signatures_is_another_command(sqlite: Database) -> None:
    async def play(floor: Floor, _: Crew) -> None:
        floor.add("t", TABLES["maryland"].rules)
        body: dict[str, object] = {"do": "count", "kind": "opening", "amount": "5"}
        sue = By(Role.SUPERVISOR, "sue")
        assert (
            await floor.submit("t", CommandRequest(DEE, body, "k", None, (DEE, FLO)))
        ).status == "done"
        for signed in ((DEE, FLO), (FLO, DEE)):
            assert (
                await floor.submit("t", CommandRequest(DEE, body, "k", None, signed))
            ).status == "repeated"
        for other in ((DEE, sue), (DEE, FLO, sue), (DEE,), ()):
            answer = await floor.submit("t", CommandRequest(DEE, body, "k", None, other))
            assert answer.refusal is not None, other
            assert "another command" in answer.refusal.message

    on(sqlite, play)


@pytest.mark.parametrize(
    "body",
    [
        {"do": "shuffle", "order": "As Ks"},
        {"do": "show_device", "device": "super_4", "shows": "jackpot"},
        {"do": "show_meter", "meter": "super_4", "amount": "999999"},
        {"do": "no_such_thing"},
        {"do": 7},
        {},
        {"do": "place_bet", "box": 1, "stakes": {"main": "-5"}},
        {"do": "place_bet", "box": 10**30, "stakes": {"main": "5"}},
    ],
    ids=str,
)
def test_what_only_the_house_supplies_is_refused(sqlite: Database, body: dict[str, object]) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await two_players(crew)
        before = floor.live("t")
        for by in (player("ann"), DEE, FLO, By(Role.DEVICE, "x")):
            answer = await crew.ask("t", by, body)
            assert answer.refusal is not None
            assert "\n" not in answer.refusal.message
        assert floor.live("t") is before

    on(sqlite, play)


def test_two_processes_take_turns_at_one_table(database: Database) -> None:
    """Two floors on one store, each with its own memory."""

    async def run() -> None:
        floors = [Floor(database), Floor(database)]
        floors[0].load()
        floors[0].start()
        crew = Crew(floors[0])
        await two_players(crew)
        floors[1].load()
        floors[1].start(shared=True)
        other = Crew(floors[1], "other")
        for number in range(12):
            now, at = (crew, floors[0]) if number % 2 else (other, floors[1])
            ahead = max((each.live("t") for each in floors), key=lambda each: each.version)
            by, body = now.next(ahead)
            await now.done("t", by, body)
            assert at.live("t").version == max(each.live("t").version for each in floors)
        for each in floors:
            await each.stop()

    asyncio.run(run())
    assert database.verify_all().events > 30


def test_updates_come_in_order_and_hide_what_is_hidden(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        await two_players(crew)
        seen: list[dict[str, object]] = []

        async def follow() -> None:
            async for update in floor.follow("t"):
                seen.append(json.loads(update.data))

        following = asyncio.create_task(follow())
        await asyncio.sleep(0)
        await crew.rounds("t", 4)
        await asyncio.sleep(0.05)
        following.cancel()
        versions = [int(str(each["version"])) for each in seen]
        assert versions == sorted(set(versions))
        assert versions[-1] == floor.live("t").version
        told = json.dumps(seen)
        assert '"salt": ""' in told or "cards_shuffled" not in told
        late = [update.version async for update in _first(floor, versions[2], 3)]
        assert late == versions[3:6]

    on(sqlite, play)


async def _first(floor: Floor, after: int, many: int) -> AsyncIterator[Update]:
    number = 0
    async for update in floor.follow("t", after):
        yield update
        number += 1
        if number == many:
            return


def test_a_broken_chain_stops_its_table_alone(sqlite: Database) -> None:
    async def play(_: Floor, crew: Crew) -> None:
        await two_players(crew)
        await crew.open("u", TABLES["switch"].rules)

    on(sqlite, play)
    tamper(sqlite, "UPDATE events SET line = replace(line, 'ann', 'eve') WHERE stream = 'table:t'")

    async def look(floor: Floor, crew: Crew) -> None:
        assert floor.names == ["u"]
        assert "table:t" in floor.stopped["t"].why
        with pytest.raises(NotStored, match="table t is stopped"):
            await crew.ask("t", DEE, {"do": "start_round"})
        with pytest.raises(Refused, match="'v' is not on this floor"):
            floor.live("v")

    on(sqlite, look)


def tamper(database: Database, statement: str) -> None:
    path = str(database.url.database)
    with closing(sqlite3.connect(path)) as connection:
        changed = connection.execute(statement).rowcount
        connection.commit()
    assert changed
