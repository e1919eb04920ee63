"""Progressive meters: the edge at any meter, what a meter shows when it is hit, seeds, sharing, envy.

What is paid when one or more seats win from a meter is asked of the settlement, with the winners in
the order of payment. Paid amounts and the meter afterwards go in a straight line with the meter
displayed, so two questions give them for every meter.

The chances of a hit do not depend on the meter. So if every wager adds the same, the mean meter at a
hit is where what the wagers add in a round is what the hits of a round take away beyond their seeds.

Must Hit is a free meter that is paid at a hidden point, uniform between its reset and its maximum. While
it has not been hit, what is left of that range is still uniform, so a contribution that moves the meter
by a dollar at `m` hits with one chance in `maximum - m`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Final

from cutcard.law import MeterLaw, Row
from cutcard.money import LOSE, NOTHING, PUSH, Cents, MeterShare, dollars
from cutcard.odds.answers import Answer, Exact, MeterOdds, RowOdds
from cutcard.odds.problem import OddsError, UnfiledError
from cutcard.odds.question import Question, meter_setting
from cutcard.odds.rows import NOTHING_PAID, answer_with, example_seat
from cutcard.wagers.settlement import (
    Award,
    Devices,
    HouseSide,
    RoundEnd,
    envy_pay,
    limits_all,
    pay_meters,
    payout_limit,
    round_end,
    usual_reset,
)

Hits = tuple[str, ...]
"""The outcomes that won from one meter in a round, in the order of payment."""

CENTS: Final = 100


@dataclass(frozen=True, slots=True)
class LinearAmount:
    """An amount of dollars that goes in a straight line with a meter."""

    slope: Fraction
    base: Fraction

    def at(self, meter: Exact) -> Exact:
        """The amount with so many dollars on the meter."""
        return self.slope * meter + self.base


@dataclass(frozen=True, slots=True)
class MeterPayments:
    """What hits of one round are paid, in the order of payment, and the meter after them."""

    each: tuple[LinearAmount, ...]
    after: LinearAmount

    def in_all(self, meter: Exact) -> Exact:
        """To all winners together."""
        return sum((one.at(meter) for one in self.each), Fraction(0))


@dataclass(frozen=True)
class MeterModel:
    """One meter of one wager, its seats and how often they win from it."""

    name: str
    seats: int
    stake: Fraction
    """Of every seat, in dollars."""
    rate: Fraction | None
    """What part of a stake goes to the meter; None where nobody says."""
    seed: Fraction
    """What it goes back to."""
    hits: Mapping[Hits, Fraction]
    """The chance of every set of hits in a round; no hit at all is among them."""
    paid: Mapping[Hits, MeterPayments]

    @property
    def award_chance(self) -> Fraction:
        """Of a round in which somebody is paid from it, all of it or a part."""
        return 1 - self.hits.get((), Fraction(0))

    @property
    def hit_chance(self) -> Fraction:
        """Of a round in which it is won: paid out whole, so that what it shows no longer counts.

        A share of 10% is no hit. It leaves nine tenths on the meter.
        """
        return sum(
            (chance for hits, chance in self.hits.items() if not self.paid[hits].after.slope), _ZERO
        )

    @property
    def contribution(self) -> Fraction | None:
        """Dollars that a round adds to it."""
        return None if self.rate is None else self.rate * self.stake * self.seats

    def return_at(self, meter: Exact) -> Exact:
        """What it pays a seat in a round on average, per unit of the stake."""
        in_all = sum(
            (chance * self.paid[hits].in_all(meter) for hits, chance in self.hits.items()), _ZERO
        )
        return in_all / (self.seats * self.stake)

    @property
    def slope(self) -> Fraction:
        """What a dollar on the meter adds to that."""
        return _exact(self.return_at(_ONE)) - _exact(self.return_at(_ZERO))

    @property
    def meter_at_hit(self) -> Fraction | None:
        """The mean of the meter when it pays; None where it never does, or no rate is known."""
        if self.contribution is None:
            return None
        kept = sum((chance * self.paid[hits].after.slope for hits, chance in self.hits.items()), _ZERO)
        seeds = sum((chance * self.paid[hits].after.base for hits, chance in self.hits.items()), _ZERO)
        return None if kept == 1 else (seeds + self.contribution) / (1 - kept)

    @property
    def seed_cost(self) -> Fraction | None:
        """The house's own money in what a meter pays on average, per unit staked."""
        meter = self.meter_at_hit
        if meter is None:
            return None
        brought = sum(
            (
                chance * (self.paid[hits].in_all(meter) + self.paid[hits].after.at(meter) - meter)
                for hits, chance in self.hits.items()
            ),
            _ZERO,
        )
        return _exact(brought / (self.seats * self.stake))

    def facts(self) -> dict[str, Exact]:
        """Its figures by name, as an answer carries them."""
        found: dict[str, Exact] = {"seed": self.seed, "hit_chance": self.hit_chance}
        if self.hit_chance:
            found["rounds_between_hits"] = 1 / self.hit_chance
        if self.award_chance != self.hit_chance:
            found["award_chance"] = self.award_chance
            found["rounds_between_awards"] = 1 / self.award_chance
        meter, cost = self.meter_at_hit, self.seed_cost
        if self.rate is not None and meter is not None and cost is not None:
            found |= {
                "contribution": self.rate,
                "meter_at_hit": meter,
                "seed_cost": cost,
                "long_run_return": self.return_at(meter),
            }
        return found


