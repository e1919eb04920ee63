# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Cards by how many of each letter are left, many lanes abreast, where no side wager looks at them.

Think of the cards dealt so far as the front of a row and of all others as sorted behind them. The cards
of the first letters end at bounds in this row; a place picked at random behind the front is a card whose
letter is the number of bounds at or before it, and as that card moves to the front, those bounds move on
by one. No shoe is kept, and bounds are compared for many lanes at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uint16, uint32

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw
from cutcard.sim.kernels.lockstep.kernel import LANES, stepped


class Counts(NamedTuple):
    """Lanes' cards as counts."""

    ends: tuple[int, ...]
    """Zeros: how many bounds there are, as the type says it."""
    full: Any
    """Where letters end in a full shoe."""
    letters: Any
    bounds: Any
    """By letter and lane."""


@njit(cache=True, inline="always")
def draw_letter(at, p, shape, chance, counts):
    """The letter of one lane's next card."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    place = uint16(uint32(p) + below(word, uint32(shape.cards - p)))
    letter, bounds = uint32(0), counts.bounds
    for i in range(len(counts.ends)):
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
def deal_counted(first, last, shape, lanes, counts, taken, over, step):
    """Deal the cards from one place to another to every lane."""
    (a, b, c, d), places, picked, emitted = lanes.chance, lanes.places, lanes.picked, lanes.cards[0]
    ends, full, letters, bounds = counts
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
