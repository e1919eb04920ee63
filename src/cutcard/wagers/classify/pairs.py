"""Wagers on the player's own first cards: one suit, a pair, a two-card straight, Super Match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.cards import Card
from cutcard.wagers.shapes import is_one_rank, is_one_suit, repeats, satisfied
from cutcard.wagers.view import Classifier, Sees, View


def _is_royal_match(two: Sequence[Card]) -> bool:
    """Ch.1 §B(15): king and queen of one suit (MA-A60 likewise)."""
    return is_one_suit(two) and {each.rank for each in two} == {"K", "Q"}


def _suited_two(view: View) -> tuple[str, ...]:
    """Ch.1 §B(4), (19), §17(e)(2); the dealer's royal match may be of another suit (MD-A38)."""
    if not is_one_suit(view.first_two):
        return ()
    if not _is_royal_match(view.first_two):
        return ("suited_match",)
    has_crown = view.second is not None and _is_royal_match((view.up, view.second))
    return ("royal_match", "crown_treasure") if has_crown else ("royal_match",)


def _pairs(view: View) -> tuple[str, ...]:
    """Ch.1 §B(14), (20): by rank, never by value (MD-A50)."""
    is_pair = is_one_rank(view.first_two)
    return satisfied({"suited_pair": is_pair and is_one_suit(view.first_two), "pair": is_pair})


def _four_cards(view: View) -> tuple[str, ...]:
    """Ch.6 §G(7): the four cards of a switch box, before any switch."""
    if view.second_pair is None:
        return ()
    counts = repeats((*view.first_two, *view.second_pair))
    return satisfied(
        {
            "four_of_a_kind": counts == (4,),
            "two_pair": counts == (2, 2),
            "three_of_a_kind": counts == (3, 1),
            "pair": counts == (2, 1, 1),
        }
    )


def _house_money(view: View) -> tuple[str, ...]:
    """Ch.6 §G(11): an ace stands next to the king and, unless the option says no, to the two."""
    ranks = {each.order for each in view.first_two}
    low, high = min(ranks), max(ranks)
    takes_ace_two = bool(view.options.get("house_money_ace_two", True))
    is_straight = high - low == 1 or (takes_ace_two and ranks == {2, 14})
    is_suited = is_one_suit(view.first_two)
    return satisfied(
        {
            "ace_king_suited": is_suited and ranks == {13, 14},
            "two_card_straight_flush": is_suited and is_straight,
            "pair": low == high,
            "two_card_straight": is_straight,
        }
    )


FAMILY: Final = (
    Classifier(
        "suited_two",
        ("royal_match", "suited_match", "crown_treasure"),
        Sees.SECOND_CARD,
        _suited_two,
    ),
    Classifier("pairs", ("suited_pair", "pair"), Sees.FIRST_CARDS, _pairs, copies={"suited_pair": 2}),
    Classifier(
        "four_cards",
        ("four_of_a_kind", "two_pair", "three_of_a_kind", "pair"),
        Sees.FIRST_CARDS,
        _four_cards,
        reads_second_pair=True,
    ),
    Classifier(
        "house_money",
        ("ace_king_suited", "two_card_straight_flush", "pair", "two_card_straight"),
        Sees.FIRST_CARDS,
        _house_money,
    ),
)