_ZERO: Final = Fraction(0)
_ONE: Final = Fraction(1)


def _exact(value: Exact) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def break_even(*, edge: Exact, shown: Exact, slope: Exact) -> Exact | None:
    """The meter at which the edge is zero; None where no meter, or only a negative one, would do."""
    if not slope:
        return None
    meter = shown - edge / slope
    return meter if meter >= 0 else None


def meter_odds(
    question: Question,
    chances: Mapping[str, Fraction],
    edge: Exact,
    *,
    together: bool = False,
    one_winner: bool = False,
) -> tuple[MeterOdds, ...]:
    """Every meter that the paytable pays from, `chances` being those of the paid rows for one seat.

    The slope and the break-even are those of a lone player; the facts go with the seats asked about.
    """
    found: list[MeterOdds] = []
    for name, shown in question.meters.items():
        amount = Fraction(shown, CENTS)
        alone = meter(question, name, chances)
        zero = break_even(edge=edge, shown=amount, slope=alone.slope)
        facts: dict[str, Exact] = {}
        most = _limit(question)
        if most is not None:
            facts["payout_limit"] = most
            zero = None if zero is None or zero > most else zero
        run = meter(
            question, name, chances, seats=question.seats, together=together, one_winner=one_winner
        )
        facts |= run.facts()
        if question.seats > 1:
            facts["house_edge_at_seats"] = alone.return_at(amount) - edge - run.return_at(amount)
        if "long_run_return" in facts:
            facts["long_run_house_edge"] = alone.return_at(amount) - edge - facts["long_run_return"]
        found.append(MeterOdds(name, amount, alone.slope, zero, facts))
    return tuple(found)


def without_meters(question: Question, priced: Collection[str]) -> Question:
    """The question without the meters from which only rows would pay that have a price of their own."""
    gone = [
        name
        for name in question.meters
        if (rows := _rows(question, name)) and all(row.outcome in priced for row in rows)
    ]
    return replace(
        question,
        meters={name: shown for name, shown in question.meters.items() if name not in gone},
        assumptions=tuple(
            line
            for line in question.assumptions
            if not any(line.startswith(f"The meter {name} ") for name in gone)
        ),
    )


def _limit(question: Question) -> Fraction | None:
    """The most in dollars that a meter may pay one hand, where the house set such a limit."""
    end = round_end(question.rules, (), Devices({}))
    most = payout_limit(end)
    return None if most is None or not limits_all(end) else Fraction(most, CENTS)


