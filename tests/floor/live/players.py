"""People at live tables: a crew that opens a table, and players who sit, buy in, bet and stand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import count

from cutcard.floor.demo import demo_tables
from cutcard.floor.live import CommandAnswer, CommandRequest, Floor
from cutcard.floor.live.cage import Cage
from cutcard.floor.live.state import Live, Policy
from cutcard.floor.store import Database
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.shoe import By, Role
from cutcard.table import Settings, awaits
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.decide import legal
from cutcard.table.round import Awaits, AwaitsBets, AwaitsDecision

DEE = By(Role.DEALER, "dee")
FLO = By(Role.FLOORPERSON, "flo")
SUE = By(Role.SUPERVISOR, "sue")
LIVE_SETTINGS = Settings(asks_for_draws=True)
TABLES = {each.name: each for each in demo_tables()}
QUICK = Policy(start_seconds=0, decision_seconds=0, starts_when_all_bet=False)
"""Of a dealer who waits for nobody."""
Body = dict[str, object]


def player(name: str) -> By:
    return By(Role.PLAYER, name)


def milliseconds() -> int:
    return int(time.time() * 1000)


class Crew:
    """Asks for whatever a floor needs, each command under a key of its own."""

    def __init__(self, floor: Floor, mark: str = "k") -> None:
        self.floor = floor
        self.cage = Cage(floor.database, milliseconds)
        self._keys = (f"{mark}{number}" for number in count(1))

    async def ask(
        self, name: str, by: By, body: Body, *, signed: tuple[By, ...] = (), expected: int | None = None
    ) -> CommandAnswer:
        return await self.floor.submit(
            name, CommandRequest(by, body, next(self._keys), expected, signed)
        )

    async def done(self, name: str, by: By, body: Body, *, signed: tuple[By, ...] = ()) -> CommandAnswer:
        answer = await self.ask(name, by, body, signed=signed)
        assert answer.status == "done", (name, body, answer)
        return answer

    async def open(
        self,
        name: str,
        rules: RuleSet,
        settings: Settings = LIVE_SETTINGS,
        *,
        policy: Policy | None = None,
        links: Mapping[str, str] | None = None,
    ) -> Live:
        """A table set up, counted and opened."""
        self.floor.add(name, rules, settings, policy=policy, links=links)
        body: Body = {"do": "count", "kind": "opening", "amount": "100000"}
        await self.done(name, DEE, body, signed=(DEE, FLO))
        await self.done(name, DEE, {"do": "open_table"})
        return self.floor.live(name)

    async def seat(self, name: str, who: str, box: int, money: str = "10000") -> None:
        body: Body = {"do": "deposit", "player": who, "amount": money}
        assert self.cage.submit(CommandRequest(FLO, body, next(self._keys))).status == "done"
        await self.done(name, player(who), {"do": "sit", "box": box})
        await self.done(name, player(who), {"do": "buy_in", "amount": money})

    async def bet(self, name: str, rules: RuleSet, stakes: Mapping[str, str] | None = None) -> None:
        """A table whose dealer waits for nobody, with ann at its first box, who has bet."""
        await self.open(name, rules, policy=QUICK)
        await self.seat(name, "ann", 1)
        by, body = self.next(self.floor.live(name))
        await self.done(name, by, body if stakes is None else {**body, "stakes": dict(stakes)})

    async def rounds(self, name: str, many: int) -> None:
        """So many rounds: everybody bets the same and stands."""
        wanted = self.floor.live(name).table.rounds + many
        while True:
            live = self.floor.live(name)
            if live.table.rounds >= wanted and live.table.round is None:
                return
            by, body = self.next(live)
            await self.done(name, by, body)

    def next(self, live: Live) -> tuple[By, Body]:
        """What comes next at a table."""
        return next_body(live, awaits(live.table))


def next_body(live: Live, awaited: Awaits) -> tuple[By, Body]:
    table = live.table
    if isinstance(awaited, AwaitsBets):
        have = {bet.player for bet in table.bets if "main" in bet.stakes}
        for box, who in table.seated:
            if who not in have:
                stakes = dict.fromkeys(main_wagers(table.game), "10.00")
                return player(who), {"do": "place_bet", "box": box, "stakes": stakes}
        return DEE, {"do": "start_round"}
    assert isinstance(awaited, AwaitsDecision), awaited
    box = next(iter(awaited.offers))
    found = table.in_play().box(box)
    assert found is not None
    by = player(found.bet.player)
    if awaited.is_offer or awaited.hand is None:
        return by, {"do": "decline", "box": box}
    may = [str(each) for each in legal(table, box)]
    return by, {"do": "stand" if "stand" in may else may[0], "box": box}


def balances(database: Database) -> dict[str, int]:
    with database.reading() as unit:
        return unit.balances()


def lines_of(database: Database, streams: Iterable[str]) -> dict[str, list[str]]:
    with database.reading() as unit:
        return {each: [stored.line for stored in unit.read(each)] for each in streams}


def on(database: Database, play: Callable[[Floor, Crew], Awaitable[None]]) -> None:
    """Play on a floor of this store, then close it."""

    async def run() -> None:
        floor = Floor(database)
        floor.load()
        floor.start()
        try:
            await play(floor, Crew(floor))
        finally:
            await floor.stop()

    asyncio.run(run())


async def until(found: Callable[[], object]) -> None:
    """Wait for something that comes by itself."""
    end = asyncio.get_running_loop().time() + 20
    while not found() and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.05)
    assert found()
