"""Progressive meters at the terminal's table: where they begin, and what each round adds.

A meter begins at the amount the operator set, else at the document's least initial or reset amount,
else at $1,000.00. Each stake on its wager adds the rate of progression that was set, else the one the
document prints, else one twentieth of the stake; fractions of a cent are kept for the next round.
A meter that must hit is given away at an amount drawn beforehand between its reset and its maximum.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from cutcard.law.meters import MeterSetting
from cutcard.law.model import MeterFloor
from cutcard.law.offers import Offer
from cutcard.law.ruleset import RuleSet
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table import Table, commands

OTHERWISE: Final = Cents(100_000)
OTHERWISE_RATE: Final = Fraction(1, 20)
OTHERWISE_MAXIMUM: Final = 4
"""A meter that must hit and has no maximum hits at the latest at so many times its reset."""
SYSTEM: Final = By(Role.DEVICE, "meters")

Below = Callable[[int], int]


@dataclass(slots=True)
class Meter:
    """One meter: its wager, what it adds per cent staked, and where it starts again."""

    name: str
    wager: str
    initial: Cents
    reset: Cents
    rate: Fraction
    maximum: Cents | None
    must_hit: bool
    carried: Fraction = Fraction(0)
    hits_at: int = 0


@dataclass(slots=True)
class Meters:
    """Every meter of a table."""

    below: Below = secrets.randbelow
    every: list[Meter] = field(default_factory=list)

    @classmethod
    def of(cls, rules: RuleSet, *, below: Below = secrets.randbelow) -> Meters:
        """The meters that the wagers on offer pay from."""
        made = cls(below)
        for offer in rules.offers.values():
            settings = offer.settings.get("meters")
            run = settings if isinstance(settings, Mapping) else {}
            for name in offer.law.meters:
                if name in run or name in offer.paytable.meters():
                    made.every.append(_meter(offer, name, run.get(name)))
        for each in made.every:
            made._set_hit(each)
        return made

    def _set_hit(self, meter: Meter) -> None:
        if meter.must_hit:
            most = meter.maximum or Cents(meter.reset * OTHERWISE_MAXIMUM)
            meter.hits_at = meter.reset + 1 + self.below(max(1, most - meter.reset))

    def opening(self) -> list[commands.ShowMeter]:
        """What the meters show when the table opens."""
        return [commands.ShowMeter(SYSTEM, each.name, each.initial, each.reset) for each in self.every]

    def growing(self, table: Table) -> list[commands.ShowMeter]:
        """What the meters show once the bets of a round are in."""
        found = []
        for each in self.every:
            staked = sum(bet.stakes.get(each.wager, 0) for bet in table.bets)
            if not staked:
                continue
            grown = table.meters.get(each.name, each.initial) + each.carried + staked * each.rate
            if each.maximum is not None:
                grown = min(grown, Fraction(each.maximum))
            shows = Cents(grown.numerator // grown.denominator)
            each.carried = grown - shows
            found.append(commands.ShowMeter(SYSTEM, each.name, shows))
        return found

    def must_hit(self, table: Table, name: str) -> bool:
        """Whether a meter has come to where it is given away."""
        shows = table.meters.get(name, Cents(0))
        return any(each.must_hit and each.name == name and shows >= each.hits_at for each in self.every)

    def was_hit(self, name: str) -> None:
        """Draw anew where a meter is given away next."""
        for each in self.every:
            if each.name == name:
                self._set_hit(each)


def _meter(offer: Offer, name: str, setting: object) -> Meter:
    given = setting if isinstance(setting, MeterSetting) else MeterSetting()
    floors = offer.law.meters[name].floors_for(offer.paytable.id)
    must_hit = offer.law.classifier == "random_winner"
    reset = given.reset or _floor(floors, "reset") or given.initial or OTHERWISE
    initial = given.initial or _floor(floors, "initial") or reset
    rate = given.rate if given.rate is not None else _rate(floors)
    maximum = given.maximum or _floor(floors, "maximum")
    needs = offer.law.needs
    wager = needs.names[0] if must_hit and needs is not None else offer.law.id
    return Meter(name, wager, initial, reset, rate, maximum, must_hit)


def _floor(floors: tuple[MeterFloor, ...], key: str) -> Cents | None:
    return next((amount for floor in floors if (amount := getattr(floor, key))), None)


def _rate(floors: tuple[MeterFloor, ...]) -> Fraction:
    return next((Fraction(floor.rate) for floor in floors if floor.rate), OTHERWISE_RATE)