def meter(
    question: Question,
    name: str,
    chances: Mapping[str, Fraction],
    *,
    seats: int = 1,
    together: bool = False,
    one_winner: bool = False,
) -> MeterModel:
    """A meter with so many seats playing for it, the chances of whose rows are given for one seat.

    Where the dealer's hand decides they win `together` or not at all, and where one spin serves the
    whole table there is `one_winner`; both are exact. Otherwise each seat is taken to win by itself:
    that the seats share an up card and a shoe is left out.
    """
    law = question.offer.law.meters[name]
    own = {row.outcome: chances.get(row.outcome, _ZERO) for row in _rows(question, name)}
    hits = hit_patterns(own, seats, together=together, one_winner=one_winner)
    return MeterModel(
        name=name,
        seats=seats,
        stake=Fraction(question.stake, CENTS),
        rate=_both_rates(question, law),
        seed=Fraction(usual_reset(question.offer, law, question.rules.options), CENTS),
        hits=hits,
        paid={each: paid_for(question, law, each) for each in hits},
    )


def hit_patterns(
    chances: Mapping[str, Fraction], seats: int, *, together: bool = False, one_winner: bool = False
) -> dict[Hits, Fraction]:
    """The chance of every row of wins in one round, in the order of payment."""
    in_all = sum(chances.values(), _ZERO)
    if together:
        return {(outcome,) * seats: chance for outcome, chance in chances.items()} | {(): 1 - in_all}
    if one_winner:
        alone: dict[Hits, Fraction] = {(name,): chance * seats for name, chance in chances.items()}
        return alone | {(): 1 - in_all * seats}
    each = {"": 1 - in_all, **chances}
    found: dict[Hits, Fraction] = {}
    for drawn in product(each, repeat=seats):
        hits = tuple(outcome for outcome in drawn if outcome)
        found[hits] = found.get(hits, _ZERO) + prod((each[outcome] for outcome in drawn), start=_ONE)
    return found


def paid_for(question: Question, law: MeterLaw, hits: Hits) -> MeterPayments:
    """What the settlement pays for these hits, whatever the meter shows, if no limit cuts it."""
    if not hits:
        return MeterPayments((), LinearAmount(_ONE, _ZERO))
    unlimited = {**question.rules.options, "payout_limit": "none"}
    end = round_end(replace(question.rules, options=unlimited), (), Devices({}))
    much = CENTS ** (len(hits) + 1) * lcm(*range(1, len(hits) + 1))
    at_nothing, at_much = (_settled(question, end, law, hits, Cents(shown)) for shown in (0, much))
    lines = [
        LinearAmount(Fraction(high - low, much), Fraction(low, CENTS))
        for low, high in zip(at_nothing, at_much, strict=True)
    ]
    return MeterPayments(tuple(lines[:-1]), lines[-1])


def _settled(
    question: Question, end: RoundEnd, law: MeterLaw, hits: Hits, shown: Cents
) -> Sequence[int]:
    """Cents paid to each in the order of payment, and the meter afterwards."""
    rows = {row.outcome: row for row in _rows(question, law.name)}
    offer, name = question.offer, question.offer.law.id
    seats = [example_seat(question, box=box) for box in range(1, len(hits) + 1)]
    blank = [Award(seat, name, "", LOSE, "") for seat in seats]
    order = [each.seat for each in end.in_payment_order(offer.law, blank)]
    awards = [
        end.award(offer, seat, rows[outcome], stake=question.stake, base=question.stake)
        for seat, outcome in zip(order, hits, strict=True)
    ]
    reset = usual_reset(offer, law, question.rules.options)
    house = HouseSide(meters={law.name: shown}, resets={law.name: reset})
    after = pay_meters(end, awards, house)
    return [*(award.winnings for award in awards), after[law.name]]


def _rows(question: Question, meter_name: str) -> list[Row]:
    end = round_end(question.rules, (), Devices({}))
    return [
        row
        for row in end.rows(question.offer)
        if isinstance(row.pays, MeterShare) and row.pays.meter == meter_name and row.to == "player"
    ]


