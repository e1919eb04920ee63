"""The cards at a table as a value: batches, the sides of the shoe, and how far the procedure is.

What changes with every card dealt is kept apart (`Side`) from what changes with a chore, so that
dealing copies little.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from cutcard.cards import Card
from cutcard.shoe.acts import Chore
from cutcard.shoe.law import ShoeLaw

NO_COVER: Final = -1
ENDLESS: Final = 1 << 40
"""More cards than anyone deals: the shoe of a scripted round."""

RECEIVED: Final = frozenset({Chore.RECEIVE_CARDS})
INSPECTED: Final = RECEIVED | {Chore.INSPECT_CARDS, Chore.REMOVE_TENS, Chore.VERIFY_INSPECTION}
OPENED: Final = INSPECTED | {Chore.SPREAD, Chore.VIEW_CARDS, Chore.TURN_DOWN, Chore.WASH, Chore.STACK}
"""What is behind a batch once it has been stacked and may be shuffled."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A committed shuffle: the commitment, and the order and salt behind it."""

    commitment: str
    order: tuple[Card, ...]
    salt: str


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of cards and what has been done with it since it came, or since its last shoe."""

    number: int
    received_at: int = 0
    done: frozenset[Chore] = frozenset()
    face: str = ""
    """How the spread cards lie."""
    idle: bool = False
    """Spread because nobody played."""
    jammed: bool = False
    """The shuffler did not complete its shuffle."""
    stack: tuple[Card, ...] = ()
    """The shuffled stack, top first, until it is loaded; a physical one is not known."""
    size: int = 0
    """How many cards the shuffled stack has."""
    seal: Seal | None = None
    behind: int = NO_COVER
    """How many cards lie behind the cover card in the stack."""
    unused: int = 0
    """Cards that were left behind the cover card of the last shoe: the plug."""
    removed: tuple[Card, ...] = ()
    """Cards of the batch that were taken out of play."""
    offered: str = ""
    refused: tuple[str, ...] = ()
    cutter: str = ""
    """Who cut last; empty where it was the dealer."""
    recut: str = ""
    """A recut is ordered, by the "last" or the "next" person."""


@dataclass(frozen=True)
class Pile:
    """What lies around one side of the shoe, and why the shoe must end, if it must."""

    name: str
    batch: int
    """The batch in this side, or the one to come."""
    loaded: bool = False
    rack: tuple[Card, ...] = ()
    """The discard rack, in the order in which cards went there."""
    segregated: tuple[Card, ...] = ()
    burned: int = 0
    """How many cards were burned, or put aside between rounds, since the shoe was loaded."""
    ends: bool = False
    """The cover card is out, or a reshuffle is ordered: the shoe ends with this round."""
    ends_past: int = -1
    """How many cards had been dealt when the cover card came out: the round after it is completed."""
    cover_on: int = NO_COVER
    """On which box (0: the dealer) the cover card came out; it decides who is offered the cut."""
    opening: bool = True
    """The game is just beginning, or begins again after the cards lay spread."""
    refilling: bool = False
    """The rack is being shuffled to finish a round."""
    seals: tuple[Seal, ...] = ()
    """The committed shuffles that this shoe was dealt from."""


class Side(NamedTuple):
    """The part of a shoe that a card is dealt from (a tuple: one is made for every card dealt)."""

    stack: tuple[Card, ...]
    """The loaded stack, top first; empty at a physical table."""
    size: int
    at: int
    """How many cards have left the stack."""
    cover: int
    """Where in the stack the cover card lies, before which card; NO_COVER where it is not known."""
    out: tuple[Card, ...]
    """Cards dealt and not yet discarded."""
    pile: Pile


@dataclass(frozen=True, slots=True)
class ProcedureState:
    """What the procedure remembers besides the cards."""

    virtual: bool
    batches: tuple[Batch, ...]
    endless: bool = False
    reader: str = ""
    """Today's inspection of the card reader: "", "works" or "fails"."""
    shuffler: str = "works"
    """Or "failed", or "covered"."""
    new_dealer: bool = False
    """A dealer came who has not burned a card yet."""
    last_burned: Card | None = None
    loads: int = 0
    """How many shoes have been loaded; it tells one shoe from the next."""


class Shoe(NamedTuple):
    """The cards at a table (a tuple: one is made for every card dealt)."""

    law: ShoeLaw
    sides: tuple[Side, ...]
    using: int
    """Which side the round is dealt from."""
    waiting: Card | None
    """A determinant card that is to be the first card of the first hand."""
    prepared: bool
    """The card burned, or the determinant drawn, for a round of which nothing is dealt yet."""
    desk: ProcedureState

    @property
    def side(self) -> Side:
        """The side in use."""
        return self.sides[self.using]

    @property
    def rack(self) -> tuple[Card, ...]:
        """The discard rack of the side in use, first card first."""
        return self.side.pile.rack

    @property
    def virtual(self) -> bool:
        """Whether the order of the cards is known to the table itself."""
        return self.desk.virtual

    @property
    def method(self) -> str:
        """How the cards are shuffled now: by hand where a device may be, and is, put aside."""
        law, state = self.law, self.desk.shuffler
        if law.shuffler_compulsory or state == "works":
            return law.shuffler
        aside = state == "covered" or law.shuffler_out_of_order == "none"
        return "manual" if aside else law.shuffler

    @property
    def shuffled_by_hand(self) -> bool:
        """Whether no device can shuffle: none is there, or it is out of order, covered or not."""
        return self.method == "manual" or not (
            self.desk.shuffler == "works" or self.law.shuffler_compulsory
        )

    def batch(self, number: int) -> Batch:
        """A batch by its number, from 1."""
        return self.desk.batches[number - 1]

    def side_named(self, name: str) -> int:
        """Which side has a name; asking for one that the shoe lacks is a bug."""
        return [side.pile.name for side in self.sides].index(name)


def new_shoe(law: ShoeLaw, *, virtual: bool) -> Shoe:
    """A table whose cards have not come yet. At a physical one identities come by scan."""
    batches = tuple(Batch(number) for number in range(1, law.batches + 1))
    sides = tuple(
        Side((), 0, 0, NO_COVER, (), Pile(name, law.batch_of(index)))
        for index, name in enumerate(law.sides)
    )
    return Shoe(law, sides, 0, None, False, ProcedureState(virtual, batches))


_READY_PILE: Final = Pile("", 0, loaded=True)
_SCANNED: Final = ProcedureState(virtual=False, batches=(), endless=True)
_SCRIPTED: Final = ProcedureState(virtual=True, batches=(), endless=True)


def ready_shoe(law: ShoeLaw, order: tuple[Card, ...] | None = None) -> Shoe:
    """A shoe without cover card or burn, loaded, for one scripted round.

    With an `order` it deals those cards and has no others; without, any card may be scanned. It has one
    side, also where the rules have a double shoe: nothing determines from which of two it deals.
    """
    law = replace(law, shoe="single") if law.is_double else law
    if order is None:
        side, desk = Side((), ENDLESS, 0, NO_COVER, (), _READY_PILE), _SCANNED
    else:
        side, desk = Side(order, len(order), 0, NO_COVER, (), _READY_PILE), _SCRIPTED
    return Shoe(law, (side,), 0, None, True, desk)
