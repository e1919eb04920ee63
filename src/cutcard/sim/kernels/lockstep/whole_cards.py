# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""A box by itself with side wagers on a processor core: whole cards from a shoe, many lanes abreast.

A shoe is shuffled as it is dealt, a swap a card, and goes on from the order that the last one left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint32, uint64

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw, start
from cutcard.sim.kernels.lockstep.kernel import (
    ALL_ROUNDS,
    FRESH_CARDS,
    FRESH_ROUNDS,
    LANES,
    ROUNDS,
    SHOES,
    TOTALS,
    Lanes,
    UnitShape,
    all_played,
    count_lanes,
    new_lanes,
    stepped,
    units_over,
)
from cutcard.sim.kernels.lockstep.side_wagers import moved_on, side_units_over

Array = np.ndarray[Any, Any]


@njit(cache=True, inline="always")
def _begin(first, seed, shape, pack, shoe, lanes):
    """Lanes at the start of their units."""
    (a, b, c, d), (split, _, mine) = lanes.chance, lanes.sums
    for at in range(LANES):
        a[at], b[at], c[at], d[at] = start(uint64(seed), uint64(first + at))
        for p in range(shape.cards):
            shoe[p * LANES + at] = pack[p]
        split[at] = shape.none_yet
        for i in range(TOTALS):
            mine[at, i] = 0


@njit(cache=True, inline="always")
def _swapped(here, there, shoe):
    """The card from there, swapped into its place."""
    card = shoe[there]
    shoe[there] = shoe[here]
    shoe[here] = card
    return uint32(card)


@njit(cache=True, inline="always")
def _stepped(at, p, card, places, step, sides):
    """The same with a whole card, the place that awaited it kept for side wagers."""
    if sides.keeps_places:
        sides.before[sides.kept + p, at] = places[at]
    return stepped(at, uint32(sides.letter_of[card]), places, step)


@njit(cache=True, inline="always")
def _alone(at, p, shape, shoe, chance):
    """A lane's next card by itself."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    there = p + int64(below(word, uint32(shape.cards - p)))
    return _swapped(p * LANES + at, there * LANES + at, shoe)


@njit(cache=True, _nrt=False)
def _abreast(shape, shoe, chance, picked, places, step, given, sides):
    """Every lane's cards to the cover card, and what is given off.

    Where the next card lies is found for all lanes first: a loop that the compiler does many of at once.
    """
    a, b, c, d = chance
    for p in range(shape.burned, shape.cut):
        bound = uint32(shape.cards - p)
        for at in range(LANES):
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            picked[at] = (uint32(p) + below(word, bound)) * uint32(LANES) + uint32(at)
        for at in range(LANES):
            card = _swapped(p * LANES + at, picked[at], shoe)
            given[p, at] = _stepped(at, p, card, places, step, sides)


@njit(cache=True, _nrt=False)
def _abreast_fresh(shape, shoe, chance, picked, taken, places, step, given, sides, dealt):
    """Some cards of rounds from a full shoe to every lane, and what is given off."""
    a, b, c, d = chance
    for p in range(FRESH_CARDS):
        for at in range(LANES):
            picked[at], a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
        for at in range(LANES):
            here = taken[at]
            there = here + below(picked[at], uint32(shape.cards) - here)
            card = _swapped(here * uint32(LANES) + uint32(at), there * uint32(LANES) + uint32(at), shoe)
            given[p, at] = _stepped(at, p, card, places, step, sides)
            dealt[sides.kept + p, at] = card
            taken[at] = uint32(0) if places[at] == 0 else here + uint32(1)


@njit(cache=True, _nrt=False)
def _to_the_end(shape, shoe, chance, places, step, given, after, sides):
    """Every lane to the end of the round that it is in at the cover card."""
    for at in range(LANES):
        p = shape.cut
        while places[at] != 0:
            card = _alone(at, p, shape, shoe, chance)
            given[p, at] = _stepped(at, p, card, places, step, sides)
            p += 1
        after[at] = p


@njit(cache=True, nogil=True, _nrt=False)
def shoes(
    seed,
    first,
    units,
    shape,
    pack,
    room,
    step,
    packed,
    parts,
    sides,
    totals,
    rows,
    split_rows,
    rounds_of,
):
    """Units of shoes dealt to the cover card."""
    lanes, shoe, dealt = room
    chance, places, picked, cards = lanes.chance, lanes.places, lanes.picked, lanes.cards
    given, _, after, _ = cards
    for batch in range(0, units, LANES):
        _begin(first + batch, seed, shape, pack, shoe, lanes)
        count = min(LANES, units - batch)
        for _ in range(SHOES):
            for p in range(shape.burned):
                for at in range(LANES):
                    _alone(at, p, shape, shoe, chance)
            _abreast(shape, shoe, chance, picked, places, step, given, sides)
            _to_the_end(shape, shoe, chance, places, step, given, after, sides)
            for at in range(LANES):
                sides.begun[at] = shape.burned
            count_lanes(
                first + batch,
                count,
                ALL_ROUNDS,
                shape,
                cards,
                packed,
                parts,
                lanes.sums,
                rows,
                split_rows,
                sides,
                dealt,
            )
        side_units_over(count, lanes.sums[2][:, ROUNDS], sides)
        units_over(first, batch, count, lanes.sums[2], totals, rounds_of)


@njit(cache=True, nogil=True, _nrt=False)
def fresh(
    seed,
    first,
    units,
    shape,
    pack,
    room,
    step,
    packed,
    parts,
    sides,
    totals,
    rows,
    split_rows,
    rounds_of,
):
    """Units of rounds, each from a full shoe; a lane that has played all of its own goes on idly."""
    lanes, shoe, dealt = room
    chance, places, taken, picked = lanes.chance, lanes.places, lanes.taken, lanes.picked
    for batch in range(0, units, LANES):
        _begin(first + batch, seed, shape, pack, shoe, lanes)
        count = min(LANES, units - batch)
        for at in range(LANES):
            places[at], taken[at], sides.begun[at] = 0, 0, sides.kept
        while not all_played(count, lanes.sums[2]):
            _abreast_fresh(
                shape, shoe, chance, picked, taken, places, step, lanes.cards[0], sides, dealt
            )
            count_lanes(
                first + batch,
                count,
                FRESH_ROUNDS,
                shape,
                lanes.cards,
                packed,
                parts,
                lanes.sums,
                rows,
                split_rows,
                sides,
                dealt,
            )
            moved_on(FRESH_CARDS, dealt, sides)
        side_units_over(count, lanes.sums[2][:, ROUNDS], sides)
        units_over(first, batch, count, lanes.sums[2], totals, rounds_of)


class CardWorkspace(NamedTuple):
    """What these lanes keep besides."""

    lanes: Lanes
    shoe: Array
    dealt: Array
    """The cards dealt, by place and lane: the shoe itself, unless it is full at every round."""


def new_room(shape: UnitShape, *, kept: int, is_fresh: bool) -> CardWorkspace:
    """Room for lanes, and where shoes are full for so many cards of rounds that are not over."""
    most = FRESH_CARDS if is_fresh else shape.cards
    shoe = np.zeros(shape.cards * LANES, np.uint8)
    dealt = np.zeros((kept + most + 1, LANES), np.uint8) if is_fresh else shoe.reshape(-1, LANES)
    return CardWorkspace(new_lanes(shape, most=most, picked=np.uint32), shoe, dealt)
