"""What is watched beside a run's totals: a count, the depth of the shoe, results of sessions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True)
class CardCount:
    """A linear count: a tag for every card that is seen."""

    name: str
    tags: tuple[Fraction, ...]
    """By place in `DECK_52`."""
    pivot: Fraction = Fraction(0)
    """Where the running count ends when a shoe is dealt to its last card."""
    is_true: bool = True
    """Whether it is divided by the decks that are left."""
    step: int = 1
    """How wide a bin is."""

    @property
    def per(self) -> int:
        """The parts of one that all its numbers are made of."""
        return lcm(self.pivot.denominator, *(tag.denominator for tag in self.tags))


@dataclass(frozen=True)
class WatchRequest:
    """What is watched."""

    count: CardCount | None = None
    by_depth: bool = False
    session: int = 0
    """The rounds of a session; nothing for none."""
    sessions: int = 0
    """So many sessions one after the other in each unit, from its first round on."""
