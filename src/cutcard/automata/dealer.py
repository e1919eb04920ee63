"""The dealer's hand tabulated: every way it can end, as cards of each value and orders to draw them.

A dealer's finished hand matters to a settlement only by its total and whether it is a blackjack, and
its chance only by how many cards of each value it holds. So one list of such hands, made once from
the drawing rule, serves every shoe: the chance of a hand is its number of orders times the ways to
take its cards from the shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cutcard.automata.values import NO_CARDS, VALUES, Cards, cards_of, points_of, with_card
from cutcard.cards import Card
from cutcard.rules.dealer import DealerHand, dealer_draws
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, is_natural, total

BUSTED: Final = DealerHand(26)
"""Any bust that no rule tells from another."""
BLACKJACK: Final = DealerHand(TWENTY_ONE, blackjack=True)

ENDS: Final = (
    *(DealerHand(points) for points in range(17, 23)),
    BLACKJACK,
    BUSTED,
)
"""How a dealer's hand can end: 17 to 21, 22 (some games push it), a blackjack, any other bust."""

BLACKJACK_END: Final = ENDS.index(BLACKJACK)
BUST_END: Final = ENDS.index(BUSTED)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished hand: how many cards of each value, its end, and its orders of drawing by start."""

    cards: Cards
    end: int
    orders: tuple[int, ...]
    """For each start the players may see: in how many orders the hand is drawn from it."""


def finished_hands(game: Game, shown: int = 1) -> tuple[Finished, ...]:
    """Every finished hand up to 22; what is not among them is a bust.

    `shown` is how many of the dealer's cards the players see: orders are told apart by these.
    """
    return finished(_drawing_table(game), shown)


def starts(shown: int) -> tuple[Cards, ...]:
    """What the players can see of the dealer's hand: each card, or each two cards in either order."""
    singles = tuple(with_card(NO_CARDS, place) for place in range(len(VALUES)))
    if shown == 1:
        return singles
    return tuple(
        with_card(one, place) for first, one in enumerate(singles) for place in range(first, len(VALUES))
    )


DrawingTable = tuple[tuple[bool, bool], ...]
"""Whether the dealer draws, by points with aces at one, then by whether the hand has an ace."""

MOST_POINTS: Final = 22


def _drawing_table(game: Game) -> DrawingTable:
    """The drawing rule asked once for each hand it can tell apart."""

    def draws(points: int, ace: bool) -> bool:
        hand = _representative(points, ace)
        return bool(hand) and total(hand) <= TWENTY_ONE and dealer_draws(game, hand)

    return tuple((draws(points, False), draws(points, True)) for points in range(MOST_POINTS + 1))


def _representative(points: int, ace: bool) -> tuple[Card, ...]:
    """Some cards of so many points, with or without an ace; none where there are no such cards."""
    counts = [0] * len(VALUES)
    left = points
    if ace:
        left -= 1
        counts[0] += 1
        if left == 1:  # only another ace makes two
            left -= 1
            counts[0] += 1
    while left > 1:
        value = min(left if left != 11 else 9, 10)
        counts[value - 1] += 1
        left -= value
    return cards_of(tuple(counts)) if left == 0 else ()


CARD_BITS: Final = 5
ORDER_BITS: Final = 40
ONE_VALUE: Final = (1 << CARD_BITS) - 1
ONE_ORDER: Final = (1 << ORDER_BITS) - 1
"""Hands and their orders are packed into integers while they are counted: one addition adds all."""


@lru_cache(maxsize=16)
def finished(draws: DrawingTable, shown: int) -> tuple[Finished, ...]:
    """Every finished hand of a drawing rule; made once for each."""
    adding = [(value, 1 << CARD_BITS * place) for place, value in enumerate(VALUES)]
    seen = starts(shown)
    layer: dict[int, tuple[int, int]] = {}
    for place, start in enumerate(seen):
        packed = sum(count << CARD_BITS * value for value, count in enumerate(start))
        orders = 1 if max(start) == shown else shown  # two different cards come in either order
        layer[packed] = (points_of(start), orders << ORDER_BITS * place)
    ended: list[tuple[int, int]] = []
    while layer:
        drawing: dict[int, tuple[int, int]] = {}
        for hand, (points, orders) in layer.items():
            if draws[points][hand & ONE_VALUE > 0]:
                drawing[hand] = (points, orders)
            else:
                ended.append((hand, orders))
        layer = {}
        for hand, (points, orders) in drawing.items():
            for value, packed in adding:
                if points + value > MOST_POINTS:
                    break
                found = layer.get(hand + packed)
                layer[hand + packed] = (points + value, orders + (found[1] if found else 0))
    return tuple(_unpacked(hand, orders, len(seen)) for hand, orders in ended)


def _unpacked(hand: int, orders: int, starts_seen: int) -> Finished:
    cards = tuple(hand >> CARD_BITS * place & ONE_VALUE for place in range(len(VALUES)))
    by_start = tuple(orders >> ORDER_BITS * place & ONE_ORDER for place in range(starts_seen))
    return Finished(cards, _end(points_of(cards), cards[0] > 0, sum(cards) == 2), by_start)


@lru_cache(maxsize=256)
def _end(points: int, ace: bool, is_two: bool) -> int:
    """The end of a hand, asked of one like it."""
    cards = _representative(points, ace)
    return ENDS.index(DealerHand(total(cards), is_two and is_natural(cards)))
