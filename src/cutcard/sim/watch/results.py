"""The results of watching: edges by count and by depth, what a counter would win, results of sessions.

The standard error of a bin takes its rounds for independent of each other, all boxes of one together.
Where a counter bets is chosen by one half of the units and measured by the other, and the other way
round, so no bin is called favourable by the very rounds that its winnings are taken from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from operator import add
from typing import Final, NamedTuple

from cutcard.odds import Risk, risk_of
from cutcard.odds.strategy import CardCount
from cutcard.sim.kernels.staged.watch_fields import SIDE, TAILS
from cutcard.sim.plan import Plan
from cutcard.sim.results.results import Totals
from cutcard.sim.watch.layout import DEPTHS, HALVES, INSURANCE, Watching

SURE: Final = 2
"""A bin is favourable where its edge is more than this many standard errors."""
ROUNDS: Final = 100
"""What a counter wins is given for this many rounds."""
PERCENTS: Final = (1, 5, 10, 25, 50, 75, 90, 95, 99)

Spread = Mapping[int, Fraction]
"""The units bet from each count on; below the least count none."""


@dataclass(frozen=True)
class Bin:
    """The rounds of one count, or of one depth, as a wager saw them."""

    at: int
    rounds: int
    share: float
    """Of all rounds."""
    player_edge: float
    """Of the initial stakes."""
    standard_error: float | None


@dataclass(frozen=True)
class Play:
    """The result of betting by the count."""

    share: float
    """Of all rounds, those that are bet on."""
    average_bet: float
    """In units, over all rounds."""
    per_100: float
    """Units won in a hundred rounds of the table."""
    per_100_error: float
    per_100_deviation: float | None
    """Of a hundred rounds' result, in units; None with several boxes, whose results are correlated."""
    counts: tuple[int, ...]
    """The bins bet on; of those chosen by halves, the ones that both chose."""

    @property
    def risk(self) -> Risk | None:
        """N0, bankrolls and so on; None where nothing is won, or several boxes are played."""
        return risk_of(self.per_100, self.per_100_deviation)


@dataclass(frozen=True)
class ByCount:
    """One wager by the count."""

    wager: str
    bins: tuple[Bin, ...]
    favourable: Play
    """One unit where the player has an edge, and none elsewhere."""
    spread: Play | None = None
    """By the spread of bets of the request."""


@dataclass(frozen=True)
class ByDepth:
    """One wager by how deep the shoe is at the round's start, in tenths."""

    wager: str
    bins: tuple[Bin, ...]
    penetrations: tuple[Bin, ...]
    """The same up to the end of each tenth: what a cover card there would give."""


@dataclass(frozen=True)
class Sessions:
    """How sessions came out, in cents."""

    rounds: int
    many: int
    mean: float
    deviation: float
    ahead: float
    level: float
    percentiles: Mapping[int, int]
    worst: int
    best: int
    width: int
    """The width of a bin: percentiles, the worst and the best are the lower end of one.

    Bins far out are wider; the worst or the best is then an amount that was reached.
    """
    bins: tuple[tuple[int, int, int], ...]
    """From, to (not included), how many; those with any."""

    @property
    def tails(self) -> tuple[bool, bool]:
        """Whether the worst and the best may be further out than given."""
        ends = (self.bins[0], self.bins[-1]) if self.bins else ()
        low, high = (each[1] - each[0] != self.width for each in ends) if ends else (False, False)
        return low, high


@dataclass(frozen=True)
class Watched:
    """All that a run watched."""

    count: CardCount | None
    by_count: tuple[ByCount, ...]
    insurance: ByCount | None
    """By the count when it is offered; its bins' rounds are those in which it is."""
    by_depth: tuple[ByDepth, ...]
    sessions: Sessions | None


class _Sums(NamedTuple):
    """A bin's sums of one wager."""

    at: int
    rounds: int
    staked: int
    net: int | Fraction
    square: int | Fraction


