"""`People`: who is known, who is signed in. The one place of this room that reads and writes the store.

All of it blocks: whoever answers many at once calls it from other threads. `remembered` alone never
does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from cutcard.floor.people import change as keeping, codes, decide, events as e, rows, tokens
from cutcard.floor.people.limits import Limits
from cutcard.floor.people.passwords import Passwords, too_weak
from cutcard.floor.people.person import Link, Person, Session, Use, is_name
from cutcard.floor.people.refusal import PeopleRefused, Why
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.people.sign_ins import SignIns
from cutcard.floor.people.verification import changed_people
from cutcard.floor.store import Database
from cutcard.values import but

MOST_REMEMBERED: Final = 20_000
HOUSE: Final = "house"
LINKED: Final[tuple[Use, ...]] = ("enrol", "sign_in")
"""What links are made for; signatures under a command are no way in."""
_Linked = tuple[Person, Link]


@dataclass(frozen=True, slots=True)
class Given:
    """A session just begun, and its token: shown this once."""

    token: str
    session: Session


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What somebody got who chose a password; for staff the secret of a second factor, shown once."""

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
        self._database = database
        self._passwords = Passwords(limits)
        self._remembered: dict[str, tuple[Session, int]] = {}
        keeping.begin(database)

    # Who is known.

    def everybody(self) -> list[Person]:
        """All people, by name."""
        with self._database.reading() as unit:
            return rows.everybody(unit.connection)

    def person(self, name: str) -> Person | None:
        """Somebody by name."""
        with self._database.reading() as unit:
            return rows.person(unit.connection, name)

    def add(self, name: str, role: HouseRole, *, by: str = HOUSE) -> Person:
        """Somebody new, who cannot sign in before a link was used."""
        if not is_name(name):
            message = "name: must be 1 to 32 lowercase letters, digits, - and _, starting with a letter"
            raise PeopleRefused(Why.BAD_NAME, message, "name")
        with keeping.changing(self._database, self.clock) as change:
            if rows.person(change.connection, name) is not None:
                message = f"{name}: the name is taken; choose another"
                raise PeopleRefused(Why.KNOWN_PERSON, message, "name")
            added = Person(name, role, made_at=change.now)
            rows.add_person(change.connection, added)
            change.happened(e.PersonAdded(name, role, by), by)
        return added

    def change_role(self, name: str, role: HouseRole, *, by: str) -> Person:
        """Another role; every session of the person ends."""
        with keeping.changing(self._database, self.clock) as change:
            person = self._other(change.known(name), by)
            if person.role is role:
                raise PeopleRefused(Why.NO_CHANGE, f"{name}: is already {role}", "role")
            event = e.RoleChanged(name, person.role, role, by)
            return self._changed(change, person, event, by)

    def bar(self, name: str, *, by: str) -> Person:
        """No more sign-ins; every session ends, and no link that was made before works ever again."""
        with keeping.changing(self._database, self.clock) as change:
            person = self._other(change.known(name), by)
            if person.state == "barred":
                raise PeopleRefused(Why.NO_CHANGE, f"{name}: is already disabled", "state")
            for use in LINKED:
                rows.drop_links(
                    change.connection, name, use, before=change.now + self.limits.link_ms + 1
                )
            return self._changed(change, person, e.Barred(name, by), by)

    def readmit(self, name: str, *, by: str) -> Person:
        """Sign-ins again, and no lock-out."""
        with keeping.changing(self._database, self.clock) as change:
            person = self._other(change.known(name), by)
            if person.state != "barred" and not person.failures:
                raise PeopleRefused(
                    Why.NO_CHANGE, f"{name}: is neither disabled nor locked out", "state"
                )
            return self._changed(change, person, e.Readmitted(name, by), by)

    def _other(self, person: Person, by: str) -> Person:
        if person.name == by:
            message = f"{by}: you cannot change yourself; ask another administrator"
            raise PeopleRefused(Why.OWN_ROLE, message, "name")
        return person

    def _changed(self, change: keeping.Change, person: Person, event: e.Event, by: str) -> Person:
        changed = decide.evolve(person, event)
        rows.put_person(change.connection, changed)
        change.happened(event, by)
        if not isinstance(event, e.Readmitted):
            change.end_all(person.name, "changed by an administrator", by)
            self._forget(change)
        return changed

    def link(self, name: str, use: Use, *, by: str = HOUSE) -> str:
        """A one-time link's token; older ones of the same use count no more."""
        if use == "sign_in" and not self.limits.demonstration:
            message = "use: sign-in links are for demonstrations only; make one to enrol"
            raise PeopleRefused(Why.LINK_REFUSED, message, "use")
        token = tokens.new_token()
        with keeping.changing(self._database, self.clock) as change:
            change.known(name)
            until = change.now + self.limits.link_ms
            rows.drop_links(change.connection, name, use, before=until + 1)
            rows.add_link(change.connection, Link(tokens.digest_of(token), name, use, until))
            change.happened(e.LinkMade(name, use, until, by), by)
        return token

    def enrol(self, token: str, password: str, *, address: str = "") -> Enrolment:
        """A password chosen by whoever holds the link; staff get a new second factor with it."""
        with self._database.reading() as unit:
            person, _ = self._linked(unit.connection, token, "enrol", self.clock())
        weak = too_weak(password, name=person.name, shortest=self.limits.shortest_password)
        if weak:
            message = f"password: {weak}; a few unrelated words make a good password"
            raise PeopleRefused(Why.WEAK_PASSWORD, message, "password")
        kept = self._passwords.hashed(password)
        with keeping.changing(self._database, self.clock) as change:
            person, link = self._linked(change.connection, token, "enrol", change.now)
            secret = codes.new_secret() if person.is_staff else ""
            event = e.Enrolled(person.name, bool(secret), address)
            enrolled = but(decide.evolve(person, event), password=kept, secret=secret, last_step=0)
            rows.put_person(change.connection, enrolled)
            rows.put_link(change.connection, _used(link, change.now))
            change.end_all(person.name, "a new password", person.name)
            change.happened(event, person.name)
            self._forget(change)
        if not secret:
            return Enrolment(person.name, person.role)
        uri = codes.address(secret, person.name)
        return Enrolment(person.name, person.role, secret, uri, codes.picture(uri))

    def _linked(self, connection: Connection, token: str, use: Use, now: int) -> _Linked:
        link = rows.link(connection, tokens.digest_of(token)) if tokens.is_token(token) else None
        person = None if link is None else rows.person(connection, link.person)
        if link is None or person is None or link.use != use or link.used_at or now >= link.until:
            message = "link: unknown, used before or too old; ask for a new one"
            raise PeopleRefused(Why.LINK_REFUSED, message, "link")
        if person.state == "barred":
            raise PeopleRefused(Why.LINK_REFUSED, "link: its person is disabled", "link")
        return person, link

    # Who is signed in.

    def sign_in(self, name: str, password: str, code: str = "", *, address: str = "") -> Given:
        """A session for whoever proves to be this person."""
        with self._database.reading() as unit:
            person = rows.person(unit.connection, name) if is_name(name) else None
        checked = self._passwords.compare("" if person is None else person.password, password)
        refusal = None
        with keeping.changing(self._database, self.clock) as change:
            current = rows.person(change.connection, name) if is_name(name) else None
            same = current is not None and person is not None and current.password == person.password
            step = codes.step_of(current.secret, code, change.now) if current is not None else None
            proof = decide.SignInProof(checked.right and same, step, checked.better)
            refusal = self._refusal(change, current, proof, name, address)
            if refusal is None:
                assert current is not None
                rows.put_person(change.connection, decide.proved(current, proof))
                given = self._given(change, current, how="password", address=address)
        if refusal is not None:
            raise refusal
        return given

    def sign_in_by_link(self, token: str, *, address: str = "") -> Given:
        """A session for whoever holds a link of the demonstration."""
        with keeping.changing(self._database, self.clock) as change:
            person, link = self._linked(change.connection, token, "sign_in", change.now)
            rows.put_link(change.connection, _used(link, change.now))
            return self._given(change, person, how="link", address=address)

    def _refusal(
        self,
        change: keeping.Change,
        person: Person | None,
        proof: decide.SignInProof,
        name: str,
        address: str,
    ) -> PeopleRefused | None:
        """Why a proof does not do, written down; None where it does."""
        why = decide.why_refused(person, proof, change.now)
        if not why:
            return None
        if person is None:
            shown = name if is_name(name) else ""
            change.happened(e.SignInRefused(shown, why, address), shown)
        else:
            event = decide.failed(person, why, now=change.now, limits=self.limits, address=address)
            rows.put_person(change.connection, decide.evolve(person, event))
            change.happened(event, person.name)
        return PeopleRefused(Why.SIGN_IN_REFUSED, decide.REFUSED)

    def _given(self, change: keeping.Change, person: Person, *, how: str, address: str) -> Given:
        token, now = tokens.new_token(), change.now
        session = Session(tokens.digest_of(token), person.name, person.role, now, now, now)
        longest = max(each.whole_ms for each in self.limits.sessions.values())
        rows.end_before(change.connection, now - longest)
        mine = rows.sessions_of(change.connection, person.name)
        for each in mine[: max(0, len(mine) + 1 - self.limits.most_sessions)]:
            change.end(each, "another took its place", person.name)
        rows.add_session(change.connection, session)
        named = tokens.named(session.digest)
        change.happened(e.SignedIn(person.name, person.role, named, how, address), person.name)
        self._forget(change)
        return Given(token, session)

    def again(self, token: str, password: str, code: str = "", *, address: str = "") -> Session:
        """The session of whoever proves again to be its person; that counts for payouts for a while."""
        session = self._needed(token)
        with self._database.reading() as unit:
            person = rows.person(unit.connection, session.person)
        kept = "" if person is None else person.password
        by_click = self.limits.demonstration and person is not None and not kept
        checked = self._passwords.compare(kept, password)
        refusal = None
        with keeping.changing(self._database, self.clock) as change:
            current = change.known(session.person)
            if not by_click:
                same = current.password == kept
                step = codes.step_of(current.secret, code, change.now)
                proof = decide.SignInProof(checked.right and same, step, checked.better)
                refusal = self._refusal(change, current, proof, current.name, address)
                if refusal is None:
                    rows.put_person(change.connection, decide.proved(current, proof))
            if refusal is None:
                session = but(session, proved_at=change.now, seen_at=change.now)
                if not rows.put_session(change.connection, session):
                    raise _over()
                how = "click" if by_click else "password"
                event = e.ProvedAgain(current.name, tokens.named(session.digest), how)
                change.happened(event, current.name)
        if refusal is not None:
            raise refusal
        self._remember(session)
        return session

    def sign_out(self, token: str) -> None:
        """The session is over, if there was one."""
        session = self.session(token)
        if session is not None:
            with keeping.changing(self._database, self.clock) as change:
                change.end(session, "signed out", session.person)
            self._remembered.pop(session.digest, None)

    def remembered(self, token: str) -> Session | None:
        """The session of a token as this process knows it, without asking the store; None: ask it."""
        found = self._remembered.get(tokens.digest_of(token))
        if found is None:
            return None
        session, now = found[0], self.clock()
        written = now - session.seen_at < self.limits.seen_every_ms
        return session if written and self._is_known(*found, now) else None

    def is_known(self, token: str) -> bool:
        """Whether this process knows that a session goes on, without asking the store."""
        found = self._remembered.get(tokens.digest_of(token))
        return found is not None and self._is_known(*found, self.clock())

    def _is_known(self, session: Session, read_at: int, now: int) -> bool:
        fresh = 0 <= now - read_at < self.limits.known_for_ms
        return fresh and not session.why_over(now, self.limits)

    def has_seen(self, token: str) -> bool:
        """Whether a token was somebody's when this process last looked."""
        return tokens.digest_of(token) in self._remembered

    def session(self, token: str, *, active: bool = True) -> Session | None:
        """The session of a token, which this request keeps from idling unless it is not `active`."""
        if not tokens.is_token(token):
            return None
        digest, now = tokens.digest_of(token), self.clock()
        with self._database.reading() as unit:
            session = rows.session(unit.connection, digest)
        if session is None:
            self._remembered.pop(digest, None)
            return None
        over = session.why_over(now, self.limits)
        if over:
            with keeping.changing(self._database, self.clock) as change:
                change.end(session, over, session.person)
            self._remembered.pop(digest, None)
            return None
        if active and now - session.seen_at >= self.limits.seen_every_ms:
            session = self._seen(session, now)
        if session is not None:
            self._remember(session)
        return session

    def _seen(self, session: Session, now: int) -> Session | None:
        with self._database.writing() as unit:
            current = rows.session(unit.connection, session.digest)
            if current is None:
                return None
            seen = but(current, seen_at=max(current.seen_at, now))
            rows.put_session(unit.connection, seen)
            return seen

    def sign(self, session: Session, what: str) -> str:
        """A signature's token: this person, in person, under one command that somebody else will ask."""
        token = tokens.new_token()
        with keeping.changing(self._database, self.clock) as change:
            until = change.now + self.limits.sign_ms
            rows.drop_links(change.connection, session.person, "sign", before=change.now)
            digest = tokens.digest_of(f"{token} {what}")
            rows.add_link(change.connection, Link(digest, session.person, "sign", until))
            change.happened(e.Signed(session.person, what, until), session.person)
        return token

    def signer(self, token: str, what: str) -> Person:
        """Who signed this very command; refused where nobody did, or too long ago."""
        with self._database.reading() as unit:
            link = rows.link(unit.connection, tokens.digest_of(f"{token} {what}"))
            person = None if link is None else rows.person(unit.connection, link.person)
        if link is None or person is None or self.clock() >= link.until or person.state == "barred":
            message = "signatures: not for this command, or too old; have it signed again"
            raise PeopleRefused(Why.SIGNATURE_REFUSED, message, "signatures")
        return person

    def refused(self, session: Session, *, asked: str, where: str, code: str) -> None:
        """Write down that somebody asked for what is not theirs to ask."""
        self.refused_all([e.AskRefused(session.person, session.role, asked, where, code)])

    def refused_all(self, refusals: Sequence[e.AskRefused]) -> None:
        """Write several refusals down at once."""
        with keeping.changing(self._database, self.clock) as change:
            for each in refusals:
                change.happened(each, each.person)

    def verify(self) -> int:
        """Check every row of these tables; how many there are. `Broken` names one that was changed."""
        with self._database.reading() as unit:
            many, changed = changed_people(unit)
        for each in changed:
            raise each
        return many

    def _needed(self, token: str) -> Session:
        session = self.session(token)
        if session is None:
            raise _over()
        return session

    def _remember(self, session: Session) -> None:
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered[session.digest] = (session, self.clock())

    def _forget(self, change: keeping.Change) -> None:
        for each in change.ended:
            self._remembered.pop(each, None)


def _over() -> PeopleRefused:
    return PeopleRefused(Why.NOT_SIGNED_IN, "session: ended or unknown; sign in again")


def _used(link: Link, now: int) -> Link:
    return Link(link.digest, link.person, link.use, link.until, now)
