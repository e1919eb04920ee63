# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""A box by itself on a processor core: cards by how many of each letter are left, many lanes abreast.

Think of the cards dealt so far as the front of a row and of all others as sorted behind them. The cards
of the first letters end at bounds in this row; a place picked at random behind the front is a card whose
letter is the number of bounds at or before it, and as that card moves to the front, those bounds move on
by one. No shoe is kept, and bounds are compared for many lanes at once.

Where every round is dealt from a full shoe, `taken` has each lane's cards of the round and `over` all
bits of the lanes that begin another one; both are None where shoes are dealt to the cover card, and the
compiler then leaves out what is done for them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint16, uint32

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw
from cutcard.sim.kernels.lockstep.kernel import (
    ALL_ROUNDS,
    FRESH_CARDS,
    FRESH_ROUNDS,
    LANES,
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

Array = np.ndarray[Any, Any]

ALL_BITS: Final = (1 << 16) - 1


@njit(cache=True, inline="always")
def _draw_letter(at, p, shape, ends, chance, bounds):
    """The letter of one lane's next card."""
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
def _find_letters(ends, full, over, picked, letters, bounds):
    """Every lane's letter at the place that was picked."""
    for at in range(LANES):
        place, letter = picked[at], uint16(0)
        for i in range(len(ends)):
            bound = bounds[i * LANES + at]
            if over is not None:
                bound = (bound & ~over[at]) | (full[i] & over[at])
            past = uint16(bound <= place)
            bounds[i * LANES + at] = bound + past
            letter += past
        letters[at] = letter


@njit(cache=True, _nrt=False)
def _deal_abreast(first, last, shape, ends, full, lanes, letters, bounds, taken, over, step):
    """Deal the cards from one place to another to every lane."""
    (a, b, c, d), places, picked, emitted = lanes.chance, lanes.places, lanes.picked, lanes.cards[0]
    for p in range(first, last):
        for at in range(LANES):
            here = uint32(p) if taken is None else taken[at]
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            picked[at] = uint16(here + below(word, uint32(shape.cards) - here))
        _find_letters(ends, full, over, picked, letters, bounds)
        for at in range(LANES):
            emitted[p, at] = stepped(at, uint32(letters[at]), places, step)
            if taken is not None:
                goes_on = uint32(places[at] != 0)
                over[at] = uint16(goes_on) - uint16(1)
                taken[at] = (taken[at] + uint32(1)) * goes_on


@njit(cache=True, _nrt=False)
def _finish_rounds(shape, ends, lanes, bounds, step):
    """Deal every lane to the end of the round that it is in at the cover card."""
    places, (emitted, _, after, _) = lanes.places, lanes.cards
    for at in range(LANES):
        p = shape.cut
        while places[at] != 0:
            letter = _draw_letter(at, p, shape, ends, lanes.chance, bounds)
            emitted[p, at] = stepped(at, letter, places, step)
            p += 1
        after[at] = p


@njit(cache=True, inline="always")
def _deal_shoe(shape, ends, full, lanes, letters, bounds, step):
    """Burn and deal a new shoe to every lane, past the cover card to the end of the round."""
    for i in range(len(ends)):
        for at in range(LANES):
            bounds[i * LANES + at] = full[i]
    for p in range(shape.burned):
        for at in range(LANES):
            _draw_letter(at, p, shape, ends, lanes.chance, bounds)
    _deal_abreast(shape.burned, shape.cut, shape, ends, full, lanes, letters, bounds, None, None, step)
    _finish_rounds(shape, ends, lanes, bounds, step)


@njit(cache=True, nogil=True, _nrt=False)
def play_units(seed, first, units, shape, ends, full, work, taken, over, tables, out):
    """Units of shoes, or of rounds from full shoes: a lane that has all its rounds goes on idly.

    `full` says where letters end in a full shoe; `ends` is as long, and its type says how long that is.
    """
    lanes, letters, bounds = work
    most = ALL_ROUNDS if taken is None else FRESH_ROUNDS
    for batch in range(0, units, LANES):
        begin_units(first + batch, seed, shape, lanes)
        count, shoes = min(LANES, units - batch), SHOES
        if taken is not None:
            for at in range(LANES):
                lanes.places[at], taken[at], over[at] = 0, 0, ALL_BITS
        while shoes > 0:
            if taken is None:
                _deal_shoe(shape, ends, full, lanes, letters, bounds, tables[0])
                shoes -= 1
            else:
                _deal_abreast(
                    0, FRESH_CARDS, shape, ends, full, lanes, letters, bounds, taken, over, tables[0]
                )
            count_lanes(
                first + batch, count, most, shape, lanes.cards, tables, lanes.sums, out, None, None
            )
            if taken is not None and all_played(count, lanes.sums[2]):
                shoes = 0
        add_units(first, batch, count, lanes.sums[2], out)


class CountWorkspace(NamedTuple):
    """The arrays that these lanes work with."""

    lanes: Lanes
    letters: Array
    bounds: Array
    """By letter and lane."""


def new_workspace(
    shape: UnitShape, *, bounds: int, is_fresh: bool
) -> tuple[CountWorkspace, Array | None, Array | None]:
    """A workspace for lanes with so many bounds; and `taken` and `over`."""
    lanes = new_lanes(shape, most=FRESH_CARDS if is_fresh else shape.cards, picked=np.uint16)
    letters, limits = (np.zeros(many * LANES, np.uint16) for many in (1, bounds))
    fresh = (np.zeros(LANES, np.uint32), np.zeros(LANES, np.uint16)) if is_fresh else (None, None)
    return CountWorkspace(lanes, letters, limits), *fresh
