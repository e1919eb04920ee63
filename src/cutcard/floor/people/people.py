"""The people of a house and their sessions: the one place of this room that reads and writes the store.

All of it blocks except `remembered`: a server calls it from other threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from cutcard.floor.people import decide, events as e, rows
from cutcard.floor.people.controls import ControlTable
from cutcard.floor.people.credentials import (
    PasswordCheck,
    Passwords,
    authenticator_address,
    is_token,
    link_digest,
    new_secret,
    new_token,
    new_word,
    qr_code,
    short_digest,
    step_of_code,
    token_digest,
    too_weak,
)
from cutcard.floor.people.decide import PeopleRefused, Why
from cutcard.floor.people.person import Limits, Link, Person, Session, Use, is_name, short_passkey
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.people.sign_ins import OwnPlace, SignIns
from cutcard.floor.people.verification import changed_people
from cutcard.floor.store import Database, Exists, New, WriteUnit
from cutcard.table.record import line_of
from cutcard.values import but

HEADER: Final = line_of({"stream": rows.STREAM, "format": 1})


class Change:
    """A transaction on people; its events are appended when it ends well."""

    def __init__(self, unit: WriteUnit, now: int) -> None:
        self.connection = unit.connection
        self.now = now
        self.ended: list[str] = []
        """Digests of the sessions that ended."""
        self.news: list[New] = []
        """Events to append."""

    def record(self, event: e.Event, by: str) -> None:
        """Append an event to the stream."""
        self.news.append(New(e.codec.line(event), by=by, at=self.now))

    def known(self, name: str) -> Person:
        """Somebody by name; refused where nobody has it."""
        person = rows.person(self.connection, name)
        if person is None:
            raise _unknown(name)
        return person

    def end(self, session: Session, why: str, by: str) -> None:
        """End a session."""
        if rows.end_session(self.connection, session.digest):
            self.ended.append(session.digest)
            self.record(e.SessionEnded(session.person, short_digest(session.digest), why), by)

    def end_all(self, name: str, why: str, by: str) -> None:
        """End all of somebody's sessions."""
        for session in rows.sessions_of(self.connection, name):
            self.end(session, why, by)

    def drop_links(self, name: str, last_until: int) -> None:
        """Take away the links by which somebody could come in."""
        for use in LINKED:
            rows.drop_links(self.connection, name, use, before=last_until + 1)

    def drop_passkeys(self, name: str, by: str) -> None:
        """Take away the devices that sign somebody in."""
        for each in rows.passkeys_of(self.connection, name):
            rows.drop_passkey(self.connection, each.id)
            self.record(e.PasskeyRemoved(name, short_passkey(each.id), by), by)


def _begin(database: Database) -> None:
    """Create the stream of people where there is none yet."""
    with suppress(Exists), database.writing() as unit:
        if not unit.heads([rows.STREAM]):
            unit.create(rows.STREAM, HEADER)


MOST_REMEMBERED: Final = 20_000
HOUSE: Final = "house"
LINKED: Final[tuple[Use, ...]] = ("enrol", "sign_in", "pin")
"""Uses of links by which somebody comes in; a signature under a command is not one."""
_Linked = tuple[Person, Link]


@dataclass(frozen=True, slots=True)
class Given:
    """A session just begun, and its token: shown this once."""

    token: str
    session: Session


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The result of choosing a password; for staff with a second factor's secret, shown once."""

    name: str
    role: HouseRole
    secret: str = ""
    address: str = ""
    picture: str = ""
    """The address as a QR code."""


