"""The 95% band of a table's win as a small drawing: where its marks stand, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.web.api.floor_models import BandTold
from cutcard.web.pages.frame import short

WIDTH: Final = 200.0
EDGE: Final = 8.0
"""What is left free at either side, so that no mark is cut off."""
NARROWEST: Final = 2.0


@dataclass(frozen=True, slots=True)
class Marks:
    """Places from left to right, in a drawing of 200 units."""

    low: float
    wide: float
    expected: float
    won: float
    zero: float | None
    words: str


def marks(found: BandTold) -> Marks:
    """Where the band, the theoretical win, the result and nothing at all stand."""
    low, high, expected, won = (
        float(each) for each in (found.low, found.high, found.expected, found.won)
    )
    least, most = min(low, won), max(high, won)
    span = max(most - least, 0.01)

    def place(amount: float) -> float:
        return round(EDGE + (amount - least) / span * (WIDTH - 2 * EDGE), 1)

    return Marks(
        low=place(low),
        wide=max(round(place(high) - place(low), 1), NARROWEST),
        expected=place(expected),
        won=place(won),
        zero=place(0.0) if least <= 0 <= most else None,
        words=words(found),
    )


def words(found: BandTold) -> str:
    """The drawing in one sentence."""
    verdict = {"inside": "inside", "outlier": "an outlier: outside", "few_rounds": "outside"}
    return (
        f"Won {short(found.won)}, {verdict[found.verdict]} the band of {short(found.low)} to "
        f"{short(found.high)}; theoretical win {short(found.expected)}."
    )
