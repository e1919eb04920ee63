"""The money of a link in the books of each house.

What an event of a meter moves is stated once, as within one house (`meters.moves`). Here every account
of it has a house: a table's inventory and what waits for its hit are its own house's, all else the
home's. Where a movement would cross, each of the two books its half against the account between them. So
every house's accounts add up to zero, and both have the same between them wherever they are in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cutcard.floor import meters
from cutcard.floor.ledger import Places
from cutcard.floor.meters import HitLocked, Meter, MeterEvent, pending_account
from cutcard.floor.store import Movement

BETWEEN: Final = "link:"


def link_account(meter: str, other: str) -> str:
    """What a house has towards another for a meter: what it has got less what it has given."""
    return f"{BETWEEN}{meter}:{other}"


def moves_of(
    house: str, home: str, owners: Mapping[str, str], meter: Meter, event: MeterEvent, where: str
) -> list[Movement]:
    """What an event moves in the books of one house; `meter` is as it was before."""
    owned = _owned_accounts(owners, meter, event)
    booked = []
    for each in meters.moves(meter, event, where):
        gives, takes = owned.get(each.debit, home), owned.get(each.credit, home)
        if gives == takes == house:
            booked.append(each)
        elif gives == house:
            booked.append(each._replace(credit=link_account(meter.name, takes)))
        elif takes == house:
            booked.append(each._replace(debit=link_account(meter.name, gives)))
    return booked


def _owned_accounts(owners: Mapping[str, str], meter: Meter, event: MeterEvent) -> dict[str, str]:
    """The accounts of tables that an event may move, each with its house."""
    tables: Iterable[str] = {getattr(event, "table", "")} & owners.keys()
    owned = {Places.of(table).inventory: owners[table] for table in tables}
    hits = (*meter.hits, event.jackpot) if isinstance(event, HitLocked) else meter.hits
    for each in hits:
        owned[pending_account(meter.name, each.id)] = owners[each.table]
    return owned
