"""The decision to switch tabulated: a strategy asked about all values of five cards, a bit for each."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np

from cutcard.automata.playing import Choose, Seen
from cutcard.automata.values import VALUES
from cutcard.cards import DECK_52
from cutcard.rules.actions import Action

Array = np.ndarray[Any, Any]

VALUES_EACH: Final = len(VALUES)
WORD: Final = 62
"""Bits of a word that are used: whole numbers without a sign."""
MAY_SWITCH: Final = frozenset({Action.SWITCH})


def switch_table(choose: Choose) -> Array:
    """By the values of one hand's two cards, the other's two and the up card: whether they are switched.

    Bits side by side in words, the up card's value running fastest.
    """
    cards = [next(card for card in DECK_52 if card.value == value) for value in VALUES]
    does = (
        choose(Seen((one, two, three, four), (up,), MAY_SWITCH)) is Action.SWITCH
        for one, two, three, four, up in product(cards, repeat=5)
    )
    bits = np.fromiter(does, dtype=np.int64)
    words = np.pad(bits, (0, -len(bits) % WORD)).reshape(-1, WORD)
    return np.asarray(words @ (1 << np.arange(WORD)))
