"""Must Hit: a free meter that is paid at a hidden point between its reset and its maximum.

The point is taken to be drawn evenly between the two. While the meter has not been hit, what is left
of that range is still evenly likely, so a contribution that moves the meter by a dollar at `m` hits
with one chance in `maximum - m`; the sooner it must come, the more a wager is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cutcard.law import MeterLaw, MeterSetting
from cutcard.money import PUSH, dollars
from cutcard.odds.answers import Answer, Exact, MeterOdds, RowOdds
from cutcard.odds.priced_rows import NOTHING_PAID
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.odds.rows import answer_with

CENTS: Final = 100


@dataclass(frozen=True, slots=True)
class HitPoint:
    """Where a meter is hit: evenly likely from what it shows to its maximum, in dollars."""

    reset: Fraction
    maximum: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.reset < self.maximum:
            raise OddsError(
                f"must_hit: a reset of ${self.reset} and a maximum of ${self.maximum} leave no range"
            )

    def hit_chance(self, shown: Fraction, added: Fraction) -> Fraction:
        """Of being hit while the meter moves on by `added`, not hit until now."""
        self._check(shown)
        return min(added / (self.maximum - shown), Fraction(1))

    def mean_award(self, shown: Fraction, added: Fraction) -> Fraction:
        """What it pays on average if it is hit in that stretch."""
        self._check(shown)
        return shown + min(added, self.maximum - shown) / 2

    def worth_per_dollar(self, shown: Fraction, added: Fraction) -> Fraction:
        """What a dollar more on the meter adds to the award expected of that stretch."""
        self._check(shown)
        left = self.maximum - shown
        if added >= left:
            return Fraction(1, 2)
        return added * (self.maximum + added / 2) / left**2

    def meter_at_hit(self, shown: Fraction | None = None) -> Fraction:
        """The mean meter when it is hit, from what it shows, or from its reset."""
        start = self.reset if shown is None else shown
        self._check(start)
        return (start + self.maximum) / 2

    @property
    def contributed(self) -> Fraction:
        """Mean dollars of contributions from one hit to the next."""
        return (self.maximum - self.reset) / 2

    @property
    def return_per_contribution(self) -> Fraction:
        """What a contributed dollar brings back in the long run, the seeds included."""
        return self.meter_at_hit() / self.contributed

    def _check(self, shown: Fraction) -> None:
        if not self.reset <= shown < self.maximum:
            least, most = self.reset, self.maximum
            raise OddsError(f"meter: must_hit at ${shown} is not from ${least} to below ${most}")


def hit_points(question: Question) -> dict[str, HitPoint]:
    """The ranges to choose from by name, the one in force first."""
    law = _law(question)
    settings = question.offer.settings.get("meters")
    setting = settings.get(law.name) if isinstance(settings, Mapping) else None
    found: dict[str, HitPoint] = {}
    if isinstance(setting, MeterSetting) and setting.reset is not None and setting.maximum is not None:
        found["as set"] = HitPoint(Fraction(setting.reset, CENTS), Fraction(setting.maximum, CENTS))
    for floor in law.floors_for(question.offer.paytable.id):
        if floor.reset is not None and floor.maximum is not None:
            found[floor.name or question.offer.paytable.id] = HitPoint(
                Fraction(floor.reset, CENTS), Fraction(floor.maximum, CENTS)
            )
    if not found:
        raise OddsError(f"{law.name}: state its reset and its maximum")
    return found


def must_hit_odds(question: Question) -> Answer:
    """What the free meter is worth to a stake on the wager that takes part in it, as the meter stands.

    Where no rate of progression is stated the unit is a dollar contributed to the meter instead.
    """
    law, offer = _law(question), question.offer
    ranges = hit_points(question)
    range_, shown = next(iter(ranges.values())), Fraction(question.meters[law.name], CENTS)
    rate = _rate(question)
    stake = Fraction(question.stake, CENTS) if rate is not None else Fraction(1)
    added = (rate if rate is not None else 1) * stake * question.seats
    chance = range_.hit_chance(shown, added) / question.seats
    row = offer.paytable.rows[0]
    rows = (
        RowOdds(row.outcome, str(row.pays), chance, range_.mean_award(shown, added) / stake, row.cite),
        RowOdds(NOTHING_PAID, str(PUSH), 1 - chance, Fraction(0), offer.law.losing_cite),
    )
    per_unit = rate if rate is not None else Fraction(1)
    facts: dict[str, Exact] = {
        "reset": range_.reset,
        "maximum": range_.maximum,
        "meter_at_hit": range_.meter_at_hit(shown),
        "long_run_meter_at_hit": range_.meter_at_hit(),
        "return_per_contribution": range_.return_per_contribution,
        "long_run_return": per_unit * range_.return_per_contribution,
    }
    slope = range_.worth_per_dollar(shown, added) / question.seats / stake
    needed = offer.law.needs.names[0] if offer.law.needs is not None else offer.law.id
    unit = (
        f"Figures are per ${dollars(question.stake)} staked on {needed}; {rate} of it goes to the meter."
        if rate is not None
        else "No rate of progression is stated: figures are per dollar contributed to the meter."
    )
    return answer_with(
        question,
        rows,
        assumptions=(
            "The hidden hit point is uniform from the reset to the maximum; the meter is paid there.",
            f"Of {question.seats} seats with {needed} and equal stakes one is drawn at random.",
            unit,
        ),
        meters=(MeterOdds(law.name, shown, slope, None, facts),),
        extra={"ranges": {name: each.return_per_contribution for name, each in ranges.items()}},
    )


def _law(question: Question) -> MeterLaw:
    return next(iter(question.offer.law.meters.values()))


def _rate(question: Question) -> Fraction | None:
    settings = question.offer.settings.get("meters")
    setting = settings.get(_law(question).name) if isinstance(settings, Mapping) else None
    return setting.rate if isinstance(setting, MeterSetting) else None
