"""The events of a command about money, or a refusal in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from cutcard.floor.ledger import commands, events
from cutcard.floor.ledger.books import LONGEST_NAME, Books, wallet_account
from cutcard.law import Code, Refused, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import CREW, FLOOR, By, Role
from cutcard.table import Table, riding

MOST: Final = 100_000_000_000
"""Cents: nothing larger moves at a table at once."""
TWO: Final = 2


class _Context(NamedTuple):
    """Where a command meets the books."""

    books: Books
    table: Table
    known: Mapping[str, int]

    def inventory(self) -> int:
        """What the tray holds by the store, else by the table's own events."""
        return self.known.get(self.books.places.inventory, self.books.inventory)


def decide(
    books: Books, table: Table, command: commands.Command, known: Mapping[str, int] | None = None
) -> tuple[events.LedgerEvent, ...]:
    """The events of a command; `Refused` where it may not be.

    `known` gives balances that the table's own events do not tell: the player's wallet, and the
    inventory where meters took their share of it. A wallet that is not given is not asked.
    """
    return (_HANDLERS[type(command)](_Context(books, table, known or {}), command),)


def _refused(code: Code, what: str, why: str, cite: str = "") -> Refused:
    return Refused(code, f"{what}: {why}", cite)


def _amount(what: str, cents: object, *, least: int = 1) -> Cents:
    if type(cents) is not int:
        raise _refused(Code.BAD_AMOUNT, what, f"{shown(cents)} is not a number of cents")
    if cents < least:
        rule = "the amount must be more than zero" if least else "a count cannot be negative"
        raise _refused(Code.BAD_AMOUNT, what, f"${dollars(cents)}: {rule}")
    if cents > MOST:
        raise _refused(Code.BAD_AMOUNT, what, f"more than ${dollars(MOST)} at once is not accepted")
    return Cents(cents)


def _player(what: str, by: By, named: str) -> str:
    """Whose chips it is about: a player's own, or those of whom the staff names."""
    if by.role is not Role.PLAYER and by.role not in CREW:
        raise _refused(Code.WRONG_ROLE, what, f"a {by.role} may not move chips; ask the dealer")
    player = named or (by.name if by.role is Role.PLAYER else "")
    if not _is_name(player):
        raise _refused(Code.BAD_REQUEST, what, f"{shown(player)} is not a player; name one")
    if by.role is Role.PLAYER and player != by.name:
        raise _refused(Code.NOT_YOURS, what, f"you may not move {player}'s chips; leave the player out")
    return player


def _require_play(context: _Context, what: str) -> None:
    if context.table.is_closed:
        why = "the table is closed; go to another one"
        raise _refused(Code.TABLE_NOT_OPEN, what, why, context.table.cite("bets_close"))
    if not context.books.is_counted:
        why = "the inventory has not been counted; make the opening count first"
        raise _refused(Code.TABLE_NOT_OPEN, what, why)


# Players.


def _buy_in(context: _Context, command: commands.BuyIn) -> events.LedgerEvent:
    what = "buy in"
    player = _player(what, command.by, command.player)
    cents = _amount(what, command.amount)
    _require_play(context, what)
    if player not in context.table.arrived:
        why = f"{player} is not at the table; sit down first"
        raise _refused(Code.NOT_YOURS, what, why, context.table.rules.main.law.cite)
    deposit = context.known.get(wallet_account(player))
    if deposit is not None and deposit < cents:
        why = (
            f"{player} has ${dollars(deposit)} on deposit, not ${dollars(cents)}; "
            "the cage takes deposits: ask a floorperson"
        )
        raise _refused(Code.BAD_AMOUNT, what, why)
    return events.BoughtIn(player, cents, str(command.by))


def _cash_out(context: _Context, command: commands.CashOut) -> events.LedgerEvent:
    what = "cash out"
    player = _player(what, command.by, command.player)
    _no_bet_of(context, what, player)
    chips = context.books.chips(player)
    if command.amount is None and chips <= 0:
        raise _refused(Code.BAD_AMOUNT, what, f"{player} has no chips here")
    cents = _amount(what, chips if command.amount is None else command.amount)
    _enough_chips(context, what, player, cents)
    return events.CashedOut(player, cents, str(command.by))


def _no_bet_of(context: _Context, what: str, player: str) -> None:
    table, r = context.table, context.table.round
    bets = [bet.player for bet in table.bets]
    if r is not None and not r.finished:
        for box in r.boxes:
            bets += [box.bet.player, *(each.bet.player for each in box.backers)]
    if player in bets or _stays(table, player):
        why = f"{player} has a bet on the table; wait until it is settled, or take it back"
        raise _refused(Code.BETS_CLOSED, what, why, table.cite("no_touch"))


def _stays(table: Table, player: str) -> int:
    """What of a player's stays on the layout for the next round, though the last one is settled."""
    r = table.round
    if r is None or not r.finished:
        return 0
    return sum(sum(each.bet.stakes.values()) for each in riding(r) if each.bet.player == player)


def _enough_chips(context: _Context, what: str, player: str, cents: int) -> None:
    chips = context.books.chips(player) - _stays(context.table, player)
    if cents > chips:
        why = f"{player} has ${dollars(chips)} in chips here, not ${dollars(cents)}"
        raise _refused(Code.BAD_AMOUNT, what, why)


