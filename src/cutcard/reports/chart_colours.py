"""The colours of a strategy chart: apart in hue and in lightness, so that any eye can tell them."""

from __future__ import annotations

from typing import Final

BY_ACTION: Final = {
    "S": ("#f0c64a", "#1a1a1a"),
    "H": ("#f3f1ea", "#1a1a1a"),
    "D": ("#7cc3ec", "#1a1a1a"),
    "P": ("#00735a", "#ffffff"),
    "R": ("#dd6a18", "#1a1a1a"),
}
"""Paper and ink by the first letter of a code, on the hues of Okabe and Ito."""
TURNING: Final = {"S": ("#f9e4a4", "#1a1a1a"), "H": ("#dcd8cc", "#1a1a1a"), "D": ("#c4e4f7", "#1a1a1a")}
"""The same where the number of cards changes the play."""
FALLING_BACK: Final = {
    "Ds": ("#1f6a9c", "#ffffff"),
    "Rs": ("#f3b487", "#1a1a1a"),
    "Rp": ("#8f3d00", "#ffffff"),
}
"""Codes whose fallback is told by a shade of its own."""
OTHER: Final = ("#8a8f98", "#ffffff")


def colours(code: str) -> tuple[str, str]:
    """The paper and the ink of a cell."""
    if code in FALLING_BACK:
        return FALLING_BACK[code]
    if code[1:2].isdigit() and code[0] in TURNING:
        return TURNING[code[0]]
    return BY_ACTION.get(code[:1], OTHER)
