"""What a day's wagers should have come to: the theoretical win, and the band that chance leaves it in.

The edge and the standard deviation of each wager are the analyser's, for the best play and a full shoe.
What all boxes had on one wager in one round is taken as one stake, for they meet one dealer's hand: how
far they go together is not asked, so the band is as wide as it can be.
Rounds, and wagers, are taken as independent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from cutcard.floor.pit.days import WagerTotals

TIMES: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 of 100 results."""
LEAST_ROUNDS: Final = 30
"""Below so many rounds no result is called an outlier: sums of few rounds are not near a bell curve."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A wager's house edge and standard deviation per unit staked, or why there are none."""

    house: float = 0.0
    deviation: float = 0.0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """In cents: what was expected, between what and what, and what the same wagers came to."""

    expected: int
    low: int
    high: int
    won: int
    handle: int
    rounds: int
    left_out: tuple[str, ...] = ()
    """Wagers whose odds are not known, or that take no stake: in none of the figures."""

    @property
    def is_inside(self) -> bool:
        """Whether the result lies in the band."""
        return self.low <= self.won <= self.high

    @property
    def is_outlier(self) -> bool:
        """Whether it lies outside, after enough rounds to say so."""
        return not self.is_inside and self.rounds >= LEAST_ROUNDS


def band(wagers: Mapping[str, WagerTotals], edges: Mapping[str, Edge]) -> Band | None:
    """The band of a day; None before anything was staked on a wager whose odds are known."""
    known = {
        name: edges[name]
        for name, each in wagers.items()
        if each.handle and name in edges and not edges[name].problem
    }
    if not known:
        return None
    expected = sum(edge.house * wagers[name].handle for name, edge in known.items())
    variance = sum(edge.deviation**2 * wagers[name].squares for name, edge in known.items())
    half = TIMES * sqrt(variance)
    return Band(
        expected=round(expected),
        low=round(expected - half),
        high=round(expected + half),
        won=sum(wagers[name].won for name in known),
        handle=sum(wagers[name].handle for name in known),
        rounds=max(wagers[name].rounds for name in known),
        left_out=tuple(name for name in wagers if name not in known),
    )
