"""A simulated round as it can be looked at: every card with where it went, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cutcard.automata.rounds import CardRole
from cutcard.automata.wagers import Riding
from cutcard.cards import Card

DEALER: Final = 0
"""The dealer's place among the boxes."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A card, where it went, and whose it was."""

    card: Card
    role: CardRole
    box: int = DEALER


@dataclass(frozen=True)
class Traced:
    """One round: its cards in the order in which the machine took them."""

    number: int
    """Which round, counted from zero."""
    taken: tuple[Taken, ...]
    net: Mapping[tuple[int, str], int]
    """By box and wager, in cents; all spots of a main wager together."""
    finishes: tuple[int, ...] = ()
    """The numbers of the finished hands, in the order in which they ended."""
    ends: tuple[int, ...] = ()
    """How the dealer's hands ended (`automata.dealer.ENDS`)."""
    streaks: Mapping[int, Riding] = field(default_factory=dict)
    """By box: the streak wagers that lie on it, and the wins before the round."""
    devices: Mapping[str, object] = field(default_factory=dict)
    """What devices of the house showed, where a wager calls for one."""
    together: frozenset[tuple[int, str]] = frozenset()
    """The boxes and wagers that win from a standing meter of which another box wins too."""


def winners(drawn: Mapping[tuple[int, str], Sequence[str]]) -> frozenset[tuple[int, str]]:
    """Of the boxes and wagers that draw on meters, those that share one with another box."""
    return frozenset(
        (box, wager)
        for (box, wager), mine in drawn.items()
        if any(
            {*mine} & {*theirs} for (other, of), theirs in drawn.items() if other != box and of == wager
        )
    )