def _rate(question: Question, law: MeterLaw) -> Fraction | None:
    """What part of a stake goes to a meter, by the table's setting or the document's."""
    setting = meter_setting(question.offer, law.name)
    return None if setting is None else setting.rate


def _both_rates(question: Question, law: MeterLaw) -> Fraction | None:
    """The same with what goes to its reset meter, all of which comes on it at its next reset.

    In the long run as much comes on as goes in, so the mean meter at a hit is that of both together.
    """
    rate, setting = _rate(question, law), meter_setting(question.offer, law.name)
    kept_back = None if setting is None else setting.reserve_rate
    return None if rate is None else rate + (kept_back or 0)


def envy(question: Question, chances: Mapping[str, Fraction], *, seats: int) -> Fraction:
    """What the other seats' wins add to a player's edge where a paytable pays the others.

    Exact: each of the others wins as often as the player does, whatever the cards they share.
    """
    end = round_end(question.rules, [example_seat(question, box=box) for box in (1, 2)], Devices({}))
    won = {row.outcome: row for row in end.rows(question.offer) if row.to == "player"}
    added = _ZERO
    for outcome, chance in chances.items():
        if outcome in won:
            award = end.award(
                question.offer, end.seats[0], won[outcome], stake=NOTHING, base=question.stake
            )
            added += chance * sum(each.winnings for each in envy_pay(end, question.offer, [award]))
    return added * (seats - 1) / question.stake


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


def must_hit_meter(question: Question) -> MeterLaw:
    """The one meter of the wager."""
    return next(iter(question.offer.law.meters.values()))


def hit_points(question: Question) -> dict[str, HitPoint]:
    """The ranges to choose from by name, the one in force first."""
    law = must_hit_meter(question)
    setting = meter_setting(question.offer, law.name)
    found: dict[str, HitPoint] = {}
    if setting is not None and setting.reset is not None and setting.maximum is not None:
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

    What a stake brings depends on how much of it goes to the meter, so there is none without a rate.
    """
    law, offer = must_hit_meter(question), question.offer
    ranges = hit_points(question)
    range_, shown = next(iter(ranges.values())), Fraction(question.meters[law.name], CENTS)
    rate = _rate(question, law)
    needed = offer.law.needs.names[0] if offer.law.needs is not None else offer.law.id
    if rate is None:
        raise UnfiledError(
            f"{offer.law.id} has no edge until the rate of progression is filed: it goes by what part "
            f"of a stake on {needed} goes to the meter (set rate_of_progression=RATE; {law.rate_cite})"
        )
    stake = Fraction(question.stake, CENTS)
    added = rate * stake * question.seats
    chance = range_.hit_chance(shown, added) / question.seats
    row = offer.paytable.rows[0]
    rows = (
        RowOdds(row.outcome, str(row.pays), chance, range_.mean_award(shown, added) / stake, row.cite),
        RowOdds(NOTHING_PAID, str(PUSH), 1 - chance, Fraction(0), offer.law.losing_cite),
    )
    facts: dict[str, Exact] = {
        "reset": range_.reset,
        "maximum": range_.maximum,
        "meter_at_hit": range_.meter_at_hit(shown),
        "long_run_meter_at_hit": range_.meter_at_hit(),
        "return_per_contribution": range_.return_per_contribution,
        "long_run_return": rate * range_.return_per_contribution,
    }
    slope = range_.worth_per_dollar(shown, added) / question.seats / stake
    unit = (
        f"Figures are per ${dollars(question.stake)} staked on {needed}; {rate} of it goes to the meter."
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


def unfiled_must_hit(question: Question) -> tuple[dict[str, object], str]:
    """What is known of Must Hit without a rate, and in words: it goes by the dollar contributed."""
    range_ = next(iter(hit_points(question).values()))
    back = range_.return_per_contribution
    note = (
        f"From a reset of ${range_.reset} to a maximum of ${range_.maximum}, a dollar contributed to "
        f"the meter brings back ${float(back):.4f} in the long run, the reset amounts included."
    )
    return {"return_per_contribution": back, "long_run_meter_at_hit": range_.meter_at_hit()}, note
