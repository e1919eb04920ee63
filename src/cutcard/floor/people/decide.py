"""Who may sign in: pure decisions over a person and what they proved; and every refusal of this room."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cutcard.floor.people import events as e
from cutcard.floor.people.person import Limits, Person
from cutcard.values import but


class Why(StrEnum):
    """Every reason for which something about people is refused."""

    SIGN_IN_REFUSED = "sign_in_refused"
    LINK_REFUSED = "link_refused"
    SIGNATURE_REFUSED = "signature_refused"
    WEAK_PASSWORD = "weak_password"
    BAD_NAME = "bad_name"
    UNKNOWN_PERSON = "unknown_person"
    KNOWN_PERSON = "known_person"
    NO_CHANGE = "no_change"
    OWN_ROLE = "own_role"
    NOT_SIGNED_IN = "not_signed_in"
    BAD_CONTROL = "bad_control"
    NO_PASSKEYS = "no_passkeys"
    PIN_REFUSED = "pin_refused"


class PeopleRefused(Exception):  # noqa: N818 - it carries a refusal to whoever answers with it
    """A refusal: its code, one line with a way out, and the field it is about."""

    def __init__(self, code: Why, message: str, where: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where


REFUSED: Final = (
    "sign-in refused: the name, the password or the code is wrong, or too many attempts failed; "
    "wait a while, or ask an administrator for a new link"
)
"""The one message for every failure: it gives away no names."""


REFUSED_PASSKEY: Final = (
    "passkey refused: it is not known here, or answered too late; try again, or sign in with a password"
)


@dataclass(frozen=True, slots=True)
class SignInProof:
    """What somebody proved: whether the password is right, and the step of the code, if any."""

    password: bool
    step: int | None = None
    better: str = ""
    """A stronger hash of the same password, to store from now on."""


def why_refused(person: Person | None, proof: SignInProof, now: int) -> str:
    """Why a proof is refused; empty where it is accepted."""
    if person is None:
        return "unknown name"
    if person.state != "active":
        return f"a {person.state} person"
    if now < person.locked_until:
        return "locked out"
    if not proof.password:
        return "wrong password"
    if not person.is_staff:
        return ""
    if proof.step is None:
        return "wrong code"
    if proof.step <= person.last_step:
        return "code used before"
    return ""


def proved(person: Person, proof: SignInProof) -> Person:
    """The person after an accepted proof: no failures, and the code is used up."""
    return but(
        person,
        failures=0,
        locked_until=0,
        last_step=person.last_step if proof.step is None else max(person.last_step, proof.step),
        password=proof.better or person.password,
    )


def failed(person: Person, why: str, *, now: int, limits: Limits, address: str) -> e.SignInRefused:
    """The refusal of a known person, with the lock-out it may cause."""
    if now < person.locked_until:
        return e.SignInRefused(person.name, why, address, person.failures, person.locked_until)
    failures = person.failures + 1
    beyond = failures - limits.failures
    if beyond < 0:
        return e.SignInRefused(person.name, why, address, failures)
    lock_ms = min(limits.lock_ms << min(beyond, 40), limits.longest_lock_ms)
    return e.SignInRefused(person.name, why, address, failures, now + lock_ms)


def evolve(person: Person, event: e.Event) -> Person:
    """A person after an event."""
    match event:
        case e.SignInRefused():
            return but(person, failures=event.failures, locked_until=event.locked_until)
        case e.RoleChanged():
            return but(person, role=event.role)
        case e.Barred():
            return but(person, state="barred")
        case e.Readmitted():
            return but(person, state="active" if person.password else "new", failures=0, locked_until=0)
        case e.Enrolled():
            return but(person, state="active", failures=0, locked_until=0)
        case _:
            return person