def _tip(context: _Context, command: commands.Tip) -> events.LedgerEvent:
    what = "tip"
    if command.by.role is not Role.PLAYER:
        raise _refused(Code.WRONG_ROLE, what, "only players may tip, from their own chips")
    player = _player(what, command.by, "")
    cents = _amount(what, command.amount)
    _enough_chips(context, what, player, cents)
    return events.Tipped(player, cents)


# The floor.


def _fill(context: _Context, command: commands.Fill) -> events.LedgerEvent:
    what = "fill"
    signed = _dealer_and_floor(context, what, command.by, command.signed)
    return events.Filled(_amount(what, command.amount), str(command.by), signed)


def _credit(context: _Context, command: commands.Credit) -> events.LedgerEvent:
    what = "credit"
    signed = _dealer_and_floor(context, what, command.by, command.signed)
    cents = _amount(what, command.amount)
    if cents > context.inventory():
        why = f"the inventory holds ${dollars(context.inventory())}, not ${dollars(cents)}"
        raise _refused(Code.BAD_AMOUNT, what, why)
    return events.Credited(cents, str(command.by), signed)


def _count(context: _Context, command: commands.Count) -> events.LedgerEvent:
    what = "count"
    if command.kind not in events.KINDS:
        why = f"{shown(command.kind)} is not a kind of count; choose opening or closing"
        raise _refused(Code.BAD_REQUEST, what, why)
    signed = _two(what, command.by, command.signed)
    cents = _amount(what, command.amount, least=0)
    if (command.kind == events.OPENING) is context.books.is_counted:
        state = "already counted" if context.books.is_counted else "not yet counted"
        raise _refused(Code.NOT_DUE, what, f"the inventory is {state}; no {command.kind} count is due")
    _nothing_on_layout(context, what)
    return events.Counted(command.kind, cents, Cents(context.inventory()), signed)


def _nothing_on_layout(context: _Context, what: str) -> None:
    table = context.table
    if table.round is not None or table.bets or context.books.layout:
        why = "there are wagers on the layout; finish the round and return the bets first"
        raise _refused(Code.BETS_CLOSED, what, why, table.cite("no_touch"))


def _take_drop(context: _Context, command: commands.TakeDrop) -> events.LedgerEvent:
    what = "take the drop box"
    signed = _two(what, command.by, command.signed)
    cents = _amount(what, command.amount, least=0)
    expected = context.books.drop
    if not cents and not expected:
        raise _refused(Code.NOT_DUE, what, "it is empty")
    return events.Dropped(cents, expected, signed)


def _take_tips(context: _Context, command: commands.TakeTips) -> events.LedgerEvent:
    what = "empty the dealers' tip box"
    signed = _two(what, command.by, command.signed)
    cents, tips = _amount(what, command.amount), context.books.tips
    if cents != tips:
        why = f"the books say ${dollars(tips)}, not ${dollars(cents)}; count it again"
        raise _refused(Code.BAD_AMOUNT, what, why)
    return events.TipsTaken(cents, signed)


# Who signs.


def _two(what: str, by: By, signed: tuple[By, ...]) -> tuple[str, ...]:
    """Two different people of the house, one of them of the floor, and who asks is one of them."""
    if by.role not in CREW:
        raise _refused(Code.WRONG_ROLE, what, f"a {by.role} may not do this; ask a floorperson")
    if any(who.role not in CREW or not _is_name(who.name) for who in signed):
        why = "dealers, floorpersons and supervisors sign, each by role and name"
        raise _refused(Code.BAD_REQUEST, what, why)
    if len(signed) != TWO or signed[0].name == signed[1].name:
        raise _refused(
            Code.WRONG_ROLE, what, "two different people must sign, like a dealer and a floorperson"
        )
    if not any(who.role in FLOOR for who in signed):
        raise _refused(Code.WRONG_ROLE, what, "one of the two must be a floorperson or supervisor")
    if by not in signed:
        raise _refused(Code.WRONG_ROLE, what, "the person who requests it must sign it too")
    return tuple(str(who) for who in signed)


def _is_name(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable()


def _dealer_and_floor(context: _Context, what: str, by: By, signed: tuple[By, ...]) -> tuple[str, ...]:
    """The dealer at the table and a floorperson or supervisor."""
    signers = _two(what, by, signed)
    dealers = [who.name for who in signed if who.role is Role.DEALER]
    if len(dealers) != 1:
        raise _refused(Code.WRONG_ROLE, what, "the dealer and one person of the floor must sign it")
    at_table = context.table.dealer
    if at_table and dealers[0] != at_table:
        raise _refused(Code.WRONG_ROLE, what, f"{at_table} deals here and must sign, not {dealers[0]}")
    return signers


_HANDLERS: Final[Mapping[type, Callable[[_Context, Any], events.LedgerEvent]]] = {
    commands.BuyIn: _buy_in,
    commands.CashOut: _cash_out,
    commands.Tip: _tip,
    commands.Fill: _fill,
    commands.Credit: _credit,
    commands.Count: _count,
    commands.TakeDrop: _take_drop,
    commands.TakeTips: _take_tips,
}