def watched(totals: Totals, watching: Watching, spread: Spread | None = None) -> Watched:
    """What a run watched, from its totals."""
    watch, wagers = watching.watch, watching.wagers
    reading = _Reading(totals, watching)
    return Watched(
        watch.count,
        tuple(reading.by_count(wager, spread) for wager in wagers) if watch.count else (),
        reading.insurance() if watching.insuring else None,
        tuple(reading.by_depth(wager) for wager in wagers) if watch.by_depth else (),
        reading.sessions() if watch.sessions else None,
    )


class _Reading:
    """Totals and where things are in them."""

    def __init__(self, totals: Totals, watching: Watching) -> None:
        self.totals, self.watching = totals, watching
        self.plan: Plan = watching.plan

    def _sums(self, kind: str, places: Sequence[int], wager: str, step: int = 1) -> tuple[_Sums, ...]:
        unit = self.watching.units[self.watching.wagers.index(wager)]
        spots = self.plan.spots if wager == "main" else 1
        stake = self.plan.staked(wager) * spots // unit
        sums = []
        for at in places:
            name = f"{kind}/{at}/{wager}"
            bets, net, square = (self.totals[f"{name}/{of}"] for of in ("bets", "net", "square"))
            rounds = self.totals[f"{kind}/{at}/rounds"]
            sums.append(_Sums(at * step, rounds, bets * stake, net, square))
        return tuple(sums)

    def by_count(self, wager: str, spread: Spread | None) -> ByCount:
        """One wager by the count, from both halves of the units."""
        halves = [
            self._sums(f"count/{half}", self.watching.places, wager, self._step) for half in HALVES
        ]
        both = [_added(mine, other) for mine, other in zip(*halves, strict=True)]
        return ByCount(
            wager,
            _bins(both),
            self._favourable(halves),
            self._spread(both, spread) if spread is not None and wager == "main" else None,
        )

    def insurance(self) -> ByCount:
        """Insurance by the count when it is offered, a stake of one each time."""
        assert self.watching.insuring is not None
        halves = [[self._insured(half, at) for at in self.watching.places] for half in HALVES]
        both = [_added(mine, other) for mine, other in zip(*halves, strict=True)]
        return ByCount(INSURANCE, _bins(both), self._favourable(halves))

    def _insured(self, half: str, at: int) -> _Sums:
        insuring = self.watching.insuring
        assert insuring is not None
        counts = [self.totals[f"insurance/{half}/{at}/{name}"] for name in insuring.outcomes]
        nets = list(zip(counts, insuring.nets, strict=True))
        net = sum((many * each for many, each in nets), Fraction(0))
        square = sum((many * each**2 for many, each in nets), Fraction(0))
        many = sum(counts)
        return _Sums(at * self._step, many, many, net, square)

    @property
    def _step(self) -> int:
        return self.watching.watch.count.step if self.watching.watch.count else 1

    def _favourable(self, halves: Sequence[Sequence[_Sums]]) -> Play:
        chosen = [{each.at for each in half if _is_sure(each)} for half in halves]
        weights = [
            [Fraction(each.at in other) for each in half]
            for half, other in zip(halves, reversed(chosen), strict=True)
        ]
        sums = [each for half in halves for each in half]
        counts = tuple(sorted(chosen[0] & chosen[1]))
        return self._play(sums, [each for half in weights for each in half], counts)

    def _spread(self, sums: Sequence[_Sums], spread: Spread) -> Play:
        weights = [_units(spread, each.at) for each in sums]
        pairs = zip(sums, weights, strict=True)
        counts = tuple(each.at for each, units in pairs if units and each.rounds)
        return self._play(sums, weights, counts)

    def _play(self, sums: Sequence[_Sums], weights: Sequence[Fraction], counts: tuple[int, ...]) -> Play:
        """The result of betting these units in each bin, on one box."""
        seen, rounds = sum(each.rounds for each in sums), self.totals.rounds
        staked = sum(each.staked for each in sums)
        one = Fraction(staked, seen) if staked else Fraction(1)  # a unit on every box
        pairs = list(zip(sums, weights, strict=True))
        won = sum((units * each.net for each, units in pairs), Fraction(0)) / one
        square = sum((units**2 * each.square for each, units in pairs), Fraction(0)) / one**2
        variance = max(square - won**2 / rounds, Fraction(0)) if rounds else Fraction(0)
        share = Fraction(sum(each.rounds for each, units in pairs if units), rounds or 1)
        bet = sum((units * each.rounds for each, units in pairs), Fraction(0)) / (rounds or 1)
        return Play(
            float(share),
            float(bet),
            float(ROUNDS * won / (rounds or 1)),
            ROUNDS * sqrt(variance) / (rounds or 1),
            sqrt(ROUNDS * variance / (rounds or 1)) if self.plan.boxes == 1 else None,
            counts,
        )

    def by_depth(self, wager: str) -> ByDepth:
        """One wager by depth."""
        sums = self._sums("depth", range(DEPTHS), wager)
        met = [each for each in sums if each.rounds]
        so_far = accumulate(met, lambda before, each: _added(each, before))
        return ByDepth(wager, _bins(sums), _bins(tuple(so_far), self.totals.rounds))

    def sessions(self) -> Sessions:
        """How sessions came out."""
        totals, money, width = self.totals, self.watching.money, self.watching.width
        many = totals["session/many"]
        mean = Fraction(totals["session/sum"], many or 1)
        variance = Fraction(totals["session/square"], many or 1) - mean**2
        bins = tuple(self._session_bins(money * width))
        return Sessions(
            self.watching.watch.session,
            many,
            float(mean * money),
            sqrt(max(variance, Fraction(0))) * money,
            totals["session/ahead"] / (many or 1),
            totals["session/level"] / (many or 1),
            {percent: _percentile(bins, many, percent) for percent in PERCENTS},
            _worst(bins, money * width),
            bins[-1][0] if bins else 0,
            money * width,
            bins,
        )

    def _session_bins(self, width: int) -> Iterator[tuple[int, int, int]]:
        """In order, those with any."""
        bins = []
        for place in reversed(range(TAILS)):
            edges = (-SIDE * 2 ** (place + 1), -SIDE * 2**place)
            bins.append((*edges, self.totals[f"session/low/{place}"]))
        bins += [(place, place + 1, self.totals[f"session/{place}"]) for place in range(-SIDE, SIDE)]
        for place in range(TAILS):
            edges = (SIDE * 2**place, SIDE * 2 ** (place + 1))
            bins.append((*edges, self.totals[f"session/high/{place}"]))
        for low, high, count in bins:
            if count:
                yield low * width, high * width, count


