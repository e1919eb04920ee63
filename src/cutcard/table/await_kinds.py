"""What a table can await: the closed set of answers to "what now?"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cutcard.rules import Action
from cutcard.shoe import Role
from cutcard.table.round import Place


@dataclass(frozen=True, slots=True)
class AwaitsCard:
    """The next card of the shoe, and where it goes."""

    place: Place
    given: bool = False
    """Whether it is a card that left the shoe before: drawn in error and exposed, or as determinant."""

    @property
    def to(self) -> str:
        """The place in words."""
        return self.place.text


@dataclass(frozen=True, slots=True)
class AwaitsDecision:
    """A decision; an offer may be declined."""

    offers: Mapping[int, tuple[Action, ...]]
    """Box -> what it may do. A required decision has exactly one box."""
    is_offer: bool
    hand: int | None = None
    """The hand of the box that is to decide; None before play."""


@dataclass(frozen=True, slots=True)
class AwaitsFollowers:
    """The other people on a shared box: join the double or split, or say how not (§13)."""

    box: int
    hand: int
    players: tuple[str, ...]
    to: str


@dataclass(frozen=True, slots=True)
class AwaitsChore:
    """An act of the dealer or of the floor, by name."""

    chore: str
    roles: frozenset[Role]
    cite: str = ""
    moment: str = ""
    who: str = ""
    """The one person entitled, where there is one (the cut)."""


@dataclass(frozen=True, slots=True)
class AwaitsDevice:
    """A wheel, a button or a draw of the house."""

    device: str
    message: str
    cite: str


@dataclass(frozen=True, slots=True)
class AwaitsBets:
    """Bets are open; the dealer may start the round once there is one."""

    may_start: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed."""


RoundAwaits = AwaitsCard | AwaitsDecision | AwaitsFollowers | AwaitsChore | AwaitsDevice
Awaits = RoundAwaits | AwaitsBets | Closed
