"""A Must Hit meter over two live tables: the round that reaches its point gives it away, with proof."""

from __future__ import annotations

import asyncio
import json

import pytest

from cutcard.floor.live import Floor
from cutcard.floor.meters import codec, prove, published
from cutcard.floor.meters.events import HitLocked, MeterEvent, PointArmed, PointRevealed
from cutcard.floor.store import Database
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents, cents
from cutcard.shoe import Role
from cutcard.table import Settings, awaits
from cutcard.table.round import AwaitsBets, AwaitsChore, AwaitsDecision
from floor.live.players import DEE, FLO, TABLES, Crew, balances, next_body, player

LINK = {"must_hit": "must"}
MOST_ROUNDS = 80


def rules() -> RuleSet:
    """All of a Super 4 stake goes to a meter between $100 and $200."""
    amounts = {"rate_of_progression": 1, "reset_amount": 100, "maximum_amount": 200}
    found, _ = resolve(
        TABLES["maryland"].rules.document,
        variation=None,
        options={},
        wagers={
            "super_4": {"paytable": "A", "rate_of_progression": 0.1},
            "must_hit": {"paytable": "A", **amounts},
        },
    )
    assert found is not None
    return found


async def round_at(crew: Crew, name: str) -> None:
    """One round with a Super 4 stake."""
    stakes = {"main": "10.00", "super_4": "5.00"}
    bet: dict[str, object] = {"do": "place_bet", "box": 1, "stakes": stakes}
    await crew.done(name, player(f"p-{name}"), bet)
    while not isinstance(awaited := awaits(crew.floor.live(name).table), AwaitsBets):
        by, body = next_body(crew.floor.live(name), awaited)
        await crew.done(name, by, body)


def meter_events(database: Database) -> list[MeterEvent]:
    with database.reading() as unit:
        return [codec.parse(stored.line) for stored in unit.read("meter:must")]


def test_a_point_is_reached_by_one_round_which_wins_and_is_proved(sqlite: Database) -> None:
    async def run() -> None:
        floor = Floor(sqlite)
        floor.start()
        try:
            crew = Crew(floor)
            for name in ("a", "b"):
                await crew.open(name, rules(), links=LINK)
                await crew.seat(name, f"p-{name}", 1)
            for _ in range(MOST_ROUNDS):
                for name in ("a", "b"):
                    await round_at(crew, name)
                if floor.meter("must").last:
                    break
            meter = floor.meter("must")
            assert len(meter.last) >= 1
            assert meter.live
            assert meter.hits == ()
        finally:
            await floor.stop()

    asyncio.run(run())
    happened = meter_events(sqlite)
    armed = [each for each in happened if isinstance(each, PointArmed)]
    shown = [each for each in happened if isinstance(each, PointRevealed)]
    locked = [each for each in happened if isinstance(each, HitLocked)]
    assert len(armed) == len(shown) + 1 == len(locked) + 1
    for before, after, won in zip(armed, shown, locked, strict=False):
        assert before.commitment == after.commitment
        assert prove(before.commitment, after.point, after.salt)
        assert after.point <= won.jackpot.stood <= max(after.point + 499, 20_000)
        assert won.jackpot.went_to == Cents(10_000)
        assert after.salt not in json.dumps(published(before))
    assert sum(balances(sqlite).values()) == 0
    sqlite.verify_all()


SCANNED = Settings(virtual=False, confirms=False, reader_shows=True)
WHOLE_RANGE = "100.00"
"""A stake that brings the meter from its reset to its maximum: whatever the point, this round hits."""


async def chores(crew: Crew, name: str) -> None:
    """What dealer and floorperson do until bets are open."""
    while isinstance(awaited := awaits(crew.floor.live(name).table), AwaitsChore):
        by = DEE if Role.DEALER in awaited.roles else FLO
        scanned = {"card": "2s"} if awaited.chore == "burn" else {}
        await crew.done(name, by, {"do": str(awaited.chore), **scanned})


async def dealt(crew: Crew, name: str, cards: str) -> None:
    """A round with a Super 4 stake, with these cards scanned."""
    stakes = {"main": "10.00", "super_4": WHOLE_RANGE}
    await crew.done(name, player(f"p-{name}"), {"do": "place_bet", "box": 1, "stakes": stakes})
    for card in cards.split():
        await crew.done(name, DEE, {"do": "deal", "card": card})
    assert isinstance(awaits(crew.floor.live(name).table), AwaitsDecision)


@pytest.mark.proves("MD-R252", readings=["MD-A86", "MA-A101", "PE-A51"])
def test_a_due_round_that_was_voided_leaves_the_hit_to_another_table(sqlite: Database) -> None:
    """Ch.13 §T: somebody who took part wins it. The voided round's table (Ch.14 §K(1)) then stops."""

    async def voided() -> None:
        floor = Floor(sqlite)
        floor.start()
        try:
            crew = Crew(floor)
            for name in ("a", "b"):
                await crew.open(name, rules(), SCANNED, links=LINK)
                await crew.seat(name, f"p-{name}", 1)
                await chores(crew, name)
            await dealt(crew, "a", "5d 9c 6d 8h")
            assert floor.meter("must").is_due("a", 1)
            stood, chips = floor.meter("must").shown, balances(sqlite)["chips:a:p-a"]
            await crew.done("a", FLO, {"do": "report", "what": "reader_misused"})
            assert floor.meter("must").due_table == ""
            staked = cents("10.00") + cents(WHOLE_RANGE)
            assert balances(sqlite)["chips:a:p-a"] == chips + staked, "every wager goes back"
            assert floor.meter("must").shown == stood, "what it put on the meter stays"
        finally:
            await floor.stop()

    async def won() -> None:
        floor = Floor(sqlite)
        floor.load()
        floor.start()
        try:
            crew = Crew(floor, "again")
            await dealt(crew, "b", "5d 9c 6d 8h")
            await crew.done("b", player("p-b"), {"do": "stand", "box": 1})
            meter = floor.meter("must")
            assert [(each.table, each.taken) for each in meter.last] == [("b", 20_000)]
            assert meter.shown == 10_000
        finally:
            await floor.stop()

    asyncio.run(voided())
    asyncio.run(won())
    assert sum(balances(sqlite).values()) == 0
    sqlite.verify_all()
