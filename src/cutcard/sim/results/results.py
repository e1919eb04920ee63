"""The totals of a run and what they mean: edges with their standard errors, hits, deviations, rows.

Rounds of one shoe are not independent, units of work are. A wager's edge is a ratio of two sums over
units, of what was won and of what was staked, so its standard error is that of a ratio estimator: the
spread of each unit's result around the edge that all units together have.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

from cutcard.odds import Answer, Exact

UNITS = "units"
ROUNDS = "rounds"
SQUARES: Final = "rounds.unit_square"
WATCHED = "/"
"""In the names of columns that are watched beside the totals."""
ROW: Final = ".row."
BETS_SQUARED: Final = ".unit_bets_square"
"""Summed over units where bets are not in proportion to rounds; `unit_cross` is then by bets too."""
ROWED: Final = "rowed"
REST: Final = "/rest"
"""The rounds behind the known ones of their shoes; with a wager's name behind it, sums of its nets."""


@lru_cache(maxsize=8)
def _places(columns: tuple[str, ...]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(columns)}


@dataclass(frozen=True)
class Totals:
    """Sums over units of work: whole numbers by name, so the order of their parts never matters."""

    columns: tuple[str, ...]
    values: tuple[int, ...]

    @classmethod
    def nothing(cls, columns: tuple[str, ...]) -> Totals:
        """Before the first unit."""
        return cls(columns, (0,) * len(columns))

    def plus(self, more: Iterable[int]) -> Totals:
        """With the sums of further units; Python's whole numbers never overflow."""
        added = (have + int(each) for have, each in zip(self.values, more, strict=True))
        return Totals(self.columns, tuple(added))

    def __getitem__(self, name: str) -> int:
        return self.values[_places(self.columns)[name]]

    def get(self, name: str, other: int) -> int:
        """A column, or another number where there is no such column."""
        return self[name] if name in _places(self.columns) else other

    def __contains__(self, name: object) -> bool:
        return name in _places(self.columns)

    @property
    def units(self) -> int:
        """Units of work."""
        return self[UNITS]

    @property
    def rounds(self) -> int:
        """Rounds of the table."""
        return self[ROUNDS]

    @property
    def digest(self) -> str:
        """Equal on two machines that added up the same; what was watched beside is not part of it."""
        sums = [both for both in zip(self.columns, self.values, strict=True) if WATCHED not in both[0]]
        return hashlib.sha256(repr(sums).encode()).hexdigest()


@dataclass(frozen=True)
class RowResult:
    """How often one outcome came, beside how often it should."""

    outcome: str
    count: int
    frequency: float
    """For each bet; of the main wager, hands of a split box count one by one."""
    exact: Exact | None = None
    z: float | None = None
    """How many standard errors the two are apart."""


@dataclass(frozen=True)
class WagerResult:
    """One wager of a run."""

    wager: str
    rounds: int
    bets: int
    house_edge: float
    """Of the initial stakes."""
    standard_error: float | None
    """None for a single unit of work: there is no other to compare it with."""
    hit_frequency: float
    """How often a bet is paid more than its stake."""
    standard_deviation: float
    """Of the result of one bet, in units of its stake."""
    rowed: int = 0
    """Bets whose rows were counted: of a long run, some."""
    rows: tuple[RowResult, ...] = ()
    exact: Exact | None = None
    """The house's edge from a full shoe, where it is known."""
    z: float | None = None
    note: str = ""
    """Why the exact figures are no measure of these, where they are not."""
    known_rounds: int = 0
    """Rounds that the edge takes at their exact expectation, not at what they came to."""


def wagers_of(totals: Totals) -> tuple[str, ...]:
    """The wagers that totals are about, in the engine's order."""
    return tuple(name.removesuffix(".bets") for name in totals.columns if name.endswith(".bets"))


def edge(totals: Totals, wager: str) -> Fraction:
    """The house's edge: what it kept of what was staked."""
    staked = totals[f"{wager}.staked"]
    return Fraction(-totals[f"{wager}.net"], staked) if staked else Fraction(0)


def error_squared(totals: Totals, wager: str) -> Fraction | None:
    """The square of the edge's standard error; None where there are no two units to compare.

    With N and R for a unit's net and rounds, r for their ratio over all units and U units, the variance
    of r is U / (U - 1) times the sum of (N - rR)², over the square of all rounds. Stakes are in
    proportion to rounds; where they are not, as those of streaks, R is a unit's bets.
    """
    units, rounds, staked = totals.units, totals.rounds, totals[f"{wager}.staked"]
    if units < 2 or not staked:
        return None
    squares = SQUARES
    if f"{wager}{BETS_SQUARED}" in totals:
        rounds, squares = totals[f"{wager}.bets"], f"{wager}{BETS_SQUARED}"
    net, square, cross = (totals[f"{wager}.{each}"] for each in ("net", "unit_square", "unit_cross"))
    return ratio_spread(units, net, rounds, (square, cross, totals[squares])) / staked**2


