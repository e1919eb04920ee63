"""What happened at a table, one frozen value each.

Events carry outcomes: who, which hand, which card, how many cents, under which provision. Folding
them (`evolve`) asks no rule, so a record reads the same under later law. An event that takes a card
off the shoe names it `drawn`, as the shoe's own events do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cutcard.cards import Card
from cutcard.law import Refusal
from cutcard.money import Cents
from cutcard.rules import Line
from cutcard.table.play.bets import Bet


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
    hole_card: str = "face_down"
    """How it lies; `none`: it was not dealt yet, and comes after the players' cards."""


@dataclass(frozen=True, slots=True)
class SideMistaken:
    """The round comes from the wrong side of a double shoe, and stands."""

    side: str
    cite: str


@dataclass(frozen=True, slots=True)
class IrregularityNoted:
    """Something went wrong and the document says that play goes on, or who was notified."""

    what: str
    cite: str
    by: str = ""
    box: int = 0
    hand: int = 0
    """Which of the box's hands, where it has several."""


@dataclass(frozen=True, slots=True)
class ReaderFailed:
    """The card reader broke down; play goes on as without one, or stops."""

    cite: str
    goes_on: bool = False
    hole_card: str = "face_down"
    """How the dealer's second card is dealt in rounds until it is repaired."""


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


@dataclass(frozen=True, slots=True)
class PlayerArrived:
    """A person came to the table, at a box or standing (0)."""

    player: str
    box: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A person left the table."""

    player: str


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """The whole bet of one person on one box, as it now stands."""

    bet: Bet


@dataclass(frozen=True, slots=True)
class BetRemoved:
    """A bet taken back before the first card."""

    player: str
    box: int


@dataclass(frozen=True, slots=True)
class BetAbandoned:
    """A streak wager whose bettor did not play on: it is lost."""

    player: str
    box: int
    amount: Cents
    cite: str


@dataclass(frozen=True, slots=True)
class BetAcknowledged:
    """The device at a position took notice of its progressive wagers."""

    box: int
    wagers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeterShown:
    """What a progressive meter displays."""

    meter: str
    amount: Cents
    reset: Cents | None = None
    linked: bool = False
    """Whether another table of its link moved it; a round on the table pays from it as it now is."""


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """No more bets: the round is dealt to these."""

    number: int
    bets: tuple[Bet, ...]
    double_cards_down: bool = False


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card left the shoe and lies at its place (box 0 is the dealer)."""

    drawn: Card
    box: int
    hand: int
    why: str
    face: str = "up"
    side: str = ""


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A card that had left the shoe before was used as the next one."""

    card: Card
    box: int
    hand: int
    why: str
    face: str = "up"


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision taken. `amounts`: what it adds, per spot; `index`: the spot or hand insured."""

    box: int
    hand: int
    do: str
    player: str = ""
    amounts: tuple[Cents, ...] = ()
    index: int = 0
    held: bool = False
    """For a surrender: whether it waits for the dealer's second card."""
    face_down: bool = False
    """For a double: whether the player asked for its card face down."""
    alone: bool = False
    """For a surrender or even money on a shared box: whether the others there stay in."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A backer of a shared box joined a double or split, or put the wager on one of the hands."""

    box: int
    player: str
    hand: int
    amount: Cents
    amounts: tuple[Cents, ...] = ()
    """What of it goes on each spot, where there are several."""


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """An offer let pass: "before_play", "third_card", "switch", or "hand" (a redouble, a rescue ...)."""

    box: int
    offer: str
    hand: int = 0
    player: str = ""
    """Which backer of a shared box, where it was not the caller."""


@dataclass(frozen=True, slots=True)
class OffersClosed:
    """The offers before play are over for everybody."""


@dataclass(frozen=True, slots=True)
class HoleChecked:
    """The dealer learned whether the hole card makes a blackjack, and nothing more."""

    blackjack: bool


@dataclass(frozen=True, slots=True)
class HoleShown:
    """The hole card was turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class DeviceSpoke:
    """A wheel, button or draw of the house showed something."""

    device: str
    shows: str


@dataclass(frozen=True, slots=True)
class JackpotConfirmed:
    """Somebody entitled validated a payout before it is paid."""

    box: int
    wager: str
    by: str
    player: str = ""
    """Which backer of a shared box it is for, where not for the caller."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Wagers decided and implemented: lines in the order they were collected and paid."""

    moment: str
    lines: tuple[Line, ...]
    meters: Mapping[str, Cents]
    done: tuple[tuple[int, str], ...] = ()
    """Boxes and the wagers on them that this settles, whether or not a line came of it."""
    hands: tuple[tuple[int, int], ...] = ()
    """Boxes and the hands whose main wager this settles."""
    spots: int = 0
    """How many of the dealer's hands are settled by now."""
    final: bool = False
    left: tuple[tuple[int, int, str], ...] = ()
    """Box, hand and person whose wager this settles while others on the box stay in."""


@dataclass(frozen=True, slots=True)
class LammerMoved:
    """The streak marker of a box shows its consecutive wins."""

    box: int
    wins: int


@dataclass(frozen=True, slots=True)
class HandCleared:
    """The cards of a hand settled early went to the discard rack."""

    box: int
    hand: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsCollected:
    """All cards left on the layout went to the discard rack in this order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over."""

    number: int


@dataclass(frozen=True, slots=True)
class DownDoublesOffered:
    """A player asked for a double card face down; from the next round on it is offered to all."""

    player: str
    cite: str


@dataclass(frozen=True, slots=True)
class EntryPermitted:
    """The house lets a person who sat out bet again before the shuffle."""

    player: str
    by: str


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer came to the table."""

    dealer: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table takes players."""

    dealer: str
    at: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table takes no more bets and deals no more cards."""

    by: str
    at: int


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """A command that was turned away, and the provision behind it."""

    refusal: Refusal
    by: str
    what: str


@dataclass(frozen=True, slots=True)
class LawDifference:
    """One thing in which two versions of a document differ; empty where a version has no such thing."""

    kind: str
    path: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class LawChanged:
    """From now on the table plays by another version of its document, or by other data of it.

    The house writes it between two rounds; no command of the table brings it.
    """

    before: str
    """The document and its version: md-blackjack@1.15."""
    after: str
    before_digest: str
    """The digest of the law data."""
    after_digest: str
    setup: str
    """The table under it in full, as the header of a record has it, in JSON."""
    differences: tuple[LawDifference, ...]
    by: str
    """Who asked for it."""
    signed_by: str