class PeopleOfHouse:
    """The people of one house."""

    def __init__(self, database: Database, limits: Limits, clock: Callable[[], int]) -> None:
        """Over a store that was migrated; `clock` gives milliseconds."""
        self.limits = limits
        self.clock = clock
        self.sign_ins = SignIns(database)
        self.controls = ControlTable(database, demonstration=limits.demonstration)
        self.database = database
        self._passwords = Passwords(limits)
        self._remembered: dict[str, tuple[Session, int]] = {}
        self._places: dict[str, OwnPlace] = {}
        _begin(database)
        with database.reading(brief=True) as unit:
            self._followed = unit.heads([rows.STREAM])[rows.STREAM].version
        """How far the stream of people was read for sessions that ended elsewhere."""
        self._followed_at = -limits.known_for_ms
        """When that was last read: not yet."""

    @contextmanager
    def changing(self) -> Iterator[Change]:
        """A transaction that holds the stream `people` until it ends."""
        with self.database.writing() as unit:
            head = unit.heads([rows.STREAM])[rows.STREAM]
            change = Change(unit, self.clock())
            yield change
            unit.append(head, change.news)

    # Who is known.

    def everybody(self) -> list[Person]:
        """All people, by name."""
        with self.database.reading(brief=True) as unit:
            return rows.everybody(unit.connection)

    def person(self, name: str) -> Person | None:
        """Somebody by name."""
        with self.database.reading(brief=True) as unit:
            return rows.person(unit.connection, name)

    def known(self, name: str) -> Person:
        """Somebody by name; refused where nobody has it."""
        person = self.person(name)
        if person is None:
            raise _unknown(name)
        return person

    def add(self, name: str, role: HouseRole, *, by: str = HOUSE, also: str = "") -> Person:
        """Somebody new, who cannot sign in before a link was used; `also` is who signed it."""
        if not is_name(name):
            message = "name: must be 1 to 32 lowercase letters, digits, - and _, starting with a letter"
            raise PeopleRefused(Why.BAD_NAME, message, "name")
        with self.changing() as change:
            if rows.person(change.connection, name) is not None:
                raise _taken(name)
            added = Person(name, role, made_at=change.now)
            rows.add(change.connection, added)
            change.record(e.PersonAdded(name, role, _both(by, also)), by)
        return added

    def check_change(self, do: str, name: str, role: HouseRole, *, by: str) -> None:
        """Refuse a change that could not be made whoever else signs it."""
        person = self.person(name)
        if do == "add_person":
            if person is not None:
                raise _taken(name)
        elif do == "change_role":
            self._other(self.known(name), by)
            if person is not None and person.role is role:
                raise PeopleRefused(Why.NO_CHANGE, f"{name}: is already {role}", "role")

    def change_role(self, name: str, role: HouseRole, *, by: str, also: str = "") -> Person:
        """Give somebody another role; their sessions end. `also` is who signed it.

        Links and passkeys of a player make no staff: one administrator alone may have had them.
        """
        with self.changing() as change:
            person = self._other(self._other(change.known(name), by), also)
            if person.role is role:
                raise PeopleRefused(Why.NO_CHANGE, f"{name}: is already {role}", "role")
            if not person.is_staff:
                change.drop_passkeys(name, by)
            event = e.RoleChanged(name, person.role, role, _both(by, also))
            return self._changed(change, person, event, by)

    def bar(self, name: str, *, by: str) -> Person:
        """Disable somebody: their sessions end, and links made before never work again."""
        with self.changing() as change:
            person = self._other(change.known(name), by)
            if person.state == "barred":
                raise PeopleRefused(Why.NO_CHANGE, f"{name}: is already disabled", "state")
            return self._changed(change, person, e.Barred(name, by), by)

    def readmit(self, name: str, *, by: str) -> Person:
        """Enable somebody again, and lift a lock-out."""
        with self.changing() as change:
            person = self._other(change.known(name), by)
            if person.state != "barred" and not person.failures:
                message = f"{name}: is neither disabled nor locked out"
                raise PeopleRefused(Why.NO_CHANGE, message, "state")
            return self._changed(change, person, e.Readmitted(name, by), by)

    def _other(self, person: Person, by: str) -> Person:
        if person.name == by:
            message = f"{by}: you cannot change yourself; ask another administrator"
            raise PeopleRefused(Why.OWN_ROLE, message, "name")
        return person

    def _changed(self, change: Change, person: Person, event: e.Event, by: str) -> Person:
        changed = decide.evolve(person, event)
        rows.put(change.connection, changed)
        change.record(event, by)
        if not isinstance(event, e.Readmitted):
            change.drop_links(person.name, change.now + self.limits.link_ms)
            change.end_all(person.name, "changed by an administrator", by)
            self._forget(change)
        return changed

    def link(self, name: str, use: Use, *, by: str = HOUSE) -> str:
        """A one-time link's token; older links for the same use are dropped."""
        if use == "sign_in" and not self.limits.demonstration:
            message = "use: sign-in links are for demonstrations only; make one to enrol"
            raise PeopleRefused(Why.LINK_REFUSED, message, "use")
        token = new_token()
        self._make_link(name, use, token_digest(token), by)
        return token

    def link_of_two(self, name: str, half: str, *, by: str, also: str) -> str:
        """The word of a link to enrol by; `half` is the digest of its token, which `by` was given.

        Who uses it needs both: the token from one of the two, and the word from the other.
        """
        word = new_word()
        self._make_link(name, "enrol", link_digest(half, word), by, also)
        return word

    def _make_link(self, name: str, use: Use, digest: str, by: str, also: str = "") -> None:
        with self.changing() as change:
            change.known(name)
            until = change.now + self.limits.link_ms
            rows.drop_links(change.connection, name, use, before=until + 1)
            rows.add(change.connection, Link(digest, name, use, until))
            change.record(e.LinkMade(name, use, until, _both(by, also)), by)

    def enrol(self, token: str, password: str, *, word: str = "", address: str = "") -> Enrolment:
        """A password chosen by whoever holds the link; staff get a new second factor with it."""
        digest = link_digest(token_digest(token), word) if word else token_digest(token)
        with self.database.reading(brief=True) as unit:
            person, _ = self._linked(unit.connection, digest, "enrol", self.clock())
        weak = too_weak(password, name=person.name, shortest=self.limits.shortest_password)
        if weak:
            message = f"password: {weak}; four unrelated words make a good password"
            raise PeopleRefused(Why.WEAK_PASSWORD, message, "password")
        stored = self._passwords.hashed(password)
        with self.changing() as change:
            person, link = self._linked(change.connection, digest, "enrol", change.now)
            secret = new_secret() if person.is_staff else ""
            event = e.Enrolled(person.name, bool(secret), address)
            enrolled = but(decide.evolve(person, event), password=stored, secret=secret, last_step=0)
            rows.put(change.connection, enrolled)
            rows.put(change.connection, _used(link, change.now))
            change.drop_passkeys(person.name, person.name)
            rows.drop_links(change.connection, person.name, "pin")
            change.end_all(person.name, "a new password", person.name)
            change.record(event, person.name)
            self._forget(change)
        if not secret:
            return Enrolment(person.name, person.role)
        uri = authenticator_address(secret, person.name)
        return Enrolment(person.name, person.role, secret, uri, qr_code(uri))

    def _linked(self, connection: Connection, digest: str, use: Use, now: int) -> _Linked:
        link = rows.link(connection, digest)
        person = None if link is None else rows.person(connection, link.person)
        if link is None or person is None or link.use != use or link.used_at or now >= link.until:
            message = "link: unknown, used before or too old, or without its word; ask for a new one"
            raise PeopleRefused(Why.LINK_REFUSED, message, "link")
        if person.state == "barred":
            raise PeopleRefused(Why.LINK_REFUSED, "link: its person is disabled", "link")
        return person, link

    # Who is signed in.

    def sign_in(self, name: str, password: str, code: str = "", *, address: str = "") -> Given:
        """A session for whoever proves to be this person."""
        known = self.person(name) if is_name(name) else None
        checked = self._passwords.compare("" if known is None else known.password, password)
        with self.changing() as change:
            person = self._prove(
                change, name, known, checked, code, address, self._place(change, name, address)
            )
            if isinstance(person, Person):
                given = self.begin(change, person, how="password", address=address)
        if isinstance(person, PeopleRefused):
            raise person
        return given

    def sign_in_by_link(self, token: str, *, address: str = "") -> Given:
        """A session for whoever holds a link of the demonstration."""
        with self.changing() as change:
            digest = token_digest(token)
            person, link = self._linked(change.connection, digest, "sign_in", change.now)
            rows.put(change.connection, _used(link, change.now))
            return self.begin(change, person, how="link", address=address)

    def _prove(
        self,
        change: Change,
        name: str,
        known: Person | None,
        checked: PasswordCheck,
        code: str,
        address: str,
        own: OwnPlace | None,
    ) -> Person | PeopleRefused:
        """The person whom a password and a code prove, or the refusal; either is recorded.

        `known` is the person as read before the password was compared, which takes a while. Who comes
        from a place or in a session of their `own` is slowed down there alone: what strangers fail at
        under a name locks out strangers, and never the person.
        """
        person = rows.person(change.connection, name) if is_name(name) else None
        is_same = person is not None and known is not None and person.password == known.password
        step = None if person is None else step_of_code(person.secret, code, change.now)
        proof = decide.SignInProof(checked.right and is_same, step, checked.better)
        is_slowed = own is not None and own.is_slowed(change.now)
        why = (
            "locked out here"
            if is_slowed
            else decide.why_refused(
                person if person is None or own is None else but(person, locked_until=0),
                proof,
                change.now,
            )
        )
        if person is None:
            written = name if is_name(name) else ""
            change.record(e.SignInRefused(written, why, address), written)
        elif why and own is not None:
            own.failed(change.now)
            event = e.SignInRefused(person.name, why, address, person.failures, person.locked_until)
            change.record(event, person.name)
        elif why:
            event = decide.failed(person, why, now=change.now, limits=self.limits, address=address)
            rows.put(change.connection, decide.evolve(person, event))
            change.record(event, person.name)
        else:
            rows.put(change.connection, decide.proved(person, proof))
            if own is not None:
                own.forget()
            return person
        return PeopleRefused(Why.SIGN_IN_REFUSED, decide.REFUSED)

    def _place(self, change: Change, name: str, address: str) -> OwnPlace | None:
        """The place that somebody signs in from, where it is their own; None for a stranger's."""
        if not address or not is_name(name):
            return None
        if address not in self.sign_ins.places(change.connection, name):
            return None
        return self._own(f"{name} {address}")

    def _own(self, where: str) -> OwnPlace:
        if len(self._places) >= MOST_REMEMBERED:
            self._places.clear()
        return self._places.setdefault(where, OwnPlace(self.limits))

    def begin(self, change: Change, person: Person, *, how: str, address: str) -> Given:
        """A session of somebody who has proved who they are; a PIN counts for nothing more."""
        token, now = new_token(), change.now
        proved_at = 0 if how == "pin" else now
        session = Session(token_digest(token), person.name, person.role, now, now, proved_at)
        longest = max(each.whole_ms for each in self.limits.sessions.values())
        rows.end_before(change.connection, now - longest)
        mine = rows.sessions_of(change.connection, person.name)
        for each in mine[: max(0, len(mine) + 1 - self.limits.most_sessions)]:
            change.end(each, "another took its place", person.name)
        rows.add(change.connection, session)
        named = short_digest(session.digest)
        change.record(e.SignedIn(person.name, person.role, named, how, address), person.name)
        self._forget(change)
        return Given(token, session)

    def again(self, token: str, password: str, code: str = "", *, address: str = "") -> Session:
        """The session of whoever proves again to be its person; that counts for payouts for a while."""
        session = self.session(token)
        if session is None:
            raise _over()
        known = self.person(session.person)
        stored = "" if known is None else known.password
        by_click = self.limits.demonstration and known is not None and not stored
        checked = self._passwords.compare(stored, password)
        with self.changing() as change:
            person: Person | PeopleRefused = change.known(session.person)
            if not by_click:
                own = self._own(session.digest)
                person = self._prove(change, session.person, known, checked, code, address, own)
            if isinstance(person, Person):
                session = _fresh(change, session, "click" if by_click else "password")
        if isinstance(person, PeopleRefused):
            raise person
        self._remember(session)
        return session

    def proved_again(self, session: Session, *, how: str) -> Session:
        """The session of somebody who has proved again who they are."""
        with self.changing() as change:
            session = _fresh(change, session, how)
        self._remember(session)
        return session

    def sign_out(self, token: str) -> None:
        """The session is over, if there was one."""
        session = self.session(token)
        if session is not None:
            with self.changing() as change:
                change.end(session, "signed out", session.person)
            self._remembered.pop(session.digest, None)

    def remembered(self, token: str) -> Session | None:
        """The session of a token as this process knows it, without asking the store; None: ask it."""
        known = self._remembered.get(token_digest(token))
        if known is None:
            return None
        session, now = known[0], self.clock()
        written = now - session.seen_at < self.limits.seen_every_ms
        return session if written and self._is_known(*known, now) else None

    def is_known(self, token: str) -> bool:
        """Whether this process knows that a session goes on, without asking the store."""
        known = self._remembered.get(token_digest(token))
        return known is not None and self._is_known(*known, self.clock())

    def _is_known(self, session: Session, read_at: int, now: int) -> bool:
        """What was read of a session holds longer while the events that change sessions are followed."""
        is_followed = 0 <= now - self._followed_at < self.limits.known_for_ms
        lasting = self.limits.followed_for_ms if is_followed else self.limits.known_for_ms
        return 0 <= now - read_at < lasting and not session.why_over(now, self.limits)

    def has_seen(self, token: str) -> bool:
        """Whether a token was somebody's when this process last looked."""
        return token_digest(token) in self._remembered

    def ended_elsewhere(self) -> list[str]:
        """Forget sessions that ended since this was asked last, in any process; how their digests begin.

        Asked several times a second: it reads the end of the stream, and events only where it grew.
        A session that was proved again in another process is forgotten too, to be read anew.
        """
        now = self.clock()
        with self.database.reading(brief=True) as unit:
            head = unit.heads([rows.STREAM])[rows.STREAM].version
            after, self._followed = self._followed, max(head, self._followed)
            lines = unit.read(rows.STREAM, after, head) if head > after else []
        read = [e.codec.parse(each.line) for each in lines]
        self._followed_at = now
        if any(isinstance(each, e.Restored) for each in read):
            self._remembered.clear()
            return [""]
        changed = {each.session for each in read if isinstance(each, e.SessionEnded | e.ProvedAgain)}
        for digest in [each for each in list(self._remembered) if short_digest(each) in changed]:
            self._remembered.pop(digest, None)
        return [each.session for each in read if isinstance(each, e.SessionEnded)]

    def restored(self, *, by: str, also: str = "") -> None:
        """The store was filled from a backup: no session and no link of then is good any more."""
        with self.changing() as change:
            rows.end_everything(change.connection)
            change.record(e.Restored(_both(by, also)), by)
        self._remembered.clear()

    def session(self, token: str, *, active: bool = True) -> Session | None:
        """The session of a token, which this request keeps from idling unless it is not `active`."""
        if not is_token(token):
            return None
        digest, now = token_digest(token), self.clock()
        followed = self._followed
        with self.database.reading(brief=True) as unit:
            session = rows.session(unit.connection, digest)
        if session is None:
            self._remembered.pop(digest, None)
            return None
        over = session.why_over(now, self.limits)
        if over:
            with self.changing() as change:
                change.end(session, over, session.person)
            self._remembered.pop(digest, None)
            return None
        if active and now - session.seen_at >= self.limits.seen_every_ms:
            session = self._seen(session, now)
        if session is not None and followed == self._followed:  # else it may have ended meanwhile
            self._remember(session)
        return session

    def _seen(self, session: Session, now: int) -> Session | None:
        with self.database.writing() as unit:
            current = rows.session(unit.connection, session.digest)
            if current is None:
                return None
            seen = but(current, seen_at=max(current.seen_at, now))
            rows.put(unit.connection, seen)
            return seen

    def sign(self, session: Session, what: str) -> str:
        """A signature's token: this person, in person, under one command that somebody else will ask."""
        token = new_token()
        with self.changing() as change:
            until = change.now + self.limits.sign_ms
            rows.drop_links(change.connection, session.person, "sign", before=change.now)
            digest = token_digest(f"{token} {what}")
            rows.add(change.connection, Link(digest, session.person, "sign", until))
            change.record(e.Signed(session.person, what, until), session.person)
        return token

    def signer(self, token: str, what: str) -> Person:
        """Who signed this very command; refused where nobody did, or too long ago."""
        with self.database.reading(brief=True) as unit:
            link = rows.link(unit.connection, token_digest(f"{token} {what}"))
            person = None if link is None else rows.person(unit.connection, link.person)
        if link is None or person is None or self.clock() >= link.until or person.state == "barred":
            message = "signatures: not for this command, or too old; have it signed again"
            raise PeopleRefused(Why.SIGNATURE_REFUSED, message, "signatures")
        return person

    def refused_all(self, refusals: Sequence[e.AskRefused]) -> None:
        """Record that people asked for what their role may not."""
        with self.changing() as change:
            for each in refusals:
                change.record(each, each.person)

    def verify(self) -> int:
        """Check every row of these tables; how many there are. `Broken` names one that was changed."""
        with self.database.reading(brief=True) as unit:
            many, changed = changed_people(unit)
        for each in changed:
            raise each
        return many

    def _remember(self, session: Session) -> None:
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered[session.digest] = (session, self.clock())

    def _forget(self, change: Change) -> None:
        for each in change.ended:
            self._remembered.pop(each, None)


def _unknown(name: str) -> PeopleRefused:
    return PeopleRefused(Why.UNKNOWN_PERSON, f"{name[:40]}: no such person; see the list", "name")


def _taken(name: str) -> PeopleRefused:
    return PeopleRefused(Why.KNOWN_PERSON, f"{name}: the name is taken; choose another", "name")


def _both(by: str, also: str) -> str:
    """Who did it, for the record."""
    return f"{by} and {also}" if also else by


def _fresh(change: Change, session: Session, how: str) -> Session:
    """The session, proved now."""
    session = but(session, proved_at=change.now, seen_at=change.now)
    if not rows.put(change.connection, session):
        raise _over()
    change.record(e.ProvedAgain(session.person, short_digest(session.digest), how), session.person)
    return session


def _over() -> PeopleRefused:
    return PeopleRefused(Why.NOT_SIGNED_IN, "session: ended or unknown; sign in again")


def _used(link: Link, now: int) -> Link:
    return Link(link.digest, link.person, link.use, link.until, now)
