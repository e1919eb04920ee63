"""How long, how often and how strong: the numbers of the people's room, all in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from argon2 import Parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from cutcard.floor.people.roles import HouseRole

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS


@dataclass(frozen=True, slots=True)
class Lasting:
    """How long a session lasts: without a request, and in all."""

    idle_ms: int
    whole_ms: int


def _lasting() -> dict[HouseRole, Lasting]:
    staff = Lasting(30 * MINUTE_MS, 12 * HOUR_MS)
    seeing = Lasting(12 * HOUR_MS, 12 * HOUR_MS)
    office = Lasting(15 * MINUTE_MS, 8 * HOUR_MS)
    return {
        HouseRole.PLAYER: Lasting(HOUR_MS, 24 * HOUR_MS),
        HouseRole.DEALER: staff,
        HouseRole.FLOORPERSON: staff,
        HouseRole.SUPERVISOR: staff,
        HouseRole.SURVEILLANCE: seeing,
        HouseRole.AUDITOR: office,
        HouseRole.ADMINISTRATOR: office,
    }


@dataclass(frozen=True, slots=True)
class Limits:
    """What a house asks of the people who sign in."""

    sessions: Mapping[HouseRole, Lasting] = field(default_factory=_lasting)
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
    """Sessions that one person has at a time; the oldest ends for a new one."""
    shortest_password: int = 12
    hashing: Parameters = field(default_factory=lambda: RFC_9106_LOW_MEMORY)
    hashing_at_once: int = 2
    """Passwords worked on at a time, each of which takes the memory of the profile."""
    seen_every_ms: int = 2 * MINUTE_MS
    """How much later a request must come for its time to be written down."""
    known_for_ms: int = 5 * SECOND_MS
    """How long a process trusts what it read of a session: an end made elsewhere is seen after it."""
    demonstration: bool = False
    """Play money: sign-in links are given out, and who has no password proves themselves by a click."""
