"""The events of a live table's stream as lines: the table's own, those of its money, and the house's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from cutcard.floor.ledger import codec as ledger_codec
from cutcard.floor.store import EventCodec
from cutcard.money import Cents
from cutcard.table import Chores
from cutcard.table.record import EVENT, codec as table_codec, plain_of

Plain = dict[str, Any]
Hands = Literal["dealer", "house"]
HANDS: Final[Mapping[Hands, Chores]] = {"dealer": "manual", "house": "automatic"}
"""Who deals -> how the table's chores are done."""


@dataclass(frozen=True, slots=True)
class JackpotHeld:
    """A win off a meter is locked: what the settlement pays for it comes from there."""

    meter: str
    """As the table calls it."""
    house_meter: str
    hit: str
    cents: Cents
    cite: str = ""


@dataclass(frozen=True, slots=True)
class DealingChanged:
    """From now on a dealer deals the table by hand, or the house by itself."""

    hands: str
    """A key of `HANDS`."""
    by: str


_HouseEvent = JackpotHeld | DealingChanged
_CODECS: Final = (ledger_codec, EventCodec[_HouseEvent](_HouseEvent, "a live table"))


def event_json(event: object) -> Plain:
    """An event as plain values."""
    for codec in _CODECS:
        if type(event) in codec.names:
            return codec.json(event)
    return table_codec.event_json(event)


def event_in(line: str) -> object:
    """The event that a line holds."""
    plain = plain_of(line)
    for codec in _CODECS:
        if plain.get(EVENT) in codec.events:
            return codec.event(plain)
    return table_codec.event_of(plain)
