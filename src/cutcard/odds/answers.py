"""What the analyser answers: an edge with its rows, its method, its assumptions and its provision.

Everything is per unit of the initial stake, from the player's side: `player_edge` is what a unit
staked returns beyond itself on average, and the house's edge is its negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

from cutcard.law import OptionValue, WagerLaw, document, shelf
from cutcard.money import Cents

Exact = Fraction | float
"""A rational where the method gives one; a float where it is a limit or a sum without end."""
FLOAT_PLACES: Final = 6
"""Of a cent: a float that misses a whole cent by less is that cent."""


@dataclass(frozen=True)
class RowOdds:
    """One outcome: how often it comes and what it adds to the player's expectation."""

    outcome: str
    pays: str
    """As the paytable prints it; `lose` for the stakes that no row answers."""
    probability: Exact
    net: Exact
    """What the player is up, in units of the stake, when it comes: -1 for a lost stake."""
    cite: str

    @property
    def contribution(self) -> Exact:
        """Its part of the player's edge."""
        return self.probability * self.net


@dataclass(frozen=True)
class MeterOdds:
    """How the edge moves with a progressive meter."""

    name: str
    amount: Fraction
    """The meter the edge was computed at, in dollars."""
    slope: Exact
    """What a dollar more on the meter adds to the player's edge."""
    break_even: Exact | None
    """The meter at which the edge is zero, other meters as given; None where none can make it so."""
    facts: Mapping[str, Exact] = field(default_factory=dict)
    """More figures by name: seed cost, contribution, expected meter at hit, chance of a hit a round."""

    @property
    def break_even_cents(self) -> Cents | None:
        """The break-even as everything shows it: rounded up to a cent, where no house edge is left."""
        if self.break_even is None:
            return None
        exact = self.break_even * 100
        return Cents(ceil(exact if isinstance(exact, Fraction) else round(exact, FLOAT_PLACES)))


@dataclass(frozen=True)
class Answer:
    """The odds of one wager."""

    document: str
    variation: str | None
    wager: str
    paytable: str
    decks: int
    options: Mapping[str, OptionValue]
    """What was chosen, beyond the defaults."""
    method: str
    """`exact` (a rational), `markov` (a chain solved exactly), `limit` (converged to float)."""
    assumptions: tuple[str, ...]
    """What the figure stands on, a sentence each."""
    rows: tuple[RowOdds, ...]
    """Every outcome, the lost stake too; probabilities sum to one."""
    cite: str
    digest: str = ""
    """Of the law, the question and the analyser; whoever asks for an answer gives it."""
    meters: tuple[MeterOdds, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    """What only some wagers have: a strategy, a distribution, edges by stake."""
    edge: Exact | None = None
    """The player's edge where it is known better than as the sum of the rows (the main wager)."""
    stake: Cents | None = None
    """The stake that the rows hold for, where they pay dollars or a meter; None: any stake."""
    deviation: float | None = None
    """The standard deviation where the rows are not the results of a round (the main wager)."""
    law: Mapping[str, str] = field(default_factory=dict)
    """The law data that it stands on: document, version, digest."""

    @property
    def wager_law(self) -> WagerLaw:
        """The wager by the law that the answer stands on, whatever is installed."""
        law = shelf().pinned(self.law["digest"]) if self.law else None
        return (law or document(self.document)).wager(self.wager)

    @property
    def player_edge(self) -> Exact:
        """Expected gain per unit of the initial stake."""
        if self.edge is not None:
            return self.edge
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Exact:
        """Expected loss per unit of the initial stake."""
        return -self.player_edge

    def house_edge_with(self, fact: str) -> Exact | None:
        """The house edge where each meter brings it to a fact of its own; None where one has none.

        A meter's fact leaves the others as shown, so what each of them changes is added up.
        """
        edges = [each.facts[fact] for each in self.meters if fact in each.facts]
        if not edges or len(edges) < len(self.meters):
            return None
        return self.house_edge + sum((each - self.house_edge for each in edges), Fraction(0))

    @property
    def has_rows(self) -> bool:
        """Whether the chance of every outcome is known, and not the edge alone."""
        return bool(self.rows)

    @property
    def hit_frequency(self) -> Exact | None:
        """How often the wager is paid more than its stake; None where only the edge is known."""
        if not self.rows:
            return None
        return sum((row.probability for row in self.rows if row.net > 0), Fraction(0))

    @property
    def variance(self) -> Exact | None:
        """Of the net result of one unit staked; None where only the edge is known."""
        if self.deviation is not None:
            return self.deviation**2
        if not self.rows:
            return None
        second = sum((row.probability * row.net * row.net for row in self.rows), Fraction(0))
        return second - self.player_edge**2

    @property
    def standard_deviation(self) -> float | None:
        """Of the net result of one unit staked; None where only the edge is known."""
        variance = self.variance
        return None if variance is None else sqrt(variance)
