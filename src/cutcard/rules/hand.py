"""Hand values: totals, soft and hard, naturals, and a player's hand as one frozen value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, NamedTuple

from cutcard.cards import Card
from cutcard.money import Cents
from cutcard.values import but

TWENTY_ONE: Final = 21
TWO_CARDS: Final = 2
THREE_CARDS: Final = 3
MANY_CARDS: Final = 8
"""Stands for as many cards in a player's hand, and for any more: no rule counts further."""


def total(cards: Sequence[Card]) -> int:
    """Point count with one ace at 11 unless that would pass 21."""
    return total_and_softness(cards)[0]


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts 11 in the total."""
    return total_and_softness(cards)[1]


def total_and_softness(cards: Sequence[Card]) -> tuple[int, bool]:
    """The point count, and whether an ace counts 11 in it.

    Every ace counts 1 at first. Ten more for one of them keeps the hand at 21 or less only where the
    others add up to 11 or less; a second ace at 11 would pass 21 by itself. So A-A-9 is 11 + 10 = 21.
    """
    points = 0
    has_ace = False
    for each in cards:
        points += each.value
        has_ace = has_ace or each.is_ace
    return (points + 10, True) if has_ace and points <= TWENTY_ONE - 10 else (points, False)


def is_natural(cards: Sequence[Card]) -> bool:
    """An ace with a ten-valued card, and nothing else; whether it is a blackjack the deal decides."""
    return len(cards) == TWO_CARDS and total(cards) == TWENTY_ONE


def card_by_card(cards: Sequence[Card], points: int) -> tuple[Card, ...]:
    """The cards, in order, where a rule may look at each of them; none of them elsewhere.

    Two cards may be a pair or a named blackjack, three that make 21 may be 6-7-8 or 7-7-7. All other
    hands are known by their total and how many cards they have.
    """
    if len(cards) <= TWO_CARDS or (len(cards) == THREE_CARDS and points == TWENTY_ONE):
        return tuple(sorted(cards, key=attrgetter("text")))
    return ()


class TwentyOne(NamedTuple):
    """How a hand made 21, as far as a settlement asks."""

    card_count: int
    """How many cards; `MANY_CARDS` stands for more."""
    cards: tuple[Card, ...]
    """The cards themselves, in order, where there are no more than three."""


@dataclass(frozen=True)
class Hand:
    """A player's hand: its cards, its money, and how it came to be.

    Rules of play and settlement read it only by the names that `rules.observation` lists, and so never
    its `cards`: what a rule cannot see, a tabulation of the rules may leave out.
    """

    cards: tuple[Card, ...]
    stakes: tuple[Cents, ...]
    """Money on the hand, one entry per dealer hand it plays against (one, save at multiple action)."""
    base: tuple[Cents, ...]
    """The wager the hand was formed with, before any doubling."""
    added: tuple[Cents, ...] = ()
    """The stake before each doubling on the first spot, in order; its length counts doublings."""
    from_split: bool = False
    aces_split: bool = False
    switched: bool = False
    surrendered: str = ""
    """When surrendered: "at_once", or "held" until the dealer's second card is known."""
    rescued: bool = False
    even_money: bool = False
    stood: bool = False
    draws_owed: int = 0
    """Cards asked for, by a hit or a double, that have not come yet."""
    dead: str = ""
    """The provision under which the hand was called dead; empty where it was not."""
    settled: bool = False
    """Whether its main wager has been paid or taken."""
    cleared: bool = False
    """Whether its cards have been taken off the layout."""
    total: int = field(init=False, compare=False)
    """The point count."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", total(self.cards))

    def but(self, **fields: Any) -> Hand:
        """The hand with some fields changed."""
        if "cards" in fields:
            fields["total"] = total(fields["cards"])
        return but(self, **fields)

    def with_card(self, card: Card) -> Hand:
        """The hand with one more card; past the first two it is one that was asked for."""
        cards = (*self.cards, card)
        owed = max(0, self.draws_owed - 1) if len(cards) > TWO_CARDS else self.draws_owed
        return but(self, cards=cards, total=total(cards), draws_owed=owed)

    @property
    def stake(self) -> Cents:
        """Money on the first spot."""
        return self.stakes[0]

    @property
    def card_count(self) -> int:
        """How many cards it has; `MANY_CARDS` stands for more."""
        return min(len(self.cards), MANY_CARDS)

    @property
    def two_cards(self) -> tuple[Card, ...]:
        """Its cards, in order, while it has no more than two; none of them afterwards."""
        return card_by_card(self.cards, self.total) if len(self.cards) <= TWO_CARDS else ()

    @property
    def twenty_one(self) -> TwentyOne | None:
        """How it made 21; None where it did not."""
        if self.total != TWENTY_ONE:
            return None
        return TwentyOne(self.card_count, card_by_card(self.cards, self.total))

    @property
    def busted(self) -> bool:
        """Over 21."""
        return self.total > TWENTY_ONE

    @property
    def doublings(self) -> int:
        """How often it was doubled."""
        return len(self.added)

    @property
    def doubled(self) -> bool:
        """Whether a double down was made on it."""
        return bool(self.added)

    @property
    def is_natural(self) -> bool:
        """An ace with a ten-valued card, and nothing else."""
        return self.total == TWENTY_ONE and is_natural(self.cards)

    @property
    def is_blackjack(self) -> bool:
        """An ace and a ten-value as the initial two cards: not after a split, not by a switch."""
        return self.total == TWENTY_ONE and self.is_natural and not (self.from_split or self.switched)

    @property
    def is_decided(self) -> bool:
        """Whether no hand of the dealer can change its outcome."""
        return bool(
            self.busted or self.rescued or self.even_money or self.surrendered == "at_once" or self.dead
        )

    @property
    def is_over(self) -> bool:
        """Whether no decision is left to take on it."""
        return bool(
            self.stood or self.surrendered or self.rescued or self.even_money or self.busted or self.dead
        )


def is_charlie(hand: Hand, cards: int) -> bool:
    """Whether so many cards, not over 21, make a hand win at once; where it is 0, none do."""
    return 0 < cards <= hand.card_count and hand.total <= TWENTY_ONE
