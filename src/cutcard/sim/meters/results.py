"""What growing meters came to: what they showed when they were hit, and what they cost in the long run.

A meter starts anew whenever all of it is won, so what lies between two such hits is independent of the
rest. The mean at a hit is a ratio of two sums over these cycles, and its error that of a ratio. In the
long run a meter pays what was contributed to it and its seeds; counted so, units of work are independent
and the standard error is right, where what was paid depends on how long ago the last hit was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import ceil, sqrt
from typing import Final

from cutcard.money import Cents
from cutcard.odds import Answer, Exact
from cutcard.sim.meters.evolution import METER, SEEDED, Evolved, amounts_in
from cutcard.sim.meters.growth import GrowingMeter
from cutcard.sim.results.results import edge, error_squared, ratio_spread

CENTS: Final = 100
PERCENTILES: Final = (5, 25, 50, 75, 95)
COLUMNS: Final = 40
"""Of a histogram."""
FEWEST_CYCLES: Final = 30
"""Before so many no difference is measured."""
AT_HIT: Final = ("long_run_meter_at_hit", "meter_at_hit")
"""How an exact answer calls the mean meter at a hit, the one from reset to reset first."""


@dataclass(frozen=True)
class Column:
    """A column of a histogram: amounts in dollars, the last one not among them."""

    least: float
    above: float
    count: int


@dataclass(frozen=True)
class MeterResult:
    """One meter of a run; amounts are dollars."""

    name: str
    wager: str
    """Whose stakes add to it."""
    rate: Fraction
    reset: float
    shows: float
    """After the last round."""
    hits: int
    """Rounds in which it paid."""
    paid: Cents
    return_: float
    """What it paid, as a part of the stakes that added to it."""
    mean: float | None
    """What it showed at a hit, as are all figures below."""
    standard_error: float | None
    standard_deviation: float | None
    percentiles: Mapping[int, float]
    """To one part in a thousand."""
    histogram: tuple[Column, ...]
    exact: Exact | None = None
    z: float | None = None
    cycles: int = 0


@dataclass(frozen=True)
class LongRun:
    """A wager's edge with its meters' contributions and seeds in place of what they happened to pay."""

    wager: str
    house_edge: float
    standard_error: float | None
    exact: Exact | None = None
    z: float | None = None


def meter_results(totals: Evolved) -> tuple[MeterResult, ...]:
    """Every meter."""
    return tuple(_meter(totals, each) for each in totals.evolution.meters.values())


def _meter(totals: Evolved, meter: GrowingMeter) -> MeterResult:
    growth, state = meter.growth, totals.states[meter.name]
    hits, paid, at_hit, square = (
        totals[f"{METER}{meter.name}.{each}"] for each in ("hits", "paid", "at_hit", "at_hit_square")
    )
    assert growth.rate is not None
    staked = totals.rounds * meter.per_round
    spread = max(square / hits - (at_hit / hits) ** 2, 0.0) if hits else 0.0
    return MeterResult(
        meter.name,
        wager=growth.wager,
        rate=growth.rate,
        reset=meter.reset / CENTS,
        shows=meter.grown(state.standing, totals.rounds - 1).shows / CENTS,
        hits=hits,
        paid=Cents(paid),
        return_=paid / staked if staked else 0.0,
        mean=at_hit / hits / CENTS if hits else None,
        standard_error=_error(totals, meter.name),
        standard_deviation=sqrt(spread) / CENTS if hits else None,
        percentiles=percentiles(state.bins),
        histogram=histogram(state.bins),
        cycles=totals[f"{METER}{meter.name}.cycles"],
    )


def _error(totals: Evolved, name: str) -> float | None:
    """Of the mean at a hit, from the cycles' hits n and sums S: the spread of S - mn over cycles."""
    many, hits, hits_square, total, square, cross = (
        totals[f"{METER}{name}.{each}"]
        for each in ("cycles", "of_hits", "of_hits_square", "of_sum", "of_sum_square", "of_cross")
    )
    if many < 2:
        return None
    return sqrt(ratio_spread(many, total, hits, (square, cross, hits_square))) / hits / CENTS


def percentiles(bins: Mapping[int, int]) -> dict[int, float]:
    """The amounts in dollars that so many percent of the hits do not go above."""
    places = sorted(bins)
    sums = list(accumulate(bins[place] for place in places))
    if not sums:
        return {}
    wanted = {each: ceil(sums[-1] * each / 100) - 1 for each in PERCENTILES}
    return {each: _middle(places[bisect_right(sums, rank)]) for each, rank in wanted.items()}


def _middle(place: int) -> float:
    """Of a bin: its one amount in cents, or the middle of its amounts; in dollars."""
    least, above = amounts_in(place)
    return (least + above - 1) / 2 / CENTS


def histogram(bins: Mapping[int, int]) -> tuple[Column, ...]:
    """Hits by amount, in columns of the same width."""
    if not bins:
        return ()
    low, high = _middle(min(bins)), _middle(max(bins))
    width = (high - low) / COLUMNS or 1.0
    counts = [0] * COLUMNS
    for place, count in bins.items():
        counts[min(int((_middle(place) - low) / width), COLUMNS - 1)] += count
    many = COLUMNS if high > low else 1
    edges = [low + width * at for at in range(many + 1)]
    return tuple(map(Column, edges[:-1], edges[1:], counts[:many]))


def long_runs(totals: Evolved) -> tuple[LongRun, ...]:
    """Every wager with growing meters; none where a maximum keeps contributions back."""
    return tuple(
        _long_run(totals, wager)
        for wager in totals.evolution.wagers
        if not any(each.growth.maximum for each in _of(totals, wager))
    )


def _of(totals: Evolved, wager: str) -> list[GrowingMeter]:
    return [each for each in totals.evolution.meters.values() if each.growth.offer == wager]


def _long_run(totals: Evolved, wager: str) -> LongRun:
    growths = [each.growth for each in _of(totals, wager)]
    rates = sum(((each.rate or Fraction(0)) + each.reserve_rate for each in growths), Fraction(0))
    found, variance = edge(totals, f"{wager}{SEEDED}"), error_squared(totals, f"{wager}{SEEDED}")
    return LongRun(wager, float(found - rates), None if variance is None else sqrt(variance))


def meter_beside(found: MeterResult, answer: Answer) -> MeterResult:
    """A meter beside the exact mean at a hit."""
    facts = next((each.facts for each in answer.meters if each.name == found.name), {})
    exact = next((facts[name] for name in AT_HIT if name in facts), None)
    if exact is None:
        return found
    z = None
    if found.mean is not None and found.standard_error and found.cycles >= FEWEST_CYCLES:
        z = (found.mean - float(exact)) / found.standard_error
    return replace(found, exact=exact, z=z)


def long_run_edge(answer: Answer) -> Exact | None:
    """The player's edge with every meter's contributions and seeds; None where one is not known."""
    edge = answer.house_edge_with("long_run_house_edge")
    return None if edge is None else -edge


def long_run_beside(found: LongRun, answer: Answer, envy: Exact) -> LongRun:
    """A wager's long run beside the exact one, and what the others' wins add to that."""
    player_edge = long_run_edge(answer)
    if player_edge is None:
        return found
    player_edge += envy
    apart = found.house_edge + float(player_edge)
    return replace(
        found, exact=-player_edge, z=apart / found.standard_error if found.standard_error else None
    )
