"""What the settlement of side wagers is given: the seats of a finished round, and the house's side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cutcard.cards import Card
from cutcard.money import NOTHING, Cents
from cutcard.wagers.view import View


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's stakes on one box, and what the round showed there."""

    box: int
    player: str
    stakes: Mapping[str, Cents]
    """Side wagers by id, and "main"."""
    view: View
    """What side wagers see; its dealer's hand is the one drawn by the table's rule."""
    completed_dealer: tuple[Card, ...]
    """The dealer's hand as completed for Buster; the same hand where nothing more was drawn."""
    hands_won: int = 0
    hands_lost: int = 0
    hands_total: int = 1
    surrendered: bool = False
    streak_wins: int = 0
    """Consecutive wins before this round, as the streak lammer shows them."""
    super_bonus_hand: int | None = None
    """The winning, unsplit, undoubled suited 7-7-7 against a dealer's seven, counted from 1."""
    owner: str = ""
    """Whom its lines name: the player, where several people bet on the box."""
    settled: frozenset[str] = frozenset()
    """Side wagers settled at an earlier moment of the round."""

    def staked(self, wager: str) -> Cents:
        """The stake on a wager; zero where there is none."""
        return self.stakes.get(wager, NOTHING)


@dataclass(slots=True)
class HouseSide:
    """What the house brings: its meters as displayed, where they restart, what its devices said."""

    meters: dict[str, Cents] = field(default_factory=dict)
    resets: dict[str, Cents] = field(default_factory=dict)
    devices: Mapping[str, object] = field(default_factory=dict)
    paid: frozenset[str] = frozenset()
    """Meters that paid somebody at an earlier moment of the round."""
