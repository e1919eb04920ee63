"""A house that is not the link's home: its outbox, and the meter as far as it has heard.

Nothing is decided here. A command goes into the outbox with the next number and stays until the home
says that it took it; what the home's log says is folded in the order of its places, each once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, assert_never

from cutcard.floor import meters
from cutcard.floor.links import events as e
from cutcard.floor.links.commands import RemoteCommand, Ticket, commands_codec
from cutcard.floor.meters import Meter, MeterEvent, new_meter
from cutcard.floor.store import EventCodec
from cutcard.values import but

Place = tuple[str, int]
"""A table and its round."""


@dataclass(frozen=True, slots=True)
class CommandSent:
    """A command is in the outbox."""

    ticket: int
    command: str


@dataclass(frozen=True, slots=True)
class EventHeard:
    """An event of the home's log."""

    place: int
    line: str


@dataclass(frozen=True, slots=True)
class LogHeard:
    """The home's log is known up to a place, as it was at or after a time of this house's clock."""

    upto: int
    asked_at: int


RemoteEvent = CommandSent | EventHeard | LogHeard
remote_codec: Final = EventCodec[RemoteEvent](RemoteEvent, "a house of a link")
REFUSALS_KEPT: Final = 100


@dataclass(frozen=True)
class Remote:
    """One house's end of a link."""

    house: str
    home: str
    meter: Meter
    """As the home had it at `position`."""
    outbox: tuple[Ticket, ...] = ()
    sent: int = 0
    position: int = 0
    owners: Mapping[str, str] = field(default_factory=dict)
    grants: Mapping[Place, e.HoldGranted] = field(default_factory=dict)
    """The rounds for which the home holds the meter."""
    expired: tuple[Place, ...] = ()
    """Rounds whose hold ended before their settlement came to the home: they ask again."""
    refused: Mapping[int, e.TicketTaken] = field(default_factory=dict)
    """The latest refusals by ticket."""
    closing: bool = False
    heard_at: int = 0
    """A time of this house's clock after which the home had this log: what is shown is no older."""
    version: int = 0

    def takes_bets(self, table: str, now: int, within_ms: int) -> bool:
        """Whether a round may begin for the meter: it is live, and what the table shows is recent."""
        plays = self.meter.live and not self.closing and self.meter.member(table) is not None
        return plays and now - self.heard_at <= within_ms


def new_remote(house: str, home: str, name: str) -> Remote:
    """A house's end of a link before its first event."""
    return Remote(house, home, new_meter(name))


def send(remote: Remote, command: RemoteCommand) -> CommandSent:
    """A command for the home, under the next number."""
    return CommandSent(remote.sent + 1, commands_codec.line(command))


def hear(remote: Remote, news: e.News) -> tuple[EventHeard | LogHeard, ...]:
    """What news add to what is known: nothing where they are old, or begin past what was heard."""
    if news.house != remote.house or news.after > remote.position:
        return ()
    heard = [EventHeard(*each) for each in news.events if each[0] > remote.position]
    upto = max(news.upto, remote.position)
    is_newer = news.upto >= remote.position and news.asked_at > remote.heard_at
    if upto == remote.position and not is_newer:
        return ()
    return *heard, LogHeard(upto, news.asked_at if is_newer else remote.heard_at)


def event_heard(event: EventHeard) -> e.LinkEvent:
    """The home's event."""
    return e.codec.parse(event.line)


def evolve_remote(remote: Remote, event: RemoteEvent) -> Remote:
    """A house's end of a link after an event."""
    match event:
        case CommandSent():
            ticket = Ticket(event.ticket, commands_codec.parse(event.command))
            remote = but(remote, outbox=(*remote.outbox, ticket), sent=event.ticket)
        case EventHeard():
            remote = _heard(but(remote, position=event.place), event_heard(event))
        case LogHeard():
            remote = but(remote, position=event.upto, heard_at=event.asked_at)
        case _:
            assert_never(event)
    return but(remote, version=remote.version + 1)


def _heard(remote: Remote, event: e.LinkEvent) -> Remote:
    match event:
        case e.TableOwned():
            return but(remote, owners={**remote.owners, event.table: event.house})
        case e.TicketTaken() | e.TicketParked():
            return _taken(remote, event)
        case e.HoldGranted():
            place = event.table, event.round
            expired = tuple(each for each in remote.expired if each != place)
            return but(remote, grants={**remote.grants, place: event}, expired=expired)
        case e.HoldEnded():
            return _hold_ended(remote, event)
        case e.LinkClosing():
            return but(remote, closing=True)
        case e.HouseAdmitted() | e.HouseHeard():
            return remote
        case _:
            return _of_meter(remote, event)


def _of_meter(remote: Remote, event: MeterEvent) -> Remote:
    meter = meters.evolve(remote.meter, event)
    closing = remote.closing and meter.live == remote.meter.live
    return but(remote, meter=meter, closing=closing)


def _taken(remote: Remote, event: e.TicketTaken | e.TicketParked) -> Remote:
    outbox = tuple(each for each in remote.outbox if each.number > event.ticket)
    if isinstance(event, e.TicketTaken) and event.code:
        latest = list({**remote.refused, event.ticket: event}.items())[-REFUSALS_KEPT:]
        return but(remote, outbox=outbox, refused=dict(latest))
    return but(remote, outbox=outbox)


def _hold_ended(remote: Remote, event: e.HoldEnded) -> Remote:
    place = event.table, event.round
    grants = {each: grant for each, grant in remote.grants.items() if each != place}
    expired = (*remote.expired, place) if event.why == "expired" else remote.expired
    return but(remote, grants=grants, expired=expired)
