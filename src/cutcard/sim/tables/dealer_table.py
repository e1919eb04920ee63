"""The dealer's hand for the kernel: its total and whether it draws, by its points and any ace."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import VALUES, Cards, cards_of, counted, points_of, total_of, with_card
from cutcard.cards import DECK_52
from cutcard.rules import LARGEST_BUST, Game, completes_for_buster, dealer_draws, third_card_due, total

Array = np.ndarray[Any, Any]

LOOKS: Final = 2 * (LARGEST_BUST + 1)
"""Twice the points with every ace at one, and one more where there is an ace."""
POINTS: Final = np.array([card.value for card in DECK_52], dtype=np.int32)
ACES: Final = np.array([card.is_ace for card in DECK_52], dtype=np.int32)
"""By place in the deck: what a card adds to a look."""

BY_VALUE: Final = tuple(next(card for card in DECK_52 if card.value == value) for value in VALUES)
"""A card of each value."""
PAIRS: Final = tuple(combinations_with_replacement(BY_VALUE, 2))
THIRD_CARD_UNDER: Final = min(total(pair) for pair in PAIRS if not third_card_due(pair))
"""The total of two cards from which on no third card is due to a wager on it."""


def dealer_table(game: Game) -> tuple[Array, Array, Array]:
    """By look: the total, whether the dealer draws, and whether the hand is completed for Buster.

    Every hand that either rule can come to is followed once from its first two cards.
    """
    totals, draws, completes = (np.zeros(LOOKS, dtype=np.int32) for _ in range(3))
    to_do: list[Cards] = [counted(pair) for pair in PAIRS]
    seen: set[int] = set()
    for hand in to_do:
        look = 2 * points_of(hand) + (hand[0] > 0)
        if look in seen:
            continue
        seen.add(look)
        held = cards_of(hand)
        totals[look] = total_of(hand)[0]
        draws[look], completes[look] = dealer_draws(game, held), completes_for_buster(game, held)
        if draws[look] or completes[look]:
            to_do += [with_card(hand, place) for place in range(len(VALUES))]
    return totals, draws, completes
