"""A shoe's composition: how many of each of the 52 cards are left in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cutcard.cards import DECK_52, TEN, Card, deck
from cutcard.odds.problem import OddsError

POSITION: Final = {card: index for index, card in enumerate(DECK_52)}
"""Where each card stands in `Composition.counts`."""

MOST_DECKS: Final = 1000


@dataclass(frozen=True)
class Composition:
    """Counts per card identity, in the order of the deck of 52; a deck of 48 has no tens."""

    counts: tuple[int, ...]

    @classmethod
    def full(cls, decks: int, deck_cards: int = 52) -> Composition:
        """So many whole decks of 52 or of 48 cards."""
        if not 1 <= decks <= MOST_DECKS:
            raise OddsError(f"decks: {decks} is not 1 to {MOST_DECKS}")
        held = set(deck(deck_cards))
        return cls(tuple(decks if card in held else 0 for card in DECK_52))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Composition:
        """Exactly these cards."""
        found = Counter(cards)
        return cls(tuple(found[card] for card in DECK_52))

    def without(self, cards: Iterable[Card]) -> Composition:
        """The same without these cards; refuses a card that is not there."""
        left = list(self.counts)
        for card in cards:
            place = POSITION[card]
            if not left[place]:
                raise OddsError(f"removed: {card.text} is not in the shoe, or not as often")
            left[place] -= 1
        return Composition(tuple(left))

    def count(self, card: Card) -> int:
        """How many of a card there are."""
        return self.counts[POSITION[card]]

    @cached_property
    def size(self) -> int:
        """How many cards there are in all."""
        return sum(self.counts)

    @cached_property
    def by_value(self) -> tuple[int, ...]:
        """How many cards of each point value: aces, twos and so on to the ten-valued."""
        found = [0] * TEN
        for card, count in zip(DECK_52, self.counts, strict=True):
            found[card.value - 1] += count
        return tuple(found)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, copies too."""
        pairs = zip(DECK_52, self.counts, strict=True)
        return tuple(card for card, count in pairs for _ in range(count))