def _added(mine: _Sums, other: _Sums) -> _Sums:
    return _Sums(mine.at, *map(add, mine[1:], other[1:]))


def _bins(sums: Sequence[_Sums], rounds: int = 0) -> tuple[Bin, ...]:
    rounds = rounds or sum(each.rounds for each in sums)
    bins = []
    for each in sums:
        if each.rounds:
            edge = float(Fraction(each.net) / each.staked) if each.staked else 0.0
            bins.append(Bin(each.at, each.rounds, each.rounds / rounds, edge, _error(each)))
    return tuple(bins)


def _error(sums: _Sums) -> float | None:
    """Of the edge of a bin, its rounds taken for independent."""
    if sums.rounds < 2 or not sums.staked:
        return None
    spread = Fraction(sums.square) - Fraction(sums.net**2) / sums.rounds
    return sqrt(spread * Fraction(sums.rounds, sums.rounds - 1)) / sums.staked


def _is_sure(sums: _Sums) -> bool:
    error = _error(sums)
    return bool(error) and sums.net / sums.staked > SURE * (error or 0.0)


def _units(spread: Spread, count: int) -> Fraction:
    """What a spread bets at a count."""
    reached = [start for start in spread if start <= count]
    return spread[max(reached)] if reached else Fraction(0)


def _worst(bins: Sequence[tuple[int, int, int]], width: int) -> int:
    """The lower end of the lowest bin; of a wide one the upper end, which was reached for sure."""
    if not bins:
        return 0
    low, high, _ = bins[0]
    return low if high - low == width else high


def _percentile(bins: Sequence[tuple[int, int, int]], many: int, percent: int) -> int:
    """The least result that this percentage of sessions does not exceed."""
    seen = [100 * each for each in accumulate(count for _, _, count in bins)]
    return bins[min(bisect_left(seen, percent * many), len(bins) - 1)][0] if bins else 0
