"""Numbers as the kernels see them: plain doubles, or whole numbers modulo a prime below 2**49.

Every function takes the prime, or None for plain doubles; the compiler drops what does not apply.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numba import types
from numba.extending import intrinsic

from cutcard.compute import njit, vectorize

PRIME_BITS: Final = 49
PLAIN: Final = 0.0
"""In place of a prime: numbers are plain doubles."""

Array = np.ndarray[Any, Any]


@intrinsic
def _fused(context: Any, one: Any, other: Any, more: Any) -> Any:
    """`one * other + more`, rounded once."""
    del context

    def code(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature
        return builder.fma(*arguments)

    return types.float64(one, other, more), code


@njit(cache=True)
def product(one: float, other: float, prime: float) -> float:
    """A product of two numbers.

    Modulo a prime: the rounded product and what rounding left of it are exact together, and so is the
    rest of dividing by the prime, up to one prime more or less.
    """
    if prime == PLAIN:
        return one * other
    whole = one * other
    lost: float = _fused(one, other, -whole)  # type: ignore[call-arg]
    times = np.floor(whole * (1.0 / prime))
    rest: float = _fused(-times, prime, whole) + lost
    rest = rest + prime if rest < 0.0 else rest
    return rest - prime if rest >= prime else rest


@njit(cache=True)
def total(one: float, other: float, prime: float) -> float:
    """A sum of two numbers."""
    if prime == PLAIN:
        return one + other
    whole = one + other
    return whole - prime if whole >= prime else whole


@njit(cache=True)
def less(one: float, other: float, prime: float) -> float:
    """A difference of two numbers."""
    if prime == PLAIN:
        return one - other
    rest = one - other
    return rest + prime if rest < 0.0 else rest


@cache
def products() -> Any:
    """Products modulo a prime: of numbers, or of arrays that numpy can lay beside one another.

    Compiled where they are first wanted, which is not where numbers are plain.
    """
    return vectorize(["float64(float64, float64, float64)"], cache=True)(_product_of_each)


def _product_of_each(one: float, other: float, prime: float) -> float:
    found: float = product(one, other, prime)
    return found
