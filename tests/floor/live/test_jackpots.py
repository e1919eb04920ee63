"""Meters at live tables: stakes go on them, a win is locked, people check it, others play on."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.floor.ledger import meter_account
from cutcard.floor.live import Floor, Live
from cutcard.floor.live.restart import read_meter
from cutcard.floor.store import Database
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.shoe import By, Role
from cutcard.table import Settings, awaits
from cutcard.table.round import AwaitsCard, AwaitsChore, AwaitsDecision
from floor.live.players import DEE, FLO, SUE, TABLES, Crew, balances, on, player

SAM = By(Role.SUPERVISOR, "sam")
SCANNED = Settings(virtual=False, confirms=False)
LINK = {"blazing_7s": "sevens"}
METER = "sevens"


def rules_with(**wagers: object) -> RuleSet:
    base = TABLES["massachusetts"].rules
    found, _ = resolve(base.document, variation=None, options={"boxes": 6, "decks": 6}, wagers=wagers)
    assert found is not None
    return found


def sevens() -> RuleSet:
    amounts = {"rate_of_progression": 0.15, "initial_amount": 20000, "reset_amount": 20000}
    return rules_with(blazing_7s={"paytable": "1", **amounts})


@dataclass
class Scanned:
    """A table whose cards a dealer scans."""

    crew: Crew
    name: str

    @property
    def live(self) -> Live:
        return self.crew.floor.live(self.name)

    async def open(self, who: str) -> None:
        await self.crew.open(self.name, sevens(), SCANNED, links=LINK)
        await self.crew.seat(self.name, who, 1)
        await self.ready()

    async def ready(self) -> None:
        """The dealer's chores until bets are open."""
        while isinstance(awaited := awaits(self.live.table), AwaitsChore):
            by = DEE if Role.DEALER in awaited.roles else FLO
            scanned = {"card": "2s"} if awaited.chore == "burn" else {}
            await self.crew.done(self.name, by, {"do": str(awaited.chore), **scanned})

    async def bet(self, who: str) -> None:
        stakes = {"main": "10", "blazing_7s": "5"}
        await self.crew.done(self.name, player(who), {"do": "place_bet", "box": 1, "stakes": stakes})

    async def deal(self, cards: str) -> None:
        for card in cards.split():
            assert isinstance(awaits(self.live.table), AwaitsCard), awaits(self.live.table)
            await self.crew.done(self.name, DEE, {"do": "deal", "card": card})

    async def stand(self, who: str) -> None:
        while isinstance(awaited := awaits(self.live.table), AwaitsDecision):
            body: dict[str, object] = {"do": "decline" if awaited.is_offer else "stand", "box": 1}
            await self.crew.done(self.name, player(who), body)


def agree(database: Database, floor: Floor) -> None:
    """Accounts, memory and events tell the same."""
    found = balances(database)
    assert sum(found.values()) == 0
    for house in floor.meters:
        with database.reading() as unit:
            assert read_meter(unit, house) == floor.meter(house)
        assert found[meter_account(house)] == floor.meter(house).shown
    database.verify_all()


