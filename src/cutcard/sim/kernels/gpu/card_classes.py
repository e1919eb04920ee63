# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""A thread's cards by how many of each letter are left (`counted` tells the idea), without a memory.

Bounds lie three to a word, ten bits each, as what is missing from a bound to the tenth bit: adding a
place to all three sets the tenth bit just where the bound is at or before the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numba import uint32

from cutcard.sim.kernels.chance import below, draw
from cutcard.sim.kernels.gpu.cuda import cuda

FIELD: Final = 10
IN_A_WORD: Final = 3
MOST_CARDS: Final = (1 << (FIELD - 1)) - 1
ONES: Final = sum(1 << (FIELD * each) for each in range(IN_A_WORD))
TOP: Final = FIELD * (IN_A_WORD - 1)
"""Where the last field begins: there, all three fields together are what a word times ones has."""
MOST_LETTERS: Final = 31

device = cuda.jit(device=True, inline=True)


def words(ends: Sequence[int]) -> tuple[Any, ...]:
    """The bounds of a full shoe; those that are made up lie behind all cards."""
    missing = [(1 << (FIELD - 1)) - end for end in ends]
    missing += [0] * (-len(missing) % IN_A_WORD)
    parts = (missing[at : at + IN_A_WORD] for at in range(0, len(missing), IN_A_WORD))
    return tuple(
        np.uint32(sum(each << (FIELD * place) for place, each in enumerate(part))) for part in parts
    )


def _moved(many: int) -> Any:
    """So many words of bounds after a card, and how many are past it, field by field."""

    @device
    def one(place, bound):
        past = uint32(uint32(uint32(place + bound) >> uint32(FIELD - 1)) & uint32(ONES))
        return uint32(bound - past), past

    if many == 1:

        @device
        def last(place, bounds):
            bound, past = one(place, bounds[0])
            return (bound,), past

        return last
    rest = _moved(many - 1)

    @device
    def moved(place, bounds):
        bound, past = one(place, bounds[0])
        others, sums = rest(place, bounds[1:])
        return (bound,) + others, uint32(sums + past)  # noqa: RUF005 -- the compiler unpacks no tuples

    return moved


def picker(cards: int, many: int) -> Any:
    """The letter of the next card, with so many words of bounds."""
    moved = _moved(many)

    @device
    def picked(p, chance, bounds):
        word, x, y, z, carry = draw(chance[0], chance[1], chance[2], chance[3])
        place = uint32(p + below(word, uint32(uint32(cards) - p)))
        bounds, sums = moved(uint32(place * uint32(ONES)), bounds)
        letter = uint32(uint32(uint32(sums * uint32(ONES)) >> uint32(TOP)) & uint32(MOST_LETTERS))
        return letter, (x, y, z, carry), bounds

    return picked
