"""Over 13 and under 13: the first two cards with every ace at one; exactly 13 loses both."""

from __future__ import annotations

from typing import Final

from cutcard.wagers.view import Classifier, Sees, View

THIRTEEN: Final = 13


def _hard_total(view: View) -> int:
    """§2(b)(3)(ii): an ace counts one for this wager."""
    return sum(each.value for each in view.first_two)


def _over_13(view: View) -> tuple[str, ...]:
    """§17(b)(1), (c)."""
    return ("over_13",) if _hard_total(view) > THIRTEEN else ()


def _under_13(view: View) -> tuple[str, ...]:
    """§17(b)(2), (c)."""
    return ("under_13",) if _hard_total(view) < THIRTEEN else ()


FAMILY: Final = (
    Classifier("over_13", ("over_13",), Sees.FIRST_CARDS, _over_13),
    Classifier("under_13", ("under_13",), Sees.FIRST_CARDS, _under_13),
)
