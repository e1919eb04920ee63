"""For the tests of the engine: plans, the rounds of units, the wagers that can be simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cutcard.law import document, document_ids
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.replay.redeal import check, through_table
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import Totals
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from cutcard.sim.scenario import Scenario
from cutcard.wagers.settlement.seat import HouseSide

DECKS = (None, 8, 6, 2, 1)
"""Tried in turn, where a wager is not offered with every number of decks."""
NOT_TAKEN = ("main", "insurance")
_FILED: Mapping[tuple[str, str], Mapping[str, object]] = {
    ("md-blackjack", "bonus_spin"): {
        "wheel": ["jackpot=1", "$1000=2", "$50=30", "$10=90", "$250/$100=5", "$20/$3=40"]
    },
    ("ma-blackjack", "blackjack_bonus"): {"bonus_button_awards": ["5.00=90", "7.50=40", "1000.00=1"]},
    ("md-pontoon-21", "bonus_spin_progressive"): {
        "wheel": ["jackpot=1", "$350=2", "$33=30", "$10=90", "$100/$20=8"]
    },
    ("md-pontoon-21", "bonus_spin_xtreme_progressive"): {
        "xtreme_wheel": ["primary_jackpot=1", "secondary_jackpot=2", "$1000=3", "$200/$25=30"]
    },
}
FILED = {**_FILED, **{("house-rules", wager): filed for (_, wager), filed in _FILED.items()}}
"""What an operator might file for the devices of these wagers."""


@dataclass(frozen=True)
class Dealt:
    """A table of the engine's."""

    document: str
    variation: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    wagers: tuple[str, ...] = ()
    boxes: int = 1
    penetration: Fraction | None = None
    fresh: bool = False

    def __str__(self) -> str:
        told = [self.document, self.variation or "", *self.wagers]
        told += [f"{name}={value}" for name, value in self.options.items()]
        told += [f"boxes={self.boxes}", "fresh" if self.fresh else str(self.penetration or "")]
        return " ".join(each for each in told if each)

    @property
    def scenario(self) -> Scenario:
        return Scenario(
            self.document,
            self.variation,
            self.options,
            {name: table for name, _, table in (each.partition("=") for each in self.wagers)},
            boxes=self.boxes,
            penetration=self.penetration,
            fresh=self.fresh,
            seed=7,
        )

    def plan(self) -> Plan:
        return planned(self.scenario)[1]


def with_decks(case: Dealt) -> Dealt | None:
    """The case with a number of decks that its wagers are offered with; None where it is no table."""
    for decks in DECKS:
        found = replace(case, options={**case.options, "decks": decks}) if decks else case
        try:
            Engine(found.plan())
        except SimError:
            continue
        return found
    return None


def side_wagers(name: str) -> tuple[str, ...]:
    """All wagers of a document that take a stake of their own."""
    law = document(name)
    return tuple(each for each in law.wager_ids if each not in NOT_TAKEN and law.wager(each).takes_stake)


def seated(name: str, variation: str | None, wager: str, *, boxes: int) -> Dealt | None:
    """A table with a wager and those that it needs; None where it is not simulated."""
    law = document(name).wager(wager)
    needed = () if law.needs is None else tuple({*law.needs.names} - {"main"})
    if variation is None and law.needs_variation is not None:
        variation = law.needs_variation.names[0]
    filed = FILED.get((name, wager), {})
    return with_decks(Dealt(name, variation, filed, (*needed, wager), boxes))


def every_variation() -> Iterator[tuple[str, str | None]]:
    """Each document, and its variations."""
    for name in document_ids():
        for variation in (None, *document(name).variations):
            yield name, variation


def rounds(engine: Engine, unit: int, many: int | None = None) -> Iterator[Traced]:
    """The rounds of a unit from its first on: all of them, or so many."""
    whole = int(engine.rounds_of(unit, 1)[0])
    for number in range(whole if many is None else min(many, whole)):
        yield engine.trace(unit, number)


def replay(plan: Plan, traced: Traced) -> None:
    """A round again at the table, to the cent."""
    house = HouseSide(meters=dict(plan.meters)) if plan.meters else None
    check(traced, through_table(plan.rules, traced, plan.strategy.choose, plan.stakes, house))


def totals(engine: Engine, first: int, units: int) -> Totals:
    return Totals(engine.columns, tuple(int(each) for each in engine.run(first, units)))
