"""Sets of card tuples as pairs of bit sets: which ranks the cards may have, and which suits.

A tuple of `m` different cards is a tuple of ranks (a bit among 13^m) and a tuple of suits (a bit
among 4^m). What a classifier asks of a card is a question about its rank or about its suit, so every
set it can carve out is such a pair; only that the cards differ couples the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from cutcard.cards import RANKS, SUITS, Card, card

CARDS: Final = tuple(tuple(card(rank + suit) for suit in SUITS) for rank in RANKS)
"""By the number of the rank, then of the suit."""
RANK_NUMBER: Final = {rank: number for number, rank in enumerate(RANKS)}
SUIT_NUMBER: Final = {suit: number for number, suit in enumerate(SUITS)}


def partitions(count: int) -> Iterator[tuple[int, ...]]:
    """Every way to put so many things into blocks, as the block's number of each thing."""

    def grow(made: tuple[int, ...], blocks: int) -> Iterator[tuple[int, ...]]:
        if len(made) == count:
            yield made
            return
        for block in range(blocks + 1):
            yield from grow((*made, block), max(blocks, block + 1))

    yield from grow((), 0)


def _is(place: int, value: int, *, base: int, length: int) -> int:
    """The bits of the tuples whose entry at a place is that value."""
    run = int(base**place)
    block = ((1 << run) - 1) << (value * run)
    period, total = run * base, int(base**length)
    filled, width = block, period
    while width < total:
        step = min(width, total - width)
        filled |= (filled & ((1 << step) - 1)) << width
        width += step
    return filled


@dataclass(frozen=True)
class Space:
    """All tuples of so many cards; the masks that questions about them are made of."""

    length: int

    @cached_property
    def all_ranks(self) -> int:
        """Every tuple of ranks."""
        return (1 << int(len(RANKS) ** self.length)) - 1

    @cached_property
    def all_suits(self) -> int:
        """Every tuple of suits."""
        return (1 << int(len(SUITS) ** self.length)) - 1

    @cached_property
    def rank_is(self) -> tuple[tuple[int, ...], ...]:
        """By place, then by rank: the tuples that have that rank there."""
        base = len(RANKS)
        return tuple(
            tuple(_is(place, value, base=base, length=self.length) for value in range(base))
            for place in range(self.length)
        )

    @cached_property
    def suit_is(self) -> tuple[tuple[int, ...], ...]:
        """By place, then by suit: the tuples that have that suit there."""
        base = len(SUITS)
        return tuple(
            tuple(_is(place, value, base=base, length=self.length) for value in range(base))
            for place in range(self.length)
        )

    def rank_among(self, place: int, ranks: Iterable[int]) -> int:
        """The tuples whose rank at a place is one of these."""
        found = 0
        for rank in ranks:
            found |= self.rank_is[place][rank]
        return found

    def suit_among(self, place: int, suits: Iterable[int]) -> int:
        """The tuples whose suit at a place is one of these."""
        found = 0
        for suit in suits:
            found |= self.suit_is[place][suit]
        return found

    def ranks_agree(self, one: int, other: int) -> int:
        """The tuples with the same rank at two places."""
        return _agree(self.rank_is, one, other)

    def suits_agree(self, one: int, other: int) -> int:
        """The tuples with the same suit at two places."""
        return _agree(self.suit_is, one, other)

    @cached_property
    def patterns(self) -> tuple[tuple[int, int], ...]:
        """By which suits agree: those suits, and the ranks that then make the cards differ."""
        found = []
        for blocks in partitions(self.length):
            ranks, suits = self.all_ranks, self.all_suits
            for other in range(self.length):
                for one in range(other):
                    agree = self.suits_agree(one, other)
                    if blocks[one] == blocks[other]:
                        suits &= agree
                        ranks &= ~self.ranks_agree(one, other)
                    else:
                        suits &= ~agree
            if suits:  # there are but four suits
                found.append((suits, ranks))
        return tuple(found)

    def member(self, ranks: int, suits: int) -> tuple[Card, ...] | None:
        """Some tuple of different cards of a region; None where it has none."""
        for pattern_suits, pattern_ranks in self.patterns:
            some_suits = suits & pattern_suits
            if some_suits and (some_ranks := ranks & pattern_ranks):
                return self.cards(_lowest(some_ranks), _lowest(some_suits))
        return None

    def last_member(self, ranks: int, suits: int) -> tuple[Card, ...]:
        """Another tuple of a region, as far from `member` as may be."""
        for pattern_suits, pattern_ranks in reversed(self.patterns):
            some_suits = suits & pattern_suits
            if some_suits and (some_ranks := ranks & pattern_ranks):
                return self.cards(some_ranks.bit_length() - 1, some_suits.bit_length() - 1)
        raise AssertionError("an empty region")

    def size(self, ranks: int, suits: int) -> int:
        """How many tuples of different cards a region has."""
        found = 0
        for pattern_suits, pattern_ranks in self.patterns:
            if some_suits := suits & pattern_suits:
                found += some_suits.bit_count() * (ranks & pattern_ranks).bit_count()
        return found

    def cards(self, ranks: int, suits: int) -> tuple[Card, ...]:
        """The cards of a tuple by the number of its ranks and the number of its suits."""
        made = []
        for _ in range(self.length):
            ranks, rank = divmod(ranks, len(RANKS))
            suits, suit = divmod(suits, len(SUITS))
            made.append(CARDS[rank][suit])
        return tuple(made)


def _agree(masks: Sequence[Sequence[int]], one: int, other: int) -> int:
    found = 0
    for left, right in zip(masks[one], masks[other], strict=True):
        found |= left & right
    return found


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def numbers(cards: Sequence[Card]) -> tuple[int, int]:
    """The number of a tuple's ranks and the number of its suits, as `Space.cards` reads them."""
    ranks = sum(RANK_NUMBER[each.rank] * len(RANKS) ** place for place, each in enumerate(cards))
    suits = sum(SUIT_NUMBER[each.suit] * len(SUITS) ** place for place, each in enumerate(cards))
    return ranks, suits


@cache
def space(length: int) -> Space:
    """The space of tuples of so many cards."""
    return Space(length)
