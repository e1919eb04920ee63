"""Where what a plan watches lies in the kernel's tables, in what a unit keeps, and in the sums.

Watching changes no card and no sum: a run that watches has the same rounds as one that does not, and a
few more columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import floor, gcd, isqrt
from typing import Any, Final

import numpy as np

from cutcard.cards import DECK_52, Card
from cutcard.money import Odds
from cutcard.rules import in_force
from cutcard.sim.kernels.staged.watch_fields import (
    BEFORE,
    FACTORS,
    LINEAR,
    OF_CELL,
    OF_SESSIONS,
    SIDE,
    TAGS,
    TAILS,
)
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.results.results import REST
from cutcard.wagers import View, classifier

Array = np.ndarray[Any, Any]

COUNT_BINS: Final = 81
"""The number of bins of a count."""
BELOW: Final = 40
"""How many of them lie below the true count of a full shoe."""
BELOW_RUNNING: Final = 15
"""And below its running count, which rises from there where a count is not balanced."""
HALVES: Final = ("even", "odd")
"""Of the units, by their numbers: one half chooses what the other measures."""
DEPTHS: Final = 10
"""The number of bins of the depth."""
OF_BIN: Final = ("bets", "net", "square")
OF_REST: Final = ("net", "unit_square", "unit_cross")
OF_MANY: Final = ("many", "ahead", "level", "sum", "square")
DEVIATIONS: Final = 8
"""Sessions have bins up to this multiple of the stakes and the root of the rounds."""
INSURANCE: Final = "insurance"
LOSES: Final = "lose"
NOT_OFFERED: Final = 0


@dataclass(frozen=True)
class Insuring:
    """Insurance as a count sees it: when it is offered, and its outcome by the dealer's second card."""

    outcomes: tuple[str, ...]
    """The losing one first."""
    nets: tuple[Fraction, ...]
    """By outcome: what a stake of one nets."""
    table: tuple[int, ...]
    """By up card and second card (places in the deck): 0 where it is not offered, or 1 plus the place of
    its outcome."""


def insuring(plan: Plan) -> Insuring | None:
    """The insurance of a plan's table; None where it is not offered before the second card is known."""
    game, rules = plan.game, plan.rules
    if not game.insurance or not game.has_hole_card or game.hole_card == "face_up" or plan.spots > 1:
        return None
    rows = {
        row.outcome: row.pays
        for row in rules.offers[INSURANCE].paytable.rows
        if in_force(row, rules.options)
    }
    prices = {
        name: Fraction(pays.win, pays.per) for name, pays in rows.items() if isinstance(pays, Odds)
    }
    outcomes = (LOSES, *prices)
    table = []
    for up in DECK_52:
        names = [
            next((name for name in _won(up, second) if name in prices), LOSES) for second in DECK_52
        ]
        is_offered = any(name != LOSES for name in names)
        table += [outcomes.index(name) + 1 if is_offered else NOT_OFFERED for name in names]
    return Insuring(outcomes, (Fraction(-1), *prices.values()), tuple(table))


def _won(up: Card, second: Card) -> tuple[str, ...]:
    return classifier(INSURANCE).classify(View(first_two=(up, second), up=up, dealer=(up, second)))


