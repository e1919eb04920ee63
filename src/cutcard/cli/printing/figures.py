"""Figures of an answer: exact ones as JSON has them, others as people read them."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from cutcard import odds

SCALES: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
SUSPICIOUS: Final = 4.0
"""Standard errors beyond which chance is hardly the reason."""


def percent(value: odds.Exact | None, *, sign: bool = False) -> str:
    """A part of the stake in percent; empty where there is none."""
    return "" if value is None else f"{float(value) * 100:{'+' if sign else ''}.4f}%"


def short_count(number: float) -> str:
    """A great number in few characters: 1.25M."""
    for scale, letter in SCALES:
        if number >= scale:
            return f"{number / scale:.3g}{letter}"
    return f"{number:.0f}"


def counted(number: int, thing: str) -> str:
    """1 case, 2 cases; 1 box, 2 boxes."""
    ending = "" if number == 1 else "es" if thing.endswith("x") else "s"
    return f"{number:,} {thing}{ending}"


def z_text(z: float | None) -> str | Text:
    """How many standard errors two figures are apart; red where that is hardly chance."""
    return "" if z is None else Text(f"{z:+.2f}", style="bold red" if abs(z) > SUSPICIOUS else "")
