"""Wagers on four cards, the player's first two and the dealer's: Super 4 and Monster Match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.cards import Card
from cutcard.rules import may_be_blackjack
from cutcard.wagers.shapes import (
    first_four,
    has_dealer_blackjack,
    is_one_color,
    is_one_rank,
    is_one_suit,
    repeats,
    satisfied,
)
from cutcard.wagers.view import Classifier, Sees, View


def _without_blackjack(view: View) -> tuple[str, ...]:
    """§19(l), Ch.13 §H: an ace up still pays; its absence loses only here (MA-A33)."""
    return ("dealer_ace_up",) if view.up.is_ace else ("no_dealer_ace_up",)


def _four_with_dealer_blackjack(view: View) -> tuple[str, ...]:
    """Ch.6 §G(13), §19(k): the initial two cards (MA-A66); A-K-Q-J is the only straight (MD-A57).

    A royal flush has one envy row beside it, for the other players.
    """
    four = first_four(view)
    if four is None and may_be_blackjack(view.up):
        return ()
    if four is None or not has_dealer_blackjack(view):
        return _without_blackjack(view)
    counts = repeats(four)
    is_flush, has_color = is_one_suit(four), is_one_color(four)
    is_straight = {each.rank for each in four} == set("AKQJ")
    is_royal = is_flush and is_straight
    is_chosen = is_royal and view.up.suit == view.options.get("chosen_suit", "d")
    return satisfied(
        {
            "royal_flush_of_diamonds": is_royal and view.up.suit == "d",
            "royal_flush_in_chosen_suit": is_chosen,
            "royal_flush": is_royal,
            "three_of_a_kind": counts[0] == 3,
            "straight": is_straight,
            "flush": is_flush,
            "two_pair": counts == (2, 2),
            "four_red_cards": has_color and view.up.red,
            "four_black_cards": has_color and not view.up.red,
            "same_color": has_color,
            "pair": counts[0] == 2,
            "any_hand": True,
            "envy_royal_flush_in_chosen_suit": is_chosen,
            "envy_royal_flush": is_royal and not is_chosen,
        }
    )


def _of_a_kind(four: Sequence[Card], count: int) -> tuple[Card, ...]:
    """The cards whose rank occurs exactly so often."""
    ranks = [each.rank for each in four]
    return tuple(each for each in four if ranks.count(each.rank) == count)


def _four_with_dealer(view: View) -> tuple[str, ...]:
    """Ch.12 §D: a suited pair is two identical cards, paid once (PE-A33, PE-A34, BR-A17)."""
    four = first_four(view)
    if four is None:
        return ()
    is_four = is_one_rank(four)
    three = _of_a_kind(four, 3)
    return satisfied(
        {
            "four_of_a_kind_suited": is_four and is_one_suit(four),
            "four_of_a_kind_same_color": is_four and is_one_color(four),
            "four_of_a_kind": is_four,
            "three_of_a_kind_same_color": len(three) == 3 and is_one_color(three),
            "three_of_a_kind": len(three) == 3,
            "suited_pair": len(set(four)) < len(four),
        }
    )


FAMILY: Final = (
    Classifier(
        "four_with_dealer_blackjack",
        (
            "royal_flush_of_diamonds",
            "royal_flush_in_chosen_suit",
            "royal_flush",
            "three_of_a_kind",
            "straight",
            "flush",
            "two_pair",
            "four_red_cards",
            "four_black_cards",
            "same_color",
            "pair",
            "any_hand",
            "dealer_ace_up",
            "no_dealer_ace_up",
            "envy_royal_flush_in_chosen_suit",
            "envy_royal_flush",
        ),
        Sees.SECOND_CARD,
        _four_with_dealer_blackjack,
    ),
    Classifier(
        "four_with_dealer",
        (
            "four_of_a_kind_suited",
            "four_of_a_kind_same_color",
            "four_of_a_kind",
            "three_of_a_kind_same_color",
            "three_of_a_kind",
            "suited_pair",
        ),
        Sees.SECOND_CARD,
        _four_with_dealer,
        copies={
            "four_of_a_kind_suited": 4,
            "four_of_a_kind_same_color": 2,
            "three_of_a_kind_same_color": 2,
            "suited_pair": 2,
        },
    ),
)
