"""Carrying one command out at a live table: its events, its money, its meters; or a refusal.

Everything here is a value; nothing is stored. Chance is drawn by `below`, and comes out as events.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from cutcard.fair import draw, shuffle, shuffle_act
from cutcard.floor import ledger
from cutcard.floor.live.commands import (
    ChangeLaw,
    CommandRequest,
    DealBy,
    Plain,
    accepted,
    decide_change_law,
    decide_deal_by,
    read_command,
)
from cutcard.floor.live.events import event_json
from cutcard.floor.live.state import Live
from cutcard.floor.live.table_meters import Metering
from cutcard.floor.meters import SYSTEM, commands as meters
from cutcard.floor.store import Movement
from cutcard.law import Code, Document, Refusal, Refused
from cutcard.money import dollars
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import (
    CONFIRM,
    NOTHING_DRAWN,
    Awaits,
    AwaitsBets,
    AwaitsChore,
    AwaitsDevice,
    RoundEnded,
    RoundVoided,
    Settled,
    Table,
    awaits,
    awaits_in,
    commands,
    next_chore,
    require_dealer_at_table,
    settlement,
    step,
    steps,
    unconfirmed,
)
from cutcard.table.record import line_of

MOST_CHANCE: Final = 200
DEALER: Final = By(Role.DEALER)
SECRET: Final = frozenset({"order", "salt", "commitment", "steps"})
"""What only the house's own chance supplies where the cards are the house's."""
FOR_OTHERS: Final = frozenset({"confirmed", "consent", "instrument"})
"""What of a bet is not its bettor's to say."""

Below = Callable[[int], int]
Known = Callable[[list[str]], Mapping[str, int]]
"""Balances of accounts that the table's own events do not tell."""


