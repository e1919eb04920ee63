"""What the rules can see of a hand: the one statement that whoever tabulates them goes by.

The main game is tabulated by asking the rules about one hand of each sort that they cannot tell apart.
That is right only while the rules look at no more of a hand than is said here, and
`tests/rules/test_observation.py` watches them: it fails when one reads a hand by a name not listed for
it, or when a name is listed that none reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from cutcard.cards import Card
from cutcard.rules.hand import MANY_CARDS, Hand, card_by_card, total_and_softness

Observation = tuple[object, ...]
"""What is seen of a hand; equal for hands that nobody who sees no more can tell apart."""

PLAY_SEES: Final = (
    "total",
    "card_count",
    "two_cards",
    "is_natural",
    "from_split",
    "aces_split",
    "switched",
    "doublings",
)
"""What `why_not` may read of a hand."""

SETTLEMENT_SEES: Final = (
    "total",
    "card_count",
    "is_natural",
    "twenty_one",
    "from_split",
    "switched",
    "doublings",
    "surrendered",
    "rescued",
    "even_money",
    "stakes",
    "base",
    "added",
)
"""What `settle_box` may read of a hand."""

LATE_BLACKJACK_SEES: Final = ("busted", "doubled", "from_split", "stakes", "base")
"""What `taken_by_blackjack` may read of a hand beside its outcome."""

OF_CARDS: Final = ("total", "card_count", "two_cards", "is_natural", "twenty_one")
"""Those of the names above that follow from the cards alone, and so from `cards_seen`."""

HISTORY: Final = tuple(
    name for name in dict.fromkeys(PLAY_SEES + SETTLEMENT_SEES) if name not in OF_CARDS
)
"""The others: how the hand came to be, and its money."""

seen_in_play: Callable[[Hand], Observation] = attrgetter(*PLAY_SEES)
seen_in_settlement: Callable[[Hand], Observation] = attrgetter(*SETTLEMENT_SEES)
seen_by_late_blackjack: Callable[[Hand], Observation] = attrgetter(*LATE_BLACKJACK_SEES)
history_seen: Callable[[Hand], Observation] = attrgetter(*HISTORY)


class CardsSeen(NamedTuple):
    """All that any rule can see of a hand's cards now, or after more cards.

    The total after a card follows from the total and whether it is soft, and the number of cards from
    their number. A third card may make a 21 that is looked at card by card, but two cards are kept
    themselves; from three cards on no further card makes a hand of which single cards matter. So hands
    that look alike here look alike after the same card too, and may be one state of a machine.
    """

    total: int
    is_soft: bool
    card_count: int
    """`MANY_CARDS` stands for more."""
    cards: tuple[Card, ...]
    """In order, where a rule may look at each of them; otherwise none."""


def cards_seen(cards: Sequence[Card]) -> CardsSeen:
    """What can be seen of a hand's cards."""
    points, soft = total_and_softness(cards)
    return CardsSeen(points, soft, min(len(cards), MANY_CARDS), card_by_card(cards, points))
