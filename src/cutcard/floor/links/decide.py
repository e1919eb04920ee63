"""What the home does with what reaches it: events, or a refusal.

A ticket that was taken before changes nothing, and one whose predecessor is missing is left for the
house to send again: so it does not matter how often messages come, or in which order. While the meter is
held for a round, everything else is parked and decided afterwards in the order of arrival.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cutcard.floor import meters
from cutcard.floor.links import commands as k, events as e
from cutcard.floor.links.commands import commands_codec
from cutcard.floor.links.evolve import evolve
from cutcard.floor.links.state import HOLD_MS, Hold, HomeLink
from cutcard.floor.meters import LONGEST_NAME, REGISTERED, SYSTEM_EVENT, cite, commands as c
from cutcard.law import Code, Refusal, Refused, shown
from cutcard.shoe import SUPERVISORS, By

Events = tuple[e.LinkEvent, ...]
SETTLED, EXPIRED, RELEASED = "settled", "expired", "released"


class _Work:
    """A link while one command is carried out."""

    def __init__(self, link: HomeLink) -> None:
        self.link = link
        self.happened: list[e.LinkEvent] = []

    def do(self, event: e.LinkEvent) -> None:
        self.link = evolve(self.link, event)
        self.happened.append(event)

    def do_at_meter(self, command: c.Command) -> None:
        """A command at the meter; `Refused` where it may not be."""
        happened = meters.decide(self.link.meter, command)
        if isinstance(happened, Refusal):
            raise Refused(happened.code, happened.message, happened.cite)
        for event in happened:
            self.do(event)

    # Holds.

    def end_hold(self, why: str) -> None:
        """Let others go on, and decide what was parked, until the next of them is granted one."""
        hold = self.link.hold
        assert hold is not None
        self.do(e.HoldEnded(hold.house, hold.table, hold.round, why))

    def unpark(self, at: int) -> None:
        """Decide what was parked, in the order of arrival, until the meter is held again."""
        while self.link.parked and self.link.hold is None:
            first = self.link.parked[0]
            self.carry_out(first.house, first.ticket, at)

    def expire(self, at: int) -> None:
        """End a hold whose time is up."""
        if self.link.hold is not None and at > self.link.hold.until:
            self.end_hold(EXPIRED)
            self.unpark(at)

    # Tickets.

    def take(self, house: str, ticket: k.Ticket, at: int) -> None:
        """A ticket that is the next of its house."""
        hold = self.link.hold
        if hold is not None and not (hold.house == house and _settles(hold, ticket.command)):
            self.do(e.TicketParked(house, ticket.number, commands_codec.line(ticket.command)))
            return
        self.carry_out(house, ticket, at)
        self.unpark(at)

    def carry_out(self, house: str, ticket: k.Ticket, at: int) -> None:
        """Decide a ticket; a refusal is noted, and whatever else it did is not done."""
        before, many = self.link, len(self.happened)
        refusal = None
        try:
            self._decide(house, ticket.command, at)
        except Refused as refused:
            self.link, refusal = before, refused.refusal
            del self.happened[many:]
        hold = self.link.hold
        if hold is not None and _settles(hold, ticket.command):
            self.end_hold(RELEASED if isinstance(ticket.command, k.Release) else SETTLED)
        said = ("", "", "") if refusal is None else (refusal.code, refusal.message, refusal.cite)
        self.do(e.TicketTaken(house, ticket.number, *map(str, said)))

    def _decide(self, house: str, command: k.RemoteCommand, at: int) -> None:
        link = self.link
        table = _table_of(link, command)
        owner = link.owners.get(table)
        if isinstance(command, c.Join):
            if owner not in (None, house):
                message = f"{shown(table)[1:-1]}: a table of {owner} has this name; set it up by another"
                raise Refused(Code.OPTION_NOT_PERMITTED, message, cite(link.meter, SYSTEM_EVENT))
            if owner is None:
                self.do(e.TableOwned(table, house))
        elif owner != house:
            message = f"{shown(table)[1:-1]}: not a table of {house} on this link"
            raise Refused(Code.NOT_YOURS, message, cite(link.meter, SYSTEM_EVENT))
        match command:
            case k.AskHome():
                self.do(_granted(link, house, command, at))
            case k.Release():
                pass
            case c.Hit():
                _require_hold(link, house, command)
                self.do_at_meter(command)
            case _:
                self.do_at_meter(command)


def _table_of(link: HomeLink, command: k.RemoteCommand) -> str:
    """The table that a command is about."""
    match command:
        case c.Join():
            return command.member.table
        case c.Claim() | c.Verify() | c.Pay() | c.Void():
            won = link.meter.hit(command.hit)
            if won is None:
                message = f"hit {shown(command.hit)[1:-1]}: not pending at {link.meter.name}"
                raise Refused(Code.NOT_AWAITED, message, cite(link.meter, SYSTEM_EVENT))
            return won.table
        case _:
            return command.table


def _settles(hold: Hold, command: k.RemoteCommand) -> bool:
    """Whether a command is what a hold waits for."""
    if not isinstance(command, c.Hit | k.Release):
        return False
    return (command.table, command.round) == (hold.table, hold.round)


def _granted(link: HomeLink, house: str, command: k.AskHome, at: int) -> e.HoldGranted:
    meter = link.meter
    if meter.round(command.table, command.round) is None:
        where = f"{shown(command.table)[1:-1]} round {command.round}"
        message = f"{where}: it has no stakes on {meter.name} and cannot win from it"
        raise Refused(Code.NEEDS_WAGER, message, cite(meter, REGISTERED, command.table))
    amounts = meter.shown, meter.resets_to
    return e.HoldGranted(house, command.table, command.round, *amounts, at + HOLD_MS)


def _require_hold(link: HomeLink, house: str, command: c.Hit) -> None:
    """A table of another house is paid from what it was granted; the home's own from what is shown."""
    hold = link.hold
    if house == link.home or (hold is not None and _settles(hold, command)):
        return
    message = f"{command.table} round {command.round}: the meter is not held for it; ask again"
    raise Refused(Code.NOT_DUE, message, cite(link.meter, "sharing", command.table))


