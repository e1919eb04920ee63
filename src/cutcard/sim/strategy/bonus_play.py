"""The basic chart for a player who is paid the super bonus: a chart of totals cannot play for it."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.automata.hands import Choose, SeenHand, Split
from cutcard.cards import Card
from cutcard.compute import cache, digest_of_code
from cutcard.law import RuleSet
from cutcard.odds import winning_deals
from cutcard.rules import TWO_CARDS, Action
from cutcard.sim.strategy.strategies import Strategy


@dataclass(frozen=True)
class ForTheBonus(Strategy):
    """A chart, but for two cards that a third one like them would make the super bonus of."""

    deals: tuple[tuple[Card, Card], ...] = ()
    """The card of which such a hand has two, and the dealer's up card."""

    @property
    def digest(self) -> str:
        """Of the chart and of what is done otherwise."""
        return cache.digest(
            "for the bonus", digest_of_code(__name__), self.book.digest, repr(self.deals)
        )

    @property
    def choose(self) -> Choose:
        """What is done with a hand."""
        return self._chosen

    def _chosen(self, seen: SeenHand) -> Action:
        is_first = len(seen.cards) == TWO_CARDS and seen.split is Split.NEVER and not seen.doublings
        if is_first and len({*seen.cards}) == 1 and (seen.cards[0], seen.shown[0]) in self.deals:
            return Action.HIT
        return self.book.choose(seen)


def for_the_bonus(chart: Strategy, rules: RuleSet) -> Strategy:
    """The chart of a player who draws to two sevens of a suit against a seven, as `odds` assumes."""
    return ForTheBonus(chart.name, chart.book, winning_deals(rules))
