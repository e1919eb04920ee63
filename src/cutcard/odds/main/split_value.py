"""The value of splitting a pair: several hands from one shoe, each played by what it alone shows.

Hands that look only at their own cards are exchangeable: what one of them is worth depends on how many
cards of the split rank are gone, and on how many of the other hands are known to have been dealt
something else. The second kind of knowledge is reduced to the first by inclusion and exclusion, so a
split is a weighted sum of one hand's values with more and more cards of the rank removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb


@dataclass(frozen=True, slots=True)
class Weights:
    """What each value of a single hand counts for: by cards of the rank removed beyond the pair."""

    any_second: tuple[Fraction, ...]
    """Of the hand whatever its second card."""
    second_of_rank: tuple[Fraction, ...]
    """Of the part in which its second card is of the rank."""


def most_removed(hands: int) -> int:
    """How many cards beyond the pair must be considered removed when up to so many hands are made."""
    return 2 * (hands - 2)


@lru_cache(maxsize=4096)
def weights(*, hands: int, of_rank: int, size: int) -> Weights:
    """The weights for splitting to at most `hands` from a shoe of `size` with `of_rank` of the rank.

    Both counts are before the pair was dealt. Every new card of the rank is split again while there is
    room for a hand; the last hands, once there is none, keep whatever comes.
    """
    most = most_removed(hands)
    any_second = [Fraction(0)] * (most + 1)
    second = [Fraction(0)] * (most + 1)

    def drawn(count: int, removed: int) -> Fraction:
        """The chance that `count` cards are all of the rank, `removed` beyond the pair being gone."""
        chance = Fraction(1)
        for each in range(count):
            left, rest = of_rank - 2 - removed - each, size - 2 - removed - each
            chance *= Fraction(max(left, 0), rest) if rest > 0 else 0
        return chance

    def add(times: Fraction, removed: int, others: int, *, own_other: bool) -> None:
        """One hand's value, given that `others` other cards (and its own second) are of another rank."""
        for each in range(others + 1):
            weight = times * (-1) ** each * comb(others, each) * drawn(each, removed)
            if not weight:
                continue
            any_second[removed + each] += weight
            if own_other:
                second[removed + each] -= weight

    for more in range(hands - 2):
        made = more + 2
        ways = Fraction(2, 2 * more + 2) * comb(2 * more + 2, more)
        add(ways * drawn(more, 0) * made, more, made - 1, own_other=True)
    last = hands - 2
    for closed, orders in enumerate(_orders_to_the_last(hands)):
        times = drawn(last, 0) * orders
        if closed:
            add(times * closed, last, closed - 1, own_other=True)
        add(times * (hands - closed), last, closed, own_other=False)
    return Weights(tuple(any_second), tuple(second))


@lru_cache(maxsize=64)
def _orders_to_the_last(hands: int) -> tuple[int, ...]:
    """In how many orders the last split comes with so many hands closed before it."""
    if hands == 2:
        return (1,)
    # state: cards of the rank drawn, hands closed; a hand is open as long as its second card is not seen
    counts = {(0, 0): 1}
    found: dict[int, int] = {}
    while counts:
        following: dict[tuple[int, int], int] = {}
        for (split, closed), ways in counts.items():
            if split + 2 - closed == 0:
                continue
            if split + 1 == hands - 2:
                found[closed] = found.get(closed, 0) + ways
            else:
                key = (split + 1, closed)
                following[key] = following.get(key, 0) + ways
            key = (split, closed + 1)
            following[key] = following.get(key, 0) + ways
        counts = following
    return tuple(found.get(closed, 0) for closed in range(max(found) + 1))


def hands_made(*, hands: int, of_rank: int, size: int) -> dict[int, Fraction]:
    """How often so many hands are made; counts are those left once the pair is dealt."""
    found: dict[int, Fraction] = {}
    waiting = {(2, 2, of_rank, size): Fraction(1)}
    while waiting:
        (made, open_hands, rank, rest), chance = waiting.popitem()
        if made == hands or not open_hands or rank <= 0 or rest <= 0:
            found[made] = found.get(made, Fraction(0)) + chance
            continue
        again = Fraction(rank, rest)
        for key, part in (
            ((made + 1, open_hands + 1, rank - 1, rest - 1), again),
            ((made, open_hands - 1, rank, rest - 1), 1 - again),
        ):
            waiting[key] = waiting.get(key, Fraction(0)) + chance * part
    return found
