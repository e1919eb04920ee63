from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "matches_up",
    (
        "Ch.13 §A(5), (21)(a) two suited",
        look("7d 7d", "7d"),
        "two_suited_matches suited_match suited_match",
    ),
    (
        "Ch.13 §A(21)(b) one of each",
        look("7s 7d", "7d"),
        "suited_and_unsuited_match suited_match unsuited_match",
    ),
    ("Ch.13 §A(21)(c) one suited", look("7d 8d", "7d"), "suited_match"),
    (
        "§23(a)(2) two of other suits",
        look("7s 7c", "7d"),
        "two_unsuited_matches unsuited_match unsuited_match",
    ),
    ("§23(f) one of another suit", look("8d 7h", "7d 8c"), "unsuited_match"),
    ("Brochure: MATCH THE DEALER PAYOUTS, No Match", look("8d 9d", "7d 8d"), "no_match"),
    ("§23(a) a king does not match a ten", look("Kd Kh", "Td"), "no_match"),
    ("MD-A32 the suit alone is no match", look("2d 3d", "7d"), "no_match"),
)
def test_matches_up(view: View, expected: str) -> None:
    assert answer("matches_up", view) == expected


@provisions(
    "matches_down",
    (
        "Ch.12 §A(5) two suited",
        look("Kd Kd", "7d Kd"),
        "two_suited_matches suited_match suited_match",
    ),
    (
        "Ch.12 §A(5) one of each",
        look("Kd Kh", "7d Kh"),
        "suited_and_unsuited_match suited_match unsuited_match",
    ),
    ("Ch.12 §A(5) one suited", look("Kd 7d", "7d Kd"), "suited_match"),
    (
        "Ch.12 §A(5) two of other suits",
        look("Kd Kd", "7d Kh"),
        "two_unsuited_matches unsuited_match unsuited_match",
    ),
    ("Ch.12 §A(5) one of another suit", look("Kd 7h", "7d Kh"), "unsuited_match"),
    ("Ch.6 §G(2) the up card does not count", look("7d 7h", "7d Kh"), "no_match"),
    ("BR-A12 a king does not match a queen", look("Kd 7h", "7d Qd"), "no_match"),
    ("Ch.6 §G(2) the down card is not seen yet", look("7d 7d", "7d"), ""),
)
def test_matches_down(view: View, expected: str) -> None:
    assert answer("matches_down", view) == expected