class Work:
    """One command at one table, under way."""

    def __init__(
        self,
        live: Live,
        metering: Metering,
        now: int,
        *,
        known: Known,
        below: Below = secrets.randbelow,
    ) -> None:
        self.live = live
        self.metering = metering
        self.now = max(now, live.at, live.created)
        self.events: list[object] = []
        self.lines: list[str] = []
        self.shown: list[str] = []
        """Each line without what is secret yet; empty where nothing is."""
        self.published: list[Plain] = []
        self.movements: list[Movement] = []
        self.law: Document | None = None
        """The law data that the table was moved to, which the store must carry from now on."""
        self._known = known
        self._below = below

    @property
    def table(self) -> Table:
        """The table as it stands by now."""
        return self.live.table

    @property
    def at(self) -> int:
        """Now, as the table counts it."""
        return self.live.seconds(self.now)

    def carry_out(self, request: CommandRequest) -> None:
        """The command and all that follows by itself; `Refused` where it may not be."""
        self._carry_out(request)
        self._drive()

    # The command.

    def _carry_out(self, request: CommandRequest) -> None:
        if self.table.settings.virtual and request.body.get("do") == Chore.SHUFFLE:
            if SECRET & request.body.keys():
                raise Refused(Code.BAD_REQUEST, "shuffle: the cards here are shuffled by the house")
            self._table_command(self._shuffled())
            return
        match request.read(read_command):
            case meters.Claim() | meters.Verify() as command:
                self._jackpot_command(command)
            case DealBy() as command:
                may_change = self.live.policy.hands_change
                self.happened(decide_deal_by(self.table, command, may_change=may_change))
                self._prepare()
            case ChangeLaw() as command:
                self._change_law(command, request.signed)
            case command if isinstance(command, ledger.Command):
                self._ledger_command(_signed(command, request.signed))
            case commands.PlaceBet() as command if request.by.role is Role.PLAYER:
                self._table_command(self._own_bet(request, command))
            case command:
                self._table_command(command)

    def _change_law(self, command: ChangeLaw, signed: tuple[By, ...]) -> None:
        """The table moves to another version, and plays for its meters under that; or neither."""
        self.happened(decide_change_law(self.table, command, signed))
        self.metering.follow_law(self.table.rules)
        self.law = self.table.rules.document

    def _ledger_command(self, command: ledger.Command) -> None:
        books = self.live.books
        accounts = [books.places.inventory]
        if player := getattr(command, "player", "") or command.by.name:
            accounts.append(ledger.wallet_account(player))
        for event in ledger.decide(books, self.table, command, self._known(accounts)):
            self.happened(event)

    def _own_bet(self, request: CommandRequest, bet: commands.PlaceBet) -> commands.PlaceBet:
        """A bet without what somebody else must say: who confirmed it, or lets the player join."""
        if forged := FOR_OTHERS & request.body.keys():
            raise Refused(Code.BAD_REQUEST, f"{min(forged)}: not yours to set")
        others = any(each.box == bet.box and each.player != bet.by.name for each in self.table.bets)
        return replace(bet, consent=False) if others else bet

    def _table_command(self, command: commands.Command) -> None:
        if isinstance(command, commands.StartRound):
            self.start_round(command)
            return
        if isinstance(command, commands.Confirm):
            self.metering.check_verified(self.table.rounds, command.box, command.wager)
        if isinstance(command, commands.PlaceBet):
            self.metering.check_bet(self.table, command.box, command.stakes)
        for shown in self.metering.moved_elsewhere(self.table):
            self.do(shown)
        self.do(command)
        if isinstance(command, commands.OpenTable):
            self._show_meters()

    def _show_meters(self) -> None:
        for shown in self.metering.shows(self.table):
            self.do(shown)

    def _jackpot_command(self, command: meters.Claim | meters.Verify) -> None:
        """A dealer's claim, or a supervisor's word; with the last one the table pays."""
        number = self.table.rounds
        if isinstance(command, meters.Claim):
            require_dealer_at_table(self.table, command)
            self.metering.claim(command.by, command.hit, number)
            return
        won = self.metering.verify(command.by, command.hit, number)
        if won is None:
            return
        for each in won.wins:
            if (each.box, won.wager) in self._unconfirmed():
                self.do(commands.Confirm(command.by, each.box, won.wager))

    def _unconfirmed(self) -> list[tuple[int, str]]:
        r = self.table.round
        awaited = None if r is None else awaits_in(r)
        if r is None or not isinstance(awaited, AwaitsChore):
            return []
        return [(line.box, line.wager) for line in unconfirmed(self.table, r, awaited.moment)]

    def start_round(self, command: commands.StartRound) -> None:
        """Cards grown too old are replaced, the meters take their share, then the cards are dealt."""
        if self.table.round is None:  # else refused, and for that reason alone
            self._prepare()
            self.metering.contribute(self.table)
            self._show_meters()
        self.do(command)

    def _prepare(self) -> None:
        """What an automatic table does before a round by itself: time may have made it due."""
        table = self.table
        if table.settings.chores != "automatic" or table.round is not None:
            return
        chore = next_chore(table, self.at)
        if chore is not None:
            self.do(chore)
            while self._chance(self.awaits()):
                pass

    def do(self, command: commands.Command) -> None:
        """One command of the table; `Refused` where it may not be."""
        for event, table in accepted(steps(self.table, replace(command, at=self.at))):
            self.happened(event, table)

    def happened(self, event: object, table: Table | None = None) -> None:
        """Fold an event, with its money and its meters."""
        if isinstance(event, Settled):
            for jackpot in self.metering.lock(self.table, event.lines, event.meters, waits=False):
                self._fold(jackpot)
            self._fold(event, table)
            self.metering.settled(self.table.rounds, event.lines)
            return
        self._fold(event, table)
        if isinstance(event, RoundVoided):
            self.metering.voided(self.table.rounds)
        if isinstance(event, RoundVoided | RoundEnded):
            self.metering.ended(self.table.rounds)

    def _fold(self, event: object, table: Table | None = None) -> None:
        live, moves = self.live.after(event, self.now, table)
        plain = event_json(event)
        self.live, published = live.published_after(plain)
        self.events.append(event)
        self.lines.append(line_of(plain))
        self.shown.append("" if published is plain else line_of(published))
        self.published.append(published)
        self.movements += moves
        self._check_chips(moves)

    # What follows by itself.

    def awaits(self) -> Awaits:
        """What the table awaits."""
        return awaits(self.table, self.at)

    def _drive(self) -> None:
        """Chance, and at an automatic table the start of a round for which everybody has bet who
        has not missed the last one."""
        for _ in range(MOST_CHANCE):
            awaited = self.awaits()
            if not self._chance(awaited) and not self._start(awaited):
                self._hold(awaited)
                return
        raise AssertionError("a table that never waits for anybody")

    def _hold(self, awaited: Awaits) -> None:
        """Lock what waits for somebody to confirm it, so that the meter starts again at once."""
        r = self.table.round
        if r is None or not (isinstance(awaited, AwaitsChore) and awaited.chore == CONFIRM):
            return
        inner = awaits_in(r)
        assert isinstance(inner, AwaitsChore)
        waiting = settlement(r, inner.moment)
        for jackpot in self.metering.lock(self.table, waiting.lines, waiting.meters, waits=True):
            self._fold(jackpot)

    def _chance(self, awaited: Awaits) -> bool:
        automatic = self.table.settings.chores == "automatic"
        if isinstance(awaited, AwaitsDevice):
            self._show(awaited)
            return True
        if not automatic or not isinstance(awaited, AwaitsChore) or not self.table.settings.virtual:
            return False
        if awaited.chore != Chore.SHUFFLE:
            return False
        self.do(self._shuffled())
        return True

    def _shuffled(self) -> Act:
        try:
            return shuffle_act(self.table, self.at, made_by=partial(shuffle, below=self._below))
        except ValueError:
            raise Refused(Code.NOT_AWAITED, "shuffle: no shuffle is due") from None

    def _show(self, awaited: AwaitsDevice) -> None:
        r = self.table.in_play()
        device, shows = draw(r, awaited, below=self._below)
        nothing = replace(commands.ShowDevice(SYSTEM, device, NOTHING_DRAWN), at=self.at)
        must = self.metering.must_hit(self.table, device)
        if not must and not isinstance(step(self.table, nothing), Refusal):
            self.do(nothing)
        else:
            self.do(commands.ShowDevice(SYSTEM, device, shows))

    def _start(self, awaited: Awaits) -> bool:
        if not (isinstance(awaited, AwaitsBets) and awaited.may_start):
            return False
        table = self.table
        if table.settings.chores != "automatic" or not self.live.policy.starts_when_all_bet:
            return False
        bettors = {bet.player for bet in table.bets if "main" in bet.stakes}
        boxes = {(bet.box, bet.player) for bet in table.bets if "main" in bet.stakes}
        several = {player for player, many in _seats_each(table).items() if many > 1}
        if any(
            (box, player) not in boxes if player in several else player not in bettors
            for box, player in table.seated
            if player not in self.live.missed
        ):
            return False
        return self.try_start()

    def try_start(self) -> bool:
        """Start the round as the automatic dealer does; false where the bets do not allow it yet."""
        mark = self.live, len(self.events), len(self.movements), self.metering.mark()
        try:
            self.start_round(commands.StartRound(DEALER))
        except Refused:
            self.live = mark[0]
            for each in (self.events, self.lines, self.shown, self.published):
                del each[mark[1] :]
            del self.movements[mark[2] :]
            self.metering.back(mark[3])
            return False
        return True

    def _check_chips(self, moves: Sequence[Movement]) -> None:
        """Refuse what somebody cannot cover with the chips they have at this table.

        At once: what the cards come to afterwards covers nothing.
        """
        books = self.live.books
        for each in moves:
            chips = books.balances.get(each.debit, 0)
            if chips < 0 and each.debit.startswith(books.places.chips):
                player = each.debit.removeprefix(books.places.chips)
                message = f"{player}: the chips here are {dollars(-chips)} short; buy in first"
                raise Refused(Code.BAD_AMOUNT, message)


def _signed(command: ledger.Command, signed: tuple[By, ...]) -> ledger.Command:
    """A command with those who have signed it in person; a name that somebody wrote is no signature."""
    if not signed:
        return command
    if isinstance(command, ledger.Signed):
        return replace(command, signed=signed)
    raise Refused(Code.BAD_REQUEST, "signed: one signature is enough for it; leave the others out")


def _seats_each(table: Table) -> Mapping[str, int]:
    """Player -> how many boxes they sit at."""
    return Counter(player for _, player in table.seated)
