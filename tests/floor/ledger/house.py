"""A table under random hands with its money beside it: players buy in and leave, the floor fills.

Everything that the driver of the table does is booked; between its commands the ledger is asked for
what it should take and what it should not.
"""

from __future__ import annotations

import random
from collections import Counter

from cutcard.floor.ledger import (
    Command,
    codec,
    commands as m,
    decide,
    parse,
)
from cutcard.floor.ledger.events import BoughtIn, Counted, Credited, Filled, LedgerEvent
from cutcard.law.refusal import Refused
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table import Settings, commands as c, evolve, game_of, new_table
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.report_checks import CHOICES
from floor.ledger.ledger_support import command_json, short
from floor.ledger.witness import Witness
from table.driver import Driver, rules_of
from table.setups import Game, Setup, random_setup
from table.trouble import GUEST

FAY, SUE = By(Role.FLOORPERSON, "fay"), By(Role.SUPERVISOR, "sue")
ENOUGH = 20_000_000
"""Cents that a player has in hand before each round: no round takes more."""


class Watched(Driver):
    """A driver whose every event is booked."""

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        settings: Settings,
        mishaps: int = 0,
        setup: Setup | None = None,
    ) -> None:
        setup = setup or random_setup(game, rng)
        rules = rules_of(*game, setup.options, setup.wagers)
        super().__init__(new_table(rules, game_of(rules), settings), rng, mishaps=mishaps)
        self.folded = self.table
        self.witness = Witness()
        self.seen: Counter[str] = Counter()
        self.start = 0
        """What the opening count found, less what the table and the meters had won by then."""
        self.added = 0
        """Fills less credits and chips bought since."""

    def watch(self) -> None:
        """Book what has happened at the table since."""
        for event in self.events[self.folded.version :]:
            before, self.folded = self.folded, evolve(self.folded, event)
            for each in self.witness.see(before, event, self.folded):
                self.seen[each.why] += 1
            self.seen[type(event).__name__] += 1
            if self.folded.rounds:
                assert short(self.witness.books).keys() <= {GUEST}, event  # who bets on arrival
        assert self.folded == self.table
        self._check_win()

    def _won(self) -> int:
        """What the table has won, and what meters have paid for it, since it opened."""
        paid = sum(-held for name, held in self.witness.accounts.items() if name.startswith("meter:"))
        return self.folded.house + paid

    def _check_win(self) -> None:
        """The inventory is what was counted and brought since, and what the table won."""
        if self.witness.books.is_counted:
            assert self.witness.books.inventory == self.start + self.added + self._won()

    def ask(self, command: Command) -> LedgerEvent | None:
        """Ask the ledger; the event, or None where it refused in one line."""
        try:
            (event,) = decide(self.witness.books, self.table, command)
        except Refused as refused:
            self._check_refusal(refused.refusal.message)
            return None
        assert parse(command_json(command), command.by) == command
        assert codec.parse(codec.line(event)) == event
        for each in self.witness.see(self.table, event, self.table):
            self.seen[each.why] += 1
        match event:
            case Filled(cents):
                self.added += cents
            case Credited(cents) | BoughtIn(_, cents):
                self.added -= cents
            case Counted("opening", cents):
                self.start, self.added = cents - self._won(), 0
        return event

    @staticmethod
    def _check_refusal(message: str) -> None:
        what, _, why = message.partition(": ")
        assert what
        assert why
        assert "\n" not in message

    def signed(self) -> tuple[By, By]:
        return (self.dealer, FAY)

    def begin(self, players: int) -> None:
        """A filled and counted table with players who have chips."""
        self.open(players)
        assert self.ask(m.Fill(FAY, Cents(10_000_000), self.signed()))
        assert self.ask(m.Count(FAY, "opening", Cents(10_000_000), self.signed()))
        self.watch()

    def everybody_has_chips(self) -> None:
        for player in self.table.arrived:
            missing = ENOUGH - self.witness.books.chips(player)
            if missing > 0:
                assert self.ask(m.BuyIn(By(Role.PLAYER, player), Cents(missing))), player

    def something(self) -> None:
        """Something about money that somebody asks, sensible or not."""
        rng, books = self.rng, self.witness.books
        amount = Cents(
            rng.choice((-1, 0, 1, 500, 12_345, 10**18, max(1, books.drop), max(1, books.tips)))
        )
        player = rng.choice((*self.table.arrived, "nobody", ""))
        own = By(Role.PLAYER, player)
        by = rng.choice((own, self.dealer, FAY, SUE, By(Role.DEVICE)))
        signed = rng.choice((self.signed(), (FAY, SUE), (FAY, FAY), (), (own, FAY)))
        kind = rng.choice(("opening", "closing", "weekly"))
        asked: Command = rng.choice(
            (
                m.BuyIn(by, amount, player),
                m.CashOut(by, None, player),
                m.CashOut(by, amount, player),
                m.Tip(by, amount),
                m.Fill(by, amount, signed),
                m.Credit(by, amount, signed),
                m.Count(by, kind, Cents(max(0, books.inventory + rng.choice((-5, 0, 5)))), signed),
                m.TakeDrop(by, Cents(max(0, books.drop - rng.choice((0, 0, 100)))), signed),
                m.TakeTips(by, amount, signed),
            )
        )
        self.ask(asked)

    def play(self, rounds: int) -> None:
        """So many rounds, with questions of money between."""
        while self.table.rounds < rounds or self.table.round is not None:
            for _ in range(self.rng.randint(0, 2)):
                self.something()
            if self.table.round is None:
                if not self.witness.books.is_counted:
                    assert self.ask(self._opening()) or self.table.bets
                if self.witness.books.is_counted:
                    self.everybody_has_chips()
            self.go_on()
            self.watch()

    def _opening(self) -> m.Count:
        held = max(0, self.witness.books.inventory)
        return m.Count(FAY, "opening", Cents(held), self.signed())


