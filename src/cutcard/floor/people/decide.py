"""Who comes in: pure decisions over what a person is and what they have proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.floor.people import events as e
from cutcard.floor.people.limits import Limits
from cutcard.floor.people.person import Person
from cutcard.values import but

REFUSED: Final = (
    "sign-in refused: the name, the password or the code is wrong, or too many attempts failed; "
    "wait a while, or ask an administrator for a new link"
)
"""The one thing that whoever fails is told: it tells nobody which names exist."""


@dataclass(frozen=True, slots=True)
class SignInProof:
    """What somebody offered: whether the password is right, and which step of the code, if any."""

    password: bool
    step: int | None = None
    better: str = ""
    """A stronger hash of the same password, to keep from now on."""


def why_refused(person: Person | None, proof: SignInProof, now: int) -> str:
    """Why a proof does not do; empty where it does."""
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
    """The person after a proof that did: nothing failed, and the code is spent."""
    return but(
        person,
        failures=0,
        locked_until=0,
        last_step=person.last_step if proof.step is None else max(person.last_step, proof.step),
        password=proof.better or person.password,
    )


def failed(person: Person, why: str, *, now: int, limits: Limits, address: str) -> e.SignInRefused:
    """The refusal of a known person, with the lock-out it may bring."""
    if now < person.locked_until:
        return e.SignInRefused(person.name, why, address, person.failures, person.locked_until)
    failures = person.failures + 1
    beyond = failures - limits.failures
    if beyond < 0:
        return e.SignInRefused(person.name, why, address, failures)
    lasts = min(limits.lock_ms << min(beyond, 40), limits.longest_lock_ms)
    return e.SignInRefused(person.name, why, address, failures, now + lasts)


def evolve(person: Person, event: e.Event) -> Person:
    """A person after an event that concerns what is known of them."""
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
