"""The shuffle under test as the battery asks for it, and ways of shuffling that are not fair."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable

from cutcard.cards import DECK_52
from cutcard.fair.shuffle import choose, draw_box, draw_card, in_any_order, shuffle
from fair.battery import Order, Shuffler, by_weight, evenly

PLACE = {card: index for index, card in enumerate(DECK_52)}
WHEEL = {"small": 24, "middle": 11, "jackpot": 1, "painted over": 0}
BOXES = (1, 2, 4, 5, 7)


def real(cards: Order) -> Order:
    """The live shuffle: of real cards where it is one deck, whose cards can all be told apart."""
    if len(cards) == len(DECK_52):
        return [PLACE[card] for card in shuffle(DECK_52).order]
    return in_any_order(cards)


def devices(draws: int) -> dict[str, float]:
    """The wheel, the drawn card and the drawn box as p-values."""
    names = list(WHEEL)
    stops = [names[choose(tuple(WHEEL.values()))] for _ in range(draws)]
    return {
        "wheel": by_weight(stops, WHEEL),
        "drawn card": evenly([draw_card() for _ in range(draws)], DECK_52),
        "drawn box": evenly([draw_box(BOXES) for _ in range(draws)], BOXES),
    }


def remainder(limit: int) -> int:
    """As few random bytes as hold the number, divided by the limit, and the rest kept."""
    return int.from_bytes(secrets.token_bytes(1 if limit <= 256 else 2)) % limit


def by_remainder(cards: Order) -> Order:
    """A shuffle whose every choice favours the low numbers."""
    return in_any_order(cards, below=remainder)


def any_with_any(cards: Order) -> Order:
    """Each card changes places with any card at all: n^n ways, which n! does not divide."""
    order, count = list(cards), len(cards)
    for index in range(count):
        other = secrets.randbelow(count)
        order[index], order[other] = order[other], order[index]
    return order


def never_in_place(cards: Order) -> Order:
    """The famous off-by-one: each card must change places, so that only cycles come out."""
    return in_any_order(cards, below=lambda limit: secrets.randbelow(limit - 1))


def three_riffles(cards: Order) -> Order:
    """A fair riffle, but only three of them; a deck needs seven."""
    order = list(cards)
    for _ in range(3):
        bits = [secrets.randbits(1) for _ in order]
        rest = iter(order)
        halves = [[next(rest) for _ in range(bits.count(side))] for side in (0, 1)]
        left, right = map(iter, halves)
        order = [next(right if bit else left) for bit in bits]
    return order


def each_in_turn() -> Shuffler:
    """Every order of a small deck after the other: far too even to be chance."""
    orders: dict[int, Callable[[], Order]] = {
        size: itertools.cycle(itertools.permutations(range(size))).__next__ for size in (4, 5)
    }

    def shuffler(cards: Order) -> Order:
        return orders[len(cards)]() if len(cards) in orders else in_any_order(cards)

    return shuffler
