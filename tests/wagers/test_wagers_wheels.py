from __future__ import annotations

from cutcard.money import Cents
from cutcard.wagers.view import View
from wagers.views import answer, look, provisions

ONE, FIVE, LESS = Cents(100), Cents(500), Cents(499)


@provisions(
    "wheel",
    ("Pontoon Ch.6 §G(2) a blackjack", look("Ad Kd", stake=Cents(110)), "spin"),
    ("PO-A16 against a dealer blackjack too", look("Ad Kd", "As Ks", stake=FIVE), "spin"),
    ("Pontoon Ch.6 §G(2) an ace is not enough", look("Ad 9d", stake=FIVE), ""),
    ("MD-A65 a blackjack at $1", look("Ad Kd", stake=ONE, lone_ace_spins=True), "spin"),
    ("Ch.6 §G(17) an ace at $5", look("9d Ad", stake=FIVE, lone_ace_spins=True), "spin"),
    ("Ch.6 §G(17) two aces at $5", look("Ad Ad", stake=FIVE, lone_ace_spins=True), "spin"),
    ("Ch.6 §G(17) an ace below $5", look("9d Ad", stake=LESS, lone_ace_spins=True), ""),
    ("Ch.6 §G(17) no ace", look("9d Kd", stake=FIVE, lone_ace_spins=True), ""),
    ("Ch.6 §G(17) lone_ace_spins = false", look("9d Ad", stake=FIVE, lone_ace_spins=False), ""),
)
def test_wheel(view: View, expected: str) -> None:
    assert answer("wheel", view) == expected


@provisions(
    "xtreme_wheel",
    ("Pontoon Ch.6 §G(3) a six up", look("2d 3d", "6d Kd"), "spin"),
    ("PO-A17 in either order", look("2d 3d", "Jd 6d"), "spin"),
    ("PO-A17 the hole card is not seen yet", look("2d 3d", "6d"), ""),
    ("Pontoon Ch.6 §G(3) a seven and a nine are no six", look("2d 3d", "7d 9d"), ""),
    ("Pontoon Ch.6 §G(3) two sixes", look("2d 3d", "6d 6d"), ""),
    ("Pontoon Ch.6 §G(3) a later ten", look("2d 3d", "6d 2d Kd"), ""),
)
def test_xtreme_wheel(view: View, expected: str) -> None:
    assert answer("xtreme_wheel", view) == expected


@provisions(
    "bonus_button",
    ("§20(d) a blackjack", look("Ad Kd"), "blackjack"),
    ("§20(i) whatever the dealer has", look("Ad Kd", "As Ks"), "blackjack"),
    ("§20(d) 20 is none", look("Kd Kd"), ""),
)
def test_bonus_button(view: View, expected: str) -> None:
    assert answer("bonus_button", view) == expected


def test_the_must_hit_winner_is_in_no_cards() -> None:
    assert answer("random_winner", look("Ad Kd", "As Ks")) == ""
