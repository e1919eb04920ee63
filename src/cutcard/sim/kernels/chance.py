# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Chance by key: a stream of random words for each unit of work, the same on every device.

The state of a unit's stream comes from Philox4x32-10 with the run's seed as key and the unit's number
as counter: different units get different states, whatever their order. The stream itself multiplies
with carry at a lag of three words, by a multiplier of Marsaglia's: a whole period is some 2^125 words
long, since the multiplier times 2^96, less one, is a safe prime. A word costs one multiplication.
"""

from __future__ import annotations

from typing import Final

from numba import uint32, uint64

from cutcard.compute import njit

MULTIPLIER: Final = 916905990
"""Of the stream (George Marsaglia, "Random number generators", 2003)."""
PHILOX_ROUNDS: Final = 10
M0, M1 = 0xD2511F53, 0xCD9E8D57
W0, W1 = 0x9E3779B9, 0xBB67AE85
"""Philox's multipliers and what its key grows by (Salmon and others, 2011)."""


@njit(cache=True, inline="always")
def draw(x, y, z, carry):
    """A state to the next word and the four parts of the next state."""
    t = uint64(MULTIPLIER) * uint64(x) + uint64(carry)
    word = uint32(t)
    return word, y, z, word, uint32(t >> uint64(32))


@njit(cache=True, inline="always")
def below(word, bound):
    """A word to a whole number from 0 to the bound, less one."""
    return uint32((uint64(word) * uint64(bound)) >> uint64(32))


@njit(cache=True, _nrt=False)
def philox(x0, x1, x2, x3, k0, k1):
    """Philox4x32-10: a counter of four words and a key of two to four words."""
    for _ in range(PHILOX_ROUNDS):
        one = uint64(M0) * uint64(x0)
        two = uint64(M1) * uint64(x2)
        y0 = uint32(uint32(uint32(two >> uint64(32)) ^ x1) ^ k0)
        y2 = uint32(uint32(uint32(one >> uint64(32)) ^ x3) ^ k1)
        x0, x1, x2, x3 = y0, uint32(two), y2, uint32(one)
        k0 = uint32(uint64(k0) + uint64(W0))
        k1 = uint32(uint64(k1) + uint64(W1))
    return x0, x1, x2, x3


@njit(cache=True, _nrt=False)
def start(seed, unit):
    """The state at which a unit begins: three words and a carry."""
    x0, x1 = uint32(unit), uint32(uint64(unit) >> uint64(32))
    k0, k1 = uint32(seed), uint32(uint64(seed) >> uint64(32))
    x0, x1, x2, x3 = philox(x0, x1, uint32(0), uint32(0), k0, k1)
    # a carry from 1 to the multiplier less 2 keeps clear of the two states that never change
    return x0, x1, x2, uint32(uint64(1) + uint64(below(x3, uint32(MULTIPLIER - 2))))
