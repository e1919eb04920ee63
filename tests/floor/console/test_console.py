"""The console suffices to deal: what it names as next the table takes, what it pays is what is paid."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from cutcard.cards import Card, cards
from cutcard.fair import shuffle_act
from cutcard.floor.console import Console, ConsoleStep, console, mishaps
from cutcard.floor.console.irregularities import ASKS
from cutcard.floor.console.payments import payment
from cutcard.floor.demo.tables import demo_games, demo_table
from cutcard.floor.ledger.events import Counted
from cutcard.floor.live import Live
from cutcard.floor.live.state import new_live
from cutcard.law.refusal import Refusal, Refused
from cutcard.money import Cents
from cutcard.shoe import By, Chore, Role, check_scan
from cutcard.table import Settings, commands, game_of, new_table, parse_command, stacked_shoe, step
from cutcard.table.events import RoundEnded, Settled
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.decide import awaits, legal
from cutcard.table.play.irregularities import CASES
from cutcard.table.round import AwaitsChore, AwaitsDecision, AwaitsDevice
from cutcard.values import but
from cutcard.wording import CHORES, IRREGULARITIES
from table.driver import rules_of

DEE = By(Role.DEALER, "dee")
FLO = By(Role.FLOORPERSON, "flo")
ANN = By(Role.PLAYER, "ann")
GAMES = sorted(demo_games().values())
ROUND = frozenset({"open_table", "confirm_payout", "repair_reader", "too_few_cards"})
"""Chores that the table names beside those of the shoe and of the round."""


@dataclass
class Dealing:
    """A table dealt by hand, with nothing but what the console says."""

    live: Live
    said: list[str] = field(default_factory=list)
    happened: list[object] = field(default_factory=list)

    @classmethod
    def of(cls, name: str, *, scanned: bool = False) -> Dealing:
        settings = Settings(chores="manual", virtual=not scanned)
        return cls(new_live("pit", demo_table(name).rules, settings, created=0))

    def fold(self, events: tuple[object, ...]) -> None:
        for event in events:
            self.live = self.live.after(event, 0)[0]
            self.happened.append(event)

    def do(self, command: commands.Command) -> None:
        found = step(self.live.table, command)
        assert not isinstance(found, Refusal), (command, found)
        self.fold(found[1])

    def told(self, by: By = DEE) -> Console:
        return console(self.live, by, 0)

    def next(self) -> bool:
        """What comes now, by whoever it is for; false where a player or a device is awaited."""
        for by in (DEE, FLO):
            told = self.told(by)
            if told.main is not None:
                self.said.append(told.now.text)
                self.take(told.main, by)
                return True
        return False

    def take(self, wanted: ConsoleStep, by: By) -> None:
        if wanted.signed:
            self.fold((Counted("opening", Cents(0), Cents(0), ("dealer dee", "floorperson flo")),))
            return
        said = dict(wanted.command)
        if said["do"] == "shuffle" and self.live.table.settings.virtual:
            self.do(shuffle_act(self.live.table))
            return
        if "card" in wanted.needs:
            said["card"] = self.scan().text
        self.do(parse_command({**said, "by": str(by)}))

    def scan(self) -> Card:
        for each in self.live.table.shoe.law.pack[len(self.happened) % 40 :]:
            try:
                check_scan(self.live.table.shoe, each)
            except Refused:
                continue
            return each
        raise AssertionError("no card is left")

    def sit_and_bet(self) -> None:
        self.do(commands.Sit(ANN, 1))
        while self.next():
            pass
        asked = awaits(self.live.table)
        while isinstance(asked, AwaitsChore) and asked.chore == Chore.ACCEPT_CUT:
            self.do(parse_command({"do": "refuse_cut", "by": str(ANN)}))
            while self.next():
                pass
            asked = awaits(self.live.table)
        stakes = dict.fromkeys(main_wagers(self.live.table.game), Cents(1000))
        self.do(commands.PlaceBet(ANN, 1, stakes))

    def player(self) -> bool:
        table = self.live.table
        asked = awaits(table)
        assert not isinstance(asked, AwaitsDevice)
        if not isinstance(asked, AwaitsDecision):
            return False
        may = legal(table, 1)
        do = "decline" if asked.is_offer else "stand" if "stand" in may else str(may[0])
        self.do(parse_command({"do": do, "box": 1, "by": str(ANN)}))
        return True


def dealt(name: str, *, scanned: bool = False) -> Dealing:
    """A whole round, from the first count to the last card picked up."""
    table = Dealing.of(name, scanned=scanned)
    while table.next():
        pass
    table.sit_and_bet()
    for _ in range(300):
        if any(isinstance(each, RoundEnded) for each in table.happened):
            return table
        before = table.told()
        if not table.next():
            assert table.player(), table.told().now
        if before.pay:
            last = next(each for each in reversed(table.happened) if isinstance(each, Settled))
            rules = table.live.table.rules
            assert before.pay == tuple(payment(rules, line, "ann") for line in last.lines)
    raise AssertionError("a round that never ends")


@pytest.mark.parametrize("name", GAMES)
def test_a_round_of_every_game_is_dealt_by_what_the_console_says(name: str) -> None:
    table = dealt(name)
    assert table.said[0] == "Count the chips in the tray"
    assert {"Shuffle", "Load the shoe", "Burn a card"} & set(table.said)


@pytest.mark.parametrize("name", ["maryland", "pontoon"])
def test_a_round_is_dealt_from_a_shoe_whose_cards_are_scanned(name: str) -> None:
    assert dealt(name, scanned=True).told().scanned


def test_every_chore_and_every_irregularity_has_words() -> None:
    of_round = {"check_hole_card", "show_hole_card", "settle", "collect_cards"}
    assert set(CHORES) == {*map(str, Chore), *of_round, *ROUND}
    assert set(IRREGULARITIES) == set(CASES)
    assert set(ASKS) <= set(CASES)


@pytest.mark.parametrize("name", GAMES)
def test_irregularities_are_those_of_the_document_with_its_words(name: str) -> None:
    table = Dealing.of(name)
    while table.next():
        pass
    table.sit_and_bet()
    table.next()
    table.next()
    found = mishaps(table.live.table, DEE, 0)
    laws = table.live.table.rules.document.provisions
    assert {each.what for each in found} == {
        what for what in CASES if what in laws and laws[what].effect
    }
    assert all(each.about and (each.ways or each.why) for each in found)
    for each in found:
        for way in each.ways:
            assert not isinstance(
                step(table.live.table, parse_command({**way.command, "by": str(DEE)})), Refusal
            )


def test_an_irregularity_asks_for_what_it_needs() -> None:
    table = Dealing.of("maryland", scanned=True)
    while table.next():
        pass
    table.sit_and_bet()
    table.next()
    table.next()
    found = {each.what: each for each in mishaps(table.live.table, DEE, 0)}
    assert found["drawn_exposed"].ways[0].needs == ("card",)
    assert found["drawn_unseen"].ways[0].needs == ()
    assert found["check_missed"].ways == ()
    assert "no check of the hole card is due" in found["check_missed"].why


def test_at_switch_a_mishap_of_the_deal_may_name_one_of_the_two_hands() -> None:
    """Ch.14 §§G, H: each of them is a hand, and the other may have its cards."""
    rules = rules_of("md-blackjack", "switch")
    shoe = stacked_shoe(rules, cards("8s 9s 6s Tc 4d Td"))
    table = new_table(rules, game_of(rules), Settings(chores="manual"), shoe=shoe)
    for said in (
        {"do": "open_table", "by": "dealer dee"},
        {"do": "sit", "by": "player ann", "box": 1},
        {"do": "place_bet", "by": "player ann", "box": 1, "stakes": {"main": "10", "main_2": "10"}},
        {"do": "start_round", "by": "dealer dee"},
        *({"do": "deal", "by": "dealer dee"},) * 3,
    ):
        found = step(table, parse_command(said))
        assert not isinstance(found, Refusal), (said, found)
        table = found[0]
    told = {each.what: each for each in mishaps(table, DEE, 0)}
    assert [way.label for way in told["hand_one_card"].ways if way.command["choice"] == "card"] == [
        "Box 1: deal the card later",
        "Box 1, hand 1: deal the card later",
        "Box 1, hand 2: deal the card later",
    ]


def test_what_is_not_ones_own_is_not_offered() -> None:
    table = Dealing.of("maryland")
    table.next()
    table.next()
    assert table.live.table.dealer == "dee"
    other = table.told(By(Role.DEALER, "don"))
    assert other.main is not None
    assert other.main.command == {"do": "change_dealer", "dealer": "don"}
    reader = table.told()
    assert reader.main is None
    assert reader.now.roles == ("floorperson", "supervisor")
    assert not reader.now.mine
    by_floor = table.told(FLO)
    assert by_floor.main is not None
    assert by_floor.main.command == {"do": "inspect_reader"}


def test_at_an_automatic_table_the_house_deals() -> None:
    live = new_live("auto", demo_table("maryland").rules, Settings(), created=0)
    live = live.after(Counted("opening", Cents(0), Cents(0), ("dealer dee", "floorperson flo")), 0)[0]
    found = step(live.table, commands.OpenTable(FLO))
    assert not isinstance(found, Refusal)
    told = console(but(live, table=found[0]), DEE, 0)
    assert told.automatic
    assert {each.name for each in told.groups} == {"The table", "Money"}
