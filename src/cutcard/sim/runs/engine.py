"""The engine of a plan: its tables, its kernel, and the sums over units of work.

A box by itself marches in lockstep lanes (`kernels.lockstep`, `kernels.gpu`), on a processor core also
with side wagers that can be settled when a round is over; everything else is played by the staged
kernel. Both take the same cards in the same order and come to the same totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from cutcard.automata.rounds import tabulate
from cutcard.automata.wagers import Chain, Chains, StreakWager, chains, streak_wagers, streaks
from cutcard.cards import DECK_52
from cutcard.compute import report_progress
from cutcard.sim.kernels.lockstep import driver as lockstep, kernel
from cutcard.sim.kernels.lockstep.driver import FINISHES, LOCKSTEP_ORDER
from cutcard.sim.kernels.lockstep.kernel import UnitShape
from cutcard.sim.kernels.lockstep.side_wagers import Sides
from cutcard.sim.kernels.staged import kernel as staged, trace as tracing
from cutcard.sim.kernels.staged.fields import BEFORE_WAGERS, ENDS_OF, OF_WAGER
from cutcard.sim.kernels.staged.log import ENTRY
from cutcard.sim.kernels.staged.tables import NO_LOG, StagedTables, new_trace
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import BETS_SQUARED, ROWED
from cutcard.sim.runs.log import Logged, LogSpace, Written, written
from cutcard.sim.runs.workers import gpu_driver
from cutcard.sim.tables import kept_tables as keeping
from cutcard.sim.tables.bonuses import Others, bonus_chains, others
from cutcard.sim.tables.devices import with_devices
from cutcard.sim.tables.play_tables import with_counts
from cutcard.sim.tables.round_tables import (
    FRESH_FLUSH,
    Packing,
    RoundTables,
    TooLargeError,
    longest,
    tables,
)
from cutcard.sim.tables.side_tables import beside
from cutcard.sim.watch.layout import Watching

Array = np.ndarray[Any, Any]

MAIN: Final = "main"
OF_EACH: Final = ("bets", "net", "hits", "square", "unit_square", "unit_cross")
ALL_ROUNDS: Final = -1
NO_ROUNDS: Final = np.zeros(0, dtype=np.int64)
MOST_NET, MOST_SQUARES = 10**9, 2**60
"""Beyond these the sums of squares may not fit their words."""


class Engine:
    """Units of work of one plan, on one device."""

    def __init__(self, plan: Plan, device: str = "cpu", *, is_staged: bool | None = None) -> None:
        self.plan, self.device = plan, device
        if device == "gpu":
            gpu_driver().check()
        self.chains = chains(plan.rules, plan.sides, bonus_chains(plan))
        _check_wagers(plan, self.chains)
        self.chains, self.devices = with_devices(plan.rules, self.chains)
        if self.logs and plan.boxes > 1 and any(each.pays_others for each in self.devices):
            raise SimError("meters: what other boxes' spins pay a box needs meters that stand still")
        marches = lockstep.knows(self)
        is_asked = marches and not is_staged and plan.watch is None
        self.beside = beside(plan.game, self.chains.chains) if is_asked else None
        try:
            self.tables = self._tables()
            if marches and plan.cards - plan.cut < longest(self.tables, self.pack):
                marches, self.beside = False, None
                self.tables = self._tables()
        except TooLargeError as error:
            raise SimError(f"stakes: {error}: the kernel's words are too small for that") from None
        self.is_staged = self.beside is None
        self.streaks = streaks(plan.rules, plan.sides, self.tables.most_hands)
        self.is_sorted = marches and not self.chains.chains
        self.sides: tuple[Chain | StreakWager, ...] = (*self.chains.chains, *self.streaks.wagers)
        self.wagers = (MAIN, *(each.wager for each in self.sides))
        self.side_nets, self.units = self._side_nets()
        self._room = LogSpace()

    @property
    def logs(self) -> bool:
        """Whether what meters pay is logged, for `sim.meters` to add."""
        return bool(self.plan.growing)

    def _tables(self) -> RoundTables:
        """The tables of the main game, from the cache or made now."""
        plan = self.plan
        reads = {stage.reads for each in self.chains.chains for stage in each.stages}
        tells_totals = "final_total" in reads
        counts = bool(streak_wagers(plan.rules, plan.sides))
        completes = self.beside is not None and self.beside.completes
        most = 4 * FRESH_FLUSH if plan.penetration is None else plan.cards

        def make() -> RoundTables:
            report_progress("tables of the main game")
            choose, stake = plan.strategy.choose, plan.stakes[MAIN]
            wanted = {"tells_totals": tells_totals, "completes": completes}
            machine = tabulate(plan.game, plan.rows, choose, stake, **wanted)
            weights = np.array([len(places) for places in machine.letters], dtype=float)
            round_tables = tables(machine, weights, cards=most)
            return with_counts(round_tables, machine, plan.game, plan.rows) if counts else round_tables

        return keeping.tables(keeping.name_of(plan, tells_totals, most, counts, completes), make)

    def _side_nets(self) -> tuple[Array, tuple[int, ...]]:
        """The nets of results, in units of each wager; and the cents of one unit."""
        nets, units = [], [self.tables.unit]
        for each in self.sides:
            cents = [int(result.net) + self._from_meters(result) for result in each.results]
            devices = [device for device in self.devices if device.wager == each.wager]
            to_others = [one for device in devices for one in device.to_others]
            to_others += [int(result.to_others) for result in each.results if self.plan.boxes > 1]
            unit = int(np.gcd.reduce([each.stake, *map(abs, cents), *to_others])) or 1
            if self.logs and any(result.shares for result in each.results):
                unit = 1  # a meter pays any number of cents
            if max(map(abs, cents), default=0) // unit > MOST_NET:
                raise SimError(f"wager: what {each.wager} can win is too much for the kernel's words")
            nets += [cent // unit for cent in cents]
            units.append(unit)
        return np.array(nets or [0], dtype=np.int64), tuple(units)

    @cached_property
    def others(self) -> Others:
        """What results give to each other box."""
        shown = {each.wager for each in self.devices}
        return others(self.sides, self.units[1:], boxes=self.plan.boxes, shown=shown)

    def _from_meters(self, result: Any) -> int:
        added = 0
        for share in result.shares:
            if share.meter not in self.plan.meters:
                raise SimError(f"meter: state what {share.meter} shows")
            if share.meter in self.plan.growing:
                continue  # added once the meter is known
            part = self.plan.meters[share.meter] * share.percent // 100
            added += part if share.most is None else min(part, share.most)
        return added

    # What is added up.

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

    @property
    def scale(self) -> dict[str, int]:
        """By wager: the cents that one of its money columns stands for."""
        return dict(zip(self.wagers, self.units, strict=True))

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
        whole, split, sides, end = self._rows_at
        if self.device == "gpu":
            totals, rows, parts = gpu_driver().lockstep(self, first, units, rounds_of)
        else:
            totals, rows, parts, *others = lockstep.units(self, first, units, rounds_of)
            out[BEFORE_WAGERS + OF_WAGER : whole], out[sides:end] = others[0].ravel(), others[1]
        out[: BEFORE_WAGERS + OF_WAGER] = totals[LOCKSTEP_ORDER]
        rows[0] = totals[kernel.ROWED]
        out[whole:split], out[split:sides] = rows, parts.ravel()
        return out

    @cached_property
    def lanes_beside(self) -> Sides | None:
        """The side wagers' tables for lockstep lanes, where there are any."""
        return lockstep.side_tables(self)

    @property
    def seed(self) -> np.uint64:
        """As the kernels take it, all 64 bits."""
        return np.uint64(self.plan.seed)

    @cached_property
    def pack(self) -> Array:
        """A shoe sorted by letters, as places in the deck."""
        decks = self.plan.game.decks
        there = [place for place in range(len(DECK_52)) if self.tables.letter_of[place] != 255]
        there.sort(key=self.tables.letter_of.__getitem__)
        return np.repeat(np.array(there, dtype=np.uint8), decks)

    @property
    def letter_ends(self) -> Array:
        """Where the cards of each letter but the last end in a sorted shoe."""
        counts = np.bincount(self.tables.letter_of[self.pack], minlength=self.tables.letters)
        return np.cumsum(counts)[:-1].astype(np.uint16)

    @cached_property
    def shape(self) -> UnitShape:
        """The sizes that the kernel works with."""
        return self.shaped(self.tables.packing)

    def shaped(self, packing: Packing) -> UnitShape:
        """With whole rounds packed in some way."""
        plan, round_tables = self.plan, self.tables
        sizes = (plan.cards, plan.cut, plan.burned, round_tables.hot, round_tables.last)
        return UnitShape.of(*sizes, split=round_tables.splitting, packed=packing)

    @cached_property
    def _rows_at(self) -> tuple[int, int, int, int]:
        """Where in the sums whole rounds, split hands and side results are counted, and the end."""
        sizes = (len(self.tables.packed), FINISHES * ENDS_OF, len(self.side_nets))
        first = BEFORE_WAGERS + len(self.wagers) * OF_WAGER
        return first, first + sizes[0], first + sizes[0] + sizes[1], first + sum(sizes)

    @property
    def rows_at(self) -> int:
        """Where in the sums whole rounds are counted, by emission."""
        return self._rows_at[0]

    @property
    def split_rows_at(self) -> int:
        """Where split hands are counted, by finish and end."""
        return self._rows_at[1]

    @property
    def side_rows_at(self) -> int:
        """Where the results of side wagers are counted."""
        return self._rows_at[2]

    @property
    def bet_squares_at(self) -> int:
        """Where squares of the units' bets are added up, by streak wager."""
        return self._rows_at[3]

    def sums_of(self, wager: int) -> int:
        """Where the sums of a wager begin."""
        return BEFORE_WAGERS + wager * OF_WAGER

    @cached_property
    def watching(self) -> Watching:
        """The layout of what is watched, behind everything else."""
        about = (self.plan, self.wagers[: 1 + len(self.chains.chains)], self.units, self.pack)
        return Watching(*about, out_at=self.bet_squares_at + len(self.streaks.wagers))

    @property
    def sums(self) -> int:
        """How many numbers are added up."""
        return self.watching.out_at + self.watching.many

    def _added(self, out: Array) -> Array:
        """The columns' values."""
        first, second, third, end = self._rows_at
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

    @cached_property
    def logged_results(self) -> Array:
        """By result of all side wagers: whether it is logged, for a meter pays it."""
        logs = [self.logs and bool(one.shares) for each in self.sides for one in each.results]
        return np.array(logs or [False], dtype=bool)

    def _staged(self, first: int, units: int, rounds_of: Array, events: Array = NO_LOG) -> Array:
        """The sums over units."""
        out = np.zeros(self.staged.sums, dtype=np.int64)
        table = self.staged.table(events=events)
        staged.play_units(self.seed, first, units, ALL_ROUNDS, table, out, rounds_of)
        return self.staged.filled_in(out)

    @cached_property
    def roles(self) -> Array:
        """By place in the step table: where the card goes that is awaited."""
        return np.repeat(self.tables.roles.astype(np.uint8), self.tables.letters)

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


def _check_wagers(plan: Plan, side_chains: Chains) -> None:
    """Refuse a wager that has no chain, and a cap that several boxes would share."""
    over_rounds = streak_wagers(plan.rules, plan.sides)
    chained = {each.wager for each in side_chains.chains}
    reasons = {left.wager: f": {left.why}" for left in side_chains.left_out}
    for name in plan.sides:
        if name not in over_rounds and (name in reasons or name not in chained):
            raise SimError(f"wager: {name} is not simulated yet{reasons.get(name, '')}")
    for each in side_chains.chains:
        if plan.boxes > 1 and any(one.shared_cap is not None for one in each.results):
            raise SimError(
                f"set: {each.wager}.aggregate_cap covers all boxes together, which is not simulated; "
                "use --boxes 1, or leave it out"
            )


def _row_name(result: Any) -> str:
    return result.outcomes[0] if result.outcomes else "nothing"


def _row_names(results: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_row_name(each) for each in results if not each.device))
