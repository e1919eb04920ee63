# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""A box by itself with side wagers on a processor core: whole cards from a shoe, many lanes abreast.

A shoe is shuffled as it is dealt, a swap a card, and continues from the order that the last one left.
Where every round is dealt from a full shoe, `taken` has each lane's cards of the round; it is None where
shoes are dealt to the cover card (`counted` has more about that).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint32

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw
from cutcard.sim.kernels.lockstep.kernel import (
    ALL_ROUNDS,
    FRESH_CARDS,
    FRESH_ROUNDS,
    LANES,
    ROUNDS,
    SHOES,
    Lanes,
    UnitShape,
    add_units,
    all_played,
    begin_units,
    count_lanes,
    new_lanes,
    stepped,
)
from cutcard.sim.kernels.lockstep.side_wagers import add_side_units, move_on

Array = np.ndarray[Any, Any]


@njit(cache=True, inline="always")
def _swapped(here, there, shoe):
    """The card from there, swapped into its place."""
    card = shoe[there]
    shoe[there] = shoe[here]
    shoe[here] = card
    return uint32(card)


@njit(cache=True, inline="always")
def _stepped(at, p, card, places, step, sides):
    """Move a lane's machine by a whole card, and keep the place that awaited it for side wagers."""
    if sides.keeps_places:
        sides.before[sides.kept + p, at] = places[at]
    return stepped(at, uint32(sides.letter_of[card]), places, step)


@njit(cache=True, inline="always")
def _draw_card(at, p, shape, shoe, chance):
    """One lane's next card."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    there = p + int64(below(word, uint32(shape.cards - p)))
    return _swapped(p * LANES + at, there * LANES + at, shoe)


@njit(cache=True, _nrt=False)
def _deal_abreast(first, last, shape, lanes, shoe, dealt, taken, step, sides):
    """Deal the cards from one place to another to every lane.

    Where the next card lies is found for all lanes first: a loop that the compiler does many of at once.
    """
    (a, b, c, d), places, picked, emitted = lanes.chance, lanes.places, lanes.picked, lanes.cards[0]
    for p in range(first, last):
        for at in range(LANES):
            here = uint32(p) if taken is None else taken[at]
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            there = here + below(word, uint32(shape.cards) - here)
            picked[at] = there * uint32(LANES) + uint32(at)
        for at in range(LANES):
            here = uint32(p) if taken is None else taken[at]
            card = _swapped(here * uint32(LANES) + uint32(at), picked[at], shoe)
            emitted[p, at] = _stepped(at, p, card, places, step, sides)
            if taken is not None:
                dealt[sides.kept + p, at] = card
                taken[at] = uint32(0) if places[at] == 0 else here + uint32(1)


@njit(cache=True, _nrt=False)
def _finish_rounds(shape, lanes, shoe, step, sides):
    """Deal every lane to the end of the round that it is in at the cover card."""
    places, (emitted, _, after, _) = lanes.places, lanes.cards
    for at in range(LANES):
        p = shape.cut
        while places[at] != 0:
            card = _draw_card(at, p, shape, shoe, lanes.chance)
            emitted[p, at] = _stepped(at, p, card, places, step, sides)
            p += 1
        after[at] = p


@njit(cache=True, inline="always")
def _deal_shoe(shape, lanes, shoe, dealt, step, sides):
    """Burn and deal a shoe to every lane, past the cover card to the end of the round."""
    for p in range(shape.burned):
        for at in range(LANES):
            _draw_card(at, p, shape, shoe, lanes.chance)
    _deal_abreast(shape.burned, shape.cut, shape, lanes, shoe, dealt, None, step, sides)
    _finish_rounds(shape, lanes, shoe, step, sides)
    for at in range(LANES):
        sides.begun[at] = shape.burned


@njit(cache=True, nogil=True, _nrt=False)
def play_units(seed, first, units, shape, pack, work, taken, tables, sides, out):
    """Units of shoes, or of rounds from full shoes: a lane that has all its rounds goes on idly."""
    lanes, shoe, dealt = work
    most = ALL_ROUNDS if taken is None else FRESH_ROUNDS
    for batch in range(0, units, LANES):
        begin_units(first + batch, seed, shape, lanes)
        count, shoes = min(LANES, units - batch), SHOES
        for at in range(LANES):
            for p in range(shape.cards):
                shoe[p * LANES + at] = pack[p]
            if taken is not None:
                lanes.places[at], taken[at], sides.begun[at] = 0, 0, sides.kept
        while shoes > 0:
            if taken is None:
                _deal_shoe(shape, lanes, shoe, dealt, tables[0], sides)
                shoes -= 1
            else:
                _deal_abreast(0, FRESH_CARDS, shape, lanes, shoe, dealt, taken, tables[0], sides)
            count_lanes(
                first + batch, count, most, shape, lanes.cards, tables, lanes.sums, out, sides, dealt
            )
            if taken is not None:
                move_on(FRESH_CARDS, dealt, sides)
                if all_played(count, lanes.sums[2]):
                    shoes = 0
        add_side_units(count, lanes.sums[2][:, ROUNDS], sides)
        add_units(first, batch, count, lanes.sums[2], out)


class CardWorkspace(NamedTuple):
    """The arrays that these lanes work with."""

    lanes: Lanes
    shoe: Array
    dealt: Array
    """The cards dealt, by place and lane: the shoe itself, unless it is full at every round."""


def new_workspace(shape: UnitShape, *, kept: int, is_fresh: bool) -> tuple[CardWorkspace, Array | None]:
    """A workspace for lanes, with room for `kept` cards of unfinished rounds; and `taken`."""
    most = FRESH_CARDS if is_fresh else shape.cards
    shoe = np.zeros(shape.cards * LANES, np.uint8)
    dealt = np.zeros((kept + most + 1, LANES), np.uint8) if is_fresh else shoe.reshape(-1, LANES)
    work = CardWorkspace(new_lanes(shape, most=most, picked=np.uint32), shoe, dealt)
    return work, np.zeros(LANES, np.uint32) if is_fresh else None
