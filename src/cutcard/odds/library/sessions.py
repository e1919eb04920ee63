"""`odds.sessions`: what many rounds come to together, and how often a bankroll is lost on the way.

One round has the chances p(x) of its net results x. Of N rounds, taken as independent, the chances are
the N-fold convolution of p, which is a power of its Fourier transform. For example, of a wager that wins
or loses one unit with chance 1/2 each, two rounds come to -2, 0 and 2 with chances 1/4, 1/2 and 1/4.
Ruin is followed round by round: what falls to nothing stays there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, sqrt
from typing import Any, Final

import numpy as np

from cutcard.law import Document
from cutcard.odds.library.request import OddsResult, asked, number, whole
from cutcard.odds.main.game import solve
from cutcard.odds.main.net_results import net_results
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, check_shoe
from cutcard.odds.registry import analyser_digest, answered, digest_of
from cutcard.results import Drawing, Record

Array = np.ndarray[Any, Any]
MOST_PLACES: Final = 1 << 24
MOST_ROUNDS: Final = 10**7
MOST_UNITS: Final = 10**6
FINEST: Final = 1000
DEVIATIONS: Final = 12
SMALLEST: Final = 1e-15
QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, repr=False)
class SessionOdds(OddsResult):
    """The results of sessions of so many rounds, one unit staked on each."""

    rounds: int
    bankroll: float | None
    parts: int
    """The parts of a unit that results are counted in."""
    least: int
    chances: Array
    """Of one round: the chance of each net result, from `least` on."""

    @property
    def value(self) -> float:
        """What the house may expect to win in a session, in units."""
        return -self.mean

    @property
    def mean(self) -> float:
        """What the player may expect of a session, in units."""
        return self.rounds * float(self._nets @ self.chances)

    @property
    def standard_deviation(self) -> float:
        """Of a session's result, in units."""
        mean = float(self._nets @ self.chances)
        return sqrt(self.rounds * max(float(self._nets**2 @ self.chances) - mean**2, 0.0))

    @property
    def _nets(self) -> Array:
        return (np.arange(self.chances.size) + self.least) / self.parts

    @cached_property
    def distribution(self) -> dict[float, float]:
        """The chance of each result of a session, in units."""
        size = self.rounds * (self.chances.size - 1) + 1
        places = 1 << (size - 1).bit_length()
        found = np.fft.irfft(np.fft.rfft(self.chances, places) ** self.rounds, places)[:size]
        found = np.maximum(found, 0.0)
        found /= found.sum()
        first = self.rounds * self.least
        kept = np.flatnonzero(found > SMALLEST)
        return {(first + int(at)) / self.parts: float(found[at]) for at in kept}

    @property
    def ahead(self) -> float:
        """How often a session ends ahead."""
        return sum(chance for net, chance in self.distribution.items() if net > 0)

    def quantile(self, part: float) -> float:
        """The result below which this part of all sessions end."""
        so_far = 0.0
        for net, chance in self.distribution.items():
            so_far += chance
            if so_far >= part:
                return net
        return max(self.distribution)

    @cached_property
    def risk_of_ruin(self) -> float | None:
        """How often the bankroll is lost within the session; None where none was given."""
        if self.bankroll is None:
            return None
        begin = round(self.bankroll * self.parts)
        spread = DEVIATIONS * self.standard_deviation + max(self.mean, 0.0)
        top = begin + ceil(spread * self.parts) + self.chances.size
        held, lost = np.zeros(top + 1), 0.0
        held[begin] = 1.0
        for _ in range(self.rounds):
            after = np.convolve(held, self.chances)  # its first place stands for `least`
            below = 1 - self.least
            lost += float(after[:below].sum())
            held = after[-self.least : -self.least + top + 1].copy()
            held[0] = 0.0
            held[-1] += float(after[-self.least + top + 1 :].sum())
        return min(lost, 1.0)

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return analyser_digest("sessions", digest_of(self.question), self.rounds, self.bankroll)

    @property
    def method(self) -> str:
        """Floating point."""
        return "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the figures take for granted."""
        return (
            "One unit is staked on every round; every round is dealt from a full shoe, so rounds are "
            "independent.",
            "Of a split box, the hands are independent given the dealer's.",
        )

    def to_dict(self) -> dict[str, Any]:
        """The figures in plain values."""
        return {
            **self._asked(),
            "rounds": self.rounds,
            "bankroll": self.bankroll,
            "method": self.method,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "ahead": self.ahead,
            "quantiles": {str(part): self.quantile(part) for part in QUANTILES},
            "risk_of_ruin": self.risk_of_ruin,
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each result of a session."""
        return [{"net": net, "probability": chance} for net, chance in self.distribution.items()]

    def headline(self) -> list[str]:
        """The mean, the spread, and the risk."""
        ruin = self.risk_of_ruin
        lost = "" if ruin is None else f", {self.bankroll:g} units lost in {ruin:.4%}"
        return [
            f"{self._named()}, {self.rounds:,} rounds: {self.mean:+.4f} ± {self.standard_deviation:.4f} "
            f"units, ahead in {self.ahead:.4%}{lost}"
        ]

    def drawing(self) -> Drawing:
        """The chances of a session's results."""
        return Drawing(
            "lines", self.records(), "net", "probability", title=self._named(), x_title="Net, units"
        )


def sessions(
    document: str | Document,
    wager: str = MAIN,
    *,
    rounds: int = 1000,
    bankroll: float | None = None,
    paytable: str | None = None,
    **options: Any,
) -> SessionOdds:
    """The distribution over so many rounds, and the risk of ruin of a bankroll in units.

    >>> sessions("md-blackjack", rounds=500, bankroll=50).risk_of_ruin
    """
    question = asked(document, wager, paytable=paytable, **options)
    rounds = whole("rounds", rounds, least=1, most=MOST_ROUNDS)
    if bankroll is not None:
        units = float(number("bankroll", bankroll))
        if not 0 < units <= MOST_UNITS:
            raise OddsError(
                f"bankroll: {bankroll!r}: units of the stake, above zero, at most {MOST_UNITS:,}"
            )
        bankroll = units
    parts, nets = _one_round(question)
    least, most = min(nets), max(nets)
    if rounds * (most - least) > MOST_PLACES:
        raise OddsError(f"rounds: {rounds:,} are too many for results that lie so far apart")
    chances = np.zeros(most - least + 1)
    for net, chance in nets.items():
        chances[net - least] += chance
    return SessionOdds(question, rounds, bankroll, parts, least, chances / chances.sum())


def _one_round(question: Question) -> tuple[int, dict[int, float]]:
    """The net results of one round in parts of the stake, with their chances."""
    if question.offer.law.id == MAIN:
        if question.rules.options.get("switch") is True:
            raise OddsError("sessions: at switch the results of a round are not known one by one")
        check_shoe(question)
        game = solve(question.rules, question.composition)
        return int(game.main.scale), dict(net_results(game))
    rows = answered(question).answer.rows
    if not rows:
        raise OddsError(f"sessions: of {question.offer.law.id} only the edge is known")
    exact = [Fraction(row.net).limit_denominator(FINEST) for row in rows]
    parts = lcm(*(net.denominator for net in exact))
    found: dict[int, float] = {}
    for net, row in zip(exact, rows, strict=True):
        found[int(net * parts)] = found.get(int(net * parts), 0.0) + float(row.probability)
    return parts, found
