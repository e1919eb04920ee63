"""What can be asked of a meter. Every command says who asks, in which role, and when.

Tables speak through the house's own device: what they stake, and what they settle. The dealer claims a
hit, supervisors verify it; nobody does both.
"""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.floor.meters.must_hit import Secret
from cutcard.floor.meters.state import Win
from cutcard.floor.meters.terms import Filed, Member, Terms
from cutcard.money import Cents
from cutcard.shoe import By


@dataclass(frozen=True, slots=True)
class Configure:
    """The meter is to be run by these terms."""

    by: By
    terms: Terms
    at: int = 0
    in_play: tuple[str, ...] = ()
    """Tables in whose round there are stakes on it."""
    filed: tuple[Filed, ...] = ()
    """What the tables that play for it state in their submissions."""


@dataclass(frozen=True, slots=True)
class Join:
    """A table is to play for the meter."""

    by: By
    member: Member
    at: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A table plays for it no longer."""

    by: By
    table: str
    at: int = 0
    in_play: tuple[str, ...] = ()
    """Tables in whose round there are stakes on it."""


@dataclass(frozen=True, slots=True)
class Rejoin:
    """A table that has parted from the meter plays for it again."""

    by: By
    table: str
    at: int = 0
    member: Member | None = None
    """As its submission has it, which the house itself reads; None where it never played for it."""


@dataclass(frozen=True, slots=True)
class Start:
    """The meter goes live; one that must hit with a point drawn for it."""

    by: By
    secret: Secret | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """The meter is taken out of play; what it shows stays."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class Contribute:
    """The stakes of a round; the same round again changes nothing."""

    by: By
    table: str
    round: int
    staked: Cents
    at: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A table's round has won from the meter, as its settlement says; again, it changes nothing."""

    by: By
    table: str
    round: int
    wager: str
    wins: tuple[Win, ...]
    stood: Cents
    """What the table paid from."""
    after: Cents
    """What the settlement leaves on the meter."""
    secret: Secret | None = None
    """Where it must hit next."""
    checked: bool = True
    """Whether people check it before it is paid; its document does not always ask for that."""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """The dealer claims a hit for its winners."""

    by: By
    hit: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Verify:
    """A supervisor verifies a hit that was claimed."""

    by: By
    hit: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Pay:
    """A verified hit is paid: the table has settled it."""

    by: By
    hit: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Void:
    """A hit is none: its round was voided, or its cards did not win."""

    by: By
    hit: str
    why: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Adjust:
    """The meter is to be changed for a listed reason; somebody else's same words approve it."""

    by: By
    reason: str
    amount: Cents
    why: str
    rises: bool = False
    to: str = ""
    """The meter that gets what this one loses, where the reason asks for one."""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Retire:
    """The meter ends, and all that is on it goes to another."""

    by: By
    to: str
    why: str
    at: int = 0
    in_play: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Receive:
    """What another meter gave up comes in; the same again changes nothing."""

    by: By
    source: str
    number: int
    cents: Cents
    reserve: Cents = Cents(0)
    carried: int = 0
    reserve_carried: int = 0
    parts: int = 1
    at: int = 0


Command = (
    Configure
    | Join
    | Part
    | Rejoin
    | Start
    | Stop
    | Contribute
    | Hit
    | Claim
    | Verify
    | Pay
    | Void
    | Adjust
    | Retire
    | Receive
)
