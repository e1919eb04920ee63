"""Figures as a sheet prints them: percentages, chances, one in so many, dollars, exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import Final

from cutcard.money import Cents
from cutcard.odds import Exact

PLACES: Final = 9
SIGNIFICANT: Final = 4
"""A small chance is given to this many figures, in however many places."""
MINUS: Final = "\N{MINUS SIGN}"


def _signed(written: str) -> str:
    """A true minus sign, and none before a zero."""
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
    """A probability to nine places; a small one to as many as tell its first figures."""
    number = float(value)
    if number in (0.0, 1.0):
        return str(int(number))
    leading = -floor(log10(number))
    return f"{number:.{max(PLACES, leading + SIGNIFICANT - 1)}f}"


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


def cents_amount(value: Cents) -> str:
    """Dollars of an amount in cents."""
    return amount(Fraction(value, 100))


def fraction(value: Exact) -> str:
    """A fraction in full; empty for a float, which is not exact."""
    if not isinstance(value, Fraction):
        return ""
    written = str(value)
    return MINUS + written[1:] if value < 0 else written