# The commands.


def _deliver(work: _Work, command: k.Deliver) -> None:
    taken = work.link.taken.get(command.house)
    if taken is None:
        message = f"{shown(command.house)[1:-1]}: not a house of this link; admit it first"
        raise Refused(Code.NOT_YOURS, message, cite(work.link.meter, SYSTEM_EVENT))
    work.expire(command.at)
    if command.ticket.number == taken + 1:
        work.take(command.house, command.ticket, command.at)
        _stop_if_all_heard(work, command.at)


def _of_house(work: _Work, command: k.OfHouse) -> None:
    link, house = work.link, command.house
    if not link.closing or command.position < link.closing:
        return
    if link.taken.get(house, -1) >= command.sent and house not in link.heard:
        work.do(e.HouseHeard(house))
        _stop_if_all_heard(work, command.at)


def _stop_if_all_heard(work: _Work, at: int) -> None:
    """Stop a closing meter once all rounds that had begun are on it."""
    link = work.link
    waits = link.hold is not None or link.parked
    if link.closing and not waits and not set(link.taken) - {link.home} - set(link.heard):
        by = By(meters.SYSTEM.role, link.closed_by)
        work.do_at_meter(c.Stop(by, at))


def _require_supervisor(link: HomeLink, by: By, do: str) -> None:
    if by.role not in SUPERVISORS:
        message = f"{do}: only a supervisor may do this, not a {by.role}"
        raise Refused(Code.WRONG_ROLE, message, cite(link.meter, SYSTEM_EVENT))


def _admit(work: _Work, command: k.Admit) -> None:
    _require_supervisor(work.link, command.by, "admit")
    name = command.house
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(Code.BAD_REQUEST, f"house: {shown(name)} is not a name")
    if name in work.link.taken:
        raise Refused(Code.NOT_AWAITED, f"{name}: it is a house of this link already")
    work.do(e.HouseAdmitted(name, command.by.name))


def _run(work: _Work, command: k.RunMeter) -> None:
    link, asked = work.link, command.command
    work.expire(command.at)
    if work.link.hold is not None:
        message = f"{link.meter.name}: it is held for {work.link.hold.table}; try again in a moment"
        raise Refused(Code.NOT_DUE, message, cite(link.meter, SYSTEM_EVENT))
    if isinstance(asked, c.Configure) and asked.terms.must_hit:
        message = f"{link.meter.name}: a must-hit meter belongs to one house; it cannot be shared"
        raise Refused(Code.OPTION_NOT_PERMITTED, message, cite(link.meter, "wager"))
    work.do_at_meter(asked)


def _close(work: _Work, command: k.Close) -> None:
    link = work.link
    _require_supervisor(link, command.by, "close")
    if not link.meter.live or link.closing:
        message = f"{link.meter.name}: it is not live, or closing already"
        raise Refused(Code.NOT_AWAITED, message, cite(link.meter, SYSTEM_EVENT))
    work.do(e.LinkClosing(command.by.name))
    _stop_if_all_heard(work, command.at)


def _wake(work: _Work, command: k.Wake) -> None:
    work.expire(command.at)
    _stop_if_all_heard(work, command.at)


_HANDLERS: Final[Mapping[type, Callable[[_Work, Any], None]]] = {
    k.Deliver: _deliver,
    k.OfHouse: _of_house,
    k.Admit: _admit,
    k.RunMeter: _run,
    k.Close: _close,
    k.Wake: _wake,
}


def decide(link: HomeLink, command: k.Command) -> Events | Refusal:
    """The events that a command makes at the home, or why it is refused."""
    work = _Work(link)
    try:
        _HANDLERS[type(command)](work, command)
    except Refused as refused:
        return refused.refusal
    return tuple(work.happened)
