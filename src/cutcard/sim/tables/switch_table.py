"""The decision to switch tabulated: a strategy asked about all values of five cards, a bit for each."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import VALUES, Choose, SeenHand
from cutcard.cards import DECK_52
from cutcard.compute import cache as kept, digest_of_code
from cutcard.rules import Action

Array = np.ndarray[Any, Any]

CARDS: Final = 5
"""Two of each hand, and the dealer's."""
VALUES_EACH: Final = len(VALUES)
WORD: Final = 62
"""Bits of a word that are used: whole numbers without a sign."""
MAY_SWITCH: Final = frozenset({Action.SWITCH})


def kept_switch_table(choose: Choose, digest: str) -> Array:
    """The table of a strategy with a digest, as it was kept or as it is made now."""
    name = kept.digest("switch table", digest_of_code(__name__), digest)
    found = kept.read(name)
    words = -(-(VALUES_EACH**CARDS) // WORD)
    if isinstance(found, list) and len(found) == words and {type(word) for word in found} == {int}:
        return np.array(found, dtype=np.int64)
    made = switch_table(choose)
    kept.write(name, made.tolist())
    return made


def switch_table(choose: Choose) -> Array:
    """By the values of one hand's two cards, the other's two and the up card: whether they are switched.

    Bits side by side in words, the up card's value running fastest.
    """
    cards = [next(card for card in DECK_52 if card.value == value) for value in VALUES]
    does = (
        choose(SeenHand((one, two, three, four), (up,), MAY_SWITCH)) is Action.SWITCH
        for one, two, three, four, up in product(cards, repeat=CARDS)
    )
    bits = np.fromiter(does, dtype=np.int64)
    words = np.pad(bits, (0, -len(bits) % WORD)).reshape(-1, WORD)
    return np.asarray(words @ (1 << np.arange(WORD)))
