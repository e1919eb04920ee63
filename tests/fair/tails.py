"""Tails of distributions, exact to many digits, and Holm's correction for several tests at once."""

from __future__ import annotations

import math
from collections.abc import Mapping

EPSILON = 1e-15
TINY = 1e-300
MOST_STEPS = 1_000_000


def chi_square_tail(statistic: float, freedom: float) -> float:
    """The chance of a chi-square of so many degrees of freedom being this large or larger."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    lead = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1 - lead * _series(a, x)
    return lead * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function by its power series, without its leading factor."""
    term = total = 1 / a
    for step in range(1, MOST_STEPS):
        term *= x / (a + step)
        total += term
        if term < total * EPSILON:
            return total
    raise ArithmeticError("the series does not converge")


def _fraction(a: float, x: float) -> float:
    """The upper one by its continued fraction (Lentz), without its leading factor."""
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    found = d
    for step in range(1, MOST_STEPS):
        factor = step * (a - step)
        b += 2
        d = 1 / ((factor * d + b) or TINY)
        c = b + factor / c or TINY
        found *= c * d
        if abs(c * d - 1) < EPSILON * 10:
            return found
    raise ArithmeticError("the continued fraction does not converge")


def both_sides(tail: float) -> float:
    """A p-value for too uneven and too even alike: chance is neither."""
    return min(1.0, 2 * min(tail, 1 - tail))


def rejected(p_values: Mapping[str, float], *, level: float) -> list[str]:
    """Holm: the tests that fail, where the chance of any failing by mere luck is at most `level`.

    The smallest p-value is held against level / m, the next against level / (m - 1), and so on;
    the first that stands ends it. It holds however the tests depend on each other.
    """
    failed: list[str] = []
    for rank, (name, p) in enumerate(sorted(p_values.items(), key=lambda each: each[1])):
        if p > level / (len(p_values) - rank):
            break
        failed.append(name)
    return failed
