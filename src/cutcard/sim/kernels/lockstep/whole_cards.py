# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Whole cards from a shoe, many lanes abreast, where side wagers look at them.

A shoe is shuffled as it is dealt, a swap a card, and continues from the order that the last one left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import int64, uint32

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw
from cutcard.sim.kernels.lockstep.kernel import LANES, stepped


class Cards(NamedTuple):
    """Lanes' shoes."""

    pack: Any
    """A full shoe."""
    shoe: Any
    """By place and lane, flat."""
    dealt: Any
    """The cards dealt, by place and lane: the shoe itself, unless it is full at every round."""


@njit(cache=True, inline="always")
def _swapped(here, there, shoe):
    """The card from there, swapped into its place."""
    card = shoe[there]
    shoe[there] = shoe[here]
    shoe[here] = card
    return uint32(card)


@njit(cache=True, inline="always")
def step_by_card(at, p, card, places, step, sides):
    """Move a lane's machine by a whole card, and keep the place that awaited it for side wagers."""
    if sides.keeps_places:
        sides.before[sides.kept + p, at] = places[at]
    return stepped(at, uint32(sides.letter_of[card]), places, step)


@njit(cache=True, inline="always")
def draw_card(at, p, shape, chance, cards):
    """One lane's next card."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    there = p + int64(below(word, uint32(shape.cards - p)))
    return _swapped(p * LANES + at, there * LANES + at, cards.shoe)


@njit(cache=True, _nrt=False)
def deal_whole(first, last, shape, lanes, cards, taken, step, sides):
    """Deal the cards from one place to another to every lane.

    Where the next card lies is found for all lanes first: a loop that the compiler does many of at once.
    """
    (a, b, c, d), places, picked, emitted = lanes.chance, lanes.places, lanes.picked, lanes.cards[0]
    _, shoe, dealt = cards
    for p in range(first, last):
        for at in range(LANES):
            here = uint32(p) if taken is None else taken[at]
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            there = here + below(word, uint32(shape.cards) - here)
            picked[at] = there * uint32(LANES) + uint32(at)
        for at in range(LANES):
            here = uint32(p) if taken is None else taken[at]
            card = _swapped(here * uint32(LANES) + uint32(at), picked[at], shoe)
            emitted[p, at] = step_by_card(at, p, card, places, step, sides)
            if taken is not None:
                dealt[sides.kept + p, at] = card
                taken[at] = uint32(0) if places[at] == 0 else here + uint32(1)
