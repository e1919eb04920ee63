from __future__ import annotations

from cutcard.money import Cents
from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "insurance",
    ("Ch.8 §B a ten-valued hole card", look("2d 3d", "As Td"), "dealer_blackjack"),
    (
        "Ch.12 §A(4) of one suit",
        look("2d 3d", "As Ks"),
        "dealer_blackjack_suited dealer_blackjack",
    ),
    ("Ch.8 §D no blackjack", look("2d 3d", "As 9s"), ""),
    ("§9(a) a ten up cannot be insured", look("2d 3d", "Ks As"), ""),
    ("§9(d) the second card is not seen yet", look("2d 3d", "As"), ""),
)
def test_insurance(view: View, expected: str) -> None:
    assert answer("insurance", view) == expected


@provisions(
    "super_bonus",
    ("Ch.12 §C(2) at $25", look("7d 7d", "7d", stake=Cents(2500)), "wager_25_or_more"),
    ("BR-A14 just under $25", look("7d 7d", "7d", stake=Cents(2499)), "wager_under_25"),
    ("Ch.12 §C(1) at $5", look("7d 7d", "7d", stake=Cents(500)), "wager_under_25"),
    ("Ch.12 §C(1) below $5", look("7d 7d", "7d", stake=Cents(499)), ""),
)
def test_super_bonus(view: View, expected: str) -> None:
    assert answer("super_bonus", view) == expected


@provisions(
    "envy_bonus",
    ("Ch.12 §C(3) the recipient holds no seven", look("8d 9d", "7d", drawn="7d"), "no_seven"),
    ("Ch.12 §C(4) the first card is a seven", look("7d 9d"), "with_seven"),
    ("Ch.12 §C(4) the second card is a seven", look("9d 7d"), "with_seven"),
    ("PE-A27 both are sevens", look("7d 7d", busted=True), "with_seven"),
)
def test_envy_bonus(view: View, expected: str) -> None:
    assert answer("envy_bonus", view) == expected


@provisions(
    "envy_of_one_price",
    ("PO-A24 no seven", look("8d 9d", "7d", drawn="7d"), "super_bonus_of_another"),
    ("PO-A24 a seven of one's own is nothing more", look("7d 9d"), "super_bonus_of_another"),
)
def test_envy_of_one_price(view: View, expected: str) -> None:
    assert answer("envy_of_one_price", view) == expected
