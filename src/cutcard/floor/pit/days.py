"""A table's day: what it took and paid since its opening count, and what it should have won.

`Day` reads the table's stored events, each once, and asks no rule: the handle of a wager is the stake
at the start of the round, its result what the settlement lines say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from cutcard.floor.ledger import OPENING
from cutcard.money import cents

Plain = dict[str, Any]
MAIN: Final = "main"
KIND: Final = re.compile(r'\{"event": ?"(\w+)"')
KEPT: Final = frozenset(
    {
        "round_started",
        "settled",
        "round_voided",
        "round_ended",
        "bought_in",
        "filled",
        "credited",
        "counted",
    }
)
"""The events that matter here; no other is read."""


@dataclass(slots=True)
class WagerTotals:
    """One wager of a day, in cents."""

    handle: int = 0
    """What was staked on it at the start of rounds that were settled."""
    squares: int = 0
    """The squares of what all boxes together had on it, round by round."""
    rounds: int = 0
    won: int = 0
    """The house's win on it: stakes taken less winnings paid, those off a meter too."""


@dataclass(slots=True)
class Day:
    """A table's day so far; `see` takes its stored events in their order."""

    mains: Collection[str] = (MAIN,)
    """The spots of the main wager: what lies on any of them is the main wager's."""
    since: int = 0
    """When the opening count was made, in milliseconds."""
    rounds: int = 0
    drop: int = 0
    """What players bought chips for."""
    fills: int = 0
    credits: int = 0
    opened_with: int = 0
    wagers: dict[str, WagerTotals] = field(default_factory=dict)
    _staked: dict[str, int] = field(default_factory=dict)
    _lines: dict[str, int] = field(default_factory=dict)
    _paid: dict[str, int] = field(default_factory=dict)
    _void: bool = False

    @property
    def won(self) -> int:
        """The house's win on all wagers."""
        return sum(each.won for each in self.wagers.values())

    @property
    def handle(self) -> int:
        """The stakes in total."""
        return sum(each.handle for each in self.wagers.values())

    def see(self, line: str, at: int) -> None:
        """Add a stored event."""
        kind = KIND.match(line)
        if kind is None or kind[1] not in KEPT:
            return
        event = json.loads(line)
        match event["event"]:
            case "counted" if event["kind"] == OPENING:
                self._begin(event, at)
            case "bought_in":
                self.drop += cents(event["cents"])
            case "filled":
                self.fills += cents(event["cents"])
            case "credited":
                self.credits += cents(event["cents"])
            case "round_started":
                self._start(event)
            case "settled":
                self._settle(event["lines"])
            case "round_voided":
                self._void = True
            case "round_ended":
                self._end()

    def _begin(self, event: Plain, at: int) -> None:
        self.since, self.opened_with = at, cents(event["cents"])
        self.rounds = self.drop = self.fills = self.credits = 0
        self.wagers = {}

    def _of(self, wager: str) -> str:
        return MAIN if wager in self.mains else wager

    def _start(self, event: Plain) -> None:
        self._staked, self._lines, self._paid, self._void = {}, {}, {}, False
        for bet in event["bets"]:
            for wager, stake in bet["stakes"].items():
                _add(self._staked, self._of(wager), cents(stake))

    def _settle(self, lines: list[Mapping[str, Any]]) -> None:
        for line in lines:
            wager, stake = self._of(line["wager"]), cents(line["stake"])
            _add(self._lines, wager, stake)
            _add(self._paid, wager, stake - cents(line["returned"]))

    def _end(self) -> None:
        """The round counts now; of a voided one only what was settled before."""
        self.rounds += 1
        names = dict.fromkeys([*(() if self._void else self._staked), *self._lines])
        for name in names:
            staked = self._staked.get(name, self._lines.get(name, 0))
            totals = self.wagers.setdefault(name, WagerTotals())
            totals.handle += staked
            totals.squares += staked * staked
            totals.rounds += 1 if staked else 0
            totals.won += self._paid.get(name, 0)
        self._staked, self._lines, self._paid = {}, {}, {}


def _add(sums: dict[str, int], name: str, amount: int) -> None:
    sums[name] = sums.get(name, 0) + amount


TIMES: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 of 100 results."""
LEAST_ROUNDS: Final = 30
"""Below this no result is called an outlier: sums of few rounds are not near a bell curve."""


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
    """The theoretical win of a day, and the band that chance leaves it in; None before there is a stake.

    The edge and the standard deviation of each wager are the analyser's, for best play and a full shoe.
    All boxes' stakes on one wager in one round count as one stake s, for they meet one dealer's hand:
    the band is then as wide as it can be. Rounds and wagers are taken as independent, so variances add:

        expected = sum(edge * handle)    variance = sum(deviation^2 * sum(s^2))

    One wager with an edge of 1% and a deviation of 1.1, staked $10 in each of 100 rounds: expected $10,
    and 1.96 * 1.1 * $10 * sqrt(100) = $216 to either side.
    """
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
