"""Plain values of a request or a command: read, or refused in one line that says what and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.law import Code, Refused, place, shown
from cutcard.money import Cents, MoneyError, cents

MOST_NUMBER: Final = 10**12


def bad(message: str) -> Refused:
    """A request that cannot be read."""
    return Refused(Code.BAD_REQUEST, message)


def number(found: object, where: str, *, most: int = MOST_NUMBER) -> int:
    """A whole number, at most so far from nothing."""
    if isinstance(found, bool) or not isinstance(found, int):
        raise bad(f"{where}: must be a whole number, not {shown(found)}")
    if abs(found) > most:
        raise bad(f"{where}: {shown(found)} is too large")
    return found


def amount(found: object, where: str) -> Cents:
    """An amount of dollars, nothing or more."""
    try:
        read = cents(found)
    except MoneyError as problem:
        raise Refused(Code.BAD_AMOUNT, f"{where}: {problem}") from None
    if read < 0:
        raise Refused(Code.BAD_AMOUNT, f"{where}: {shown(found)} is negative")
    return read


def mapping(found: object, where: str) -> Mapping[str, object]:
    """A table of names and values."""
    if not isinstance(found, Mapping) or any(not isinstance(key, str) for key in found):
        raise bad(f"{where}: must be a table of names and values")
    return found


def amounts(found: object, where: str) -> dict[str, Cents]:
    """A table of names and amounts."""
    return {key: amount(each, place(where, key)) for key, each in mapping(found, where).items()}
