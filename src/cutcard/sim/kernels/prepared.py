"""What the kernels' drivers are handed of an engine: the plan, and everything tabulated for it."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from cutcard.automata.wagers import Chains, Streaks
from cutcard.sim.kernels.lockstep.kernel import UnitShape
from cutcard.sim.kernels.lockstep.side_wagers import Sides
from cutcard.sim.plan import Plan
from cutcard.sim.tables.bonuses import Others
from cutcard.sim.tables.devices import Device, Draws
from cutcard.sim.tables.round_tables import RoundTables
from cutcard.sim.tables.side_tables import Beside
from cutcard.sim.watch.layout import Watching

Array = np.ndarray[Any, Any]


class Prepared(Protocol):
    """An engine, as far as drivers and traces look at it (`sim.runs` has the engine itself)."""

    plan: Plan
    device: str
    is_sorted: bool
    units: tuple[int, ...]
    wagers: tuple[str, ...]
    chains: Chains
    devices: tuple[Device | Draws, ...]
    beside: Beside | None
    tables: RoundTables
    streaks: Streaks
    side_nets: Array

    @property
    def logs(self) -> bool:
        """Whether what meters pay is logged."""

    @property
    def others(self) -> Others:
        """What a box's result pays to the other boxes."""

    @property
    def scale(self) -> dict[str, int]:
        """The cents that one of a wager's units stands for."""

    @property
    def lanes_beside(self) -> Sides | None:
        """The side wagers' tables for lockstep lanes."""

    @property
    def seed(self) -> np.uint64:
        """Of the run's chance."""

    @property
    def pack(self) -> Array:
        """A full shoe, as places in the deck."""

    @property
    def letter_ends(self) -> Array:
        """Where each class of cards ends among a full shoe's."""

    @property
    def shape(self) -> UnitShape:
        """Of the units of work."""

    @property
    def roles(self) -> Array:
        """By state: what the next card is for."""

    @property
    def logged_results(self) -> Array:
        """By result of all side wagers: whether it is logged."""

    @property
    def watching(self) -> Watching:
        """What is watched."""

    @property
    def sums(self) -> int:
        """How many numbers are added up."""

    def sums_of(self, wager: int) -> int:
        """Where the sums of a wager begin."""

    @property
    def rows_at(self) -> int:
        """Where whole rounds are counted."""

    @property
    def split_rows_at(self) -> int:
        """Where split hands are counted."""

    @property
    def side_rows_at(self) -> int:
        """Where the results of side wagers are counted."""

    @property
    def bet_squares_at(self) -> int:
        """Where squares of the units' bets are added up."""
