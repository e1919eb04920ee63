"""Figures as JSON has them: a rational as a fraction and as a number."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any


def exact_json(value: Fraction | float) -> dict[str, object]:
    """A figure as a fraction, where it is a rational, and as a number."""
    is_rational = isinstance(value, Fraction | int)
    return {"fraction": str(value) if is_rational else None, "value": finite(value)}


def finite(value: Fraction | float) -> float | None:
    """A figure as a number; None for an infinity, which JSON does not have."""
    number = float(value)
    return number if isfinite(number) else None


def plain_json(value: Any) -> Any:
    """A value as JSON has it, fractions in it both ways."""
    if isinstance(value, Fraction):
        return exact_json(value)
    if isinstance(value, Mapping):
        return {name: plain_json(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain_json(item) for item in value]
    return value