def ratio_spread(units: int, total: Exact, by: int, squares: tuple[Exact, Exact, int]) -> Fraction:
    """U / (U - 1) times the sum of (N - rR)² over units, where the totals of N and R have the ratio r:
    from the sums of N², NR and R²."""
    ratio = Fraction(total) / by
    spread = squares[0] - 2 * ratio * squares[1] + ratio**2 * squares[2]
    return Fraction(units, units - 1) * Fraction(spread)


def largest_error_squared(totals: Totals) -> Fraction | None:
    """The square of the greatest standard error of any wager; None where one is not known."""
    squares = [error_squared(totals, wager) for wager in wagers_of(totals)]
    errors = [each for each in squares if each is not None]
    return max(errors) if len(errors) == len(squares) and errors else None


def results(totals: Totals) -> tuple[WagerResult, ...]:
    """Every wager of a run."""
    return tuple(_result(totals, wager) for wager in wagers_of(totals))


def _result(totals: Totals, wager: str) -> WagerResult:
    bets = totals[f"{wager}.bets"]
    variance = error_squared(totals, wager)
    rowed = totals.get(f"{wager}.{ROWED}", bets)
    return WagerResult(
        wager,
        rounds=totals.rounds,
        bets=bets,
        house_edge=float(edge(totals, wager)),
        standard_error=None if variance is None else sqrt(variance),
        hit_frequency=totals[f"{wager}.hits"] / bets if bets else 0.0,
        standard_deviation=_deviation(totals, wager),
        rowed=rowed,
        rows=tuple(_rows(totals, wager, rowed)),
    )


def _deviation(totals: Totals, wager: str) -> float:
    """From the mean and the mean square of a bet's result, in units of the stake."""
    bets, staked = totals[f"{wager}.bets"], totals[f"{wager}.staked"]
    if not staked:
        return 0.0
    square = Fraction(totals[f"{wager}.square"] * bets, staked * staked)
    return sqrt(max(square - edge(totals, wager) ** 2, Fraction(0)))


def _rows(totals: Totals, wager: str, rowed: int) -> Iterable[RowResult]:
    begins = f"{wager}{ROW}"
    for name in totals.columns:
        if name.startswith(begins) and totals[name]:
            yield RowResult(name.removeprefix(begins), totals[name], totals[name] / rowed)


def compared(
    result: WagerResult, answer: Answer, *, edge_by: Exact | None = None, note: str = ""
) -> WagerResult:
    """A result beside the exact answer; `edge_by` is the player's edge where it is not the answer's.

    With a note that says why the answer is about something else, no difference is measured.
    """
    player_edge = answer.player_edge if edge_by is None else edge_by
    chances: dict[str, Exact] = {}
    for row in answer.rows:
        chances[row.outcome] = chances.get(row.outcome, Fraction(0)) + row.probability
    counts: Mapping[str, RowResult] = {row.outcome: row for row in result.rows}
    names = dict.fromkeys([*counts, *(name for name, chance in chances.items() if chance)])
    rows = (counts.get(name, RowResult(name, 0, 0.0)) for name in names)
    house_edge = -player_edge
    apart = result.rowed / _correlated_bets(result)
    return replace(
        result,
        rows=tuple(_compared(row, chances.get(row.outcome), 0 if note else apart) for row in rows),
        exact=house_edge,
        z=None if note else _z(result.house_edge - float(house_edge), result.standard_error),
        note=note,
    )


def sharpened(result: WagerResult, totals: Totals) -> WagerResult:
    """A result whose edge takes the first rounds of every shoe at their exact expectation.

    No card is seen before a shoe begins, so each of its first rounds is worth what a round from a full
    shoe is, as long as every shoe has it. So a unit brings a constant for those, and what its other
    rounds brought. Only these are chance: with 12 rounds of 16 known the error is half as large.
    """
    units, rounds, name = totals.units, totals.rounds, f"{REST}/{result.wager}/"
    if result.exact is None or result.z is None or f"{name}net" not in totals:
        return result
    stake, known = Fraction(totals[f"{result.wager}.staked"], rounds), rounds - totals[REST]
    worth = -Fraction(result.exact) * stake * Fraction(known, units)
    net, square, cross = (totals[name + each] for each in ("net", "unit_square", "unit_cross"))
    squares = (square + 2 * worth * net + units * worth**2, cross + worth * rounds, totals[SQUARES])
    total = net + units * worth
    error = sqrt(ratio_spread(units, total, rounds, squares)) / float(rounds * stake)
    edge = -float(total / rounds / stake)
    z = _z(edge - float(result.exact), error)
    return replace(result, house_edge=edge, standard_error=error, z=z, known_rounds=known)


def _correlated_bets(result: WagerResult) -> float:
    """How many bets count as one: boxes that play against one dealer's hand win together."""
    if not (result.standard_error and result.standard_deviation):
        return 1.0
    return max(1.0, result.bets * (result.standard_error / result.standard_deviation) ** 2)


def _compared(row: RowResult, chance: Exact | None, bets: float) -> RowResult:
    if chance is None:
        return row
    expected = float(chance)
    error = sqrt(max(expected * (1 - expected), 0.0) / bets) if bets else 0.0
    return replace(row, exact=chance, z=_z(row.frequency - expected, error))


def _z(difference: float, error: float | None) -> float | None:
    return difference / error if error else None
