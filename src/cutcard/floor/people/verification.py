"""The tables of people held against the chained stream that says how they came to be so.

Who is known, in which role and state, which sessions and links there are and since when: all of that is
folded from the events, and a row that says otherwise was changed beside the program, even where its own
digest was made to fit. Events hold no secrets: a password's hash, a code's secret and its last step, and
when a session was last seen, are covered by the digest of their row alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from cutcard.floor.people import decide, events as e, rows
from cutcard.floor.people.credentials import short_digest
from cutcard.floor.people.person import Limits, Link, Passkey, Person, Session, short_passkey
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.store import Broken, ReadUnit
from cutcard.values import but

SET: Final = "set"
_SessionFacts = tuple[str, HouseRole, int, int]
"""A session: whose, in which role, since when, proved when."""
_LinkFacts = tuple[str, str, int]
"""A link: whose, for what, until when."""


@dataclass
class Expected:
    """What the events make of the tables."""

    people: dict[str, tuple[Person, int]] = field(default_factory=dict)
    sessions: dict[str, tuple[_SessionFacts, int]] = field(default_factory=dict)
    links: dict[_LinkFacts, tuple[int, int]] = field(default_factory=dict)
    """With when it was used, and the version of its event."""
    taken: set[_LinkFacts] = field(default_factory=set)
    """Those of somebody who was barred since: they are taken away with it, and once were not."""
    passkeys: dict[str, tuple[str, int]] = field(default_factory=dict)
    """A passkey's short name: whose, and the version of its event."""
    longest_ms: int = max(each.whole_ms for each in Limits().sessions.values())

    def take(self, event: e.Event, at: int, version: int) -> None:
        """One more event."""
        match event:
            case e.PersonAdded():
                self.people[event.person] = Person(event.person, event.role, made_at=at), version
            case e.SignedIn():
                self._signed_in(event, at, version)
            case e.ProvedAgain():
                (person, role, since, _), _ = self.sessions[event.session]
                self.sessions[event.session] = (person, role, since, at), version
                if event.how == "password":
                    self._proved(event.person, version)
            case e.SessionEnded():
                self.sessions.pop(event.session, None)
            case e.LinkMade():
                self._link(event.person, event.use, event.until, before=event.until + 1, version=version)
            case e.Signed():
                self._link(event.person, "sign", event.until, before=at, version=version)
            case e.PasskeyAdded() | e.PasskeyRemoved():
                self._passkey(event, version)
            case e.PinChosen() | e.PinDropped():
                self._pins(event, version)
            case e.Restored():
                self.sessions.clear()
                self.links.clear()
            case e.AskRefused() | e.PinRefused():
                pass
            case _:
                self._changed(event, at, version)

    def _passkey(self, event: e.PasskeyAdded | e.PasskeyRemoved, version: int) -> None:
        if isinstance(event, e.PasskeyAdded):
            self.passkeys[event.passkey] = event.person, version
        else:
            self.passkeys.pop(event.passkey, None)

    def _pins(self, event: e.PinChosen | e.PinDropped, version: int) -> None:
        self._drop_pins(event.person)
        if isinstance(event, e.PinChosen):
            for number in range(len(event.tables)):
                self.links[event.person, "pin", event.until + number] = 0, version

    def _signed_in(self, event: e.SignedIn, at: int, version: int) -> None:
        oldest = at - self.longest_ms
        self.sessions = {key: each for key, each in self.sessions.items() if each[0][2] >= oldest}
        proved_at = 0 if event.how == "pin" else at
        self.sessions[event.session] = (event.person, event.role, at, proved_at), version
        if event.how == "password":
            self._proved(event.person, version)
        elif event.how == "link":
            self._used(event.person, "sign_in", at, version)

    def _proved(self, name: str, version: int) -> None:
        person, _ = self.people[name]
        self.people[name] = but(person, failures=0, locked_until=0), version

    def _changed(self, event: e.Event, at: int, version: int) -> None:
        if isinstance(event, e.Barred | e.RoleChanged):
            self.taken |= {each for each in self.links if each[0] == event.person and each[1] != "sign"}
        assert not isinstance(event, e.Restored)  # these were taken before
        known = self.people.get(event.person)
        if known is None:
            return
        person = decide.evolve(known[0], event)
        if isinstance(event, e.Enrolled):
            person = but(person, password=SET, secret=SET if event.second_factor else "")
            self._used(event.person, "enrol", at, version)
            self._drop_pins(event.person)
        self.people[event.person] = person, version

    def _drop_pins(self, person: str) -> None:
        self.links = {each: made for each, made in self.links.items() if each[:2] != (person, "pin")}

    def _link(self, person: str, use: str, until: int, *, before: int, version: int) -> None:
        for each in [each for each in self.links if each[:2] == (person, use) and each[2] < before]:
            del self.links[each]
        self.links[person, use, until] = 0, version
        self.taken.discard((person, use, until))

    def _used(self, person: str, use: str, at: int, version: int) -> None:
        """The one link that somebody had is spent; which of several, after a clock was set, is open."""
        mine = [each for each, (used, _) in self.links.items() if each[:2] == (person, use) and not used]
        for each in mine:
            self.links[each] = (at if len(mine) == 1 else -1), version


