# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""A box by itself on a processor core: cards by how many of each letter are left, many lanes abreast.

Think of the cards dealt so far as the front of a row and of all others as sorted behind them. The cards
of the first letters end at bounds in this row; a place picked at random behind the front is a card whose
letter is the number of bounds at or before it, and as that card moves to the front, those bounds move on
by one. No shoe is kept, and bounds are compared for many lanes at once.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint16, uint32, uint64

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw, start
from cutcard.sim.kernels.lockstep.kernel import (
    ALL_ROUNDS,
    FRESH_CARDS,
    FRESH_ROUNDS,
    LANES,
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

Array = np.ndarray[Any, Any]

ALL_BITS: Final = (1 << 16) - 1


@njit(cache=True, inline="always")
def _begin(first, seed, shape, lanes):
    """Lanes at the start of their units."""
    (a, b, c, d), (split, _, mine) = lanes.chance, lanes.sums
    for at in range(LANES):
        a[at], b[at], c[at], d[at] = start(uint64(seed), uint64(first + at))
        split[at] = shape.none_yet
        for i in range(TOTALS):
            mine[at, i] = 0


@njit(cache=True, inline="always")
def _alone(at, p, shape, ends, chance, bounds):
    """The letter of a lane's next card by itself."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    place = uint16(uint32(p) + below(word, uint32(shape.cards - p)))
    letter = uint32(0)
    for i in range(len(ends)):
        past = uint16(bounds[i * LANES + at] <= place)
        bounds[i * LANES + at] += past
        letter += past
    return letter


@njit(cache=True, inline="always")
def _told(ends, picked, letters, bounds):
    """Every lane's letter at the place that was picked."""
    for at in range(LANES):
        place, letter = picked[at], uint16(0)
        for i in range(len(ends)):
            bound = bounds[i * LANES + at]
            past = uint16(bound <= place)
            bounds[i * LANES + at] = bound + past
            letter += past
        letters[at] = letter


@njit(cache=True, _nrt=False)
def _abreast(shape, ends, chance, picked, letters, bounds, places, step, given):
    """Every lane's cards to the cover card, and what is given off."""
    a, b, c, d = chance
    for p in range(shape.burned, shape.cut):
        left = uint32(shape.cards - p)
        for at in range(LANES):
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            picked[at] = uint16(uint32(p) + below(word, left))
        _told(ends, picked, letters, bounds)
        for at in range(LANES):
            given[p, at] = stepped(at, uint32(letters[at]), places, step)


@njit(cache=True, inline="always")
def _told_fresh(ends, full, over, picked, letters, bounds):
    """The same where a lane may have a full shoe again: `over` has all bits of those that do."""
    for at in range(LANES):
        place, letter = picked[at], uint16(0)
        for i in range(len(ends)):
            bound = (bounds[i * LANES + at] & ~over[at]) | (full[i] & over[at])
            past = uint16(bound <= place)
            bounds[i * LANES + at] = bound + past
            letter += past
        letters[at] = letter


@njit(cache=True, _nrt=False)
def _abreast_fresh(shape, ends, full, chance, picked, letters, taken, over, bounds, places, step, given):
    """Some cards of rounds from a full shoe to every lane, and what is given off."""
    a, b, c, d = chance
    for p in range(FRESH_CARDS):
        for at in range(LANES):
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            picked[at] = uint16(taken[at] + below(word, uint32(shape.cards) - taken[at]))
        _told_fresh(ends, full, over, picked, letters, bounds)
        for at in range(LANES):
            given[p, at] = stepped(at, uint32(letters[at]), places, step)
            goes_on = uint32(places[at] != 0)
            over[at] = uint16(goes_on) - uint16(1)
            taken[at] = (taken[at] + uint32(1)) * goes_on


@njit(cache=True, _nrt=False)
def _to_the_end(shape, ends, chance, bounds, places, step, given, after):
    """Every lane to the end of the round that it is in at the cover card."""
    for at in range(LANES):
        p = shape.cut
        while places[at] != 0:
            given[p, at] = stepped(at, _alone(at, p, shape, ends, chance, bounds), places, step)
            p += 1
        after[at] = p


@njit(cache=True, nogil=True, _nrt=False)
def shoes(
    seed, first, units, shape, ends, full, room, step, packed, parts, totals, rows, split_rows, rounds_of
):
    """Units of shoes dealt to the cover card.

    `full` says where letters end in a full shoe; `ends` is as long, and its type says how long that is.
    """
    lanes, letters, bounds, _ = room
    chance, places, picked, cards = lanes.chance, lanes.places, lanes.picked, lanes.cards
    given, _, after, _ = cards
    for batch in range(0, units, LANES):
        _begin(first + batch, seed, shape, lanes)
        many = min(LANES, units - batch)
        for _ in range(SHOES):
            for i in range(len(ends)):
                for at in range(LANES):
                    bounds[i * LANES + at] = full[i]
            for p in range(shape.burned):
                for at in range(LANES):
                    _alone(at, p, shape, ends, chance, bounds)
            _abreast(shape, ends, chance, picked, letters, bounds, places, step, given)
            _to_the_end(shape, ends, chance, bounds, places, step, given, after)
            count_lanes(
                first + batch,
                many,
                ALL_ROUNDS,
                shape,
                cards,
                packed,
                parts,
                lanes.sums,
                rows,
                split_rows,
                None,
                None,
            )
        units_over(first, batch, many, lanes.sums[2], totals, rounds_of)


@njit(cache=True, nogil=True, _nrt=False)
def fresh(
    seed, first, units, shape, ends, full, room, step, packed, parts, totals, rows, split_rows, rounds_of
):
    """Units of rounds, each from a full shoe; a lane that has played all of its own goes on idly."""
    lanes, letters, bounds, over = room
    chance, places, taken, picked = lanes.chance, lanes.places, lanes.taken, lanes.picked
    for batch in range(0, units, LANES):
        _begin(first + batch, seed, shape, lanes)
        many = min(LANES, units - batch)
        for at in range(LANES):
            places[at], taken[at], over[at] = 0, 0, ALL_BITS
        while not all_played(many, lanes.sums[2]):
            _abreast_fresh(
                shape,
                ends,
                full,
                chance,
                picked,
                letters,
                taken,
                over,
                bounds,
                places,
                step,
                lanes.cards[0],
            )
            count_lanes(
                first + batch,
                many,
                FRESH_ROUNDS,
                shape,
                lanes.cards,
                packed,
                parts,
                lanes.sums,
                rows,
                split_rows,
                None,
                None,
            )
        units_over(first, batch, many, lanes.sums[2], totals, rounds_of)


class CountWorkspace(NamedTuple):
    """What these lanes keep besides."""

    lanes: Lanes
    letters: Array
    bounds: Array
    """By letter and lane."""
    over: Array


def new_room(shape: UnitShape, *, bounds: int, is_fresh: bool) -> CountWorkspace:
    """Room for lanes with so many bounds."""
    most = FRESH_CARDS if is_fresh else shape.cards
    short = (np.zeros(many * LANES, np.uint16) for many in (1, bounds, 1))
    return CountWorkspace(new_lanes(shape, most=most, picked=np.uint16), *short)
