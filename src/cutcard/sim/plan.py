"""What is simulated: a table, its stakes and boxes, a strategy, how deep a shoe is dealt, a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from cutcard.law import RuleSet
from cutcard.money import Cents
from cutcard.odds.strategy import CardCount, Strategy
from cutcard.rules import Game, Prices, prices
from cutcard.table import game_of, main_wagers
from cutcard.wagers.settlement import Growth

KERNEL = "2"
"""Changed whenever the same plan gives other totals: by units, chance or the order of cards."""


@dataclass(frozen=True)
class WatchRequest:
    """What a run is to watch."""

    count: CardCount | None = None
    by_depth: bool = False
    session: int = 0
    """The rounds of a session; 0: no sessions."""
    sessions: int = 0
    """How many consecutive sessions each unit has, from its first round on."""
    known: int = 0
    """How many rounds each shoe begins with that the analyser knows: the others are added up alone."""


@dataclass(frozen=True)
class Plan:
    """Everything that the totals of a run depend on, except the number of rounds."""

    rules: RuleSet
    strategy: Strategy
    stakes: Mapping[str, Cents]
    """By wager, the same on every box; the main wager's always."""
    boxes: int = 1
    penetration: Fraction | None = None
    """The part of the shoe before the cover card; None: every round from a full shoe."""
    seed: int = 0
    meters: Mapping[str, Cents] = field(default_factory=dict)
    """What the wagers' meters show: in every round, or at the start if they grow."""
    growing: Mapping[str, Growth] = field(default_factory=dict)
    """How the meters grow that grow with every stake and fall with every hit; all of them, or none."""
    beside: tuple[str, ...] = ()
    """The payouts beside the main wager, without a stake, that the run includes."""
    watch: WatchRequest | None = None
    """What is watched; it changes no round, so it is not part of the digest."""

    @cached_property
    def game(self) -> Game:
        """The rules of play."""
        return game_of(self.rules)

    @cached_property
    def rows(self) -> Prices:
        """The main wager's prices."""
        return prices(self.rules.main.paytable, self.rules.options)

    @property
    def spots(self) -> int:
        """How many equal main wagers a box makes."""
        return len(main_wagers(self.game))

    @property
    def hands(self) -> int:
        """How many hands a box is dealt: at Switch one for each of its main wagers."""
        return self.spots if self.game.switch else 1

    @property
    def cards(self) -> int:
        """In a full shoe."""
        return self.game.decks * self.game.deck_cards

    @property
    def cut(self) -> int:
        """Cards before the cover card; a round begins only while fewer were taken."""
        return 0 if self.penetration is None else int(self.cards * self.penetration)

    @property
    def burned(self) -> int:
        """Cards burned when a shoe is begun."""
        return int(self.penetration is not None and self.rules.options.get("burn_per_shoe") is True)

    @property
    def burns_each_round(self) -> bool:
        """Whether a card is burned before every round."""
        return self.rules.options.get("burn_each_round") is True

    @property
    def sides(self) -> dict[str, Cents]:
        """The stakes beside the main wager's."""
        return {name: stake for name, stake in self.stakes.items() if name != "main"}

    def staked(self, wager: str) -> Cents:
        """A box's stake on a wager; the main stake for a payout beside it."""
        return self.stakes["main"] if wager in self.beside else self.stakes[wager]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all of it, but for what is watched."""
        rules = self.rules
        facts = (
            KERNEL,
            rules.document.id,
            rules.variation,
            sorted((name, repr(value)) for name, value in rules.options.items()),
            sorted((name, str(row.pays)) for name, row in self.rows.items()),
            sorted(
                (name, rules.offers[name].paytable.id) for name in self.sides if name in rules.offers
            ),
            sorted(self.stakes.items()),
            sorted(self.meters.items()),
            self.strategy.digest,
            self.boxes,
            self.penetration,
            self.seed,
            *((sorted((name, repr(each)) for name, each in self.growing.items()),) * bool(self.growing)),
            *sorted(self.beside),
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()
