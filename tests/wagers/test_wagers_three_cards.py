from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions

THREE_SUITED_ACES = "three_aces_suited three_of_a_kind_suited three_of_a_kind flush"


@provisions(
    "three_cards",
    (
        "MD-A67 three aces of spades by default",
        look("As As", "As"),
        f"three_aces_in_chosen_suit {THREE_SUITED_ACES}",
    ),
    ("Ch.13 §V(1)(a) three suited aces", look("Ad Ad", "Ad"), THREE_SUITED_ACES),
    (
        "MD-A67 three_aces_suit = d",
        look("Ad Ad", "Ad", three_aces_suit="d"),
        f"three_aces_in_chosen_suit {THREE_SUITED_ACES}",
    ),
    ("MD-A67 three_aces_suit = h", look("As As", "As", three_aces_suit="h"), THREE_SUITED_ACES),
    ("Ch.13 §V(1) three aces of two suits", look("As As", "Ad"), "three_of_a_kind"),
    (
        "Ch.13 §A(14)(a) three suited; MD-A44 above a flush",
        look("8s 8s", "8s"),
        "three_of_a_kind_suited three_of_a_kind flush",
    ),
    (
        "Ch.13 §A(13)(b)(i) mini royal",
        look("Kd Ad", "Qd"),
        "mini_royal straight_flush straight flush",
    ),
    ("§28(b) ace-two-three suited is no royal", look("2d Ad", "3d"), "straight_flush straight flush"),
    ("Ch.1 §B(18) a straight flush", look("Td Jd", "Qd"), "straight_flush straight flush"),
    ("Ch.1 §B(22) three of a kind", look("8s 8d", "8h"), "three_of_a_kind"),
    ("Ch.1 §B(17) a straight in any order", look("8s 6d", "7h"), "straight"),
    ("Ch.6 §G(20) ace, two and three", look("3s Ad", "2h"), "straight"),
    ("Ch.6 §G(20) queen, king and ace", look("Qs Ad", "Kh"), "straight"),
    ("MA-A79 king, ace and two go not round", look("Ks Ad", "2h"), ""),
    ("MA-A79 suited, they are a flush", look("Kd Ad", "2d"), "flush"),
    ("Ch.1 §B(7) a flush", look("9d Ad", "2d"), "flush"),
    ("Ch.6 §G(22) a pair is nothing", look("9d 9s", "2d"), ""),
    ("Ch.6 §G(22) two pairs of ranks are no straight", look("9d 9s", "Td"), ""),
    ("MD-A42 queen_king_ace = allowed", look("Qs Ad", "Kh", queen_king_ace="allowed"), "straight"),
    ("MD-A42 queen_king_ace = barred", look("Qs Ad", "Kh", queen_king_ace="barred"), ""),
    ("MD-A42 barred and suited", look("Qd Ad", "Kd", queen_king_ace="barred"), "flush"),
    ("MD-A42 barred leaves A-2-3", look("3s Ad", "2h", queen_king_ace="barred"), "straight"),
)
def test_three_cards(view: View, expected: str) -> None:
    assert answer("three_cards", view) == expected


@provisions(
    "three_card_total",
    (
        "Ch.13 §E(1)(a) suited 7-7-7",
        look("7d 7d", "7d"),
        "three_sevens_suited three_sevens suited_21 total_21",
    ),
    (
        "Ch.13 §E(1)(b) suited 6-7-8",
        look("8d 6d", "7d"),
        "six_seven_eight_suited six_seven_eight suited_21 total_21",
    ),
    ("Ch.13 §E(1)(c) unsuited 7-7-7", look("7d 7d", "7s"), "three_sevens total_21"),
    ("MD-A46 unsuited 6-7-8 in any order", look("7d 6s", "8d"), "six_seven_eight total_21"),
    ("Ch.13 §E(1)(e) suited 21", look("Kd 9d", "2d"), "suited_21 total_21"),
    ("Ch.13 §E(1)(f) unsuited 21", look("Kd 9d", "2s"), "total_21"),
    ("MD-A46 soft 21", look("Ad 4d", "6s"), "total_21"),
    ("MD-A46 an ace at one", look("Ad Ks", "Qs"), "total_21"),
    ("MD-A46 aces at eleven and one", look("Ad As", "9s"), "total_21"),
    ("MD-A33 any three-card 20", look("Kd 8d", "2d"), "total_20"),
    ("MD-A46 soft 19", look("Ad 3s", "5d"), "total_19"),
    ("Ch.6 §G(27) 18 loses", look("Kd 6s", "2d"), ""),
    ("Ch.6 §G(27) 22 loses", look("Kd Ts", "2d"), ""),
)
def test_three_card_total(view: View, expected: str) -> None:
    assert answer("three_card_total", view) == expected
