"""The log of a link: the events of its meter, and those of the exchange with the houses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, get_args

from cutcard.floor.meters import HitLocked, MeterEvent
from cutcard.floor.store import EventCodec
from cutcard.money import Cents


@dataclass(frozen=True, slots=True)
class HouseAdmitted:
    """A house may have tables that play for the meter."""

    house: str
    by: str


@dataclass(frozen=True, slots=True)
class TableOwned:
    """A table belongs to a house, which alone speaks for it."""

    table: str
    house: str


@dataclass(frozen=True, slots=True)
class TicketTaken:
    """A ticket was decided; what it brought about came before this. With a code it was refused."""

    house: str
    ticket: int
    code: str = ""
    message: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class TicketParked:
    """A ticket came while the meter was held; it is decided after that, in the order of arrival."""

    house: str
    ticket: int
    command: str


@dataclass(frozen=True, slots=True)
class HoldGranted:
    """The meter is held for a round, which is paid from these amounts."""

    house: str
    table: str
    round: int
    stood: Cents
    reset: Cents
    until: int


@dataclass(frozen=True, slots=True)
class HoldEnded:
    """The meter is held no longer: the hit is locked or was refused, or the time was up."""

    house: str
    table: str
    round: int
    why: str


@dataclass(frozen=True, slots=True)
class LinkClosing:
    """No round begins for the meter any more."""

    by: str


@dataclass(frozen=True, slots=True)
class HouseHeard:
    """A house has heard that no round begins; its rounds that had begun are all on the meter."""

    house: str


OfExchange = (
    HouseAdmitted
    | TableOwned
    | TicketTaken
    | TicketParked
    | HoldGranted
    | HoldEnded
    | LinkClosing
    | HouseHeard
)
LinkEvent = OfExchange | MeterEvent
METER_EVENTS: Final = frozenset(get_args(MeterEvent))
codec: Final = EventCodec[LinkEvent](LinkEvent, "a link")
MOST_NEWS: Final = 500


@dataclass(frozen=True, slots=True)
class News:
    """A part of the log as one house gets it: what came after a place, and up to which place."""

    house: str
    after: int
    upto: int
    events: tuple[tuple[int, str], ...]
    """Each with its place; those that are nobody else's business are left out."""
    taken: int
    """The last ticket of the house that the home has."""
    asked_at: int = 0
    """The asker's own time, as it was when it asked for this."""


def seen_by(
    house: str, owners: Mapping[str, str], log: Iterable[tuple[int, LinkEvent]]
) -> tuple[tuple[tuple[int, str], ...], int]:
    """What a house is sent of a part of the log, and the part's last place; 0 where it is empty."""
    events, upto = [], 0
    for place, event in log:
        upto = place
        seen = _as_seen_by(house, owners, event)
        if seen is not None:
            events.append((place, codec.line(seen)))
    return tuple(events), upto


def _as_seen_by(house: str, owners: Mapping[str, str], event: LinkEvent) -> LinkEvent | None:
    """An event as a house gets it: without other houses' tickets, and without their winners' names."""
    if isinstance(event, TicketTaken | TicketParked | HoldGranted | HoldEnded | HouseHeard):
        return event if event.house == house else None
    if isinstance(event, HitLocked) and owners.get(event.jackpot.table) != house:
        wins = tuple(replace(each, player="") for each in event.jackpot.wins)
        return replace(event, jackpot=replace(event.jackpot, wins=wins))
    return event
