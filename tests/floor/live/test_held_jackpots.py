"""A house that holds every share of a meter: two winners in turn wait, others play on, both are paid."""

from __future__ import annotations

import asyncio

from cutcard.floor.live import Floor, Live
from cutcard.floor.store import Database
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.shoe import By, Role
from cutcard.table import Settings, awaits
from cutcard.table.round import AwaitsCard, AwaitsChore, AwaitsDecision
from floor.live.players import DEE, FLO, TABLES, Crew, balances, player

SUE, SAM = By(Role.SUPERVISOR, "sue"), By(Role.SUPERVISOR, "sam")
HELD = Settings(virtual=False, confirms=False, holds_jackpots=True)
LINK = {"blazing_7s.mega": "mega"}
STAKES = {"main": "10", "blazing_7s": "5"}


def sevens() -> RuleSet:
    """Blazing 7's of Maryland, whose text names nobody who validates a win."""
    levels = ("mega", "major", "minor")
    amounts = {"rate_of_progression": 0.1, "initial_amount": 20000, "reset_amount": 10000}
    wager = {"paytable": "A", "meters": dict.fromkeys(levels, amounts)}
    found, _ = resolve(
        TABLES["maryland"].rules.document,
        variation=None,
        options={"decks": 6},
        wagers={"blazing_7s": wager},
    )
    assert found is not None
    return found


class At:
    """A table whose cards a dealer scans."""

    def __init__(self, crew: Crew, name: str) -> None:
        self.crew, self.name = crew, name

    @property
    def live(self) -> Live:
        return self.crew.floor.live(self.name)

    async def open(self, *who: str) -> None:
        await self.crew.open(self.name, sevens(), HELD, links=LINK)
        for box, each in enumerate(who, 1):
            await self.crew.seat(self.name, each, box)
        while isinstance(awaited := awaits(self.live.table), AwaitsChore):
            by = DEE if Role.DEALER in awaited.roles else FLO
            scanned = {"card": "2s"} if awaited.chore == "burn" else {}
            await self.crew.done(self.name, by, {"do": str(awaited.chore), **scanned})

    async def bet(self, *who: str) -> None:
        for box, each in enumerate(who, 1):
            body: dict[str, object] = {"do": "place_bet", "box": box, "stakes": STAKES}
            await self.crew.done(self.name, player(each), body)

    async def deal(self, cards: str) -> None:
        for card in cards.split():
            await self._stand()
            assert isinstance(awaits(self.live.table), AwaitsCard), awaits(self.live.table)
            await self.crew.done(self.name, DEE, {"do": "deal", "card": card})
        await self._stand()

    async def _stand(self) -> None:
        while isinstance(awaited := awaits(self.live.table), AwaitsDecision):
            box = next(iter(awaited.offers))
            found = self.live.table.in_play().box(box)
            assert found is not None
            body: dict[str, object] = {"do": "decline" if awaited.is_offer else "stand", "box": box}
            await self.crew.done(self.name, player(found.bet.player), body)


async def both_win(floor: Floor) -> None:
    crew = Crew(floor)
    here, there = At(crew, "here"), At(crew, "there")
    await here.open("ann", "bob")
    await there.open("cat")
    await here.bet("ann", "bob")
    await here.deal("7d 7d 7d 7d 7d Ts")
    awaited = awaits(here.live.table)
    assert isinstance(awaited, AwaitsChore)
    assert awaited.chore == "confirm_payout"
    (won,) = floor.meter("mega").hits
    assert [(each.player, each.cents) for each in won.wins] == [("bob", 2_000_100), ("ann", 1_000_000)]
    assert floor.meter("mega").shown == 1_000_000
    await there.bet("cat")
    await there.deal("2c 3c 9h Th Ks")
    assert floor.meter("mega").shown == 1_000_050
    refused = await crew.ask("here", SUE, {"do": "confirm", "box": 1, "wager": "blazing_7s"})
    assert refused.refusal is not None
    await crew.done("here", DEE, {"do": "claim", "hit": won.id})
    for by in (SUE, SAM):
        await crew.done("here", by, {"do": "verify", "hit": won.id})
    meter = floor.meter("mega")
    assert (meter.hits, meter.last[0].verified_by) == ((), ("sue", "sam"))
    assert meter.shown == 1_000_050


def test_two_winners_in_turn_are_held_verified_and_paid(database: Database) -> None:
    async def run() -> None:
        floor = Floor(database)
        floor.start()
        try:
            await both_win(floor)
        finally:
            await floor.stop()

    asyncio.run(run())
    found = balances(database)
    assert sum(found.values()) == 0
    assert found["meter:mega"] == 1_000_050
    assert not [name for name, cents in found.items() if name.startswith("pending:") and cents]
    brought, lost = 1_000_000, 1_500
    assert found["chips:here:bob"] == brought - lost + 2_000_100
    assert found["chips:here:ann"] == brought - lost + 1_000_000
    database.verify_all()
