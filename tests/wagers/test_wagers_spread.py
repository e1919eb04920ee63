from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "spread",
    ("§26(g)(1) triple match", look("Jd Jh", "Js"), "triple_match"),
    ("§26(g)(2) a five between four and six", look("4d 6h", "5s"), "one_card_spread"),
    ("§26(g)(3) a six between seven and four", look("7d 4h", "6s"), "two_card_spread"),
    (
        "§26(g)(4) a seven between four and eight; MD-A35 among all others at A-2",
        look("4d 8h", "7s"),
        "three_card_spread other_spread",
    ),
    ("§26(g)(5) a spread of four", look("4d 9h", "5s"), "other_spread"),
    ("§26(g)(5) a jack between four and ace", look("4d Ah", "Js"), "other_spread"),
    ("Ch.6 §G(33) the widest range", look("Ad 2h", "7s"), "other_spread"),
    ("§26(b) a queen between jack and king", look("Jd Kh", "Qs"), "one_card_spread"),
    ("MD-A35 equal to the low end", look("4d 8h", "4s"), ""),
    ("MD-A35 equal to the high end", look("4d 8h", "8s"), ""),
    ("MD-A35 below the range", look("4d 8h", "3s"), ""),
    ("MD-A35 above the range", look("4d 8h", "9s"), ""),
    ("MD-A35 consecutive cards", look("4d 5h", "5s"), ""),
    ("MA-A76 a pair without the third", look("4d 4h", "5s"), ""),
    ("MD-A35 ten-values of three ranks are no triple", look("Kd Th", "Js"), "two_card_spread"),
    ("MD-A36 ace high by default", look("Qd Ah", "Ks"), "one_card_spread"),
    ("MD-A36 spread_ace = high", look("Ad 3h", "2s", spread_ace="high"), ""),
    ("MD-A36 spread_ace = low", look("Ad 3h", "2s", spread_ace="low"), "one_card_spread"),
    ("MD-A36 spread_ace = low, king above queen", look("Qd Ah", "Ks", spread_ace="low"), ""),
    ("MD-A36 spread_ace = low, an ace up", look("Kd 2h", "As", spread_ace="low"), ""),
    ("MD-A36 spread_ace = low, three aces", look("Ad Ah", "As", spread_ace="low"), "triple_match"),
)
def test_spread(view: View, expected: str) -> None:
    assert answer("spread", view) == expected
