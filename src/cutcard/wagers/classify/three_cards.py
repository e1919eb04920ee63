"""Wagers on the player's first two cards with the up card: as a poker hand, or by their total."""

from __future__ import annotations

from typing import Final

from cutcard.rules import TWENTY_ONE, total
from cutcard.wagers.shapes import is_one_rank, is_one_suit, satisfied
from cutcard.wagers.view import Classifier, Sees, View

_ACE_TWO_THREE: Final = [2, 3, 14]
_QUEEN_KING_ACE: Final = [12, 13, 14]


def _is_straight(view: View) -> bool:
    """The ace goes above the king and below the two, never round (MD-A42, MD-A43, MA-A79)."""
    ranks = sorted(each.order for each in view.three)
    if ranks == _QUEEN_KING_ACE:
        return view.options.get("queen_king_ace", "allowed") != "barred"
    return ranks == _ACE_TWO_THREE or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]


def _three_cards(view: View) -> tuple[str, ...]:
    """Suited three of a kind is a three of a kind and a flush besides (MD-A44, MA-A79, MA-A83)."""
    three = view.three
    is_flush, is_straight, are_alike = is_one_suit(three), _is_straight(view), is_one_rank(three)
    is_suited_three = is_flush and are_alike
    chosen = view.options.get("three_aces_suit", "s")
    has_ace_and_king = {"A", "K"} <= {each.rank for each in three}
    return satisfied(
        {
            "three_aces_in_chosen_suit": is_suited_three and view.up.is_ace and view.up.suit == chosen,
            "three_aces_suited": is_suited_three and view.up.is_ace,
            "three_of_a_kind_suited": is_suited_three,
            "mini_royal": is_flush and is_straight and has_ace_and_king,
            "straight_flush": is_flush and is_straight,
            "three_of_a_kind": are_alike,
            "straight": is_straight,
            "flush": is_flush,
        }
    )


def _three_card_total(view: View) -> tuple[str, ...]:
    """Ch.6 §G(12), (27): aces at their best, 6-7-8 in any order (MD-A46)."""
    three = view.three
    is_suited, points = is_one_suit(three), total(three)
    ranks = sorted(each.rank for each in three)
    are_sevens, are_in_row = ranks == ["7", "7", "7"], ranks == ["6", "7", "8"]
    return satisfied(
        {
            "three_sevens_suited": are_sevens and is_suited,
            "six_seven_eight_suited": are_in_row and is_suited,
            "three_sevens": are_sevens,
            "six_seven_eight": are_in_row,
            "suited_21": points == TWENTY_ONE and is_suited,
            "total_21": points == TWENTY_ONE,
            "total_20": points == 20,
            "total_19": points == 19,
        }
    )


FAMILY: Final = (
    Classifier(
        "three_cards",
        (
            "three_aces_in_chosen_suit",
            "three_aces_suited",
            "three_of_a_kind_suited",
            "mini_royal",
            "straight_flush",
            "three_of_a_kind",
            "straight",
            "flush",
        ),
        Sees.FIRST_CARDS,
        _three_cards,
        copies={"three_aces_in_chosen_suit": 3, "three_aces_suited": 3, "three_of_a_kind_suited": 3},
    ),
    Classifier(
        "three_card_total",
        (
            "three_sevens_suited",
            "six_seven_eight_suited",
            "three_sevens",
            "six_seven_eight",
            "suited_21",
            "total_21",
            "total_20",
            "total_19",
        ),
        Sees.FIRST_CARDS,
        _three_card_total,
        copies={"three_sevens_suited": 3},
    ),
)
