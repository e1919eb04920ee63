"""Wagers that count aces: Lucky Aces among the first four cards, the progressive in cards drawn."""

from __future__ import annotations

from typing import Final

from cutcard.cards import Card
from cutcard.wagers.shapes import first_four, is_one_color, is_one_suit, satisfied
from cutcard.wagers.view import Classifier, Sees, View


def _aces(view: View) -> tuple[str, ...]:
    """Ch.13 §A(12); suited means all the aces held, a diamond counts only alone (MD-A48)."""
    held = [each for each in first_four(view) or () if each.is_ace]
    if not held:
        return ()
    count, is_suited = len(held), is_one_suit(held)
    return satisfied(
        {
            "four_aces": count == 4,
            "three_aces_suited": count == 3 and is_suited,
            "three_aces": count == 3,
            "two_aces_suited": count == 2 and is_suited,
            "two_aces": count == 2,
            "one_ace_of_diamonds": count == 1 and held[0].suit == "d",
            "one_ace": count == 1,
        }
    )


def _first_cards(view: View) -> tuple[Card, ...]:
    """The cards in order; a split ends them unless they go on with the first hand (MA-A63)."""
    if not view.was_split:
        return view.first_two + view.drawn
    rule = view.options.get("split_aces_progressive", "ends_at_split")
    if rule == "continue_on_first_hand":
        return view.first_two + view.drawn + view.drawn_after_split
    return view.first_two


def _drawn_aces(view: View) -> tuple[str, ...]:
    """§19(c): aces in the first two, the first three and the first four cards."""
    dealt = _first_cards(view)

    def are_aces(count: int) -> bool:
        return len(dealt) >= count and all(each.is_ace for each in dealt[:count])

    return satisfied(
        {
            "four_aces_of_one_color": are_aces(4) and is_one_color(dealt[:4]),
            "three_aces_suited": are_aces(3) and is_one_suit(dealt[:3]),
            "three_aces": are_aces(3),
            "two_aces_suited": are_aces(2) and is_one_suit(dealt[:2]),
            "two_aces": are_aces(2),
        }
    )


FAMILY: Final = (
    Classifier(
        "aces",
        (
            "four_aces",
            "three_aces_suited",
            "three_aces",
            "two_aces_suited",
            "two_aces",
            "one_ace_of_diamonds",
            "one_ace",
        ),
        Sees.SECOND_CARD,
        _aces,
        copies={"three_aces_suited": 3, "two_aces_suited": 2},
    ),
    Classifier(
        "drawn_aces",
        (
            "four_aces_of_one_color",
            "three_aces_suited",
            "three_aces",
            "two_aces_suited",
            "two_aces",
        ),
        Sees.FIRST_CARDS,
        _drawn_aces,
        reads_drawn=True,
        copies={"four_aces_of_one_color": 2, "three_aces_suited": 3, "two_aces_suited": 2},
    ),
)
