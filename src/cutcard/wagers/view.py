"""What a side wager may see of a round: cards and a few facts, and of money only its own stake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum, unique

from cutcard.cards import Card
from cutcard.law import OptionValue
from cutcard.money import NOTHING, Cents, cents
from cutcard.rules import TWENTY_ONE, Hand


@unique
class Sees(IntEnum):
    """How far the dealer's hand must go before a wager is decided."""

    FIRST_CARDS = 0
    """The player's cards and the up card are enough."""
    SECOND_CARD = 1
    """The dealer's second card may matter."""
    THIRD_CARD = 2
    """The dealer takes a third card under 17 (Massachusetts' optional bonus wager)."""
    DRAWN_HAND = 3
    """The dealer's hand drawn out by the table's rule."""
    COMPLETED_HAND = 4
    """The dealer's hand completed by the Buster wager's own rule."""


class DecidedBy(StrEnum):
    """What decides a wager, and so how it is settled."""

    CARDS = "cards"
    CARDS_AND_DRAWS = "cards and draws"
    """The cards, and what a system of the house draws beside them."""
    WHEEL = "wheel"
    """A wheel that is spun for every box whose cards call for it."""
    SHARED_WHEEL = "shared wheel"
    """A wheel that is spun once a round, one of the boxes being its hot spot."""
    BUTTON = "button"
    """A button that whoever has the cards for it presses."""
    RANDOM_WINNER = "random winner"
    """A system's draw among the boxes, whatever their cards."""
    STREAK = "streak"
    """The wins of several rounds."""
    MAIN_WAGER = "main wager"
    """How the main wager was won, or the main wager itself."""
    OTHER_BOX = "other box"
    """What another player's box has won."""

    @property
    def is_wheel(self) -> bool:
        """Whether a wheel is spun."""
        return self in (DecidedBy.WHEEL, DecidedBy.SHARED_WHEEL)

    @property
    def is_called_device(self) -> bool:
        """Whether the cards call for a device; the operator files what it may show."""
        return self.is_wheel or self is DecidedBy.BUTTON

    @property
    def needs_house(self) -> bool:
        """Whether a device or a system of the house has a part in it."""
        drawn = (DecidedBy.CARDS_AND_DRAWS, DecidedBy.RANDOM_WINNER)
        return self.is_called_device or self in drawn


@dataclass(frozen=True)
class View:
    """One box, seen from one side wager."""

    first_two: tuple[Card, ...]
    """The box's initial two cards (at Switch: of its first hand, before any switch).

    Fewer where a hand was dead before it had two: no wager but another's envy looks at those.
    """
    up: Card
    """The dealer's first card."""
    dealer: tuple[Card, ...]
    """The dealer's cards as far as dealt for this wager; the first is the up card."""
    second_pair: tuple[Card, Card] | None = None
    """At Switch: the initial two cards of the box's second hand, where it got both."""
    drawn: tuple[Card, ...] = ()
    """Cards the box drew after the first two and before any split, in order."""
    drawn_after_split: tuple[Card, ...] = ()
    """Cards that fell on the first split hand, in order."""
    was_split: bool = False
    final_total: int = 0
    """The first hand's, as `final_total_of` says."""
    player_blackjack: bool = False
    dealer_blackjack: bool = False
    dealer_total: int = 0
    stake: Cents = NOTHING
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def second(self) -> Card | None:
        """The dealer's second card, where there is one."""
        return self.dealer[1] if len(self.dealer) > 1 else None

    @property
    def three(self) -> tuple[Card, ...]:
        """The player's first two cards and the up card."""
        return (*self.first_two, self.up)

    @property
    def dealer_busted(self) -> bool:
        """Whether the dealer's hand is over 21."""
        return self.dealer_total > TWENTY_ONE


def amount_fixed(view: View, option: str) -> Cents:
    """An amount that the document fixes for a wager: the stake that one of its outcomes needs."""
    return cents(view.options[option])


def final_total_of(hand: Hand) -> int:
    """The total that a side wager is shown of a player's finished hand.

    0 where the hand is out of the round: busted, surrendered, rescued or dead. A dead hand counts for
    no wager, since what its first cards have not decided goes back (MD-A73).
    """
    return 0 if hand.busted or hand.surrendered or hand.rescued or hand.dead else hand.total


class UnseenError(Exception):
    """A view that watches what is read of it, and so far lacks that; whoever gave it gives more then."""


Classify = Callable[[View], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Classifier:
    """A side wager's eyes: every outcome it can tell, and the ones a view satisfies.

    `outcomes` stand best first and so does every answer. A paytable pays the first outcome of the
    answer that it has a row for; that is its first satisfied row in printed order too, save in the
    tables that print from low to high (the brochure's matches, insurance with a suited price). An
    outcome that a paytable pays once for `each` card is repeated as often as it occurs.
    """

    name: str
    outcomes: tuple[str, ...]
    sees: Sees
    classify: Classify
    decided_by: DecidedBy = DecidedBy.CARDS
    reads_drawn: bool = False
    """Whether cards that the box draws after its first two count."""
    reads_second_pair: bool = False
    """Whether, at Switch, the first cards of the box's second hand count."""
    second_card_by_blackjack: bool = False
    """Whether the dealer's second card matters only in that it makes a blackjack."""
    depends_on_play: bool = False
    """Whether its chances depend on how the main game is played."""
    draws: tuple[str, ...] = ()
    """What a system of the house draws beside the cards, by the names of the outcomes."""
    copies: Mapping[str, int] = field(default_factory=dict, hash=False)
    """By outcome, where it is more than one: how many copies of one card it needs. With fewer decks
    its row can never be paid."""
    optional_outcomes: tuple[str, ...] = ()
    """Outcomes that a paytable may pass over in silence (only the brochure prints "no match")."""

    @property
    def checks_paytables(self) -> bool:
        """Whether every outcome must have a row or a word why not; a device's rows are its symbols."""
        return not self.decided_by.is_called_device