def test_a_jackpot_waits_for_people_while_others_play_on(database: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        one, two = Scanned(crew, "one"), Scanned(crew, "two")
        await one.open("ann")
        await two.open("bob")
        await one.bet("ann")
        await two.bet("bob")
        assert floor.meter(METER).shown == 2_000_000 + 2 * 75
        await one.deal("7h 7h 7h")
        (won,) = floor.meter(METER).hits
        assert (won.table, won.taken, won.needs) == ("one", 2_000_150, 2)
        assert floor.meter(METER).shown == 2_000_000
        awaited = awaits(one.live.table)
        assert isinstance(awaited, AwaitsChore)
        assert awaited.chore == "confirm_payout"
        chips = one.live.books.chips("ann")

        early = await crew.ask("one", FLO, {"do": "confirm", "box": 1, "wager": "blazing_7s"})
        assert early.status == "refused"
        for by in (player("ann"), SUE, FLO):
            assert (await crew.ask("one", by, {"do": "claim", "hit": won.id})).status == "refused"
        await crew.done("one", DEE, {"do": "claim", "hit": won.id})
        for by in (player("ann"), DEE, FLO):
            assert (await crew.ask("one", by, {"do": "verify", "hit": won.id})).status == "refused"

        await two.deal("7c 2c 5d")
        await two.stand("bob")
        await two.deal("Ts 8s")
        assert two.live.table.round is None
        assert floor.meter(METER).hits == (floor.meter(METER).hits[0],)

        await crew.done("one", SUE, {"do": "verify", "hit": won.id})
        assert (await crew.ask("one", SUE, {"do": "verify", "hit": won.id})).status == "refused"
        assert one.live.books.chips("ann") == chips
        agree(database, floor)
        await crew.done("one", SAM, {"do": "verify", "hit": won.id})
        assert one.live.books.chips("ann") > chips + 2_000_000
        assert floor.meter(METER).hits == ()
        assert floor.meter(METER).last[0].verified_by == ("sue", "sam")
        await one.stand("ann")
        await one.deal("Ts")
        assert one.live.table.round is None
        agree(database, floor)

    on(database, play)
    assert not [each for each, held in balances(database).items() if each.startswith("pending") and held]


def test_a_linked_meter_pays_what_it_shows_at_that_moment(sqlite: Database) -> None:
    """Another table takes it in the middle of the round."""

    async def play(floor: Floor, crew: Crew) -> None:
        one, two = Scanned(crew, "one"), Scanned(crew, "two")
        await one.open("ann")
        await two.open("bob")
        await one.bet("ann")
        await two.bet("bob")
        await one.deal("7h 7h 7h")
        await two.deal("7d 7d 7d")
        taken = {each.table: each.taken for each in floor.meter(METER).hits}
        assert taken == {"one": 2_000_150, "two": 2_000_000}
        agree(sqlite, floor)

    on(sqlite, play)


def test_a_pending_jackpot_outlives_a_restart(database: Database) -> None:
    async def begin(_: Floor, crew: Crew) -> None:
        one = Scanned(crew, "one")
        await one.open("ann")
        await one.bet("ann")
        await one.deal("7h 7h 7h")

    async def end(floor: Floor, _: Crew) -> None:
        crew = Crew(floor, "again")
        (won,) = floor.meter(METER).hits
        await crew.done("one", DEE, {"do": "claim", "hit": won.id})
        await crew.done("one", SUE, {"do": "verify", "hit": won.id})
        await crew.done("one", SAM, {"do": "verify", "hit": won.id})
        assert floor.meter(METER).hits == ()
        await Scanned(crew, "one").stand("ann")
        await Scanned(crew, "one").deal("Ts")
        assert floor.live("one").table.round is None
        assert floor.live("one").books.sources == {"blazing_7s": meter_account(METER)}
        agree(database, floor)

    on(database, begin)
    on(database, end)


def test_no_hit_of_another_table_is_claimed_here(sqlite: Database) -> None:
    async def play(_: Floor, crew: Crew) -> None:
        one = Scanned(crew, "one")
        await one.open("ann")
        bodies: list[dict[str, object]] = [{"do": "claim", "hit": "x"}, {"do": "claim"}]
        for body in [*bodies, {"do": "verify", "hit": 5}]:
            answer = await crew.ask("one", DEE, body)
            assert answer.refusal is not None
            assert answer.refusal.message.startswith("hit: ")

    on(sqlite, play)


def test_a_round_being_dealt_is_why_none_starts_though_a_meter_has_moved(sqlite: Database) -> None:
    async def play(_: Floor, crew: Crew) -> None:
        one, two = Scanned(crew, "one"), Scanned(crew, "two")
        await one.open("ann")
        await two.open("bob")
        await one.bet("ann")
        await two.bet("bob")
        again = await crew.ask("one", DEE, {"do": "start_round"})
        assert again.refusal is not None
        assert (str(again.refusal.code), again.refusal.cite) == ("not_awaited", "§3(c)")

    on(sqlite, play)


def test_the_dealer_at_the_table_claims_and_a_refused_confirmation_cites_who_validates(
    sqlite: Database,
) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        one = Scanned(crew, "one")
        await one.open("ann")
        await one.bet("ann")
        await one.deal("7h 7h 7h")
        (won,) = floor.meter(METER).hits
        claim: dict[str, object] = {"do": "claim", "hit": won.id}
        for by, body, code, cite in (
            (By(Role.DEALER, "dan"), claim, "wrong_role", "§6(c)"),
            (SUE, {"do": "confirm", "box": 1, "wager": "blazing_7s"}, "not_due", "§31(l)"),
            (DEE, {**claim, "hit": "none.1.1"}, "not_awaited", "§31(l)"),
        ):
            answer = await crew.ask("one", by, body)
            assert answer.refusal is not None
            assert (str(answer.refusal.code), answer.refusal.cite) == (code, cite)
        await crew.done("one", DEE, claim)

    on(sqlite, play)
