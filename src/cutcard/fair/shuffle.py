"""Chance for the live table, all of it from the operating system by way of `secrets`.

Nothing here divides a random number by another and keeps the rest: `secrets.randbelow` throws away
what would favour the low numbers. Each function takes its source of numbers as `below(n)`, one of
0 to n - 1, so that a test can feed it; whoever deals leaves it alone.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from cutcard.cards import DECK_52, Card

SALT_BYTES: Final = 32

Below = Callable[[int], int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A stack, top card first, as it lies before the cut; its salt; and the commitment to both."""

    order: tuple[Card, ...]
    salt: str
    commitment: str


def shuffle(cards: Iterable[Card], *, below: Below = secrets.randbelow) -> Shuffled:
    """The cards in an order that nobody chose, with a fresh salt, committed to."""
    order = in_any_order(cards, below=below)
    salt = secrets.token_hex(SALT_BYTES)
    return Shuffled(order, salt, commitment(order, salt))


def commitment(order: Iterable[Card], salt: str) -> str:
    """The SHA-256 of `SALT:Qh As Td ...`: says nothing of the order, and fits no other order."""
    written = f"{salt}:{' '.join(each.text for each in order)}"
    return hashlib.sha256(written.encode("ascii")).hexdigest()


def in_any_order(things: Iterable[T], *, below: Below = secrets.randbelow) -> tuple[T, ...]:
    """The things in one of their orders, each order as likely as any other (Fisher and Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def choose(weights: Sequence[int], *, below: Below = secrets.randbelow) -> int:
    """An index, each with the chance its whole weight has among all: the stop of a wheel."""
    if any(each < 0 for each in weights) or not any(weights):
        raise ValueError("weights are whole numbers of 0 or more, and not all of them 0")
    left = below(sum(weights))
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise AssertionError("below(n) gave n or more")


def draw_card(among: Sequence[Card] = DECK_52, *, below: Below = secrets.randbelow) -> Card:
    """One card of a deck, as a device shows it: nothing is taken off the shoe."""
    return among[below(len(among))]


def draw_box(boxes: Sequence[int], *, below: Below = secrets.randbelow) -> int:
    """One of the boxes, each as likely as any other."""
    return boxes[below(len(boxes))]
