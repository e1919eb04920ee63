"""PINs of dealers: somebody who has signed in in full deals at a table again by six figures.

A PIN is its person's, for the tables that they name and until their shift ends. It is entered at a table
whose crew is signed in: nobody else can try one. It opens a session that proves nothing afresh, so that
whatever asks for a proof asks for the password or a passkey as ever.

The store has an HMAC of it by the house's keys, so that six figures are no easier to find there than any
secret; a house without keys takes none. Failures are events: whoever enters wrong ones waits, at
any table and in any process, and the person whose PIN they try does not. After ten the PIN is gone,
and its person signs in in full.
"""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy import Connection, func, select

from cutcard.floor.people import events as e, rows
from cutcard.floor.people.credentials import guesses_for, token_digest
from cutcard.floor.people.decide import PeopleRefused, Why
from cutcard.floor.people.people import Change, Given, PeopleOfHouse
from cutcard.floor.people.person import HOUR_MS, Link, Session
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.store import events
from cutcard.table.record import EVENT, line_of, snake_case

PIN: Final = re.compile(r"[0-9]{6}")
FEWEST_PIN_GUESSES: Final = 30_000
"""Rows, pairs, dates and what the lists have are found sooner."""
MOST_TABLES: Final = 8
MOST_WRONG: Final = 10
"""Wrong ones in a person's name until their PIN is gone: one chance in 100,000 to meet it."""
REFUSED: Final = "pin: wrong, for another table, or too many were tried; sign in with the password"


class PinDesk:
    """The PINs of a house."""

    def __init__(self, people: PeopleOfHouse) -> None:
        self._people = people
        self._keys = people.database.keys

    def choose(self, session: Session, pin: str, tables: tuple[str, ...]) -> int:
        """A PIN in place of any before; until when it is good. Its person has just proved themselves."""
        if not self._keys:
            raise _no_pin("this house takes none; it has no keys")
        if session.role is not HouseRole.DEALER:
            raise _no_pin("only dealers have one")
        if not 1 <= len(tables) <= MOST_TABLES:
            raise _no_pin(f"name 1 to {MOST_TABLES} tables")
        if PIN.fullmatch(pin) is None:
            raise _no_pin("six figures")
        if guesses_for(pin) < FEWEST_PIN_GUESSES:
            raise _no_pin("a row, a date, or one that everybody tries first; choose another")
        until = session.made_at + self._people.limits.sessions[session.role].whole_ms
        with self._people.changing() as change:
            rows.drop_links(change.connection, session.person, "pin")
            for number, table in enumerate(sorted(set(tables))):
                digest = self._digest(session.person, table, pin)
                rows.add(change.connection, Link(digest, session.person, "pin", until + number))
            event = e.PinChosen(session.person, tuple(sorted(set(tables))), until)
            change.record(event, session.person)
        return until

    def take_over(self, session: Session, table: str, name: str, pin: str, *, address: str) -> Given:
        """A session for the dealer who comes on; that of the dealer who leaves, if it is one, ends."""
        digest = self._digest(name, table, pin) if self._keys else ""
        with self._people.changing() as change:
            why = self._why_refused(change, session, name, digest)
            if not why:
                if session.role is HouseRole.DEALER:
                    change.end(session, f"{name} deals", name)
                person = change.known(name)
                given = self._people.begin(change, person, how="pin", address=address)
            else:
                self._refuse(change, session, table, name, why)
        if why:
            raise PeopleRefused(Why.SIGN_IN_REFUSED, REFUSED, "pin")
        return given

    def _why_refused(self, change: Change, session: Session, name: str, digest: str) -> str:
        if _waits(change, session.person, self._people):
            return "too many tried"
        person, link = rows.person(change.connection, name), rows.link(change.connection, digest)
        if person is None or person.state != "active" or person.role is not HouseRole.DEALER:
            return "no dealer"
        if link is None or link.use != "pin" or link.person != name or change.now >= link.until:
            return "wrong PIN"
        return ""

    def _refuse(self, change: Change, session: Session, table: str, name: str, why: str) -> None:
        known = rows.person(change.connection, name) is not None
        change.record(e.PinRefused(name if known else "", table, why), session.person)
        if why == "wrong PIN" and _wrong_since_chosen(change.connection, name) + 1 >= MOST_WRONG:
            rows.drop_links(change.connection, name, "pin")
            change.record(e.PinDropped(name, session.person), session.person)

    def _digest(self, name: str, table: str, pin: str) -> str:
        """What is stored of a PIN: nobody without the house's keys can try PINs on it."""
        return token_digest(self._keys.seal("pin", name, table, pin))


def _no_pin(why: str) -> PeopleRefused:
    return PeopleRefused(Why.PIN_REFUSED, f"pin: {why}", "pin")


# What was tried is read from the events, so that every process knows.


def _begins(event: type, **fields: str) -> str:
    """How the line of an event begins."""
    return line_of({EVENT: snake_case(event.__name__), **fields}).removesuffix("}")


def _wrong_lately(connection: Connection, by: str, since: int) -> tuple[int, int]:
    """How many PINs somebody has entered in vain since a moment, and when the last."""
    columns = events.c
    query = select(func.count(), func.max(columns.at)).where(
        columns.stream == rows.STREAM,
        columns.by == by,
        columns.at > since,
        columns.line.startswith(_begins(e.PinRefused), autoescape=True),
    )
    many, last = connection.execute(query).one()
    return int(many), int(last or 0)


def _waits(change: Change, by: str, people: PeopleOfHouse) -> bool:
    """Whether whoever enters PINs has to wait: after some failures each further try does."""
    many, last = _wrong_lately(change.connection, by, change.now - HOUR_MS)
    return many >= people.limits.failures and change.now < last + people.limits.lock_ms


def _wrong_since_chosen(connection: Connection, name: str) -> int:
    """How many wrong PINs were entered in somebody's name since they chose the one they have."""
    columns = events.c
    of_people = columns.stream == rows.STREAM
    chosen = select(func.max(columns.version)).where(
        of_people, columns.line.startswith(_begins(e.PinChosen, person=name), autoescape=True)
    )
    since = connection.execute(chosen).scalar_one_or_none() or 0
    wrong = select(func.count()).where(
        of_people,
        columns.version > since,
        columns.line.startswith(_begins(e.PinRefused, person=name), autoescape=True),
    )
    return int(connection.execute(wrong).scalar_one())
