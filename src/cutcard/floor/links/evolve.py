"""The fold of a link's log at its home."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cutcard.floor import meters
from cutcard.floor.links import events as e
from cutcard.floor.links.commands import Ticket, commands_codec
from cutcard.floor.links.state import Hold, HomeLink, Parked
from cutcard.floor.meters import Meter
from cutcard.values import but


def _admitted(link: HomeLink, event: e.HouseAdmitted) -> HomeLink:
    return but(link, taken={**link.taken, event.house: 0})


def _owned(link: HomeLink, event: e.TableOwned) -> HomeLink:
    return but(link, owners={**link.owners, event.table: event.house})


def _with_ticket(link: HomeLink, house: str, ticket: int) -> dict[str, int]:
    return {**link.taken, house: max(ticket, link.taken[house])}


def _taken(link: HomeLink, event: e.TicketTaken) -> HomeLink:
    parked = tuple(
        each for each in link.parked if (each.house, each.ticket.number) != (event.house, event.ticket)
    )
    return but(link, taken=_with_ticket(link, event.house, event.ticket), parked=parked)


def _parked(link: HomeLink, event: e.TicketParked) -> HomeLink:
    ticket = Ticket(event.ticket, commands_codec.parse(event.command))
    parked = (*link.parked, Parked(event.house, ticket))
    return but(link, taken=_with_ticket(link, event.house, event.ticket), parked=parked)


def _granted(link: HomeLink, event: e.HoldGranted) -> HomeLink:
    return but(
        link,
        hold=Hold(event.house, event.table, event.round, event.stood, event.reset, event.until),
    )


def _ended(link: HomeLink, event: e.HoldEnded) -> HomeLink:  # noqa: ARG001 - one shape for all
    return but(link, hold=None)


def _closing(link: HomeLink, event: e.LinkClosing) -> HomeLink:
    return but(link, closing=link.version + 1, heard=(), closed_by=event.by)


def _heard(link: HomeLink, event: e.HouseHeard) -> HomeLink:
    return but(link, heard=(*link.heard, event.house))


_FOLDS: Final[Mapping[type, Callable[[HomeLink, Any], HomeLink]]] = {
    e.HouseAdmitted: _admitted,
    e.TableOwned: _owned,
    e.TicketTaken: _taken,
    e.TicketParked: _parked,
    e.HoldGranted: _granted,
    e.HoldEnded: _ended,
    e.LinkClosing: _closing,
    e.HouseHeard: _heard,
}


def evolve(link: HomeLink, event: e.LinkEvent) -> HomeLink:
    """The link after an event."""
    if type(event) in e.METER_EVENTS:
        link = _of_meter(link, meters.evolve(link.meter, event))  # type: ignore[arg-type]
    else:
        link = _FOLDS[type(event)](link, event)
    return but(link, version=link.version + 1)


def _of_meter(link: HomeLink, meter: Meter) -> HomeLink:
    """With the meter as it stands; one that went live or stopped is closing no longer."""
    if meter.live == link.meter.live:
        return but(link, meter=meter)
    return but(link, meter=meter, closing=0, heard=(), closed_by="")


def fold(link: HomeLink, happened: Iterable[e.LinkEvent]) -> HomeLink:
    """The link after several events."""
    for event in happened:
        link = evolve(link, event)
    return link
