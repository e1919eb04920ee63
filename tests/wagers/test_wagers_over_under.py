from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "over_13",
    ("§17(b)(1) fourteen", look("Kd 4d"), "over_13"),
    ("§17(c) thirteen loses", look("Kd 3d"), ""),
    ("§2(b)(3)(ii) an ace counts one", look("Ad Kd"), ""),
    ("§17(b)(1) twelve loses", look("Kd 2d"), ""),
)
def test_over_13(view: View, expected: str) -> None:
    assert answer("over_13", view) == expected


@provisions(
    "under_13",
    ("§17(b)(2) twelve", look("Kd 2d"), "under_13"),
    ("§2(b)(3)(ii) an ace counts one", look("Ad Kd"), "under_13"),
    ("§17(c) thirteen loses", look("6d 7d"), ""),
    ("§17(b)(2) fourteen loses", look("7d 7d"), ""),
)
def test_under_13(view: View, expected: str) -> None:
    assert answer("under_13", view) == expected
