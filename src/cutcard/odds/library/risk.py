"""What a way of betting asks of a bankroll: the swing beside the win.

Of bets that win m units a round with a standard deviation s, after n rounds the win is n m and the
swing s sqrt(n): they are equal at n = (s/m)^2, which players call N0. Its root's inverse, a
thousandfold, is the desirability index. A bankroll of b units, never resized, is ruined with the
chance exp(-2 m b / s^2): at m = 0.01 and s = 1.2, 200 units are lost once in sixteen lives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

RISKS: Final = (0.01, 0.05, 0.135)
"""Chances of ruin for which a bankroll is given; the last is that of betting in proportion to the edge,
once."""


@dataclass(frozen=True)
class Risk:
    """The risk of a winning way to bet, in units."""

    win: float
    """In one round."""
    deviation: float
    """Of one round."""

    @property
    def n0(self) -> float:
        """Rounds after which the win is one standard deviation."""
        return (self.deviation / self.win) ** 2

    @property
    def desirability(self) -> float:
        """The desirability index: a thousand times the win over the deviation of a round."""
        return 1000 * self.win / self.deviation

    def ruin(self, bankroll: float) -> float:
        """The chance to lose so many units before all else, however long one plays."""
        return exp(-2 * self.win * bankroll / self.deviation**2)

    def bankroll(self, ruin: float) -> float:
        """The units that are lost with no more than this chance."""
        return -log(ruin) * self.deviation**2 / (2 * self.win)

    @property
    def bankrolls(self) -> Mapping[float, float]:
        """By chance of ruin: the bankroll."""
        return {each: self.bankroll(each) for each in RISKS}


def risk_of(per_100: float, deviation_per_100: float | None) -> Risk | None:
    """The risk of what a hundred rounds bring; None where nothing is won, or no deviation is known."""
    if per_100 <= 0 or not deviation_per_100:
        return None
    return Risk(per_100 / 100, deviation_per_100 / sqrt(100))
