"""Hand values: totals, soft and hard, naturals, and a player's hand as one frozen value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cutcard.cards import Card
from cutcard.money import Cents
from cutcard.values import but

TWENTY_ONE: Final = 21
TWO_CARDS: Final = 2


def total(cards: Sequence[Card]) -> int:
    """Point count with one ace at 11 unless that would pass 21.

    Every ace counts 1 at first. Ten more for one of them keeps the hand at 21 or less only where the
    others come to 11 or less; a second ace at 11 would pass 21 by itself. So A-A-9 is 11 + 10 = 21.
    """
    points = 0
    has_ace = False
    for each in cards:
        points += each.value
        has_ace = has_ace or each.is_ace
    return points + 10 if has_ace and points <= TWENTY_ONE - 10 else points


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts 11 in the total."""
    return total(cards) != sum(each.value for each in cards)


def is_natural(cards: Sequence[Card]) -> bool:
    """An ace with a ten-valued card, and nothing else; whether it is a blackjack the deal decides."""
    return len(cards) == TWO_CARDS and total(cards) == TWENTY_ONE


@dataclass(frozen=True)
class Hand:
    """A player's hand: its cards, its money, and how it came to be."""

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

    @property
    def stake(self) -> Cents:
        """Money on the first spot."""
        return self.stakes[0]

    @property
    def busted(self) -> bool:
        """Over 21."""
        return self.total > TWENTY_ONE

    @property
    def doubled(self) -> bool:
        """Whether a double down was made on it."""
        return bool(self.added)

    @property
    def is_blackjack(self) -> bool:
        """An ace and a ten-value as the initial two cards: not after a split, not by a switch."""
        return is_natural(self.cards) and not self.from_split and not self.switched

    @property
    def is_decided(self) -> bool:
        """Whether nothing the dealer holds can change what it comes to."""
        return bool(
            self.busted or self.rescued or self.even_money or self.surrendered == "at_once" or self.dead
        )

    @property
    def is_over(self) -> bool:
        """Whether no decision is left to take on it."""
        return bool(
            self.stood or self.surrendered or self.rescued or self.even_money or self.busted or self.dead
        )
