"""Views from a few card texts, and tables of them with the provision each one proves."""

from __future__ import annotations

import pytest

from cutcard.cards import Card, cards
from cutcard.law.model import OptionValue
from cutcard.money import NOTHING, Cents
from cutcard.rules import total
from cutcard.wagers import classifier
from cutcard.wagers.view import View

Row = tuple[str, View, str]
AMOUNTS: dict[str, OptionValue] = {
    "free_bonus_least": "5.00",
    "lone_ace_least": "5.00",
    "super_bonus_least": "5.00",
    "super_bonus_higher": "25.00",
}
"""As every document that has the wager fixes them."""


def two(texts: str) -> tuple[Card, Card]:
    first, second = cards(texts)
    return first, second


def look(
    player: str,
    dealer: str = "9c",
    *,
    drawn: str = "",
    after_split: str | None = None,
    second_pair: str = "",
    stake: Cents = NOTHING,
    busted: bool = False,
    **options: OptionValue,
) -> View:
    """A view; totals and blackjacks follow from the cards."""
    first_two, seen = two(player), cards(dealer)
    final = total(first_two + cards(drawn))
    return View(
        first_two=first_two,
        up=seen[0],
        dealer=seen,
        second_pair=two(second_pair) if second_pair else None,
        drawn=cards(drawn),
        drawn_after_split=cards(after_split or ""),
        was_split=after_split is not None,
        final_total=0 if busted or final > 21 else final,
        player_blackjack=total(first_two) == 21,
        dealer_blackjack=len(seen) == 2 and total(seen) == 21,
        dealer_total=total(seen),
        stake=stake,
        options={**AMOUNTS, **options},
    )


def provisions(name: str, *rows: Row) -> pytest.MarkDecorator:
    """Rows of provision, view and outcomes; every outcome of the classifier must occur in them."""
    shown = {outcome for _, _, expected in rows for outcome in expected.split()}
    assert shown == set(classifier(name).outcomes), f"{name}: no case for some outcome"
    return pytest.mark.parametrize(
        ("view", "expected"),
        [pytest.param(view, expected, id=provision) for provision, view, expected in rows],
    )


def answer(name: str, view: View) -> str:
    """The outcomes as one text."""
    return " ".join(classifier(name).classify(view))
