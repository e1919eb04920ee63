"""What happens to a meter. Events carry outcomes: folding them computes nothing anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cutcard.floor.meters.state import Jackpot
from cutcard.floor.meters.terms import Member, Terms
from cutcard.floor.store import EventCodec
from cutcard.money import Cents


@dataclass(frozen=True, slots=True)
class MeterConfigured:
    """It is run by these terms."""

    terms: Terms
    parts: int
    by: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class TableJoined:
    """A table plays for it."""

    member: Member
    parts: int
    by: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class TableParted:
    """A table plays for it no longer."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class MeterStarted:
    """It is live; the first time with an amount put on it."""

    seed: Cents
    by: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class MeterStopped:
    """It is out of play."""

    by: str


@dataclass(frozen=True, slots=True)
class PointArmed:
    """A point was drawn where it must hit; only the commitment is published."""

    commitment: str
    point: Cents
    salt: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class PointRevealed:
    """It hit, and everybody may see where it had to."""

    commitment: str
    point: Cents
    salt: str
    hit: str


@dataclass(frozen=True, slots=True)
class MeterGrew:
    """The stakes of a round are on it."""

    table: str
    round: int
    staked: Cents
    grew: Cents
    shows: Cents
    carried: int = 0
    kept: Cents = Cents(0)
    """What went to the reserve."""
    reserve_carried: int = 0
    due: bool = False
    """Whether this brought it to its point; not published."""


@dataclass(frozen=True, slots=True)
class DueRoundPassed:
    """The round in which it had to hit is over, and it did not: the next one, at any table, hits."""

    table: str
    round: int
    cite: str = ""


@dataclass(frozen=True, slots=True)
class HitLocked:
    """A round won from it: the value is locked, and the meter starts again."""

    jackpot: Jackpot
    kept: Cents = Cents(0)
    """What a payout limit left of it, which went to the reserve."""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class HitClaimed:
    """The dealer has claimed it."""

    hit: str
    by: str
    at: int = 0
    cite: str = ""


@dataclass(frozen=True, slots=True)
class HitVerified:
    """A supervisor has verified it."""

    hit: str
    by: str
    at: int = 0
    cite: str = ""


@dataclass(frozen=True, slots=True)
class HitPaid:
    """Its winners have been paid."""

    hit: str
    by: str
    at: int = 0
    cite: str = ""


@dataclass(frozen=True, slots=True)
class HitVoided:
    """It was none: what was locked is on the meter again."""

    hit: str
    why: str
    by: str
    back: Cents
    """What was locked."""
    shows: Cents
    to_house: Cents = Cents(0)
    to_reserve: Cents = Cents(0)
    from_house: Cents = Cents(0)
    from_reserve: Cents = Cents(0)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionAsked:
    """Somebody asked for a change; somebody else must approve it."""

    reason: str
    amount: Cents
    why: str
    by: str
    rises: bool = False
    cite: str = ""


@dataclass(frozen=True, slots=True)
class MeterAdjusted:
    """It was changed for a listed reason."""

    reason: str
    amount: Cents
    why: str
    by: tuple[str, ...]
    shows: Cents
    rises: bool = False
    cite: str = ""


@dataclass(frozen=True, slots=True)
class AmountMovedOut:
    """An amount left for another meter, for a listed reason."""

    reason: str
    to: str
    number: int
    cents: Cents
    why: str
    by: tuple[str, ...]
    shows: Cents
    reserve: Cents = Cents(0)
    carried: int = 0
    reserve_carried: int = 0
    cite: str = ""


@dataclass(frozen=True, slots=True)
class AmountMovedIn:
    """An amount came from another meter."""

    source: str
    number: int
    cents: Cents
    shows: Cents
    reserve: Cents = Cents(0)
    kept: Cents = Cents(0)
    """What a maximum kept off it, which went to the reserve; refused by now."""
    whole: Cents = Cents(0)
    """What the parts of a cent on both meters come to together."""
    reserve_whole: Cents = Cents(0)
    carried: int = 0
    reserve_carried: int = 0
    parts: int = 1
    cite: str = ""


@dataclass(frozen=True, slots=True)
class MeterRetired:
    """It ended; all that was on it is on another."""

    to: str
    why: str
    by: str


MeterEvent = (
    MeterConfigured
    | TableJoined
    | TableParted
    | MeterStarted
    | MeterStopped
    | PointArmed
    | PointRevealed
    | MeterGrew
    | DueRoundPassed
    | HitLocked
    | HitClaimed
    | HitVerified
    | HitPaid
    | HitVoided
    | CorrectionAsked
    | MeterAdjusted
    | AmountMovedOut
    | AmountMovedIn
    | MeterRetired
)
codec: Final = EventCodec[MeterEvent](MeterEvent, "a meter")
_SECRET: Final[Mapping[type, tuple[str, ...]]] = {PointArmed: ("point", "salt"), MeterGrew: ("due",)}


def published(event: MeterEvent) -> dict[str, Any]:
    """An event as anybody may see it: without the point of a meter that must hit, until it has hit."""
    plain = codec.json(event)
    for name in _SECRET.get(type(event), ()):
        plain.pop(name, None)
    return plain
