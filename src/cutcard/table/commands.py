"""What can be asked of a table. Every command says who asks, in which role, and when.

An act around the cards (`cutcard.shoe.Act`) is a command too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cutcard.cards import Card
from cutcard.money import Cents
from cutcard.rules import Action
from cutcard.shoe import Act, By


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The dealer takes the table."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table is closed, between rounds."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes over."""

    by: By
    dealer: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Sit:
    """A player comes to the table: at a box, or (0) standing."""

    by: By
    box: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the table."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """A player's whole bet on a box; it takes the place of an earlier one of this round."""

    by: By
    box: int
    stakes: Mapping[str, Cents]
    instrument: str = "chips"
    """Chips, plaques, a coupon, or "verbal" with cash."""
    confirmed: tuple[str, ...] = ()
    """Who confirmed a verbal wager, by role."""
    consent: bool = True
    """Whether the first person on the box lets this one join."""
    for_dealer: Cents = Cents(0)
    at: int = 0


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A player takes a bet back before the first card."""

    by: By
    box: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class StartRound:
    """No more bets; the round is dealt."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card: off a virtual shoe by itself, at a physical table as scanned."""

    by: By
    card: Card | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Decide:
    """A player decides."""

    by: By
    box: int
    do: Action
    amount: Cents | None = None
    spot: int | None = None
    hand: int | None = None
    face_down: bool = False
    """A double card asked for face down, where the house lets a player ask (§10(c))."""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Decline:
    """A player lets an offer pass."""

    by: By
    box: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Follow:
    """Another person on a shared box joins a double or a split, or says on which hand to stay."""

    by: By
    box: int
    amount: Cents = Cents(0)
    hand: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class CloseOffers:
    """The dealer ends the time for insurance and the other offers before play."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class Perform:
    """The dealer does the chore of the round that is awaited."""

    by: By
    chore: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class ShowDevice:
    """A wheel, button or draw of the house shows something."""

    by: By
    device: str
    shows: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class ShowMeter:
    """A progressive meter displays an amount."""

    by: By
    meter: str
    amount: Cents
    reset: Cents | None = None
    at: int = 0
    linked: bool = False
    """Whether another table of the meter's link moved it: then it may be in the middle of a round."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Somebody entitled validates a payout before it is paid."""

    by: By
    box: int
    wager: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class PermitEntry:
    """The house lets a person who sat out bet again before the next shuffle."""

    by: By
    player: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """Something went wrong: an irregularity, by its name in the law data."""

    by: By
    what: str
    box: int = 0
    hand: int = 0
    cards: tuple[Card, ...] = ()
    side: str = ""
    choice: str = ""
    """What the player, or the floor, chooses where the document leaves a choice."""
    at: int = 0


Command = (
    OpenTable
    | CloseTable
    | ChangeDealer
    | Sit
    | Leave
    | PlaceBet
    | TakeBack
    | StartRound
    | DealCard
    | Decide
    | Decline
    | Follow
    | CloseOffers
    | Perform
    | ShowDevice
    | ShowMeter
    | Confirm
    | PermitEntry
    | Report
    | Act
)
