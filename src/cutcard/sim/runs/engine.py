"""The engine of a plan: the sums over units of work, by the kernel that plays it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from cutcard.sim.kernels.lockstep import driver as lockstep, kernel
from cutcard.sim.kernels.lockstep.side_wagers import Sides
from cutcard.sim.kernels.prepared import MAIN, Prepared
from cutcard.sim.kernels.staged import kernel as staged, trace as tracing
from cutcard.sim.kernels.staged.fields import BEFORE_WAGERS, ENDS_OF, OF_WAGER
from cutcard.sim.kernels.staged.log import ENTRY
from cutcard.sim.kernels.staged.tables import NO_LOG, StagedTables, new_trace
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import BETS_SQUARED, ROWED
from cutcard.sim.runs.log import Logged, LogSpace, Written, written
from cutcard.sim.runs.workers import Array, gpu_driver

OF_EACH: Final = ("bets", "net", "hits", "square", "unit_square", "unit_cross")
ALL_ROUNDS: Final = -1
NO_ROUNDS: Final = np.zeros(0, dtype=np.int64)
MOST_SQUARES: Final = 2**60
"""Beyond it the sums of squares may not fit their words."""


class Engine(Prepared):
    """Units of work of one plan, on one device."""

    def __init__(self, plan: Plan, device: str = "cpu", *, is_staged: bool = False) -> None:
        if device == "gpu":
            gpu_driver().check()
        super().__init__(plan, device, is_staged=is_staged)
        self._room = LogSpace()

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of what is added up, in their order."""
        names = ["units", "rounds", "rounds.unit_square"]
        for wager in self.wagers:
            names += [f"{wager}.{each}" for each in OF_EACH]
        names += [f"{wager}.staked" for wager in self.wagers]
        names.append(f"{MAIN}.{ROWED}")
        names += [f"{MAIN}.row.{name}" for name in self._main_rows]
        for each in self.sides:
            names += [f"{each.wager}.row.{name}" for name in _row_names(each.results)]
        names += [f"{name}{BETS_SQUARED}" for name in self.streaks.names]
        return (*names, *self.watching.columns)

    @cached_property
    def _main_rows(self) -> tuple[str, ...]:
        return tuple(sorted({name for names in self.tables.names for name in names}))

    def run(self, first_unit: int, units: int, rounds_of: Array = NO_ROUNDS) -> Array:
        """The sums over these units without payouts of growing meters; `rounds_of` takes the rounds of
        each, as far as it is long."""
        return self._added(self._run(first_unit, units, rounds_of))

    def logged(self, first: int, units: int) -> Logged:
        """The sums with the log, run again until there is room for all of it."""
        out, entries = self._room.run(first, units, self._play_logged)
        return Logged(self._added(out), entries)

    def _play_logged(self, first: int, units: int, room: int) -> Written:
        if self.device == "gpu":
            return Written(*gpu_driver().staged_logged(self, first, units, room))
        events = np.zeros(1 + ENTRY * room * units, dtype=np.int64)
        return written(events, self._staged(first, units, NO_ROUNDS, events))

    def rounds_of(self, first_unit: int, units: int) -> Array:
        """The rounds of each of these units."""
        rounds = np.zeros(units, dtype=np.int64)
        self._run(first_unit, units, rounds)
        return rounds

    def _run(self, first: int, units: int, rounds_of: Array) -> Array:
        """Sums, then counts of whole rounds by emission, split hands by finish and end, side results."""
        if self.is_staged:
            if self.device == "gpu":
                return np.asarray(gpu_driver().staged(self, first, units, rounds_of))
            return self._staged(first, units, rounds_of)
        out = np.zeros(self.sums, dtype=np.int64)
        whole, split, sides, end = self.places
        if self.device == "gpu":
            totals, rows, parts = gpu_driver().lockstep(self, first, units, rounds_of)
        else:
            totals, rows, parts, *others = lockstep.units(
                self, self._lanes_beside, first, units, rounds_of
            )
            out[BEFORE_WAGERS + OF_WAGER : whole], out[sides:end] = others[0].ravel(), others[1]
        out[: BEFORE_WAGERS + OF_WAGER] = totals[lockstep.LOCKSTEP_ORDER]
        rows[0] = totals[kernel.ROWED]
        out[whole:split], out[split:sides] = rows, parts.ravel()
        return out

    @cached_property
    def _lanes_beside(self) -> Sides | None:
        """The side wagers' tables for lockstep lanes, where there are any."""
        return lockstep.side_tables(self)

    def _added(self, out: Array) -> Array:
        """The columns' values."""
        first, second, third, end = self.places
        sums, whole, split, sides = out[:first], out[first:second], out[second:third], out[third:end]
        values = [int(each) for each in sums]
        for place, wager in enumerate(self.wagers):
            bets = values[3 + place * OF_WAGER]
            stake = self.plan.staked(wager) * (self.plan.spots if wager == MAIN else 1)
            values.append(bets * stake // self.units[place])
        values.append(int(whole[0]))
        round_tables, counts = self.tables, dict.fromkeys(self._main_rows, 0)
        for number in np.flatnonzero(whole[: round_tables.hot]).tolist():
            if number:
                counts[round_tables.names[round_tables.finishes[number]][round_tables.ends[number]]] += (
                    int(whole[number] * round_tables.times[number])
                )
        for number in np.flatnonzero(split).tolist():
            counts[round_tables.names[number // ENDS_OF][number % ENDS_OF]] += int(split[number])
        values += counts.values()
        at = 0
        for each in self.sides:
            by_name, squares = dict.fromkeys(_row_names(each.results), 0), 0
            for number, result in enumerate(each.results):
                squares += int(sides[at + number]) * int(self.side_nets[at + number]) ** 2
                if not result.device:
                    by_name[_row_name(result)] += int(sides[at + number])
            if squares > MOST_SQUARES:
                raise SimError(f"wager: {each.wager} wins too much too often for the kernel's words")
            at += len(each.results)
            values += by_name.values()
        values += out[end:].tolist()
        return np.array(values, dtype=object)

    # The staged kernel.

    @cached_property
    def staged(self) -> StagedTables:
        """Its tables."""
        return StagedTables(self)

    def _staged(self, first: int, units: int, rounds_of: Array, events: Array = NO_LOG) -> Array:
        """The sums over units."""
        out = np.zeros(self.staged.sums, dtype=np.int64)
        table = self.staged.table(events=events)
        staged.play_units(self.seed, first, units, ALL_ROUNDS, table, out, rounds_of)
        return self.staged.filled_in(out)

    @cached_property
    def _tracing(self) -> Engine:
        """The staged engine of the same plan, which can follow a round card by card."""
        return Engine(self.plan, is_staged=True)

    def trace(self, unit: int, number: int) -> Traced:
        """One round of a unit, card by card."""
        if not self.is_staged:
            return self._tracing.trace(unit, number)
        table = self.staged.table(trace=new_trace())
        out = np.zeros(self.staged.sums, dtype=np.int64)
        staged.play_units(self.seed, unit, 1, number, table, out, NO_ROUNDS)
        return tracing.traced(self, number, table)


def _row_name(result: Any) -> str:
    return result.outcomes[0] if result.outcomes else "nothing"


def _row_names(results: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_row_name(each) for each in results if not each.device))
