"""What charts and tables call cards."""

from __future__ import annotations

from typing import Final

from cutcard.automata.hands import Cards

LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The ten values, in the order of `automata.values`."""
FROM_A_SWITCH: Final = "A-T switched"
DIGITS: Final = 3
"""What two cards are worth at Switch is told, and cards are switched by it, to so many decimals."""


def label(hand: Cards) -> str:
    """Two cards by their values."""
    return "-".join(LABELS[value] for value, many in enumerate(hand) for _ in range(many))
