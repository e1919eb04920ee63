"""A Must Hit meter over two live tables: the round that reaches its point gives it away, with proof."""

from __future__ import annotations

import asyncio
import json

from cutcard.floor.live import Floor
from cutcard.floor.meters import codec, prove, published
from cutcard.floor.meters.events import HitLocked, MeterEvent, PointArmed, PointRevealed
from cutcard.floor.store import Database
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents
from cutcard.table import awaits
from cutcard.table.round import AwaitsBets
from floor.live.players import TABLES, Crew, balances, next_body, player

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
