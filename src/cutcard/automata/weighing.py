"""How many deals of a composition get each answer of a table: exact whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import perm, prod
from typing import Any, Final

import numpy as np

from cutcard.automata.identities import IdentityTable, Outcomes, Sameness
from cutcard.automata.regions import RANK_NUMBER
from cutcard.cards import RANKS, SUITS

Only = Mapping[str, Collection[str]]
Condition = tuple[tuple[str, tuple[int, ...]], ...]

MOST_EXACT: Final = 2**53
"""Sums of whole numbers in floating point are exact below this."""


def totals(
    table: IdentityTable, counts: Sequence[int], *, only: Only | None = None
) -> dict[Outcomes, int]:
    """How many ordered deals from these counts, in the order of the deck of 52, get each answer.

    `only` keeps the deals that have one of some ranks at a place.
    """
    condition = tuple(
        (place, tuple(sorted(RANK_NUMBER[rank] for rank in ranks)))
        for place, ranks in sorted((only or {}).items())
    )
    even = _even_count(counts)
    if even is None:
        found = _weighed(table, tuple(counts), condition)
    else:
        count, present = even
        found = [0] * len(table.answers)
        for each, sizes in zip(table.samenesses, _sizes(table, present, condition), strict=True):
            copies = prod(perm(count, copies) for copies in each.copies)
            found = [total + copies * size for total, size in zip(found, sizes, strict=True)]
    return {answer: total for answer, total in zip(table.answers, found, strict=True) if total}


def _even_count(counts: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
    """The one count of every card of certain whole ranks, and those ranks; None where it is uneven."""
    by_rank = list(zip(*_by_suit(counts), strict=True))
    there = tuple(rank for rank, row in enumerate(by_rank) if any(row))
    kinds = {count for rank in there for count in by_rank[rank]}
    return (kinds.pop(), there) if len(kinds) == 1 else None


def _kept(table: IdentityTable, each: Sameness, condition: Condition) -> int:
    within = each.within
    kept = within.all_ranks
    for place, ranks in condition:
        kept &= within.rank_among(each.blocks[table.places.index(place)], ranks)
    return kept


@cache
def _sizes(
    table: IdentityTable, present: tuple[int, ...], condition: Condition
) -> tuple[tuple[int, ...], ...]:
    """By sameness, by answer: how many tuples of different cards of these ranks."""
    found = []
    for each in table.samenesses:
        within, kept = each.within, _kept(table, each, condition)
        for block in range(within.length):
            kept &= within.rank_among(block, present)
        sizes = [0] * len(table.answers)
        for piece in each.pieces:
            sizes[piece.answer] += within.size(piece.ranks & kept, piece.suits)
        found.append(tuple(sizes))
    return tuple(found)


def _weighed(table: IdentityTable, counts: tuple[int, ...], condition: Condition) -> list[int]:
    """The same for counts that differ from card to card: every tuple weighed by its own."""
    found = [0] * len(table.answers)
    kind = np.float64 if sum(counts) ** len(table.places) < MOST_EXACT else object
    by_card = [list(row) for row in zip(*_by_suit(counts), strict=True)]
    present = [rank for rank, row in enumerate(by_card) if any(row)]
    for each, coded in zip(table.samenesses, codes(table), strict=True):
        within, kept = each.within, _kept(table, each, condition)
        for block in range(within.length):
            kept &= within.rank_among(block, present)
        rows = np.flatnonzero(_bits(kept, len(coded)))
        ranks, suits = _grid(within.length)
        weights: Any = np.ones((len(rows), coded.shape[1]), dtype=kind)
        for block, copies in enumerate(each.copies):
            dealt = np.array([[perm(count, copies) for count in row] for row in by_card], dtype=kind)
            weights *= dealt[ranks[block][rows][:, None], suits[block][None, :]]
        for one, other in combinations(range(within.length), 2):
            alike = ranks[one][rows] == ranks[other][rows]
            weights[alike[:, None] & (suits[one] == suits[other])[None, :]] = 0
        here = coded[rows]
        for answer in range(len(table.answers)):
            found[answer] += int(weights[here == answer].sum())
    return found


def _by_suit(counts: Sequence[int]) -> list[Sequence[int]]:
    """Counts in the order of the deck, a row for each suit."""
    return [counts[start : start + len(RANKS)] for start in range(0, len(counts), len(RANKS))]


@lru_cache(maxsize=4)
def codes(table: IdentityTable) -> tuple[Any, ...]:
    """By sameness: the answer's number for every tuple of ranks and of suits."""
    made = []
    for each in table.samenesses:
        rank_count, suit_count = len(RANKS) ** each.within.length, len(SUITS) ** each.within.length
        coded = np.full((rank_count, suit_count), -1, dtype=np.int16)
        for piece in each.pieces:
            ranks = np.flatnonzero(_bits(piece.ranks, rank_count))
            suits = np.flatnonzero(_bits(piece.suits, suit_count))
            coded[ranks[:, None], suits[None, :]] = piece.answer
        made.append(coded)
    return tuple(made)


def _bits(mask: int, length: int) -> Any:
    """A bit set as an array of truth values."""
    packed = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=length, bitorder="little").astype(bool)


@cache
def _grid(length: int) -> tuple[list[Any], list[Any]]:
    """The rank at each place of every tuple of ranks, and the suit at each of every tuple of suits."""
    rank_at, suit_at = np.arange(len(RANKS) ** length), np.arange(len(SUITS) ** length)
    ranks = [rank_at // len(RANKS) ** place % len(RANKS) for place in range(length)]
    suits = [suit_at // len(SUITS) ** place % len(SUITS) for place in range(length)]
    return ranks, suits
