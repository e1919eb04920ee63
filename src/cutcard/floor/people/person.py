"""A person, a session and a one-time link, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from cutcard.floor.people.limits import Limits
from cutcard.floor.people.roles import STAFF, HouseRole

NAME: Final = re.compile(r"[a-z][a-z0-9_\-]{0,31}")
State = Literal["new", "active", "barred"]
Use = Literal["sign_in", "enrol", "sign"]


@dataclass(frozen=True)
class Person:
    """Somebody whom the house knows."""

    name: str
    role: HouseRole
    state: State = "new"
    password: str = ""
    """As argon2 keeps it; empty before one is chosen."""
    secret: str = ""
    """Of the second factor."""
    last_step: int = 0
    """The last code that was used: none is used twice."""
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
        """Why the session counts no more; empty while it does."""
        lasting = limits.sessions[self.role]
        if now - self.made_at >= lasting.whole_ms:
            return "as long as a session may last"
        if now - self.seen_at >= lasting.idle_ms:
            return "idle"
        return ""

    def is_proved(self, now: int, limits: Limits) -> bool:
        """Whether the proof of who it is is fresh enough for payouts."""
        return now - self.proved_at < limits.again_ms


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time link, kept by its digest."""

    digest: str
    person: str
    use: Use
    until: int
    used_at: int = 0


def is_name(written: str) -> bool:
    """Whether a text can be a person's name: small letters, figures, - and _, a letter first."""
    return NAME.fullmatch(written) is not None
