"""The money that each event of a meter moves, for the ledger.

Stakes add to a meter out of the table's inventory. What is locked for a hit waits in an account of its
own; the settlement of the table takes it from there. The accounts of a meter hold exactly what it shows,
what is in its reserve, and what waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.floor.ledger import HOUSE, Places, meter_account
from cutcard.floor.meters import events as e
from cutcard.floor.meters.law import REGISTERED, cite
from cutcard.floor.meters.state import Meter
from cutcard.floor.store import Movement

Entry = tuple[str, str, int, str, str]
"""From where, to where, how many cents, why, and the provision."""
RESERVE: Final = "reserve:"
WAITING: Final = "pending:"


def reserve_account(meter: str) -> str:
    """What lies on the hidden reset meter."""
    return f"{RESERVE}{meter}"


def pending_account(meter: str, hit: str) -> str:
    """What is locked for a hit until the table pays it."""
    return f"{WAITING}{meter}:{hit}"


def moves(meter: Meter, event: e.MeterEvent, where: str) -> list[Movement]:
    """What an event moves; `meter` is as it was before, and `where` is the event's own place."""
    entries = (each for each in _entries(meter, event) if each[2])
    return [
        Movement(f"{where}:{number}", debit, credit, cents, why, behind)
        for number, (debit, credit, cents, why, behind) in enumerate(entries)
    ]


def _entries(meter: Meter, event: e.MeterEvent) -> Iterator[Entry]:
    match event:
        case e.MeterStarted():
            yield HOUSE, meter_account(meter.name), event.seed, "first amount", event.cite
        case e.MeterGrew():
            yield from _grown(meter, event)
        case e.HitLocked():
            yield from _locked(meter, event)
        case e.HitVoided():
            yield from _voided(meter, event)
        case e.MeterAdjusted():
            own = meter_account(meter.name)
            debit, credit = (HOUSE, own) if event.rises else (own, HOUSE)
            yield debit, credit, event.amount, event.reason, event.cite
        case e.AmountMovedOut():
            yield from _moved_out(meter, event)
        case e.AmountMovedIn():
            yield from _moved_in(meter, event)


def _grown(meter: Meter, event: e.MeterGrew) -> Iterator[Entry]:
    inventory, own = Places.of(event.table).inventory, meter_account(meter.name)
    behind = f"{cite(meter, 'rate', event.table)}; {cite(meter, REGISTERED, event.table)}"
    why = f"{event.table} round {event.round}: "
    yield inventory, own, event.grew, f"{why}progression", behind
    yield inventory, reserve_account(meter.name), event.kept, f"{why}reset meter", behind


def _locked(meter: Meter, event: e.HitLocked) -> Iterator[Entry]:
    won, own = event.jackpot, meter_account(meter.name)
    reserve, behind = reserve_account(meter.name), cite(meter, "reset", event.jackpot.table)
    yield own, pending_account(meter.name, won.id), won.taken, f"hit {won.id} locked", event.cite
    yield own, reserve, event.kept, f"hit {won.id}: kept by the payout limit", event.cite
    yield reserve, own, won.from_reserve, f"hit {won.id}: starts again", behind
    yield HOUSE, own, won.from_house, f"hit {won.id}: starts again", behind


def _voided(meter: Meter, event: e.HitVoided) -> Iterator[Entry]:
    own, reserve = meter_account(meter.name), reserve_account(meter.name)
    why = f"hit {event.hit} voided"
    yield pending_account(meter.name, event.hit), own, event.back, why, event.cite
    yield own, HOUSE, event.to_house, why, event.cite
    yield own, reserve, event.to_reserve, why, event.cite
    yield reserve, own, event.from_reserve, why, event.cite
    yield HOUSE, own, event.from_house, why, event.cite


def _moved_out(meter: Meter, event: e.AmountMovedOut) -> Iterator[Entry]:
    why = f"{event.reason}: to {event.to}"
    yield meter_account(meter.name), meter_account(event.to), event.cents, why, event.cite
    yield reserve_account(meter.name), reserve_account(event.to), event.reserve, why, event.cite


def _moved_in(meter: Meter, event: e.AmountMovedIn) -> Iterator[Entry]:
    """What came in was moved by the meter that gave it up; here what parts of a cent make whole."""
    own, reserve, why = meter_account(meter.name), reserve_account(meter.name), f"from {event.source}"
    yield own, reserve, event.kept, f"{why}: above the maximum", event.cite
    yield HOUSE, own, event.whole, f"{why}: parts of a cent", event.cite
    yield HOUSE, reserve, event.reserve_whole, f"{why}: parts of a cent", event.cite
