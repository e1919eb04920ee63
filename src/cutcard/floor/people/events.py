"""What happened among the people of a house. No event holds a password, a code or a token.

Coded like a table's events: `{"event": "signed_in", "person": "ann", "how": "password"}`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.floor.people.roles import HouseRole
from cutcard.floor.store import EventCodec


@dataclass(frozen=True, slots=True)
class PersonAdded:
    """Somebody is known to the house."""

    person: str
    role: HouseRole
    by: str


@dataclass(frozen=True, slots=True)
class RoleChanged:
    """Somebody has another role; their sessions end."""

    person: str
    before: HouseRole
    role: HouseRole
    by: str


@dataclass(frozen=True, slots=True)
class Barred:
    """Somebody may not sign in any more; their sessions end."""

    person: str
    by: str


@dataclass(frozen=True, slots=True)
class Readmitted:
    """Somebody may sign in again."""

    person: str
    by: str


@dataclass(frozen=True, slots=True)
class LinkMade:
    """A one-time link was given out, to sign in or to choose a password."""

    person: str
    use: str
    until: int
    by: str


@dataclass(frozen=True, slots=True)
class Enrolled:
    """Somebody chose a password, and staff were given the secret of a second factor."""

    person: str
    second_factor: bool = False
    address: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session began."""

    person: str
    role: HouseRole
    session: str
    how: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class SignInRefused:
    """A sign-in failed; `failures` counts those in a row."""

    person: str
    why: str
    address: str = ""
    failures: int = 0
    locked_until: int = 0


@dataclass(frozen=True, slots=True)
class ProvedAgain:
    """Somebody who was signed in proved again who they are."""

    person: str
    session: str
    how: str


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A session is over."""

    person: str
    session: str
    why: str


@dataclass(frozen=True, slots=True)
class PasskeyAdded:
    """Somebody signs in with a device of theirs from now on."""

    person: str
    passkey: str


@dataclass(frozen=True, slots=True)
class PasskeyRemoved:
    """A device is good for nothing any more."""

    person: str
    passkey: str
    by: str


@dataclass(frozen=True, slots=True)
class PinChosen:
    """A dealer comes on at these tables by a PIN, until their shift ends; older ones are gone."""

    person: str
    tables: tuple[str, ...]
    until: int


@dataclass(frozen=True, slots=True)
class PinRefused:
    """A PIN was entered in vain; who entered it is who wrote this."""

    person: str
    table: str
    why: str


@dataclass(frozen=True, slots=True)
class PinDropped:
    """A PIN is gone: too many wrong ones were entered."""

    person: str
    by: str


@dataclass(frozen=True, slots=True)
class Signed:
    """Somebody signed a command that another asks; `what` is the digest of all it says."""

    person: str
    what: str
    until: int


@dataclass(frozen=True, slots=True)
class Restored:
    """The store was filled from a backup: every session and every link has ended."""

    by: str


@dataclass(frozen=True, slots=True)
class AskRefused:
    """Somebody asked for what is not theirs to ask."""

    person: str
    role: HouseRole
    asked: str
    where: str
    code: str


Event = (
    PersonAdded
    | RoleChanged
    | Barred
    | Readmitted
    | LinkMade
    | Enrolled
    | SignedIn
    | SignInRefused
    | ProvedAgain
    | SessionEnded
    | PasskeyAdded
    | PasskeyRemoved
    | PinChosen
    | PinRefused
    | PinDropped
    | Signed
    | Restored
    | AskRefused
)

codec: Final = EventCodec[Event](Event, "people")
