"""The ledger: double entry in whole cents, and the books of each table.

`booked` turns every event of a table into movements; the events of the ledger itself (buy-ins, fills,
counts, the drop and the dealers' box) come from `decide`. A movement's id follows from the place of its
event, so booking an event again books nothing new. The sum of all accounts is always zero.
"""

from cutcard.floor.ledger.booking import OutOfBalance, booked
from cutcard.floor.ledger.books import Books
from cutcard.floor.ledger.codec import EVENTS, event_in, event_json, event_line, event_of
from cutcard.floor.ledger.commands import COMMANDS, Command, command_json, parse
from cutcard.floor.ledger.decide import decide
from cutcard.floor.ledger.events import LedgerEvent
from cutcard.floor.ledger.movements import (
    CAGE,
    HOUSE,
    Movement,
    chips_account,
    meter_account,
    own_meter,
    wallet_account,
)
from cutcard.floor.ledger.payments import from_meters, paid_by_meters

__all__ = [
    "CAGE",
    "COMMANDS",
    "EVENTS",
    "HOUSE",
    "Books",
    "Command",
    "LedgerEvent",
    "Movement",
    "OutOfBalance",
    "booked",
    "chips_account",
    "command_json",
    "decide",
    "event_in",
    "event_json",
    "event_line",
    "event_of",
    "from_meters",
    "meter_account",
    "own_meter",
    "paid_by_meters",
    "parse",
    "wallet_account",
]
