"""Asking `cutcard odds` in tests: exact figures read back as fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from cli.support import answer, invoke


def odds(*arguments: str) -> Any:
    """The JSON answer to a question that must be answered."""
    result = invoke("odds", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return answer(result)


def exact(figure: dict[str, Any]) -> Fraction:
    """A figure as the rational it is given as, which its number must agree with."""
    found = Fraction(figure["fraction"])
    assert abs(found - Fraction(figure["value"])) <= abs(found) * Fraction(1, 10**15)
    return found
