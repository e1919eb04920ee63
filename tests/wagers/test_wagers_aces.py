from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions

ONE_HAND = "continue_on_first_hand"


@provisions(
    "aces",
    ("Ch.13 §A(12)(a)(i) four aces", look("Ad Ad", "Ad Ad"), "four_aces"),
    (
        "Ch.13 §A(12)(a)(ii) three of a suit",
        look("As 9s", "As As"),
        "three_aces_suited three_aces",
    ),
    ("MD-A48 three, two of a suit", look("As As", "Ah 9d"), "three_aces"),
    ("Ch.13 §A(12)(a)(iv) two of a suit", look("As 9s", "9h As"), "two_aces_suited two_aces"),
    ("Ch.13 §A(12)(a)(v) two aces", look("As Ad", "9h 8s"), "two_aces"),
    (
        "Ch.13 §A(12)(a)(vi) the ace of diamonds alone",
        look("9s 8d", "7d Ad"),
        "one_ace_of_diamonds one_ace",
    ),
    ("Ch.13 §A(12)(a)(vii) one ace", look("As 8d", "7d 6d"), "one_ace"),
    ("Ch.6 §G(19) no ace", look("Ks 8d", "7d 6d"), ""),
    ("MD-A48 the hole card is not seen yet", look("As Ad", "Ah"), ""),
)
def test_aces(view: View, expected: str) -> None:
    assert answer("aces", view) == expected


@provisions(
    "drawn_aces",
    (
        "§19(c) four red aces",
        look("Ad Ah", drawn="Ad Ah"),
        "four_aces_of_one_color three_aces two_aces",
    ),
    (
        "§19(c) four black aces, a fifth card after them",
        look("As As", drawn="As Ac 9d"),
        "four_aces_of_one_color three_aces_suited three_aces two_aces_suited two_aces",
    ),
    (
        "§19(c) four aces of two colors",
        look("Ad Ah", drawn="Ad As"),
        "three_aces two_aces",
    ),
    (
        "§19(c) three of a suit",
        look("Ad Ad", drawn="Ad 5c"),
        "three_aces_suited three_aces two_aces_suited two_aces",
    ),
    ("§19(c) three, the third drawn", look("Ad Ad", drawn="As"), "three_aces two_aces_suited two_aces"),
    ("§19(c) the third ace comes fourth", look("Ad As", drawn="9d As"), "two_aces"),
    ("§19(c) two of a suit", look("Ac Ac"), "two_aces_suited two_aces"),
    ("§19(c) two aces", look("Ac Ah"), "two_aces"),
    ("§19(c) an ace drawn to one ace", look("Ac 9h", drawn="Ac"), ""),
    ("§19(c) no ace", look("Kc 9h"), ""),
    ("MA-A63 the split ends it", look("Ac Ac", after_split="Ac As"), "two_aces_suited two_aces"),
    (
        "MA-A63 split_aces_progressive = ends_at_split",
        look("Ac Ah", after_split="Ac", split_aces_progressive="ends_at_split"),
        "two_aces",
    ),
    (
        "MA-A63 split_aces_progressive = continue_on_first_hand",
        look("Ac As", after_split="Ac As", split_aces_progressive=ONE_HAND),
        "four_aces_of_one_color three_aces two_aces",
    ),
    (
        "MA-A63 continue, and the first hand drew no ace",
        look("Ac Ah", after_split="9c", split_aces_progressive=ONE_HAND),
        "two_aces",
    ),
)
def test_drawn_aces(view: View, expected: str) -> None:
    assert answer("drawn_aces", view) == expected
