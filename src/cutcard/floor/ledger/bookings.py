"""Every event of a table into its movements: the one place that says where money goes.

The table keeps purses, a house and tokes of its own. The books are made from the events beside it, and
the two must agree after every event; else nothing is booked (`OutOfBalance`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cutcard.floor.ledger import events as floor
from cutcard.floor.ledger.books import CAGE, HOUSE, Books, wallet_account
from cutcard.floor.ledger.payments import LedgerEntry, settled
from cutcard.floor.store import Movement
from cutcard.table import Bet, Table, events
from cutcard.table.record import EVENTS

Books_ = Callable[[Books, Any, Table], Sequence[LedgerEntry]]
FORFEIT: Final = "streak forfeited"


class OutOfBalance(ValueError):  # noqa: N818 - it says what the books are
    """The books and the table do not agree about an event; nothing of it was booked."""


def booked(
    books: Books, event: object, before: Table, after: Table, where: str
) -> tuple[Books, list[Movement]]:
    """The books after an event that made `after` of the table `before`, and what it moved.

    `where` is the event's place, "table:NAME:VERSION": the movements are numbered from 1 behind it.
    An event of neither the table nor the ledger is a `TypeError`.
    """
    kind = type(event)
    book = _BOOKED.get(kind)
    if book is None:
        if kind not in _FREE:
            raise TypeError(f"{kind.__name__}: no event of a table or of its ledger")
        return books, []
    entries = book(books, event, before)
    movements = [Movement(f"{where}:{n}", *entry) for n, entry in enumerate(entries, 1)]
    count = event if isinstance(event, floor.Counted) else None
    if not movements and count is None:
        return books, movements
    if kind in _AT_TABLE:
        _check(books, movements, before, after)
    return books.moved(movements, count), movements


# Wagers.


def _bet_placed(books: Books, event: events.BetPlaced, before: Table) -> Sequence[LedgerEntry]:
    bet, places = event.bet, books.places
    before_bet = _bet_of(before, bet.player, bet.box)
    more = sum(bet.stakes.values()) - (0 if before_bet is None else sum(before_bet.stakes.values()))
    chips = places.chips + bet.player
    if more > 0:
        return (LedgerEntry(chips, places.layout, more, f"bet on box {bet.box}"),)
    if more < 0:
        return (LedgerEntry(places.layout, chips, -more, f"bet on box {bet.box} lowered"),)
    return ()


def _bet_of(table: Table, player: str, box: int) -> Bet | None:
    for bet in table.bets:
        if bet.box == box and bet.player == player:
            return bet
    return None


def _bet_removed(books: Books, event: events.BetRemoved, before: Table) -> Sequence[LedgerEntry]:
    bet = _bet_of(before, event.player, event.box)
    assert bet is not None, f"{event.player} has no bet on box {event.box}"
    back, places = sum(bet.stakes.values()), books.places
    return _some(
        LedgerEntry(
            places.layout, places.chips + event.player, back, f"bet on box {event.box} taken back"
        )
    )


def _bet_abandoned(books: Books, event: events.BetAbandoned, _: Table) -> Sequence[LedgerEntry]:
    places = books.places
    return _some(LedgerEntry(places.layout, places.inventory, event.amount, FORFEIT, event.cite))


def _decided(books: Books, event: events.Decided, _: Table) -> Sequence[LedgerEntry]:
    if not event.amounts:
        return ()
    places, why = books.places, f"{event.do} on box {event.box}"
    return _some(LedgerEntry(places.chips + event.player, places.layout, sum(event.amounts), why))


def _followed(books: Books, event: events.Followed, _: Table) -> Sequence[LedgerEntry]:
    places, why = books.places, f"follows on box {event.box}"
    return _some(LedgerEntry(places.chips + event.player, places.layout, event.amount, why))


def _some(entry: LedgerEntry) -> Sequence[LedgerEntry]:
    return (entry,) if entry.cents else ()


# Chips and cash.


def _bought_in(books: Books, event: floor.BoughtIn, _: Table) -> Sequence[LedgerEntry]:
    places = books.places
    return (
        LedgerEntry(wallet_account(event.player), places.drop, event.cents, "money for chips"),
        LedgerEntry(places.inventory, places.chips + event.player, event.cents, "chips bought"),
    )


def _cashed_out(books: Books, event: floor.CashedOut, _: Table) -> Sequence[LedgerEntry]:
    return (
        LedgerEntry(books.places.chips + event.player, CAGE, event.cents, "chips cashed"),
        LedgerEntry(CAGE, wallet_account(event.player), event.cents, "money for chips back"),
    )


def _tipped(books: Books, event: floor.Tipped, _: Table) -> Sequence[LedgerEntry]:
    places = books.places
    return (LedgerEntry(places.chips + event.player, places.tips, event.cents, "for the dealers"),)


def _filled(books: Books, event: floor.Filled, _: Table) -> Sequence[LedgerEntry]:
    return (LedgerEntry(CAGE, books.places.inventory, event.cents, "fill"),)


def _credited(books: Books, event: floor.Credited, _: Table) -> Sequence[LedgerEntry]:
    return (LedgerEntry(books.places.inventory, CAGE, event.cents, "credit"),)


def _counted(books: Books, event: floor.Counted, _: Table) -> Sequence[LedgerEntry]:
    return _difference(books.places.inventory, event.cents - event.expected, event.kind)


def _dropped(books: Books, event: floor.Dropped, _: Table) -> Sequence[LedgerEntry]:
    drop = books.places.drop
    difference = _difference(drop, event.cents - event.expected, "drop")
    return (*difference, *_some(LedgerEntry(drop, CAGE, event.cents, "drop box taken")))


def _difference(account: str, over: int, what: str) -> Sequence[LedgerEntry]:
    """What a count found more than the books, or less; the house answers for it."""
    if over > 0:
        return (LedgerEntry(HOUSE, account, over, f"over at the {what} count"),)
    return _some(LedgerEntry(account, HOUSE, -over, f"short at the {what} count"))


def _tips_taken(books: Books, event: floor.TipsTaken, _: Table) -> Sequence[LedgerEntry]:
    return (LedgerEntry(books.places.tips, CAGE, event.cents, "dealers' box taken"),)


_WAGERS: Final[Mapping[type, Books_]] = {
    events.BetPlaced: _bet_placed,
    events.BetRemoved: _bet_removed,
    events.BetAbandoned: _bet_abandoned,
    events.Decided: _decided,
    events.Followed: _followed,
    events.Settled: settled,
}
_BOOKED: Final[Mapping[type, Books_]] = {
    **_WAGERS,
    floor.BoughtIn: _bought_in,
    floor.CashedOut: _cashed_out,
    floor.Tipped: _tipped,
    floor.Filled: _filled,
    floor.Credited: _credited,
    floor.Counted: _counted,
    floor.Dropped: _dropped,
    floor.TipsTaken: _tips_taken,
}
_AT_TABLE: Final = frozenset(_WAGERS)
_FREE: Final = frozenset(EVENTS.values()) - _AT_TABLE
"""Events of the table and its shoe that move no money."""


def _check(books: Books, movements: Sequence[Movement], before: Table, after: Table) -> None:
    """Refuse to book what the table's own sums deny: purses, house and tokes."""
    net: dict[str, int] = {}
    for _, debit, credit, cents, _, _ in movements:
        if cents <= 0:
            raise OutOfBalance(f"{books.table}: a movement of {cents} cents")
        net[debit] = net.get(debit, 0) - cents
        net[credit] = net.get(credit, 0) + cents
    places, elsewhere = books.places, 0
    won = net.pop(places.inventory, 0)
    tips = net.pop(places.tips, 0)
    net.pop(places.layout, None)
    for account, change in net.items():
        if not account.startswith(places.chips):
            elsewhere += change
            continue
        player = account[len(places.chips) :]
        moved = after.purses.get(player, 0) - before.purses.get(player, 0)
        if moved != change:
            raise OutOfBalance(f"{account}: {change} cents moved, by the table {moved}")
    if won + elsewhere != after.house - before.house or tips != after.tokes - before.tokes:
        raise OutOfBalance(f"{books.table}: the house or the dealers' box moved otherwise at the table")
