"""Figures as a sheet prints them: percentages, chances, one in so many, dollars, exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from cutcard.odds.answer import Exact

LEAST_PLAIN: Final = 1e-6
"""Chances below this are written with an exponent."""
MINUS: Final = "\N{MINUS SIGN}"


def _signed(written: str) -> str:
    """A true minus sign, and none before a nothing."""
    if written.startswith("-"):
        bare = written[1:]
        return MINUS + bare if any(digit in bare for digit in "123456789") else bare
    return written


def percent(value: Exact, digits: int = 4) -> str:
    """A share: 0.0528 is 5.2800%."""
    return _signed(f"{float(value) * 100:.{digits}f}%")


def decimal(value: Exact, digits: int = 6) -> str:
    """A plain number, groups of thousands apart."""
    return _signed(f"{float(value):,.{digits}f}")


def chance(value: Exact) -> str:
    """A probability to nine places, a small one with an exponent."""
    number = float(value)
    if number in (0.0, 1.0):
        return str(int(number))
    return f"{number:.9f}" if number >= LEAST_PLAIN else f"{number:.4e}"


def one_in(value: Exact) -> str:
    """How rare it is: the N of one in N."""
    number = float(value)
    if number <= 0:
        return "never"
    rare = 1 / number
    return f"{rare:,.2f}" if rare < 1000 else f"{rare:,.0f}"


def amount(value: Exact) -> str:
    """Dollars and cents."""
    sign = MINUS if value < 0 else ""
    return f"{sign}${abs(float(value)):,.2f}"


def fraction(value: Exact) -> str:
    """A rational in full; nothing for a float, which is none."""
    if not isinstance(value, Fraction):
        return ""
    written = str(value)
    return MINUS + written[1:] if value < 0 else written
