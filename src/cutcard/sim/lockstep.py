"""A box by itself on a processor core, in lockstep lanes: the kernel's arrays made, its sums read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cutcard.sim import counted, kernel, side_kernel
from cutcard.sim.general_places import (
    BETS,
    ENDS_OF,
    HITS,
    NET,
    OF_WAGER,
    SQUARE,
    UNIT_CROSS,
    UNIT_SQUARE,
)
from cutcard.sim.side_kernel import Sides

if TYPE_CHECKING:
    from cutcard.sim.engine import Engine

Array = np.ndarray[Any, Any]

FINISHES = 256


class Played(NamedTuple):
    """What units came to."""

    totals: Array
    rows: Array
    """Whole rounds by what they gave off."""
    split_rows: Array
    """Split hands by finish and end."""
    side_sums: Array
    """By side wager: what is added up for each."""
    side_rows: Array
    """The results of all side wagers."""


def units(engine: Engine, first: int, many: int, rounds_of: Array) -> Played:
    """Units of work, one after the other."""
    made, sides = engine.tables, _sides(engine)
    rows, split_rows = _nothing(kernel.COPIES, len(made.packed)), _nothing(FINISHES, ENDS_OF)
    totals = _nothing(kernel.TOTALS)
    is_fresh = engine.plan.penetration is None
    walked = (made.step, made.packed, (made.add, made.shift, made.finishes, made.ends))
    out = (totals, rows, split_rows, rounds_of)
    begins = (engine.seed, first, many, engine.shape)
    if sides is None:
        run, ends = counted.fresh if is_fresh else counted.shoes, engine.letter_ends
        run(*begins, (0,) * len(ends), ends, *walked, *out)
    else:
        run = kernel.fresh if is_fresh else kernel.shoes
        run(*begins, engine.pack, made.letter_of, *walked, sides, *out)
    return Played(totals, rows.sum(axis=0), split_rows, *_beside(engine, sides))


def _nothing(*shape: int) -> Array:
    return np.zeros(shape, dtype=np.int64)


def _sides(engine: Engine) -> Sides | None:
    """The tables of side wagers and room for their sums; None where there are none."""
    found = engine.together
    if found is None:
        return None
    numbers, wagers = found.results.shape
    most = max(engine.plan.cards, kernel.FRESH_CARDS)
    return Sides(
        found.by_three,
        found.by_hole,
        nets=engine.side_nets[_results(engine)],
        counts=_nothing(numbers),
        totals=_nothing(wagers, 3),
        mine=np.zeros((kernel.LANES, numbers), dtype=np.uint32),
        begun=np.zeros(kernel.LANES, dtype=np.uint32),
        begins=np.zeros(most + 2, dtype=np.uint32),
    )


def _results(engine: Engine) -> Array:
    """By number of what all come to, and by wager: its result among those of all wagers."""
    assert engine.together is not None
    return np.asarray(engine.together.results + engine.chains.first_result[:-1])


def _beside(engine: Engine, sides: Sides | None) -> tuple[Array, Array]:
    """The sums of side wagers, and how often each result came."""
    rows = np.zeros_like(engine.side_nets)
    if sides is None:
        return _nothing(0, OF_WAGER), rows
    counts, nets = sides.counts[:, None], sides.nets
    sums = _nothing(nets.shape[1], OF_WAGER)
    sums[:, BETS] = counts.sum()
    sums[:, HITS] = (counts * (nets > 0)).sum(axis=0)
    sums[:, SQUARE] = (counts * nets * nets).sum(axis=0)
    for told, added in (
        (NET, side_kernel.NET),
        (UNIT_SQUARE, side_kernel.UNIT_SQUARE),
        (UNIT_CROSS, side_kernel.UNIT_CROSS),
    ):
        sums[:, told] = sides.totals[:, added]
    np.add.at(rows, _results(engine), counts)
    return sums, rows
