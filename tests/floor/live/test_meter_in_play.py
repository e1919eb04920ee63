"""A meter that a round may still win does not change under it; a table that left it deals without."""

from __future__ import annotations

import asyncio

from cutcard.floor.live import CommandAnswer, CommandRequest, Floor
from cutcard.floor.store import Database
from cutcard.law.refusal import Code
from cutcard.table import awaits
from cutcard.table.round import AwaitsDecision
from floor.live.players import SUE, TABLES, Crew, balances, player

OWN, OTHER = "super_4@t", "super_4@u"
STAKES = {"main": "10.00", "super_4": "5.00"}
BET: dict[str, object] = {"do": "place_bet", "box": 1, "stakes": STAKES}
AMOUNTS: dict[str, object] = {"initial": "10000", "reset": "10000"}
TERMS: dict[str, object] = {"do": "configure", **AMOUNTS, "rate": "3/20", "reserve_rate": "1/10"}


class Office:
    """A supervisor's words, each under a key of its own."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.asked = 0

    async def ask(self, **body: object) -> CommandAnswer:
        self.asked += 1
        return await self.floor.submit_meter(OWN, CommandRequest(SUE, dict(body), f"o{self.asked}"))

    async def refused(self, words: str, **body: object) -> None:
        answer = await self.ask(**body)
        assert answer.refusal is not None, answer
        assert words in answer.refusal.message


async def in_play(crew: Crew) -> None:
    """A round that waits for a decision, with a stake on the meter."""
    while not isinstance(awaits(crew.floor.live("t").table), AwaitsDecision):
        await crew.done("t", player("ann"), BET)


async def comes_back(crew: Crew, office: Office) -> None:
    """A table that has parted: nothing of it is on the meter until it rejoins, and then all of it."""
    floor, stood = crew.floor, crew.floor.meter(OWN).shown
    await office.refused("it was never linked to super_4@t", do="rejoin", table="u")
    await office.refused("'nowhere' is not on this floor", do="rejoin", table="nowhere")
    other = {**TERMS, "reset": "20000"}
    assert (await office.ask(**other)).status == "done", "nobody plays for it, so nobody filed anything"
    answer = await office.ask(do="rejoin", table="t")
    assert answer.refusal is not None
    assert "files a reset amount of $10000.00, but super_4@t has $20000.00" in answer.refusal.message
    assert "Ch.13 §I(2)" in answer.refusal.cite
    assert (await office.ask(**TERMS)).status == "done"
    assert (await office.ask(do="rejoin", table="t")).status == "done"
    await office.refused("it is already linked to super_4@t", do="rejoin", table="t")
    assert (await office.ask(do="start")).status == "done"
    await crew.done("t", player("ann"), BET)
    assert floor.meter(OWN).shown == stood + 75
    assert floor.live("t").table.meters["super_4"] == stood + 75
    await crew.rounds("t", 0)


def test_what_is_played_for_does_not_change(sqlite: Database) -> None:
    async def run() -> None:
        floor = Floor(sqlite)
        floor.start()
        try:
            await play(floor)
        finally:
            await floor.stop()

    async def play(floor: Floor) -> None:
        crew, office = Crew(floor), Office(floor)
        await crew.open("t", TABLES["maryland"].rules)
        await crew.open("u", TABLES["no-hole-card"].rules)
        await crew.seat("t", "ann", 1)
        await in_play(crew)
        assert (await office.ask(do="stop")).status == "done"
        await office.refused("t is dealing a round", **TERMS)
        await office.refused("t is dealing a round", do="retire", to=OTHER, why="withdrawn")
        await office.refused("it is dealing a round", do="part", table="t")
        await crew.rounds("t", 0)
        stopped = await crew.ask("t", player("ann"), BET)  # no round would begin for it
        assert stopped.refusal is not None
        assert stopped.refusal.code is Code.METER_MISSING
        assert floor.live("t").table.bets == ()
        assert (await office.ask(**TERMS)).status == "done"
        assert (await office.ask(do="part", table="t")).status == "done"
        answer = await crew.ask("t", player("ann"), BET)
        assert answer.refusal is not None
        assert "no longer" in answer.refusal.message
        assert (answer.refusal.code, answer.refusal.cite) == (Code.METER_MISSING, "Ch.2 §G(1)")
        await crew.done("t", player("ann"), {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}})
        await crew.rounds("t", 0)
        await comes_back(crew, office)

    asyncio.run(run())
    assert sum(balances(sqlite).values()) == 0
    sqlite.verify_all()
