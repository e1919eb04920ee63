"""Sets of card tuples as pairs of bit sets: which ranks the cards may have, and which suits.

A tuple of `m` different cards is a tuple of ranks (a bit among 13^m) and a tuple of suits (a bit
among 4^m). What a classifier asks of a card is a question about its rank or about its suit, so every
set it can carve out is such a pair; only that the cards differ couples the two. Where tuples grow
long, a space begins with a few known tuples and has all cards only for the places after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from cutcard.cards import RANKS, SUITS, Card, card

CARDS: Final = tuple(tuple(card(rank + suit) for suit in SUITS) for rank in RANKS)
"""By the number of the rank, then of the suit."""
RANK_NUMBER: Final = {rank: number for number, rank in enumerate(RANKS)}
SUIT_NUMBER: Final = {suit: number for number, suit in enumerate(SUITS)}
MOST_WHOLE: Final = 4
"""So many cards have all their tuples in a space; of more, only the tuples still in question."""

Numbers = tuple[int, ...]
"""The numbers of some ranks, or of some suits."""


def partitions(count: int) -> Iterator[tuple[int, ...]]:
    """Every way to put so many things into blocks, as the block's number of each thing."""

    def grow(blocks_so_far: tuple[int, ...], blocks: int) -> Iterator[tuple[int, ...]]:
        if len(blocks_so_far) == count:
            yield blocks_so_far
            return
        for block in range(blocks + 1):
            yield from grow((*blocks_so_far, block), max(blocks, block + 1))

    yield from grow((), 0)


class TupleSpace:
    """The tuples of ranks of a space, or those of suits: the known beginnings, then any.

    A tuple's number is a mixed-radix number whose lowest digit is the beginning. Of b beginnings it is
    beginning + b * (first added value + base * (second added value + ...)); two ranks r and s with no
    beginning have the number r + 13 * s. A set of tuples is an integer with the bits of these numbers.
    """

    def __init__(self, base: int, beginnings: tuple[Numbers, ...], added: int) -> None:
        self.base, self.beginnings, self.added = base, beginnings, added
        self.begun = len(beginnings[0])
        self.count = len(beginnings) * int(base**added)
        self.all = (1 << self.count) - 1
        self._agreeing: dict[tuple[int, int], int] = {}

    @cached_property
    def is_at(self) -> tuple[tuple[int, ...], ...]:
        """By place, then by value: the tuples that have that value there."""
        by_place = []
        for place in range(self.begun):
            masks = [0] * self.base
            for number, each in enumerate(self.beginnings):
                masks[each[place]] |= 1 << number
            by_place.append(tuple(self.filled(mask, len(self.beginnings)) for mask in masks))
        for place in range(self.added):
            run = len(self.beginnings) * int(self.base**place)
            block = (1 << run) - 1
            masks = [block << (value * run) for value in range(self.base)]
            by_place.append(tuple(self.filled(mask, run * self.base) for mask in masks))
        return tuple(by_place)

    def filled(self, bits: int, width: int) -> int:
        """Bits of a width over and over."""
        while width < self.count:
            step = min(width, self.count - width)
            bits |= (bits & ((1 << step) - 1)) << width
            width += step
        return bits

    def among(self, place: int, values: Iterable[int]) -> int:
        """The tuples whose value at a place is one of these."""
        bits = 0
        for value in values:
            bits |= self.is_at[place][value]
        return bits

    def agree(self, one: int, other: int) -> int:
        """The tuples with the same value at two places."""
        if (one, other) not in self._agreeing:
            bits = 0
            for left, right in zip(self.is_at[one], self.is_at[other], strict=True):
                bits |= left & right
            self._agreeing[one, other] = bits
        return self._agreeing[one, other]

    def values(self, number: int) -> Numbers:
        """The values of a tuple by its number."""
        rest, begun = divmod(number, len(self.beginnings))
        values = list(self.beginnings[begun])
        for _ in range(self.added):
            rest, value = divmod(rest, self.base)
            values.append(value)
        return tuple(values)

    @cached_property
    def _places(self) -> dict[Numbers, int]:
        return {each: number for number, each in enumerate(self.beginnings)}

    def number(self, values: Numbers) -> int | None:
        """The number of a tuple; None where it does not begin in a known way."""
        number = self._places.get(values[: self.begun])
        if number is None:
            return None
        run = len(self.beginnings)
        for value in values[self.begun :]:
            number, run = number + value * run, run * self.base
        return number

    def chosen(self, bits: int) -> tuple[Numbers, ...]:
        """The tuples of a bit set."""
        tuples = []
        while bits:
            lowest = bits & -bits
            tuples.append(self.values(lowest.bit_length() - 1))
            bits ^= lowest
        return tuple(tuples)


