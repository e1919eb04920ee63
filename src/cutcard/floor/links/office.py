"""Both ends of a link on their stores: each message is one transaction, whole or not at all.

At the home the stream `link:METER` is the link's log. At another house the stream `remote:METER` holds
its outbox and what it has heard. What an event moves is booked in the transaction that stores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cutcard.floor.links import commands as k, events as e
from cutcard.floor.links.commands import commands_codec
from cutcard.floor.links.decide import decide
from cutcard.floor.links.envelope import MOST_TICKETS, LinkProblem, Outgoing
from cutcard.floor.links.evolve import evolve
from cutcard.floor.links.moves import moves_of
from cutcard.floor.links.remote import (
    EventHeard,
    Remote,
    RemoteEvent,
    event_heard,
    evolve_remote,
    hear,
    new_remote,
    remote_codec,
    send,
)
from cutcard.floor.links.state import HomeLink, new_link
from cutcard.floor.store import Database, Head, Movement, New, ReadUnit, WriteUnit
from cutcard.law import Refusal
from cutcard.table.record import Malformed, line_of, plain_of

HOME_STREAM: Final = "link:"
REMOTE_STREAM: Final = "remote:"


class HomeOffice:
    """The home's end."""

    def __init__(self, database: Database, home: str, name: str) -> None:
        self._database = database
        self._stream = HOME_STREAM + name
        self.link = new_link(home, name)
        """As it is stored."""

    def create(self) -> None:
        """The link's log, empty."""
        with self._database.writing() as unit:
            unit.create(self._stream, line_of({"link": self.link.meter.name, "home": self.link.home}))

    def load(self) -> HomeLink:
        """The link with all that is stored, by whichever process."""
        with self._database.reading() as unit:
            self.link = self._caught_up(unit)
        return self.link

    def do(self, command: k.Command, at: int) -> Refusal | None:
        """A command of the home's own; why it is refused, else None."""
        with self._database.writing() as unit:
            link, refusal = self._done(unit, [command], at)
        self.link = link
        return refusal

    def deliver_own(self, command: k.RemoteCommand, at: int) -> None:
        """What a table of the home itself asks; a refusal is noted in the log."""
        with self._database.writing() as unit:
            link = self.deliver_own_within(unit, command, at)
        self.link = link

    def deliver_own_within(self, unit: WriteUnit, command: k.RemoteCommand, at: int) -> HomeLink:
        """The same in a transaction that does more; the caller keeps the result once it is durable."""
        link = self._caught_up(unit)
        ticket = k.Ticket(link.taken[link.home] + 1, command)
        return self._done(unit, [k.Wake(at), k.Deliver(link.home, ticket, at)], at)[0]

    def receive(self, sent: Outgoing, at: int) -> e.News:
        """Take what a house has sent, and tell it what it has not heard."""
        with self._database.writing() as unit:
            link = self._caught_up(unit)
            _check_restored(link, sent)
            tickets = [k.Ticket(number, _command(line)) for number, line in sent.tickets[:MOST_TICKETS]]
            commands: list[k.Command] = [k.Wake(at)]
            commands += [k.Deliver(sent.house, each, at) for each in tickets]
            commands.append(k.OfHouse(sent.house, sent.position, sent.sent, at))
            link, refusal = self._done(unit, commands, at)
            if refusal is not None:
                raise LinkProblem(refusal.message)
            news = self._news(unit, link, sent)
        self.link = link
        return news

    def _news(self, unit: WriteUnit, link: HomeLink, sent: Outgoing) -> e.News:
        stored = unit.read(self._stream, sent.position, sent.position + e.MOST_NEWS)
        log = [(each.version, e.codec.parse(each.line)) for each in stored]
        events, upto = e.seen_by(sent.house, link.owners, log)
        known = link.taken[sent.house]
        return e.News(sent.house, sent.position, upto or sent.position, events, known, sent.asked_at)

    def _done(
        self, unit: WriteUnit, commands: Iterable[k.Command], at: int
    ) -> tuple[HomeLink, Refusal | None]:
        head = unit.heads([self._stream])[self._stream]
        link = self._caught_up(unit)
        for command in commands:
            events = decide(link, command)
            if isinstance(events, Refusal):
                return link, events
            for event in events:
                unit.move(_home_moves(link, event, f"{self._stream}:{link.version + 1}"))
                link = evolve(link, event)
            head = unit.append(head, [New(e.codec.line(each), "", "", at) for each in events])
        return link, None

    def _caught_up(self, unit: ReadUnit) -> HomeLink:
        link = self.link
        for stored in unit.proven(self._stream, after=link.version):
            link = evolve(link, e.codec.parse(stored.line))
        return link


