"""A plan made ready: everything tabulated for it, and where its sums lie.

A box by itself marches in lockstep lanes (`kernels.lockstep`, `kernels.gpu`), on a processor core also
with side wagers that can be settled when a round is over; everything else is played by the staged
kernel. Both take the same cards in the same order and come to the same totals.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.rounds import tabulate
from cutcard.automata.wagers import Chain, Chains, StreakWager, chains, streak_wagers, streaks
from cutcard.cards import DECK_52
from cutcard.compute import report_progress
from cutcard.sim.kernels.lockstep.kernel import UnitShape
from cutcard.sim.kernels.staged.fields import BEFORE_WAGERS, ENDS_OF, OF_WAGER
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
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
FINISHES: Final = 256
MOST_NET: Final = 10**9
"""Beyond it the sums of squares may not fit their words."""


class SumPlaces(NamedTuple):
    """Where counts begin in the sums."""

    rows: int
    """Of whole rounds, by emission."""
    split_rows: int
    """Of split hands, by finish and end."""
    side_rows: int
    """Of the results of side wagers."""
    bet_squares: int
    """Squares of the units' bets, by streak wager."""


class Prepared:
    """What the kernels play a plan with."""

    def __init__(self, plan: Plan, device: str = "cpu", *, is_staged: bool = False) -> None:
        self.plan, self.device = plan, device
        self.chains = chains(plan.rules, plan.sides, bonus_chains(plan))
        _check_wagers(plan, self.chains)
        self.chains, self.devices = with_devices(plan.rules, self.chains)
        if self.logs and plan.boxes > 1 and any(each.pays_others for each in self.devices):
            raise SimError("meters: what other boxes' spins pay a box needs meters that stand still")
        marches = self._is_for_lanes
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

    @property
    def _is_for_lanes(self) -> bool:
        """Whether lockstep lanes know all of the table, but for its side wagers' own cards."""
        plan = self.plan
        if plan.boxes > 1 or plan.burns_each_round or plan.spots > 1:
            return False
        if self.logs or self.devices or streak_wagers(plan.rules, plan.sides):
            return False
        is_one_round = plan.penetration is not None and plan.cut <= plan.burned  # a whole shoe
        return not is_one_round and not (self.chains.chains and self.device == "gpu")

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

    @property
    def scale(self) -> dict[str, int]:
        """By wager: the cents that one of its money columns stands for."""
        return dict(zip(self.wagers, self.units, strict=True))

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
    def places(self) -> SumPlaces:
        """Where in the sums everything behind the wagers begins."""
        sizes = (len(self.tables.packed), FINISHES * ENDS_OF, len(self.side_nets))
        first = BEFORE_WAGERS + len(self.wagers) * OF_WAGER
        return SumPlaces(first, first + sizes[0], first + sizes[0] + sizes[1], first + sum(sizes))

    def sums_of(self, wager: int) -> int:
        """Where the sums of a wager begin."""
        return BEFORE_WAGERS + wager * OF_WAGER

    @cached_property
    def watching(self) -> Watching:
        """The layout of what is watched, behind everything else."""
        about = (self.plan, self.wagers[: 1 + len(self.chains.chains)], self.units, self.pack)
        return Watching(*about, out_at=self.places.bet_squares + len(self.streaks.wagers))

    @property
    def sums(self) -> int:
        """How many numbers are added up."""
        return self.watching.out_at + self.watching.many

    @cached_property
    def logged_results(self) -> Array:
        """By result of all side wagers: whether it is logged, for a meter pays it."""
        logs = [self.logs and bool(one.shares) for each in self.sides for one in each.results]
        return np.array(logs or [False], dtype=bool)

    @cached_property
    def roles(self) -> Array:
        """By place in the step table: where the card goes that is awaited."""
        return np.repeat(self.tables.roles.astype(np.uint8), self.tables.letters)


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
