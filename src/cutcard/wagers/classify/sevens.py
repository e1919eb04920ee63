"""Wagers on sevens: in the order dealt, in the cards drawn, and Blazing 7's."""

from __future__ import annotations

from typing import Final

from cutcard.cards import Card
from cutcard.wagers.shapes import is_one_color, is_one_suit, satisfied
from cutcard.wagers.view import Classifier, Sees, View


def _is_seven(card: Card) -> bool:
    return card.rank == "7"


def _sevens_in_order(view: View) -> tuple[str, ...]:
    """Ch.6 §G(34): the player's first card, then the second, then the up card (MD-A49)."""
    first, second, up = (_is_seven(each) for each in view.three)
    return satisfied(
        {
            "three_sevens_suited": first and second and up and is_one_suit(view.three),
            "three_sevens": first and second and up,
            "first_two_sevens_suited": first and second and is_one_suit(view.first_two),
            "first_two_sevens": first and second,
            "first_seven": first,
        }
    )


def _has_single_seven(view: View) -> bool:
    """§17(e)(3): one seven is the first card dealt, unless the option is wider (MA-A29)."""
    match view.options.get("sevens_single", "first_card"):
        case "first_two":
            counted: tuple[Card, ...] = view.first_two
        case "any_three":
            counted = (*view.first_two, *view.drawn[:1])
        case _:
            counted = view.first_two[:1]
    return any(_is_seven(each) for each in counted)


def _sevens_drawn(view: View) -> tuple[str, ...]:
    """§17(e)(3): splitting the sevens forfeits the three, for then nothing was drawn (§11(f))."""
    three = (*view.first_two, *view.drawn[:1])
    are_two = all(_is_seven(each) for each in view.first_two)
    are_three = are_two and len(three) == 3 and _is_seven(three[2])
    return satisfied(
        {
            "three_sevens_suited": are_three and is_one_suit(three),
            "three_sevens": are_three,
            "two_sevens_suited": are_two and is_one_suit(view.first_two),
            "two_sevens": are_two,
            "one_seven": _has_single_seven(view),
        }
    )


def _blazing_sevens(view: View) -> tuple[str, ...]:
    """Ch.6 §G(18) counts all three cards; §31(c), (i) one and two sevens in the player's only."""
    three = view.three
    players_only = bool(view.options.get("blazing_player_seven", False))
    are_three = all(_is_seven(each) for each in three)
    counted = view.first_two if players_only else three
    sevens = sum(_is_seven(each) for each in counted)
    is_suited = are_three and is_one_suit(three)
    return satisfied(
        {
            "three_sevens_of_diamonds": is_suited and view.up.suit == "d",
            "three_sevens_suited": is_suited,
            "three_sevens_same_color": are_three and is_one_color(three),
            "three_sevens": are_three,
            "two_sevens": sevens >= 2,
            "one_seven": sevens >= 1,
        }
    )


FAMILY: Final = (
    Classifier(
        "sevens_in_order",
        (
            "three_sevens_suited",
            "three_sevens",
            "first_two_sevens_suited",
            "first_two_sevens",
            "first_seven",
        ),
        Sees.FIRST_CARDS,
        _sevens_in_order,
        copies={"three_sevens_suited": 3, "first_two_sevens_suited": 2},
    ),
    Classifier(
        "sevens_drawn",
        (
            "three_sevens_suited",
            "three_sevens",
            "two_sevens_suited",
            "two_sevens",
            "one_seven",
        ),
        Sees.FIRST_CARDS,
        _sevens_drawn,
        reads_drawn=True,
        copies={"three_sevens_suited": 3, "two_sevens_suited": 2},
    ),
    Classifier(
        "blazing_sevens",
        (
            "three_sevens_of_diamonds",
            "three_sevens_suited",
            "three_sevens_same_color",
            "three_sevens",
            "two_sevens",
            "one_seven",
        ),
        Sees.FIRST_CARDS,
        _blazing_sevens,
        copies={"three_sevens_suited": 3, "three_sevens_of_diamonds": 3, "three_sevens_same_color": 2},
    ),
)
