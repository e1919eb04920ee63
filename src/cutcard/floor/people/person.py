"""A person, a session and a one-time link as values, and the limits that a house sets for them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from argon2 import Parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from cutcard.floor.people.roles import STAFF, HouseRole

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS


@dataclass(frozen=True, slots=True)
class Lasting:
    """How long a session lasts: idle, and in total."""

    idle_ms: int
    whole_ms: int


def _session_lengths() -> dict[HouseRole, Lasting]:
    staff = Lasting(30 * MINUTE_MS, 12 * HOUR_MS)
    watching = Lasting(12 * HOUR_MS, 12 * HOUR_MS)
    office = Lasting(15 * MINUTE_MS, 8 * HOUR_MS)
    return {
        HouseRole.PLAYER: Lasting(HOUR_MS, 24 * HOUR_MS),
        HouseRole.DEALER: staff,
        HouseRole.FLOORPERSON: staff,
        HouseRole.SUPERVISOR: staff,
        HouseRole.SURVEILLANCE: watching,
        HouseRole.AUDITOR: office,
        HouseRole.ADMINISTRATOR: office,
    }


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, how often and how strong: what a house asks of people who sign in."""

    sessions: Mapping[HouseRole, Lasting] = field(default_factory=_session_lengths)
    again_ms: int = 5 * MINUTE_MS
    """How long a proof of who somebody is counts for payouts."""
    failures: int = 5
    """Failed sign-ins in a row that lock a person out."""
    lock_ms: int = MINUTE_MS
    """The first lock-out; each further failure doubles it."""
    longest_lock_ms: int = HOUR_MS
    link_ms: int = 24 * HOUR_MS
    """How long a one-time link can be used."""
    sign_ms: int = 5 * MINUTE_MS
    """How long a signature under another's command can be used."""
    most_sessions: int = 8
    """Sessions of one person at a time; a new one ends the oldest."""
    shortest_password: int = 12
    hashing: Parameters = field(default_factory=lambda: RFC_9106_LOW_MEMORY)
    hashing_at_once: int = 2
    """Passwords worked on at a time, each of which takes the memory of the profile."""
    seen_every_ms: int = 2 * MINUTE_MS
    """How often the time of a session's last request is stored."""
    known_for_ms: int = 5 * SECOND_MS
    """How long a process trusts what it read of a session, which another process may have ended."""
    followed_for_ms: int = 30 * SECOND_MS
    """How long it does while it follows the events that end sessions."""
    demonstration: bool = False
    """Play money: sign-in by link, and whoever has no password proves themselves by a click."""


NAME: Final = re.compile(r"[a-z][a-z0-9_\-]{0,31}")
State = Literal["new", "active", "barred"]
Use = Literal["sign_in", "enrol", "sign", "pin"]


@dataclass(frozen=True)
class Person:
    """Somebody whom the house knows."""

    name: str
    role: HouseRole
    state: State = "new"
    password: str = ""
    """Its argon2 hash; empty before one is chosen."""
    secret: str = ""
    """Of the second factor."""
    last_step: int = 0
    """The step of the last code used: none is used twice."""
    failures: int = 0
    locked_until: int = 0
    made_at: int = 0

    @property
    def is_staff(self) -> bool:
        """Whether a second factor is needed."""
        return self.role in STAFF


@dataclass(frozen=True)
class Session:
    """Somebody signed in."""

    digest: str
    person: str
    role: HouseRole
    made_at: int
    seen_at: int
    proved_at: int
    """When the person last proved who they are."""

    def why_over(self, now: int, limits: Limits) -> str:
        """Why the session is over; empty while it is not."""
        lasting = limits.sessions[self.role]
        if now - self.made_at >= lasting.whole_ms:
            return "as long as a session may last"
        if now - self.seen_at >= lasting.idle_ms:
            return "idle"
        return ""

    def is_proved(self, now: int, limits: Limits) -> bool:
        """Whether the proof of identity is fresh enough; a clock that was set back makes none so."""
        return -SECOND_MS <= now - self.proved_at < limits.again_ms


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time link, by the digest of its token."""

    digest: str
    person: str
    use: Use
    until: int
    used_at: int = 0


@dataclass(frozen=True, slots=True)
class Passkey:
    """The public half of a key on a device of somebody's."""

    id: str
    person: str
    key: str
    count: int
    """How often the device says it was used, if it counts."""
    made_at: int
    used_at: int
    """When the last question was asked that it answered: an answer to an older one is not taken."""


def short_passkey(known: str) -> str:
    """A passkey's name in records."""
    return hashlib.sha256(known.encode()).hexdigest()[:12]


def is_name(written: str) -> bool:
    """Whether a text can be a person's name: lowercase letters, digits, - and _, a letter first."""
    return NAME.fullmatch(written) is not None
