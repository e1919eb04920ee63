"""Events of what went wrong at a table, and of what the document orders then.

`cutcard.table.events` has them too: together they are everything that can happen at a table.
"""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.cards import Card


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card was drawn and not used: face up in the shoe, a ten of a 48-card shoe, an overdraw."""

    drawn: Card
    why: str
    cite: str
    to: str = "rack"
    side: str = ""


@dataclass(frozen=True, slots=True)
class CardExposed:
    """A card was drawn in error and shown; it waits to be used as the next one."""

    drawn: Card
    why: str
    cite: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class CardRefused:
    """A player would not take an exposed card, and takes no further card this round."""

    box: int
    cite: str


@dataclass(frozen=True, slots=True)
class WaitingDiscarded:
    """An exposed card that nobody could use went to the rack."""

    card: Card
    cite: str


@dataclass(frozen=True, slots=True)
class DealChanged:
    """Cards of the initial deal come in another order, or not at all: what is owed now."""

    owed: tuple[tuple[int, int, str, str], ...]
    why: str
    cite: str


@dataclass(frozen=True, slots=True)
class CardMissed:
    """A requested card was not dealt; it is owed after the others' cards."""

    box: int
    hand: int
    cite: str


@dataclass(frozen=True, slots=True)
class HandDead:
    """A hand is dead: what is undecided on it goes back (hand 0: the whole box)."""

    box: int
    hand: int
    why: str
    cite: str


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """All hands are dead; every unsettled wager goes back."""

    why: str
    cite: str


@dataclass(frozen=True, slots=True)
class CheckSkipped:
    """The hole card is not checked this round: the dealer's blackjack, if any, shows late."""

    why: str
    cite: str


@dataclass(frozen=True, slots=True)
class SideMistaken:
    """The round comes from the wrong side of a double shoe, and stands."""

    side: str
    cite: str


@dataclass(frozen=True, slots=True)
class IrregularityNoted:
    """Something went wrong and the document says that play goes on, or who was told of it."""

    what: str
    cite: str
    by: str = ""
    box: int = 0


@dataclass(frozen=True, slots=True)
class ReaderFailed:
    """The card reader broke down; play goes on as without one, or stops."""

    cite: str
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class ReaderRepaired:
    """The card reader was repaired or replaced."""

    by: str


@dataclass(frozen=True, slots=True)
class LightFailed:
    """The progressive light of a box does not work; no such wager is taken there."""

    box: int
    cite: str


@dataclass(frozen=True, slots=True)
class LightRepaired:
    """The progressive light of a box works again."""

    box: int
