"""How a block of GPU threads shares out its memory: common states and their emissions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from numba import uint32, uint64

from cutcard.sim.kernels.lockstep.kernel import TOTALS

WORD: Final = 4
EMISSION_BYTES: Final = 24
"""Bytes of shared memory for each kind of emission: what it adds, its shift, its count."""
RESERVED: Final = 1024
"""Shared memory that the driver keeps for itself in each block."""


@dataclass(frozen=True)
class Layout:
    """Where everything lies, in bytes or in items of its kind."""

    threads: int
    hot_entries: int
    """Entries of the step table that lie in shared memory."""
    emissions: int
    """How many kinds of emission there are: results that a step of the table can give."""
    packed_is_wide: bool = False
    """Whether whole rounds are added up in words of 64 bits."""
    split_is_wide: bool = False
    """Whether the hands of split boxes are."""

    @property
    def kinds(self) -> tuple[Any, Any]:
        """The words of whole rounds, and of split boxes."""
        return (uint64 if self.packed_is_wide else uint32, uint64 if self.split_is_wide else uint32)

    @property
    def is_paired(self) -> bool:
        """Whether both fit into one word of 64 bits, and are read at once."""
        return not (self.packed_is_wide or self.split_is_wide)

    @property
    def add_at(self) -> int:
        """Split hands behind whole rounds, which come first of all; in words of their kind."""
        return self.emissions if self.split_is_wide else 2 * self.emissions

    @property
    def shift_at(self) -> int:
        """The shifts of split rounds, in words of 32 bits."""
        return 4 * self.emissions

    @property
    def rows_at(self) -> int:
        """The counts of rows, in words of 32 bits."""
        return self.shift_at + self.emissions

    @property
    def sums_at(self) -> int:
        """The sums of a block, in words of 64 bits."""
        return EMISSION_BYTES * self.emissions // 8

    @property
    def step_at(self) -> int:
        """Where the step table begins, in words of 32 bits; its entries' places count from here."""
        return 2 * (self.sums_at + TOTALS)

    @property
    def hot_end(self) -> int:
        """Where the part of the step table ends that lies here."""
        return self.step_at + self.hot_entries

    @property
    def size(self) -> int:
        """All of it, in bytes."""
        return WORD * self.hot_end


def layout(
    shared: int, *, entries: int, emissions: int, threads: int, wide: tuple[bool, bool]
) -> Layout:
    """As many common states as fit."""
    room = shared - RESERVED - EMISSION_BYTES * emissions - 8 * TOTALS
    return Layout(threads, max(0, min(entries, room // WORD)), emissions, *wide)