TROUBLE = (
    "hand_undealt",
    "hand_one_card",
    "missed_card",
    "players_let_out",
    "reader_misused",
    "card_face_up",
)
"""Irregularities after which wagers may go back."""


class Crowded(Watched):
    """The same with people behind boxes, bets for the dealer, and trouble as often as there can be."""

    def begin(self, players: int) -> None:
        """Further people come, who stand."""
        super().begin(players)
        for name in ("eve", "joe"):
            self.give(c.Sit(By(Role.PLAYER, name)))
        self.watch()

    def _back(self) -> None:
        boxes = sorted({bet.box for bet in self.table.bets})
        for name in ("eve", "joe"):
            for box in self.rng.sample(boxes, self.rng.randint(0, len(boxes))):
                by = By(Role.PLAYER, name)
                stakes = dict.fromkeys(main_wagers(self.table.game), Cents(1500))
                tip = self.rng.choice((0, 0, 500))
                sides = [each for each in self.table.rules.offers if each.startswith("streak_")]
                for wager in sides if self.rng.random() < 0.3 else ():
                    stakes[wager] = Cents(500)
                if not self.tried(c.PlaceBet(by, box, stakes, for_dealer=Cents(tip))):
                    self.tried(
                        c.PlaceBet(by, box, dict.fromkeys(main_wagers(self.table.game), Cents(1500)))
                    )
                if self.rng.random() < 0.1:
                    self.tried(c.TakeBack(by, box))

    def go_on(self) -> None:
        """Trouble first, where the table knows it at this moment."""
        r = self.table.round
        if r is not None and self.rng.random() < 0.3:
            box, hand = self.rng.choice(r.boxes).bet.box, self.rng.choice((0, 1))
            for what in self.rng.sample(TROUBLE, self.rng.choice((1, 4))):
                choice = "dead" if "dead" in CHOICES.get(what, ()) else ""
                self.tried(c.Report(SUE, what, box=box, hand=hand, choice=choice))
            if self.table.round is None:
                return
        elif r is None and self.table.bets and self.rng.random() < 0.3:
            leaver = self.rng.choice(self.table.bets).player
            if self.tried(c.Leave(By(Role.PLAYER, leaver))):
                self.give(c.Sit(By(Role.PLAYER, leaver), self._free_box()))
        super().go_on()

    def _free_box(self) -> int:
        taken = {box for box, _ in self.table.seated}
        free = [box for box in range(1, self.table.game.boxes + 1) if box not in taken]
        return free[0] if free and not self.table.seated else 0
