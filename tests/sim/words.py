"""The simulator's raw words: `python -m sim.words SEED` writes them until the reader has had enough.

A word of each of several units in turn, as lanes abreast take them; a unit ends after as many words as
its shoes have cards, and the next unit takes its place.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import njit

from cutcard.sim.kernels import chance

LANES = 8
WORDS_OF_A_UNIT = 4096

Array = np.ndarray[Any, Any]


@njit()
def _filled(seed: int, first: int, out: Array) -> None:
    for lane in range(out.shape[1]):
        x, y, z, carry = chance.start(seed, first + lane)
        for at in range(out.shape[0]):
            out[at, lane], x, y, z, carry = chance.draw(x, y, z, carry)


def words(seed: int, first: int, *, lanes: int = LANES, many: int = WORDS_OF_A_UNIT) -> Array:
    """The first words of some units, by word and unit."""
    found = np.zeros((many, lanes), dtype=np.uint32)
    fill: Any = _filled
    fill(np.uint64(seed), np.uint64(first), found)
    return found


def stream(seed: int) -> Iterator[bytes]:
    """Words without end."""
    first = 0
    while True:
        yield words(seed, first).tobytes()
        first += LANES


def main(seed: str) -> None:
    """Write until the reader has had enough."""
    try:
        for chunk in stream(int(seed)):
            sys.stdout.buffer.write(chunk)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main(sys.argv[1])
