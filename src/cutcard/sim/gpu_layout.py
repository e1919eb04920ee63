"""How a block of GPU threads shares out its memory: common states, what they give off, shoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba import uint32, uint64

WORD: Final = 4
OF_GIVEN: Final = 24
"""Bytes for each kind of what is given off: what it adds, its shift, its count."""
FEWEST_THREADS: Final = 64
FEWEST_HOT: Final = 4096
"""Threads give way to common states until there are so many entries of these."""
RESERVED: Final = 1024
"""Shared memory that the driver keeps for itself in each block."""


@dataclass(frozen=True)
class Layout:
    """Where everything lies, in bytes or in items of its kind."""

    threads: int
    hot_entries: int
    """Entries of the step table that lie in shared memory."""
    given: int
    """Kinds of what is given off."""
    shoe_words: int
    """Words of a shoe."""
    packed_is_wide: bool = False
    """Whether whole rounds are added up in words of 64 bits."""
    split_is_wide: bool = False
    """Whether the hands of split boxes are."""
    halves: bool = False
    """Whether a card takes half a byte: so where no more than sixteen letters tell cards apart."""

    @property
    def kinds(self) -> tuple[Any, Any]:
        """The words of whole rounds, and of split boxes."""
        return (uint64 if self.packed_is_wide else uint32, uint64 if self.split_is_wide else uint32)

    @property
    def is_paired(self) -> bool:
        """Whether both fit into one word of 64 bits, and are read at once."""
        return not (self.packed_is_wide or self.split_is_wide)

    @property
    def given_at(self) -> int:
        """Where what is given off lies, behind the step table, in bytes."""
        return 8 * -(-self.hot_entries // 2)

    @property
    def packed_at(self) -> int:
        """Whole rounds, in words of their kind."""
        return self.given_at // (8 if self.packed_is_wide else WORD)

    @property
    def add_at(self) -> int:
        """Split hands, in words of their kind."""
        if self.split_is_wide:
            return self.given_at // 8 + self.given
        return self.given_at // WORD + 2 * self.given

    @property
    def shift_at(self) -> int:
        """The shifts of split rounds, in words of 32 bits."""
        return self.given_at // WORD + 4 * self.given

    @property
    def rows_at(self) -> int:
        """The counts of rows, in words of 32 bits."""
        return self.shift_at + self.given

    @property
    def shoe_at(self) -> int:
        """Where the shoes begin, in bytes."""
        return self.given_at + OF_GIVEN * self.given

    @property
    def size(self) -> int:
        """All of it, in bytes."""
        return self.shoe_at + WORD * self.shoe_words * self.threads


MOST_HALVES: Final = 16
"""Letters that half a byte can tell apart."""


def layout(
    shared: int,
    *,
    cards: int,
    letters: int,
    entries: int,
    given: int,
    threads: int,
    wide: tuple[bool, bool],
) -> Layout:
    """As many threads as asked for, or as fit; as many common states as fit beside their shoes."""
    halves = letters <= MOST_HALVES
    words = -(-cards // (2 * WORD if halves else WORD))
    threads = threads if halves else threads // 2
    while True:
        room = shared - RESERVED - OF_GIVEN * given - WORD * words * threads
        hot = max(0, min(entries, room // WORD) & ~1)
        if hot >= min(entries, FEWEST_HOT) or threads <= FEWEST_THREADS:
            return Layout(max(threads, 1), hot, given, words, *wide, halves)
        threads -= 32


def packed(letters: np.ndarray[Any, Any], place: Layout) -> np.ndarray[Any, Any]:
    """A shoe's letters as words."""
    if not place.halves:
        whole = np.zeros(WORD * place.shoe_words, dtype=np.uint8)
        whole[: len(letters)] = letters
        return whole.view(np.uint32)
    parts = np.zeros((place.shoe_words, 2 * WORD), dtype=np.uint32)
    parts.ravel()[: len(letters)] = letters
    return np.asarray(np.bitwise_or.reduce(parts << (4 * np.arange(2 * WORD, dtype=np.uint32)), axis=1))