class Watching:
    """Where a plan's watching lies in the kernel's tables, in what a unit keeps, and in the sums."""

    def __init__(
        self,
        plan: Plan,
        wagers: Sequence[str],
        units: Sequence[int],
        pack: Array,
        *,
        out_at: int,
    ) -> None:
        self.plan, self.wagers, self.units, self.pack = plan, wagers, units, pack
        self.watch = plan.watch or WatchRequest()
        self.out_at = out_at

    @property
    def kept(self) -> int:
        """How many numbers a unit keeps."""
        many = BEFORE + 3 * len(self.wagers) + self.plan.boxes + 1
        return 0 if self.plan.watch is None else many

    @property
    def _sizes(self) -> tuple[int, ...]:
        """Of the sums by count, by depth, of sessions, of insurance, of rounds that are not known."""
        of_bin = 1 + OF_CELL * len(self.wagers)
        return (
            len(HALVES) * COUNT_BINS * of_bin if self.watch.count else 0,
            DEPTHS * of_bin if self.watch.by_depth else 0,
            OF_SESSIONS if self.watch.sessions else 0,
            len(HALVES) * COUNT_BINS * len(self.insuring.outcomes) if self.insuring else 0,
            of_bin if self.watch.known else 0,
        )

    @cached_property
    def insuring(self) -> Insuring | None:
        """Insurance, where there is a count to decide by."""
        return insuring(self.plan) if self.watch.count else None

    @property
    def many(self) -> int:
        """How many sums there are."""
        return sum(self._sizes)

    @property
    def money(self) -> int:
        """The cents that one of a session's counts stands for."""
        return gcd(*self.units)

    @property
    def width(self) -> int:
        """Of a session's bin, in its counts: one where the results to be expected fit so."""
        stakes = sum(self.plan.stakes.values()) + (self.plan.spots - 1) * self.plan.stakes["main"]
        furthest = DEVIATIONS * stakes * (isqrt(self.watch.session) + 1)
        return max(1, -(-furthest // (SIDE * self.money)))

    @cached_property
    def table(self) -> Array:
        """The kernel's table; empty where nothing is watched."""
        if self.plan.watch is None:
            return np.zeros(0, dtype=np.int64)
        watch = self.watch
        at = list(accumulate(self._sizes, initial=self.out_at))
        insured = self.insuring
        head = [at[0], *self._counting(), at[1], DEPTHS if watch.by_depth else 0]
        head += [at[2], watch.session, watch.sessions, self.width, at[3]]
        head += [FACTORS + len(self.units), len(insured.outcomes)] if insured else [0, 0]
        head += [at[4], watch.known]
        assert len(head) == TAGS
        count = watch.count
        tags = [int(tag * count.per) for tag in count.tags] if count else [0] * len(DECK_52)
        factors = [each // self.money for each in self.units]
        return np.array([*head, *tags, *factors, *(insured.table if insured else ())], dtype=np.int64)

    def _counting(self) -> tuple[int, ...]:
        """Bins, the lowest, the count of a full shoe, whether it is divided, and by what."""
        count, game = self.watch.count, self.plan.game
        if count is None:
            return 0, 0, 0, 0, 0, 1
        start = int(self._start * count.per)
        times = game.deck_cards if count.is_true else 1
        return COUNT_BINS, self.lowest, start, int(count.is_true), times, count.per * count.step

    @cached_property
    def _start(self) -> Fraction:
        """The running count of a full shoe."""
        count = self.watch.count
        tags = count.tags if count else (Fraction(0),) * len(DECK_52)
        whole = sum((tags[place] for place in self.pack.tolist()), Fraction(0))
        return (count.pivot if count else Fraction(0)) - whole

    @cached_property
    def lowest(self) -> int:
        """The lowest bin, which also takes every count below it."""
        count = self.watch.count
        if count is None:
            return 0
        if count.is_true:
            return floor(self._start / self.plan.game.decks / count.step) - BELOW
        return floor(self._start / count.step) - BELOW_RUNNING

    @property
    def places(self) -> range:
        """The bins of a count."""
        return range(self.lowest, self.lowest + COUNT_BINS)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the sums."""
        names: list[str] = []
        if self.watch.count:
            for half in HALVES:
                for place in self.places:
                    names += self._bin(f"count/{half}/{place}")
        if self.watch.by_depth:
            for place in range(DEPTHS):
                names += self._bin(f"depth/{place}")
        if self.watch.sessions:
            names += [f"session/{name}" for name in OF_MANY]
            names += [f"session/{place}" for place in range(-SIDE, SIDE)]
            names += [f"session/high/{place}" for place in range(TAILS)]
            names += [f"session/low/{place}" for place in range(TAILS)]
        if self.insuring:
            for half in HALVES:
                for place in self.places:
                    name = f"insurance/{half}/{place}"
                    names += [f"{name}/{outcome}" for outcome in self.insuring.outcomes]
        if self.watch.known:
            names += [REST, *(f"{REST}/{each}/{of}" for each in self.wagers for of in OF_REST)]
        assert len(OF_MANY) == LINEAR
        assert len(names) == self.many
        return tuple(names)

    def _bin(self, name: str) -> list[str]:
        return [f"{name}/rounds", *(f"{name}/{each}/{of}" for each in self.wagers for of in OF_BIN)]
