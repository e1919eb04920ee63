"""What happens to money at a table beside its wagers, one frozen value each.

They stand in the stream of the table between its own events. Amounts are in cents; whoever signed is
named by role and name ("dealer dee").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.floor.store import EventCodec
from cutcard.money import Cents
from cutcard.table.record import EVENTS as TABLE_EVENTS

OPENING: Final = "opening"
CLOSING: Final = "closing"
KINDS: Final = (OPENING, CLOSING)


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """A player's money went into the drop box, and chips came out of the inventory for it."""

    player: str
    cents: Cents
    by: str


@dataclass(frozen=True, slots=True)
class CashedOut:
    """A player's chips went to the cage, and money came back for them."""

    player: str
    cents: Cents
    by: str


@dataclass(frozen=True, slots=True)
class Tipped:
    """A player put chips into the dealers' box."""

    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Filled:
    """Chips came from the cage to the inventory."""

    cents: Cents
    by: str
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Credited:
    """Chips went from the inventory back to the cage."""

    cents: Cents
    by: str
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """The inventory was counted, "opening" or "closing"; `expected` is what the books said."""

    kind: str
    cents: Cents
    expected: Cents
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """The drop box was taken away and counted; `expected` is what the books said."""

    cents: Cents
    expected: Cents
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TipsTaken:
    """The dealers' box was emptied for them."""

    cents: Cents
    signed: tuple[str, ...]


LedgerEvent = BoughtIn | CashedOut | Tipped | Filled | Credited | Counted | Dropped | TipsTaken
codec: Final = EventCodec[LedgerEvent](LedgerEvent, "the ledger")

assert not codec.events.keys() & TABLE_EVENTS.keys(), "a name stands for two events"
