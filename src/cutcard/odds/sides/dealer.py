"""The dealer's finished hand: its exact distribution from any composition of the shoe.

The hands in which the dealer can end, and the number of orders in which each can come, are tabulated in
`automata.dealer`; neither depends on the shoe. The chance of one order is a product of falling
factorials, so a shoe is priced by one sum of integers over a common denominator.

Players drawing before the dealer do not change these chances: they decide by cards that have been
dealt, and the cards of a shuffled shoe that come after such a moment are as good as its first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeVar

from cutcard.automata.hands import (
    ALL_POINTS,
    RANK_OF,
    VALUES,
    DrawingTable,
    Look,
    Rule,
    drawing_table,
    finished,
    with_card,
)
from cutcard.cards import Card, card
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.rules import TWENTY_ONE, DealerHand, Game

EXAMPLES: Final[tuple[Card, ...]] = tuple(card(rank + "c") for rank in RANK_OF)
"""One card of each point value."""

Key = TypeVar("Key")


@dataclass(frozen=True)
class DealerEnd:
    """A finished hand as far as a wager on it can tell."""

    up: int
    """The point value of the up card, the ace's 1."""
    count: int
    total: int
    blackjack: bool
    cards: tuple[Card, ...] = field(compare=False, repr=False)
    """One such hand, for a classifier to look at; its suits mean nothing."""

    @property
    def busted(self) -> bool:
        """Over 21."""
        return self.total > TWENTY_ONE


@dataclass(frozen=True, slots=True)
class _Way:
    """A hand in which the dealer can end, beside the up card, and in how many orders it can come."""

    end: int
    count: int
    orders: int
    held: tuple[tuple[int, int], ...]
    """Its cards as (index of the value, how many)."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """All of them for one up card."""

    ends: tuple[DealerEnd, ...]
    ways: tuple[_Way, ...]
    longest: int


def dealer_ends(
    game: Game, composition: Composition, *, up: Card | None = None, rule: Rule = "table"
) -> dict[DealerEnd, Fraction]:
    """The chance of every way the dealer's hand can end, the cards still to come being `composition`.

    A known `up` card has left the composition already. Refused where the cards could run out.
    """
    return value_ends(
        drawing_table(game, rule), composition.by_value, up=None if up is None else up.value
    )


def grouped(ends: Mapping[DealerEnd, Fraction], key: Callable[[DealerEnd], Key]) -> dict[Key, Fraction]:
    """The chances of ends that a key does not tell apart, added up."""
    found: dict[Key, Fraction] = {}
    for end, chance in ends.items():
        name = key(end)
        found[name] = found.get(name, Fraction(0)) + chance
    return found


def value_ends(
    table: DrawingTable, values: Sequence[int], *, up: int | None = None
) -> dict[DealerEnd, Fraction]:
    """As `dealer_ends`, by a drawing table and the counts of the ten point values."""
    return dict(_value_ends(table, tuple(values), up))


@lru_cache(maxsize=64)
def _value_ends(
    table: DrawingTable, values: tuple[int, ...], up: int | None
) -> tuple[tuple[DealerEnd, Fraction], ...]:
    if up is not None:
        return tuple(_after(_ways(table, up), values))
    found: list[tuple[DealerEnd, Fraction]] = []
    for each in (value for value in VALUES if values[value - 1]):
        share = Fraction(values[each - 1], sum(values))
        left = (*values[: each - 1], values[each - 1] - 1, *values[each:])
        found += ((end, share * chance) for end, chance in _after(_ways(table, each), left))
    return tuple(found)


def _after(ways: _Ways, values: Sequence[int]) -> Iterator[tuple[DealerEnd, Fraction]]:
    """Each end that can come after one up card, with its chance."""
    size = sum(values)
    longest = min(ways.longest, size)
    orders = _falling(size, longest)
    falls = [_falling(count, longest) for count in values]
    # An order of n cards is worth the number of orders in which the next ones may follow it.
    rest = [orders[longest] // each for each in orders]
    weights = [0] * len(ways.ends)
    for way in ways.ways:
        if way.count > longest:
            continue
        weight = way.orders * rest[way.count]
        for index, count in way.held:
            weight *= falls[index][count]
        weights[way.end] += weight
    if sum(weights) != orders[longest]:
        raise OddsError(f"removed: {size} cards are too few for the dealer's hand to be finished")
    for end, weight in zip(ways.ends, weights, strict=True):
        if weight:
            yield end, Fraction(weight, orders[longest])


def _falling(count: int, most: int) -> list[int]:
    """count, then count x (count - 1), and so on: the orders of 0, 1, 2 ... of so many cards."""
    found = [1]
    for taken in range(most):
        found.append(found[-1] * (count - taken))
    return found


@lru_cache(maxsize=256)
def _ways(table: DrawingTable, up: int) -> _Ways:
    """Every hand in which the dealer can end with this up card, whatever the shoe."""
    ends: dict[DealerEnd, int] = {}
    known: dict[Look, int] = {}
    ways: list[_Way] = []
    for each in finished(table, 1, ALL_POINTS):
        if not each.orders[up - 1]:
            continue
        beside = with_card(each.cards, up - 1, -1)
        held = tuple((index, count) for index, count in enumerate(beside) if count)
        if each.look not in known:
            known[each.look] = ends.setdefault(_end(up, held), len(ends))
        ways.append(_Way(known[each.look], each.look[2] - 1, each.orders[up - 1], held))
    return _Ways(tuple(ends), tuple(ways), max(way.count for way in ways))


def _end(up: int, held: Sequence[tuple[int, int]]) -> DealerEnd:
    """The facts of a finished hand, as the rules tell them."""
    cards = (EXAMPLES[up - 1], *(EXAMPLES[index] for index, count in held for _ in range(count)))
    told = DealerHand.of(cards)
    return DealerEnd(up, len(cards), told.total, told.blackjack, cards)
