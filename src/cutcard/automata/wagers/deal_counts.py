"""How many deals of a composition get each answer of a table: exact whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import perm, prod
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers.identities import IdentityTable, Outcomes, Sameness
from cutcard.automata.wagers.regions import RANK_NUMBER, Space, TupleSpace
from cutcard.cards import RANKS

Only = Mapping[str, Collection[str]]
Condition = tuple[tuple[str, tuple[int, ...]], ...]

MOST_EXACT: Final = 2**53
"""Sums of whole numbers in floating point are exact below this."""
NO_ANSWER: Final = -1
"""Where no deal is: cards that do not differ."""


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
            ways = prod(perm(count, copies) for copies in each.copies)
            ways *= _others(table, each, sum(counts))
            found = [total + ways * size for total, size in zip(found, sizes, strict=True)]
    return {answer: total for answer, total in zip(table.answers, found, strict=True) if total}


def _others(table: IdentityTable, each: Sameness, size: int) -> int:
    """In how many ways the cards of a shoe are dealt that nobody looks at there."""
    looked_at = len(each.places)
    return perm(size - looked_at, len(table.places) - looked_at) if size >= len(table.places) else 0


def _even_count(counts: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
    """The one count of every card of certain whole ranks, and those ranks; None where it is uneven."""
    by_rank = list(zip(*_by_suit(counts), strict=True))
    there = tuple(rank for rank, row in enumerate(by_rank) if any(row))
    kinds = {count for rank in there for count in by_rank[rank]}
    return (kinds.pop(), there) if len(kinds) == 1 else None


def _kept(each: Sameness, condition: Condition, present: Sequence[int]) -> int:
    """The ranks of a sameness that meet a condition, of ranks that are there."""
    within = each.within
    kept = within.all_ranks
    for place, ranks in condition:
        kept &= within.rank.among(each.blocks[each.places.index(place)], ranks)
    for block in range(within.length):
        kept &= within.rank.among(block, present)
    return kept


@cache
def _sizes(
    table: IdentityTable, present: tuple[int, ...], condition: Condition
) -> tuple[tuple[int, ...], ...]:
    """By sameness, by answer: how many tuples of different cards of these ranks."""
    found = []
    for each in table.samenesses:
        within, kept = each.within, _kept(each, condition, present)
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
    for each in table.samenesses:
        within, kept = each.within, _kept(each, condition, present)
        rows = np.flatnonzero(_bits(kept, within.rank.count))
        ranks, suits = grid(within)
        weights: Any = np.ones((len(rows), within.suit.count), dtype=kind)
        for block, copies in enumerate(each.copies):
            dealt = np.array([[perm(count, copies) for count in row] for row in by_card], dtype=kind)
            weights *= dealt[ranks[block][rows][:, None], suits[block][None, :]]
        for one, other in combinations(range(within.length), 2):
            alike = np.flatnonzero(ranks[one][rows] == ranks[other][rows])
            weights[alike[:, None], np.flatnonzero(suits[one] == suits[other])[None, :]] = 0
        others = _others(table, each, sum(counts))
        for answer, weight in enumerate(_sums(codes(each, kept), weights, len(table.answers))):
            found[answer] += int(weight) * others
    return found


def _sums(coded: Any, weights: Any, answers: int) -> Any:
    """By answer: the sum of its weights."""
    if weights.dtype == np.float64:
        places = coded.ravel() - NO_ANSWER
        return np.bincount(places, weights.ravel(), minlength=answers + 1)[1:]
    return [weights[coded == answer].sum() for answer in range(answers)]


def _by_suit(counts: Sequence[int]) -> list[Sequence[int]]:
    """Counts in the order of the deck, a row for each suit."""
    return [counts[start : start + len(RANKS)] for start in range(0, len(counts), len(RANKS))]


def codes(each: Sameness, kept: int) -> Any:
    """The answer's number for every tuple of those ranks of a sameness that are kept, and of suits."""
    rank_count, suit_count = each.within.rank.count, each.within.suit.count
    rows = np.flatnonzero(_bits(kept, rank_count))
    coded = np.full((len(rows), suit_count), NO_ANSWER, dtype=np.int16)
    for piece in each.pieces:
        if piece.ranks & kept:
            ranks = np.flatnonzero(_bits(piece.ranks, rank_count)[rows])
            suits = np.flatnonzero(_bits(piece.suits, suit_count))
            coded[ranks[:, None], suits[None, :]] = piece.answer
    return coded


def _bits(mask: int, length: int) -> Any:
    """A bit set as an array of truth values."""
    packed = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=length, bitorder="little").astype(bool)


@lru_cache(maxsize=64)
def grid(within: Space) -> tuple[list[Any], list[Any]]:
    """The rank at each place of every tuple of ranks, and the suit at each of every tuple of suits."""

    def by_place(side: TupleSpace) -> list[Any]:
        begun = np.array(side.beginnings, dtype=np.int64).reshape(len(side.beginnings), side.begun)
        number = np.arange(side.count)
        known = [begun[number % len(begun), place] for place in range(side.begun)]
        runs = [len(begun) * side.base**place for place in range(side.added)]
        return known + [number // run % side.base for run in runs]

    return by_place(within.rank), by_place(within.suit)