class Space:
    """Tuples of so many cards, all of them or those with certain beginnings."""

    def __init__(self, rank: TupleSpace, suit: TupleSpace) -> None:
        self.rank, self.suit = rank, suit
        self.length = rank.begun + rank.added
        self.all_ranks, self.all_suits = rank.all, suit.all

    @cached_property
    def patterns(self) -> tuple[tuple[int, int], ...]:
        """By which suits agree: those suits, and the ranks that then make the cards differ."""
        # Two cards are the same where both rank and suit agree. So split the tuples by which suits
        # agree: cards of one suit must then differ in rank, and those of different suits may have any
        # ranks. Each pattern is a product of a set of suits and a set of ranks, which is easy to count.
        # For two cards: 4 equal suits * 13 * 12 ranks + 12 unequal suits * 13 * 13 ranks = 2652 = 52 *
        # 51.
        patterns = []
        for blocks in partitions(self.length):
            ranks, suits = self.all_ranks, self.all_suits
            for other in range(self.length):
                for one in range(other):
                    agree = self.suit.agree(one, other)
                    if blocks[one] == blocks[other]:
                        suits &= agree
                        ranks &= ~self.rank.agree(one, other)
                    else:
                        suits &= ~agree
            if suits and ranks:  # there are but four suits
                patterns.append((suits, ranks))
        return tuple(patterns)

    @cached_property
    def longer(self) -> Space:
        """The same with one card more."""
        if not self.rank.begun and self.length < MOST_WHOLE:
            return space(self.length + 1)
        rank, suit = self.rank, self.suit
        return Space(
            TupleSpace(rank.base, rank.beginnings, rank.added + 1),
            TupleSpace(suit.base, suit.beginnings, suit.added + 1),
        )

    def grown(self, ranks: int, suits: int) -> tuple[Space, int, int]:
        """A region with one card more, whatever it is: its space, its ranks and its suits."""
        if self.rank.begun or self.length < MOST_WHOLE:
            longer = self.longer
            return (
                longer,
                longer.rank.filled(ranks, self.rank.count),
                longer.suit.filled(suits, self.suit.count),
            )
        begun = Space(
            TupleSpace(len(RANKS), self.rank.chosen(ranks), 1),
            TupleSpace(len(SUITS), self.suit.chosen(suits), 1),
        )
        return begun, begun.all_ranks, begun.all_suits

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
        tuples = 0
        for pattern_suits, pattern_ranks in self.patterns:
            if some_suits := suits & pattern_suits:
                tuples += some_suits.bit_count() * (ranks & pattern_ranks).bit_count()
        return tuples

    def cards(self, ranks: int, suits: int) -> tuple[Card, ...]:
        """The cards of a tuple by the number of its ranks and the number of its suits."""
        pairs = zip(self.rank.values(ranks), self.suit.values(suits), strict=True)
        return tuple(CARDS[rank][suit] for rank, suit in pairs)

    def numbers(self, cards: Sequence[Card]) -> tuple[int, int] | None:
        """The number of a tuple's ranks and that of its suits; None where the space has it not."""
        ranks = self.rank.number(tuple(RANK_NUMBER[each.rank] for each in cards))
        suits = self.suit.number(tuple(SUIT_NUMBER[each.suit] for each in cards))
        return None if ranks is None or suits is None else (ranks, suits)


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


@cache
def space(length: int) -> Space:
    """The space of all tuples of so many cards."""
    return Space(TupleSpace(len(RANKS), ((),), length), TupleSpace(len(SUITS), ((),), length))
