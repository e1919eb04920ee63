"""A settlement into entries: stakes off the layout, losses into the inventory, winnings out of it.

A winner is never paid with a losing wager: what is lost goes into the inventory whole, and what is won
comes out of the inventory, or off a meter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from cutcard.floor.ledger.books import Books
from cutcard.law import RuleSet
from cutcard.money import Dollars, MeterShare, Odds, Pays, parse_pays
from cutcard.rules import Line
from cutcard.table import Settled, Table
from cutcard.wagers.settlement import brings_stake_back, is_fixed_prize, splits

INVENTORY: Final = "inventory"
"""The provision on where losing wagers go and winnings come from, where a document has one."""
WHOLE: Final = 100


class LedgerEntry(NamedTuple):
    """A movement without its id."""

    debit: str
    credit: str
    cents: int
    why: str
    cite: str = ""


_price: Final[Callable[[str], Pays]] = lru_cache(maxsize=4096)(parse_pays)
"""The price that a line prints; the same few come over and over."""


def meter_of(line: Line) -> str:
    """The meter that a line is paid from; empty where it is paid from none."""
    price = _price(line.pays) if "%" in line.pays else None
    return price.meter if isinstance(price, MeterShare) else ""


def stake_back(rules: RuleSet, line: Line) -> int:
    """What of a line's stake comes back by itself; the rest of what is handed over is winnings."""
    if line.returned <= 0 or line.stake <= 0:
        return 0
    price = _price(line.pays)
    if isinstance(price, Odds):
        back = price.returns_stake or price.win < price.per  # half for a surrender: a part comes back
    elif isinstance(price, Dollars | MeterShare):
        back = brings_stake_back(rules.options, price)
    else:
        back = True
    return min(line.stake, line.returned) if back else 0


def from_meters(rules: RuleSet, lines: Sequence[Line]) -> dict[int, tuple[str, int]]:
    """Which lines of one settlement are paid off a meter: index -> meter and cents.

    The rest of such a line is the house's: a prize that is fixed in truth, and a smaller share beside
    winners who divide the whole meter.
    """
    shares: dict[int, tuple[str, int]] = {}
    for at, line in enumerate(lines):
        meter = meter_of(line)
        if not meter or is_fixed_prize(
            rules, rules.offers[line.wager], line.stake, line.box, line.outcome
        ):
            continue
        if splits(rules, rules.offers[line.wager].law.meters[meter]) and _is_beside_whole(
            line, meter, lines
        ):
            continue
        won = line.returned - stake_back(rules, line)
        if won > 0:
            shares[at] = meter, won
    return shares


def _is_beside_whole(line: Line, meter: str, lines: Sequence[Line]) -> bool:
    return _percent(line) < WHOLE and any(
        meter_of(each) == meter and _percent(each) == WHOLE for each in lines
    )


def _percent(line: Line) -> int:
    price = _price(line.pays)
    return price.percent if isinstance(price, MeterShare) else 0


def settled(books: Books, event: Settled, before: Table) -> list[LedgerEntry]:
    """What a settlement moves, line by line in its own order."""
    if not event.lines:
        return []
    rule = before.cite(INVENTORY)
    off_meters = from_meters(before.rules, event.lines) if _has_share(event.lines) else {}
    entries: list[LedgerEntry] = []
    for at, line in enumerate(event.lines):
        entries += _line(books, line, before, rule=rule, share=off_meters.get(at))
    return entries


def _has_share(lines: Sequence[Line]) -> bool:
    return any("%" in line.pays for line in lines)


def _line(
    books: Books, line: Line, before: Table, *, rule: str, share: tuple[str, int] | None
) -> Iterator[LedgerEntry]:
    places, stake, returned = books.places, line.stake, line.returned
    cite = f"{line.cite}; {rule}" if rule else line.cite
    if not returned:
        if stake:
            yield LedgerEntry(places.layout, places.inventory, stake, f"{line.wager} lost", cite)
        return
    to, what = _whose(books, line, before)
    back = returned if returned == stake else stake_back(before.rules, line)
    if back:
        yield LedgerEntry(places.layout, to, back, f"{line.wager} returned{what}", line.cite)
    if stake > back:
        yield LedgerEntry(places.layout, places.inventory, stake - back, f"{line.wager} taken", cite)
    won = returned - back
    if share is not None:
        meter, cents = share
        why = f"{line.wager} won from {meter}{what}"
        yield LedgerEntry(books.source(meter), to, cents, why, line.cite)
        won -= cents
    if won:
        yield LedgerEntry(places.inventory, to, won, f"{line.wager} won{what}", cite)


def _whose(books: Books, line: Line, before: Table) -> tuple[str, str]:
    """The account that a line is paid to, and how the movement says so."""
    if line.paid_to != "player":
        return books.places.tips, f" for the {line.paid_to}"
    return books.places.chips + (line.player or _caller(before, line.box)), ""


def _caller(before: Table, box: int) -> str:
    round_box = None if before.round is None else before.round.box(box)
    assert round_box is not None, f"box {box} is not in the round"
    return round_box.bet.player
