from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "sevens_in_order",
    (
        "Ch.13 §A(23)(a) three suited",
        look("7d 7d", "7d"),
        "three_sevens_suited three_sevens first_two_sevens_suited first_two_sevens first_seven",
    ),
    (
        "Ch.13 §A(23)(b) three, the first two suited",
        look("7d 7d", "7s"),
        "three_sevens first_two_sevens_suited first_two_sevens first_seven",
    ),
    (
        "Ch.13 §A(23)(c) the first two suited",
        look("7d 7d", "8d"),
        "first_two_sevens_suited first_two_sevens first_seven",
    ),
    ("Ch.13 §A(23)(d) the first two", look("7d 7c", "8d"), "first_two_sevens first_seven"),
    ("Ch.13 §A(23)(e) the first", look("7d 8c", "9d"), "first_seven"),
    ("MD-A49 the first and the up card", look("7d 8c", "7d"), "first_seven"),
    ("MD-A49 the second and the up card", look("8c 7d", "7d"), ""),
    ("MD-A49 the up card alone", look("8c 9d", "7d"), ""),
)
def test_sevens_in_order(view: View, expected: str) -> None:
    assert answer("sevens_in_order", view) == expected


@provisions(
    "sevens_drawn",
    (
        "§17(e)(3) three of a suit",
        look("7d 7d", drawn="7d"),
        "three_sevens_suited three_sevens two_sevens_suited two_sevens one_seven",
    ),
    ("§17(e)(3) three of any suit", look("7d 7s", drawn="7d"), "three_sevens two_sevens one_seven"),
    ("§17(e)(3) two of a suit", look("7d 7d"), "two_sevens_suited two_sevens one_seven"),
    ("§17(e)(3) two of any suit", look("7d 7s", drawn="8d"), "two_sevens one_seven"),
    ("§17(e)(3) the seven must come third", look("7d 7s", drawn="6d 7d"), "two_sevens one_seven"),
    (
        "§11(f) split sevens forfeit the three",
        look("7d 7d", after_split="7d"),
        "two_sevens_suited two_sevens one_seven",
    ),
    ("MA-A29 the first card", look("7d 8s"), "one_seven"),
    ("§17(e)(3) a drawn seven makes no two", look("7d 8s", drawn="7d"), "one_seven"),
    ("MA-A29 the second card alone", look("8s 7d"), ""),
    ("MA-A29 sevens_single = first_card", look("8s 7d", sevens_single="first_card"), ""),
    ("MA-A29 sevens_single = first_two", look("8s 7d", sevens_single="first_two"), "one_seven"),
    (
        "MA-A29 first_two, a third-card seven",
        look("8s 2d", drawn="7d", sevens_single="first_two"),
        "",
    ),
    (
        "MA-A29 sevens_single = any_three",
        look("8s 2d", drawn="7d", sevens_single="any_three"),
        "one_seven",
    ),
    (
        "MA-A29 any_three, a fourth-card seven",
        look("8s 2d", drawn="3d 7d", sevens_single="any_three"),
        "",
    ),
    ("MA-A29 any_three, no third card", look("8s 2d", sevens_single="any_three"), ""),
)
def test_sevens_drawn(view: View, expected: str) -> None:
    assert answer("sevens_drawn", view) == expected


@provisions(
    "blazing_sevens",
    (
        "Ch.13 §R(1)(a) three of diamonds",
        look("7d 7d", "7d"),
        "three_sevens_of_diamonds three_sevens_suited three_sevens_same_color three_sevens"
        " two_sevens one_seven",
    ),
    (
        "MA-A84 three of another suit",
        look("7c 7c", "7c", blazing_player_seven=True),
        "three_sevens_suited three_sevens_same_color three_sevens two_sevens one_seven",
    ),
    (
        "Ch.13 §R(1)(c) three of a color",
        look("7h 7d", "7d"),
        "three_sevens_same_color three_sevens two_sevens one_seven",
    ),
    ("Ch.13 §R(1)(d) three sevens", look("7h 7d", "7c"), "three_sevens two_sevens one_seven"),
    ("Ch.13 §R(1)(e) the up card makes two", look("7h 8d", "7c"), "two_sevens one_seven"),
    ("Ch.13 §R(1)(f) the up card alone", look("6h 8d", "7c"), "one_seven"),
    ("Ch.6 §G(18) no seven", look("6h 8d", "9c"), ""),
    (
        "§31(i)(a) the up card makes no two",
        look("7h 8d", "7c", blazing_player_seven=True),
        "one_seven",
    ),
    ("§31(c) the up card alone loses", look("6h 8d", "7c", blazing_player_seven=True), ""),
    (
        "§31(d) the first two cards",
        look("7h 7d", "8c", blazing_player_seven=True),
        "two_sevens one_seven",
    ),
    (
        "Ch.6 §G(18) blazing_player_seven = false",
        look("6h 8d", "7c", blazing_player_seven=False),
        "one_seven",
    ),
)
def test_blazing_sevens(view: View, expected: str) -> None:
    assert answer("blazing_sevens", view) == expected
