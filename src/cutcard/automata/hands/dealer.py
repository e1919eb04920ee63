"""The dealer's hand tabulated: every way it can end, as cards of each value and orders to draw them.

Whether the dealer draws is asked of the rules once for each hand they can tell apart. A finished hand's
chance depends only on how many cards of each value it holds, so one list of such hands, made once from
the drawing rule, serves every shoe: the chance of a hand is its number of orders times the ways to take
its cards from the shoe. A settlement sees only its total and whether it is a blackjack; a wager on the
dealer's hand also how many cards there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from cutcard.automata.hands.values import NO_CARDS, VALUES, Cards, cards_of, points_of, with_card
from cutcard.cards import Card
from cutcard.rules import (
    ANY_BUST,
    BLACKJACK,
    DEALER_ENDS,
    LARGEST_BUST,
    TWENTY_TWO,
    DealerHand,
    Game,
    completes_for_buster,
    dealer_draws,
)

Rule = Literal["table", "buster"]
"""Whose drawing rule ends the hand: the table's, or the one that completes it for Buster."""

DRAWS: Final[Mapping[Rule, Callable[[Game, Sequence[Card]], bool]]] = {
    "table": dealer_draws,
    "buster": completes_for_buster,
}

ENDS: Final = DEALER_ENDS
"""How a dealer's hand can end; kernels know an end by its place here."""

BLACKJACK_END: Final = ENDS.index(BLACKJACK)
BUST_END: Final = ENDS.index(ANY_BUST)
ANY_END: Final = 0
"""An end that stands for all where none of them matters."""


Look = tuple[int, bool, int]
"""What the drawing rule sees of a hand: its points with aces at one, if it has an ace, its cards."""
DrawingTable = frozenset[Look]
"""The hands on which the dealer draws."""

MOST_POINTS: Final = TWENTY_TWO
"""The points up to which a settlement tells a finished hand from other busts."""
ALL_POINTS: Final = LARGEST_BUST
"""As many as a finished hand can have: with these, the busts are listed too."""


def end_of(cards: Sequence[Card]) -> int:
    """The end that a hand has come to; any where it stopped because nothing was open."""
    dealer_hand = DealerHand.of(cards)
    if dealer_hand in ENDS:
        return ENDS.index(dealer_hand)
    return BUST_END if dealer_hand.busted else ANY_END


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished hand: how many cards of each value, its end, and its orders of drawing by start."""

    cards: Cards
    look: Look
    end: int
    orders: tuple[int, ...]
    """For each start the players may see: in how many orders the hand is drawn from it."""


def finished_hands(game: Game, shown: int = 1) -> tuple[Finished, ...]:
    """Every finished hand up to 22; what is not among them is a bust.

    `shown` is how many of the dealer's cards the players see: orders are told apart by these.
    """
    return finished(drawing_table(game), shown)


def starts(shown: int) -> tuple[Cards, ...]:
    """What the players can see of the dealer's hand: each card, or each two cards in either order."""
    singles = tuple(with_card(NO_CARDS, place) for place in range(len(VALUES)))
    if shown == 1:
        return singles
    return tuple(
        with_card(one, place) for first, one in enumerate(singles) for place in range(first, len(VALUES))
    )


def drawing_table(game: Game, rule: Rule = "table") -> DrawingTable:
    """The hands on which the dealer draws, each asked of the rules with one example of it."""
    draws = DRAWS[rule]
    drawing: set[Look] = set()
    reached = {_look(pair): pair for pair in starts(2)}
    while reached:
        longer: dict[Look, Cards] = {}
        for look, hand in reached.items():
            if draws(game, cards_of(hand)):
                drawing.add(look)
                for place in range(len(VALUES)):
                    more = with_card(hand, place)
                    longer[_look(more)] = more
        reached = longer
    return frozenset(drawing)


def _look(hand: Cards) -> Look:
    return points_of(hand), hand[0] > 0, sum(hand)


CARD_BITS: Final = 5
ORDER_BITS: Final = 40
ONE_VALUE: Final = (1 << CARD_BITS) - 1
ONE_ORDER: Final = (1 << ORDER_BITS) - 1
"""Hands and their orders are packed into integers while they are counted: one addition adds all."""


@lru_cache(maxsize=16)
def finished(draws: DrawingTable, shown: int, most: int = MOST_POINTS) -> tuple[Finished, ...]:
    """Every finished hand of a drawing rule with at most so many points; made once for each."""
    # Hands are counted layer by layer, one card more in each. Hands with the same cards are one entry,
    # whose orders are the sum over the hands one card shorter on which the dealer draws:
    #   orders(hand) = sum of orders(hand without c) over its cards c, from orders(start) = 1
    # From a ten, T 5 3 has two orders, T-5-3 and T-3-5. From a six, where the dealer stands on soft 17,
    # 6 T A has one, 6-T-A: after 6-A the dealer stands. Orders are kept apart by what the players saw
    # first, as fields of one integer.
    adding = [(value, 1 << CARD_BITS * place) for place, value in enumerate(VALUES)]
    seen = starts(shown)
    layer: dict[int, tuple[int, int]] = {}
    for place, start in enumerate(seen):
        packed = sum(count << CARD_BITS * value for value, count in enumerate(start))
        orders = 1 if max(start) == shown else shown  # two different cards come in either order
        layer[packed] = (points_of(start), orders << ORDER_BITS * place)
    ended: list[tuple[int, int]] = []
    many = shown
    while layer:
        drawing: dict[int, tuple[int, int]] = {}
        for hand, (points, orders) in layer.items():
            if many == 1 or (points, hand & ONE_VALUE > 0, many) in draws:
                drawing[hand] = (points, orders)
            else:
                ended.append((hand, orders))
        layer = {}
        many += 1
        for hand, (points, orders) in drawing.items():
            for value, packed in adding:
                if points + value > most:
                    break
                before = layer.get(hand + packed)
                layer[hand + packed] = (points + value, orders + (before[1] if before else 0))
    ends: dict[Look, int] = {}
    return tuple(_unpacked(hand, orders, len(seen), ends) for hand, orders in ended)


def _unpacked(hand: int, orders: int, starts_seen: int, ends: dict[Look, int]) -> Finished:
    cards = tuple(hand >> CARD_BITS * place & ONE_VALUE for place in range(len(VALUES)))
    by_start = tuple(orders >> ORDER_BITS * place & ONE_ORDER for place in range(starts_seen))
    look = _look(cards)
    if look not in ends:
        hand_end = DealerHand.of(cards_of(cards))
        ends[look] = ENDS.index(hand_end) if hand_end.total <= MOST_POINTS else BUST_END
    return Finished(cards, look, ends[look], by_start)
