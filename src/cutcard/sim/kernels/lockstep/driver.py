"""A box by itself on a processor core, in lockstep lanes: the kernel's arrays made, its sums read."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.rounds import CardRole
from cutcard.compute import WarmUpCall
from cutcard.sim.kernels.folds import folds_of
from cutcard.sim.kernels.lockstep import kernel, side_wagers as side_kernel
from cutcard.sim.kernels.lockstep.side_wagers import Sides
from cutcard.sim.kernels.lockstep.units import new_shoes, new_workspace, play_units
from cutcard.sim.kernels.prepared import FINISHES, Prepared
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.tables.play_tables import ACES, POINTS
from cutcard.sim.tables.round_tables import longest

Array = np.ndarray[Any, Any]

LOCKSTEP_ORDER: Final = [
    kernel.UNITS,
    kernel.ROUNDS,
    kernel.ROUNDS_SQUARE,
    kernel.ROUNDS,
    kernel.NET,
    kernel.HITS,
    kernel.SQUARE,
    kernel.UNIT_SQUARE,
    kernel.UNIT_CROSS,
]
"""The lockstep kernel's sums in the staged one's order; one box makes one bet a round."""


class UnitResults(NamedTuple):
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


def units(engine: Prepared, sides: Sides | None, first: int, many: int, rounds_of: Array) -> UnitResults:
    """Units of work, one after the other."""
    main_tables, sides, shape = engine.tables, _with_workspace(sides), engine.shape
    rows, split_rows = _zeros(kernel.COPIES, len(main_tables.packed)), _zeros(FINISHES, of.ENDS_OF)
    totals = _zeros(kernel.TOTALS)
    is_fresh = engine.plan.penetration is None
    # words of one width, so that the kernel is compiled once
    add, packed = main_tables.add.astype(np.uint64), main_tables.packed.astype(np.uint64)
    tables = (main_tables.step, packed, (add, main_tables.shift, main_tables.finishes, main_tables.ends))
    out = (totals, rows, split_rows, rounds_of)
    if sides is None:
        work = new_workspace(shape, engine.letter_ends, is_fresh=is_fresh)
    else:
        work = new_shoes(shape, engine.pack, kept=sides.kept, is_fresh=is_fresh)
    play_units(engine.seed, first, many, shape, *work, tables, sides, out)
    others = _beside(engine, sides, int(totals[kernel.ROUNDS]))
    return UnitResults(totals, rows.sum(axis=0), split_rows, *others)


def warm_up(letters: int, *, is_fresh: bool) -> WarmUpCall:
    """A call that plays no unit: it compiles lanes without side wagers for so many letters."""
    shape = kernel.UnitShape(*(0,) * len(kernel.UnitShape._fields))
    ends, words, short = np.zeros(letters - 1, np.uint16), np.zeros(1, np.uint64), np.zeros(1, np.int32)
    work = new_workspace(shape, ends, is_fresh=is_fresh)
    tables = (np.zeros(1, np.uint32), words, (words, short, short, short))
    out = (_zeros(kernel.TOTALS), _zeros(kernel.COPIES, 1), _zeros(FINISHES, of.ENDS_OF), _zeros(0))
    return WarmUpCall(play_units, (np.uint64(0), 0, 0, shape, *work, tables, None, out))


def _zeros(*shape: int) -> Array:
    return np.zeros(shape, dtype=np.int64)


def _with_workspace(sides: Sides | None) -> Sides | None:
    """The same tables with sums of zero and with arrays of their own to work in."""
    if sides is None:
        return None
    arrays = ("counts", "totals", "mine", "begun", "begins", "before", "record", "net", "nth")
    return sides._replace(**{name: np.zeros_like(getattr(sides, name)) for name in arrays})


def side_tables(engine: Prepared) -> Sides | None:
    """The tables of side wagers; None where there are none."""
    beside, plan, wagers = engine.beside, engine.plan, len(engine.chains.chains)
    if not wagers or beside is None:
        return None
    results = _results(engine)
    kept = longest(engine.tables, engine.pack) if plan.penetration is None else 0
    most = max(plan.cards, kept + kernel.FRESH_CARDS) + 2
    return Sides(
        engine.tables.letter_of,
        beside.together.by_three,
        beside.together.by_hole,
        by_hand=beside.by_hand.by_hand + np.uint16(len(beside.together.results)),
        worth=(2 * POINTS + of.ACE * ACES).astype(np.uint32),
        is_dealers=np.isin(engine.roles, (CardRole.HOLE, CardRole.DRAW)),
        late=_late(engine),
        roles=engine.roles,
        folds=folds_of(engine.chains),
        nets=np.where(results < 0, 0, engine.side_nets[results]),
        counts=_zeros(len(results)),
        totals=_zeros(wagers, 3),
        mine=np.zeros((kernel.LANES, len(results)), dtype=np.uint32),
        begun=np.zeros(kernel.LANES, dtype=np.uint32),
        begins=np.zeros(most, dtype=np.uint32),
        before=np.zeros((most, kernel.LANES), dtype=np.uint32),
        record=_zeros(1, of.OF_SEAT + 1),
        net=_zeros(wagers),
        nth=_zeros(len(CardRole)),
        keeps_places=bool(beside.of_hand or beside.late),
        kept=kept,
    )


def _late(engine: Prepared) -> Array:
    """Of each late wager its fold, and where its results stand: behind what all others come to."""
    beside = engine.beside
    assert beside is not None
    at = len(beside.together.results) + len(beside.by_hand.results)
    numbers = _zeros(len(beside.late), 2)
    for number, place in enumerate(beside.late):
        numbers[number] = place, at
        at += len(engine.chains.chains[place].results)
    return numbers


def _results(engine: Prepared) -> Array:
    """By number of what wagers come to, and by wager: its result among those of all, or none: -1."""
    beside, chains, first = engine.beside, engine.chains.chains, engine.chains.first_result
    assert beside is not None
    groups = [(beside.early, beside.together.results), (beside.of_hand, beside.by_hand.results)]
    groups += [((place,), np.arange(len(chains[place].results))[:, None]) for place in beside.late]
    parts = []
    for places, results in groups:
        parts.append(np.full((len(results), len(chains)), -1, dtype=np.int64))
        parts[-1][:, places] = results + first[list(places)]
    return np.concatenate(parts)


def _beside(engine: Prepared, sides: Sides | None, rounds: int) -> tuple[Array, Array]:
    """The sums of side wagers, and how often each result came."""
    rows = np.zeros_like(engine.side_nets)
    if sides is None:
        return _zeros(0, of.OF_WAGER), rows
    counts, nets = sides.counts[:, None], sides.nets
    sums = _zeros(nets.shape[1], of.OF_WAGER)
    sums[:, of.BETS] = rounds
    sums[:, of.HITS] = (counts * (nets > 0)).sum(axis=0)
    sums[:, of.SQUARE] = (counts * nets * nets).sum(axis=0)
    for column, added in (
        (of.NET, side_kernel.NET),
        (of.UNIT_SQUARE, side_kernel.UNIT_SQUARE),
        (of.UNIT_CROSS, side_kernel.UNIT_CROSS),
    ):
        sums[:, column] = sides.totals[:, added]
    results = _results(engine)
    numbers, _ = there = np.nonzero(results >= 0)
    np.add.at(rows, results[there], sides.counts[numbers])
    return sums, rows
