"""Progressive meters at the terminal's table: where they begin, and what each round adds.

A meter begins at the amount the operator set, else at the document's least initial or reset amount,
else at $1,000.00. Each stake on its wager adds the rate of progression that was set, else the one the
document prints, else one twentieth of the stake; fractions of a cent are kept for the next round.
A meter that must hit is given away at an amount drawn beforehand between its reset and its maximum.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from cutcard.law import RuleSet
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table import Table, commands
from cutcard.wagers.settlement import Growth, growths

OTHERWISE: Final = Cents(100_000)
OTHERWISE_RATE: Final = Fraction(1, 20)
SYSTEM: Final = By(Role.DEVICE, "meters")

Below = Callable[[int], int]


@dataclass(slots=True)
class TerminalMeter:
    """One meter: how it grows, the parts of a cent that it carries, and where it must hit."""

    growth: Growth
    initial: Cents
    reset: Cents
    carried: int = 0
    hits_at: int = 0

    @property
    def name(self) -> str:
        """As the document has it."""
        return self.growth.name


@dataclass(slots=True)
class TerminalMeters:
    """Every meter of a table."""

    below: Below = secrets.randbelow
    every: list[TerminalMeter] = field(default_factory=list)

    @classmethod
    def of(cls, rules: RuleSet, *, below: Below = secrets.randbelow) -> TerminalMeters:
        """The meters that the wagers on offer pay from."""
        made = cls(below)
        for offer in rules.offers.values():
            made.every += [_meter(each) for each in growths(offer)]
        for each in made.every:
            made._set_hit(each)
        return made

    def _set_hit(self, meter: TerminalMeter) -> None:
        if meter.growth.must_hit:
            points = meter.growth.hit_points
            meter.hits_at = points[self.below(len(points))]

    def opening(self) -> list[commands.ShowMeter]:
        """What the meters show when the table opens."""
        return [commands.ShowMeter(SYSTEM, each.name, each.initial, each.reset) for each in self.every]

    def growing(self, table: Table) -> list[commands.ShowMeter]:
        """What the meters show once the bets of a round are in."""
        found = []
        for each in self.every:
            staked = sum(bet.stakes.get(each.growth.wager, 0) for bet in table.bets)
            if not staked:
                continue
            stands = table.meters.get(each.name, each.initial)
            shows, each.carried = each.growth.grown(stands, each.carried, staked)
            found.append(commands.ShowMeter(SYSTEM, each.name, shows))
        return found

    def must_hit(self, table: Table, name: str) -> bool:
        """Whether a meter has come to where it is given away."""
        shows = table.meters.get(name, Cents(0))
        return any(
            each.growth.must_hit and each.name == name and shows >= each.hits_at for each in self.every
        )

    def was_hit(self, name: str) -> None:
        """Draw anew where a meter is given away next."""
        for each in self.every:
            if each.name == name:
                self._set_hit(each)


def _meter(found: Growth) -> TerminalMeter:
    """A meter with the usual where neither the operator nor the document says."""
    reset = OTHERWISE if found.reset is None else found.reset
    initial = reset if found.initial is None else found.initial
    rate = OTHERWISE_RATE if found.rate is None else found.rate
    return TerminalMeter(replace(found, initial=initial, reset=reset, rate=rate), initial, reset)