def _check_restored(link: HomeLink, sent: Outgoing) -> None:
    """A home whose store was taken back to an earlier moment no longer fits what the others know."""
    if sent.position > link.version:
        message = f"{link.home} has {link.version} events and {sent.house} has heard {sent.position}"
        raise LinkProblem(f"{link.meter.name}: {message}; the home's store was taken back")
    if sent.house not in link.taken:
        raise LinkProblem(f"{sent.house}: not a house of the link {link.meter.name}; admit it first")


def _command(line: str) -> k.RemoteCommand:
    try:
        return commands_codec.event(plain_of(line))
    except Malformed as problem:
        raise LinkProblem(f"ticket: {problem}") from None


class RemoteOffice:
    """The end of a house that is not the home."""

    def __init__(self, database: Database, house: str, home: str, name: str) -> None:
        self._database = database
        self._stream = REMOTE_STREAM + name
        self.remote = new_remote(house, home, name)
        """As it is stored."""

    def create(self) -> None:
        """Outbox and log, empty."""
        link = self.remote
        header = {"remote": link.meter.name, "house": link.house, "home": link.home}
        with self._database.writing() as unit:
            unit.create(self._stream, line_of(header))

    def load(self) -> Remote:
        """This end with all that is stored, by whichever process."""
        with self._database.reading() as unit:
            self.remote = self._caught_up(unit)
        return self.remote

    def send(self, command: k.RemoteCommand, at: int) -> int:
        """Put a command into the outbox; its ticket. It is there whatever happens afterwards."""
        with self._database.writing() as unit:
            remote, number = self.send_within(unit, command, at)
        self.remote = remote
        return number

    def send_within(self, unit: WriteUnit, command: k.RemoteCommand, at: int) -> tuple[Remote, int]:
        """The same in a transaction that does more; the caller keeps the result once it is durable."""
        head = unit.heads([self._stream])[self._stream]
        remote = self._caught_up(unit)
        event = send(remote, command)
        return self._stored(unit, head, remote, [event], at), event.ticket

    def outgoing(self, at: int) -> Outgoing:
        """What is to be sent to the home now."""
        remote = self.remote
        tickets = [(each.number, commands_codec.line(each.command)) for each in remote.outbox]
        return Outgoing(remote.house, tuple(tickets[:MOST_TICKETS]), remote.sent, remote.position, at)

    def hear(self, news: e.News, at: int) -> None:
        """Take in what the home has answered, at any time and however often."""
        with self._database.writing() as unit:
            head = unit.heads([self._stream])[self._stream]
            remote = self._caught_up(unit)
            if news.taken > remote.sent:
                message = f"the home took {news.taken} tickets and {remote.sent} were sent"
                raise LinkProblem(f"{remote.meter.name}: {message}; this house's store was taken back")
            try:
                remote = self._stored(unit, head, remote, hear(remote, news), at)
            except Malformed as problem:
                raise LinkProblem(f"news: {problem}") from None
        self.remote = remote

    def _stored(
        self, unit: WriteUnit, head: Head, remote: Remote, events: Iterable[RemoteEvent], at: int
    ) -> Remote:
        for event in events:
            unit.move(_remote_moves(remote, event, f"{self._stream}:{remote.version + 1}"))
            remote = evolve_remote(remote, event)
            head = unit.append(head, [New(remote_codec.line(event), "", "", at)])
        return remote

    def _caught_up(self, unit: ReadUnit) -> Remote:
        remote = self.remote
        for stored in unit.proven(self._stream, after=remote.version):
            remote = evolve_remote(remote, remote_codec.parse(stored.line))
        return remote


def _home_moves(link: HomeLink, event: e.LinkEvent, where: str) -> list[Movement]:
    if type(event) not in e.METER_EVENTS:
        return []
    return moves_of(link.home, link.home, link.owners, link.meter, event, where)  # type: ignore[arg-type]


def _remote_moves(remote: Remote, event: RemoteEvent, where: str) -> list[Movement]:
    if not isinstance(event, EventHeard):
        return []
    heard = event_heard(event)
    if type(heard) not in e.METER_EVENTS:
        return []
    return moves_of(remote.house, remote.home, remote.owners, remote.meter, heard, where)  # type: ignore[arg-type]


def link_moves(unit: ReadUnit, stream: str) -> Iterator[tuple[int, list[Movement]]]:
    """What each event of a link's stream moves, anew from the stream alone: for the audit."""
    header = plain_of(unit.header(stream))
    if stream.startswith(HOME_STREAM):
        link = new_link(str(header["home"]), str(header["link"]))
        for stored in unit.events(stream):
            event = e.codec.parse(stored.line)
            yield stored.version, _home_moves(link, event, f"{stream}:{stored.version}")
            link = evolve(link, event)
        return
    remote = new_remote(str(header["house"]), str(header["home"]), str(header["remote"]))
    for stored in unit.events(stream):
        happened = remote_codec.parse(stored.line)
        yield stored.version, _remote_moves(remote, happened, f"{stream}:{stored.version}")
        remote = evolve_remote(remote, happened)
