from __future__ import annotations

import pytest

from cutcard.wagers.classify.streak import Progress, advance
from wagers.views import answer, look

ALL = "majority_of_all"


@pytest.mark.parametrize(
    ("so_far", "target", "hands", "rule", "expected"),
    [
        pytest.param(0, 2, "W", "ignore_pushes", "advance", id="§22(d) the first of two"),
        pytest.param(1, 2, "W", "ignore_pushes", "win", id="§22(d)(1) the second of two"),
        pytest.param(1, 3, "W", "ignore_pushes", "advance", id="§22(d)(2) the second of three"),
        pytest.param(2, 3, "W", ALL, "win", id="§22(d)(2) the third of three"),
        pytest.param(3, 4, "W", ALL, "win", id="§22(d)(3) the fourth of four"),
        pytest.param(4, 5, "W", "ignore_pushes", "win", id="§22(d)(4) the fifth of five"),
        pytest.param(1, 2, "L", "ignore_pushes", "lose", id="§22(e) a loss"),
        pytest.param(1, 2, "L", ALL, "lose", id="§22(e) a loss, majority_of_all"),
        pytest.param(1, 2, "P", "ignore_pushes", "unchanged", id="§22(g) a push"),
        pytest.param(1, 2, "P", ALL, "unchanged", id="§22(g) a push, majority_of_all"),
        pytest.param(0, 2, "WW", "ignore_pushes", "advance", id="§22(h) two split hands are one win"),
        pytest.param(0, 2, "WL", "ignore_pushes", "unchanged", id="§22(h) as many lost"),
        pytest.param(0, 2, "WL", ALL, "unchanged", id="§22(h) as many lost, majority_of_all"),
        pytest.param(0, 2, "WWL", ALL, "advance", id="§22(h) two of three, majority_of_all"),
        pytest.param(0, 2, "WLL", "ignore_pushes", "lose", id="§22(h) one of three"),
        pytest.param(0, 2, "PP", ALL, "unchanged", id="§22(h) pushes only"),
        pytest.param(1, 2, "WPP", "ignore_pushes", "win", id="MA-A45 ignore_pushes"),
        pytest.param(1, 2, "WPP", ALL, "lose", id="MA-A45 majority_of_all, one of three"),
        pytest.param(1, 2, "WP", ALL, "lose", id="MA-A45 majority_of_all, one of two"),
        pytest.param(1, 2, "LP", "ignore_pushes", "lose", id="MA-A45 a loss and a push"),
    ],
)
def test_streak(so_far: int, target: int, hands: str, rule: str, expected: Progress) -> None:
    won, lost = hands.count("W"), hands.count("L")
    assert advance(so_far, target, won, lost, len(hands), rule) == expected


def test_pushes_are_ignored_by_default() -> None:
    assert advance(0, 2, hands_won=1, hands_lost=0, hands_total=2) == "advance"


def test_no_single_round_tells_a_streak() -> None:
    assert answer("streak", look("Ad Kd")) == ""