def changed_people(unit: ReadUnit) -> tuple[int, list[Broken]]:
    """How many rows there are, and those that the stream of people does not account for."""
    try:
        stored = list(rows.all_rows(unit.connection))
        expected = _folded(unit)
    except Broken as problem:
        return 0, [problem]
    people = [each for each in stored if isinstance(each, Person)]
    sessions = [each for each in stored if isinstance(each, Session)]
    links = [each for each in stored if isinstance(each, Link)]
    passkeys = [each for each in stored if isinstance(each, Passkey)]
    broken = [*_people(people, expected), *_sessions(sessions, expected), *_links(links, expected)]
    broken += _passkeys(passkeys, expected)
    return len(stored), broken


def _folded(unit: ReadUnit) -> Expected:
    expected = Expected()
    for stored in unit.events(rows.STREAM):
        try:
            expected.take(e.codec.parse(stored.line), stored.at, stored.version)
        except (ValueError, KeyError) as problem:
            raise Broken(rows.STREAM, stored.version, f"cannot be replayed: {problem!r}") from None
    return expected


def _comparable(person: Person) -> tuple[object, ...]:
    proofs = bool(person.password), bool(person.secret)
    known = person.role, person.state, person.failures, person.locked_until, person.made_at
    return *known, *proofs


def _people(stored: list[Person], expected: Expected) -> Iterator[Broken]:
    missing = dict(expected.people)
    for person in stored:
        known = missing.pop(person.name, None)
        if known is None:
            yield Broken(rows.STREAM, 0, f"person {person.name} was never added")
        elif _comparable(person) != _comparable(known[0]):
            yield Broken(rows.STREAM, known[1], f"person {person.name} differs from the events")
    for name, (_, version) in missing.items():
        yield Broken(rows.STREAM, version, f"person {name} is missing")


def _sessions(stored: list[Session], expected: Expected) -> Iterator[Broken]:
    missing = dict(expected.sessions)
    for each in stored:
        name = short_digest(each.digest)
        known = missing.pop(name, None)
        if known is None:
            yield Broken(rows.STREAM, 0, f"session {name} of {each.person} never began or has ended")
        elif known[0] != (each.person, each.role, each.made_at, each.proved_at):
            yield Broken(rows.STREAM, known[1], f"session {name} differs from the events")
    for name, ((person, *_), version) in missing.items():
        yield Broken(rows.STREAM, version, f"session {name} of {person} is missing")


def _links(stored: list[Link], expected: Expected) -> Iterator[Broken]:
    counted = Counter((each.person, str(each.use), each.until) for each in stored)
    used = {(each.person, str(each.use), each.until): each.used_at for each in stored}
    for link, many in counted.items():
        person, use, until = link
        known = expected.links.get(link)
        if known is None or (many > 1 and use != "sign"):
            yield Broken(rows.STREAM, 0, f"a link of {person} to {use} until {until} was never made")
        elif known[0] >= 0 and used[link] != known[0]:
            yield Broken(
                rows.STREAM, known[1], f"a link of {person} to {use} differs from the one that was made"
            )
    for link, (_, version) in expected.links.items():
        if link not in counted and link not in expected.taken:
            yield Broken(rows.STREAM, version, f"a link of {link[0]} to {link[1]} is missing")


def _passkeys(stored: list[Passkey], expected: Expected) -> Iterator[Broken]:
    missing = dict(expected.passkeys)
    for passkey in stored:
        known = missing.pop(short_passkey(passkey.id), None)
        if known is None or known[0] != passkey.person:
            yield Broken(rows.STREAM, 0, f"a passkey of {passkey.person} was never added")
    for person, version in missing.values():
        yield Broken(rows.STREAM, version, f"a passkey of {person} is missing")
