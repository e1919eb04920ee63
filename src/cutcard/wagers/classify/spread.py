"""In Between and A-2: the up card strictly between the player's two, or all three of one rank.

A spread is the number of ranks strictly between the two cards; an up card equal to one of them
loses (MD-A35, MA-A76). A three-card spread is among "all other spreads" where it has no row (A-2).
"""

from __future__ import annotations

from typing import Final

from cutcard.cards import Card
from cutcard.wagers.shapes import is_one_rank
from cutcard.wagers.view import Classifier, Sees, View

_BY_SPREAD: Final[dict[int, tuple[str, ...]]] = {
    1: ("one_card_spread",),
    2: ("two_card_spread",),
    3: ("three_card_spread", "other_spread"),
}


def _spread(view: View) -> tuple[str, ...]:
    if is_one_rank(view.three):
        return ("triple_match",)
    ace_low = view.options.get("spread_ace", "high") == "low"

    def rank(each: Card) -> int:
        return 1 if ace_low and each.is_ace else each.order

    low, high = sorted(rank(each) for each in view.first_two)
    if not low < rank(view.up) < high:
        return ()
    return _BY_SPREAD.get(high - low - 1, ("other_spread",))


FAMILY: Final = (
    Classifier(
        "spread",
        (
            "triple_match",
            "one_card_spread",
            "two_card_spread",
            "three_card_spread",
            "other_spread",
        ),
        Sees.FIRST_CARDS,
        _spread,
    ),
)
