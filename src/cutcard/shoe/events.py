"""What has happened to the cards. Events carry outcomes; whoever folds them asks no rule.

Every event that takes a card off the shoe names it `drawn` and says from which `side` ("" save at a
double shoe). `by` is a role, with a name where one was given.
"""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.cards import Card


@dataclass(frozen=True, slots=True)
class GamingDayBegan:
    """A new gaming day: the card reader is to be inspected again."""

    at: int


@dataclass(frozen=True, slots=True)
class ReaderInspected:
    """The card reader was looked at for tampering and function."""

    by: str
    at: int
    works: bool


@dataclass(frozen=True, slots=True)
class CardsReceived:
    """A batch of new cards came to the table, in place of any earlier one of that number."""

    batch: int
    at: int
    preshuffled: bool = False


@dataclass(frozen=True, slots=True)
class CardsInspected:
    """The dealer looked the cards through for defects."""

    batch: int
    by: str


@dataclass(frozen=True, slots=True)
class TensRemoved:
    """The tens found at the inspection were torn and boxed."""

    batch: int
    cards: tuple[Card, ...]
    by: str


@dataclass(frozen=True, slots=True)
class InspectionVerified:
    """A floorperson verified the inspection."""

    batch: int
    by: str


@dataclass(frozen=True, slots=True)
class CardsSpread:
    """The cards lie fanned by deck, suit and sequence."""

    batch: int
    face: str


@dataclass(frozen=True, slots=True)
class CardsTurnedUp:
    """Cards spread face down were turned face up."""

    batch: int


@dataclass(frozen=True, slots=True)
class CardsViewed:
    """The first player had the opportunity to look the cards over."""

    batch: int
    player: str


@dataclass(frozen=True, slots=True)
class CardsTurnedDown:
    """The spread cards were turned face down."""

    batch: int


@dataclass(frozen=True, slots=True)
class CardsWashed:
    """The cards were mixed face down on the table."""

    batch: int


@dataclass(frozen=True, slots=True)
class CardsStacked:
    """The cards were put into one stack."""

    batch: int


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """A batch was shuffled; `order` is the stack, top first, before any cut.

    `order` and `salt` are the table's secret until `ShoeRevealed`; a physical table has neither.
    """

    batch: int
    size: int
    """How many cards were shuffled."""
    commitment: str
    order: tuple[Card, ...]
    salt: str
    steps: tuple[str, ...]
    by: str
    why: str = ""
    """"refill": the rack alone, to finish a round."""


@dataclass(frozen=True, slots=True)
class CutOffered:
    """The stack was offered to a player to be cut."""

    batch: int
    player: str


@dataclass(frozen=True, slots=True)
class CutRefused:
    """The player offered the cut declined it."""

    batch: int
    player: str


@dataclass(frozen=True, slots=True)
class CardsCut:
    """`position` cards went from the top of the stack to its bottom; a dealer's cut has no player."""

    batch: int
    by: str
    player: str
    position: int


@dataclass(frozen=True, slots=True)
class RecutOrdered:
    """The cut is done again, by who did it `last` or by the `next` person entitled."""

    batch: int
    by: str
    who: str


@dataclass(frozen=True, slots=True)
class CoverPlaced:
    """The cover card went into the stack; `behind` cards lie behind it."""

    batch: int
    behind: int


@dataclass(frozen=True, slots=True)
class BaseCovered:
    """A cover card covers the bottom of a pack held in the hand."""

    batch: int


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """The stack is in the shoe, or in the dealer's hand."""

    batch: int
    side: str
    by: str


@dataclass(frozen=True, slots=True)
class CardBurned:
    """A card went from the shoe to the rack unseen: per "shoe", "dealer", "round" or "refill"."""

    drawn: Card
    side: str
    why: str


@dataclass(frozen=True, slots=True)
class BurnExcused:
    """The new dealer need not burn a card."""

    by: str


@dataclass(frozen=True, slots=True)
class BurnShown:
    """The card burned last was shown to a player who asked."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class DeterminantDrawn:
    """The determinant card of a double shoe: drawn from `side`, it calls the round from `deals_from`.

    Where the two are the same it waits to be the first card of the first hand; otherwise it is set aside
    in the segregated area of the side it came from.
    """

    drawn: Card
    side: str
    deals_from: str


@dataclass(frozen=True, slots=True)
class CoverSeen:
    """The cover card came out, on a box's cards or (0) the dealer's, and was put aside."""

    on: int
    side: str = ""


@dataclass(frozen=True, slots=True)
class ReshuffleOrdered:
    """The cards are to be reshuffled after this round; no side named: all of them."""

    by: str
    why: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    """The cards left went to the rack and all were counted; batch `then` goes into the shoe next."""

    batch: int
    side: str
    left: int
    counted: int
    then: int


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """The order and salt behind a commitment."""

    commitment: str
    order: tuple[Card, ...]
    salt: str


@dataclass(frozen=True, slots=True)
class CardsSpreadIdle:
    """Nobody plays: the cards of a batch, from shoe and rack, lie spread on the table."""

    batch: int
    side: str
    face: str
    player: str
    """Who asked for them face up; empty where nobody did."""
    then: int


@dataclass(frozen=True, slots=True)
class SpreadRequested:
    """A player asks that idle cards be spread face up, or the batch stored in the shuffler too."""

    batch: int
    player: str


@dataclass(frozen=True, slots=True)
class ShufflerFailed:
    """The shuffler jammed ("jam"), or cannot be used any more ("out_of_order")."""

    kind: str
    batch: int = 0
    """Of a jam: the batch in it, which is to be shuffled again."""


@dataclass(frozen=True, slots=True)
class ShufflerCovered:
    """A shuffler out of order was covered or signed."""

    by: str


@dataclass(frozen=True, slots=True)
class ShufflerRepaired:
    """The shuffler works again."""

    by: str


@dataclass(frozen=True, slots=True)
class CardsWithdrawn:
    """A batch left the table for good."""

    batch: int
    why: str


@dataclass(frozen=True, slots=True)
class DealerTookOver:
    """Another dealer came to the table."""

    name: str


Event = (
    GamingDayBegan
    | ReaderInspected
    | CardsReceived
    | CardsInspected
    | TensRemoved
    | InspectionVerified
    | CardsSpread
    | CardsTurnedUp
    | CardsViewed
    | CardsTurnedDown
    | CardsWashed
    | CardsStacked
    | CardsShuffled
    | CutOffered
    | CutRefused
    | CardsCut
    | RecutOrdered
    | CoverPlaced
    | BaseCovered
    | ShoeLoaded
    | CardBurned
    | BurnExcused
    | BurnShown
    | DeterminantDrawn
    | CoverSeen
    | ReshuffleOrdered
    | ShoeEnded
    | ShoeRevealed
    | CardsSpreadIdle
    | SpreadRequested
    | ShufflerFailed
    | ShufflerCovered
    | ShufflerRepaired
    | CardsWithdrawn
    | DealerTookOver
)
