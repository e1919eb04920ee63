"""Side wagers' folds over a round's record: a look-up for each input that a wager reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint32, uint64

from cutcard.automata.wagers import Chains
from cutcard.compute import njit
from cutcard.sim.kernels.staged.fields import DEALERS, RECORD
from cutcard.sim.kernels.staged.shapes import STAGE, Array, Folds

S_INPUT, S_IS_DEALERS, S_OFFSET, S_DOMAIN = range(4)
"""Of a look-up: its input's place in a seat's numbers, whether it is the dealer's, table and width."""


def folds_of(chains: Chains) -> Folds:
    """The folds of these chains."""
    inputs = chains.stage_input.astype(np.int64) + RECORD
    stages = (inputs, np.isin(inputs, list(DEALERS)), chains.stage_offset, chains.stage_domain)
    stacked = np.ascontiguousarray(np.stack(stages, axis=-1).astype(np.int64))
    return Folds(stacked, chains.first_stage.astype(np.int64), chains.table)


@njit(**STAGE)
def walked(fold: int, own: int, dealers: int, records: Array, folds: Folds) -> Any:
    """The value of a fold for the record in one row and the dealer's in another."""
    stages, w = folds.stages, uint32(0)
    first, last = folds.first_stage[fold], folds.first_stage[fold + 1]
    for stage in range(uint64(first), uint64(last)):
        row = uint32(dealers if stages[stage, S_IS_DEALERS] else own)
        seen = uint32(records[row, uint32(stages[stage, S_INPUT])])
        at = uint32(stages[stage, S_OFFSET]) + w * uint32(stages[stage, S_DOMAIN]) + seen
        w = uint32(folds.tables[at])
    return int64(w)
