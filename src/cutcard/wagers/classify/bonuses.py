"""Insurance, and the payouts without a stake: the super bonus and the envy bonus."""

from __future__ import annotations

from typing import Final

from cutcard.wagers.shapes import satisfied
from cutcard.wagers.view import Classifier, DecidedBy, Sees, View, amount_fixed


def _insurance(view: View) -> tuple[str, ...]:
    """Ch.8, §9(a): an ace up and a ten-valued second card, priced apart where of one suit."""
    if view.second is None:
        return ()
    wins = view.up.is_ace and view.second.is_ten_valued
    is_suited = view.up.suit == view.second.suit
    return satisfied({"dealer_blackjack_suited": wins and is_suited, "dealer_blackjack": wins})


def _super_bonus(view: View) -> tuple[str, ...]:
    """Ch.12 §C(1)-(2), by the original main wager that the view carries; nothing below the least."""
    if view.stake >= amount_fixed(view, "super_bonus_higher"):
        return ("wager_25_or_more",)
    return ("wager_under_25",) if view.stake >= amount_fixed(view, "super_bonus_least") else ()


def _envy_bonus(view: View) -> tuple[str, ...]:
    """Ch.12 §C(3), seen from the recipient's box: a seven among the first two cards."""
    has_seven = any(each.rank == "7" for each in view.first_two)
    return ("with_seven",) if has_seven else ("no_seven",)


def _envy_of_one_price(_: View) -> tuple[str, ...]:
    """Pontoon 21 and the brochure: the other hand's super bonus alone decides, no card of one's own."""
    return ("super_bonus_of_another",)


FAMILY: Final = (
    Classifier(
        "insurance",
        ("dealer_blackjack_suited", "dealer_blackjack"),
        Sees.SECOND_CARD,
        _insurance,
    ),
    Classifier(
        "super_bonus",
        ("wager_25_or_more", "wager_under_25"),
        Sees.FIRST_CARDS,
        _super_bonus,
        DecidedBy.MAIN_WAGER,
    ),
    Classifier(
        "envy_bonus", ("with_seven", "no_seven"), Sees.FIRST_CARDS, _envy_bonus, DecidedBy.OTHER_BOX
    ),
    Classifier(
        "envy_of_one_price",
        ("super_bonus_of_another",),
        Sees.FIRST_CARDS,
        _envy_of_one_price,
        DecidedBy.OTHER_BOX,
    ),
)
