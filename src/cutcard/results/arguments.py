"""Arguments as people write them: checked, brought to one form, or refused in one line.

A `bool` is no number, NaN and the infinities are none either; what numpy holds is taken for what it is.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from cutcard.results.problem import RequestError

Kind = type[RequestError]
LONGEST_NAME: Final = 60
"""A name that is longer is like none."""
LONGEST_TEXT: Final = 80
MOST_NUMBER: Final = 10**100

_short = reprlib.Repr()
_short.maxlevel = 2
_short.maxstring = _short.maxlong = _short.maxother = LONGEST_TEXT


def shown(value: object) -> str:
    """A value as messages show it: one line, short, whatever it is."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return " ".join(_short.repr(value).split())
    except ValueError:  # an integer too long to be written out
        return "a number with thousands of digits"


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """A half-sentence with the nearest known name, or nothing."""
    if len(written) > LONGEST_NAME:
        return ""
    near = difflib.get_close_matches(written.lower(), list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def plain(value: Any) -> Any:
    """What numpy holds, as Python has it; everything else as it is."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    return value


def whole(what: str, value: Any, *, least: int, most: int, error: Kind = RequestError) -> int:
    """A whole number between two bounds; 1e6 is one too."""
    number = plain(value)
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int):
        raise error(f"{what}: {shown(value)} is not a whole number; {least:,} to {most:,}")
    if not least <= number <= most:
        raise error(f"{what}: {shown(number)} is not {least:,} to {most:,}")
    return number


def number(what: str, value: Any, *, error: Kind = RequestError) -> Fraction:
    """A number, exactly as it is written: 0.2 is one fifth."""
    given = plain(value)
    if isinstance(given, bool) or not isinstance(given, int | float | str | Fraction):
        raise error(f"{what}: {shown(value)} is not a number")
    if isinstance(given, float) and not isfinite(given):
        raise error(f"{what}: {shown(value)} is not a number")
    if isinstance(given, str) and len(given) > LONGEST_NAME:
        raise error(f"{what}: {shown(value)} is not a number")
    try:
        if isinstance(given, str) and "e" in given.lower():
            given = float(given)  # what 1e999999999 would be exactly, no memory holds
        found = Fraction(given if isinstance(given, int | Fraction) else str(given))
    except (ValueError, ZeroDivisionError):
        raise error(f"{what}: {shown(value)} is not a number") from None
    if abs(found) > MOST_NUMBER:
        raise error(f"{what}: {shown(value)} is too large")
    return found


def part(what: str, value: Any, *, whole_too: bool = False, error: Kind = RequestError) -> Fraction:
    """A part of a whole: above 0 and below 1, or 1 where all of it may be meant."""
    found = number(what, value, error=error)
    if whole_too and not 0 < found <= 1:
        raise error(f"{what}: {shown(value)} is not above 0 and at most 1")
    if not whole_too and not 0 < found < 1:
        raise error(f"{what}: {shown(value)} is not between 0 and 1")
    return found


def text(what: str, value: Any, *, error: Kind = RequestError) -> str:
    """A text."""
    if not isinstance(value, str):
        raise error(f"{what}: {shown(value)} is not a text")
    return value


def truth(what: str, value: Any, *, error: Kind = RequestError) -> bool:
    """True or False, and nothing that merely passes for one."""
    given = plain(value)
    if not isinstance(given, bool):
        raise error(f"{what}: {shown(value)} is not True or False")
    return given


def one_of(what: str, value: Any, known: Collection[str], *, error: Kind = RequestError) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in known:
        hint = did_you_mean(value, known) if isinstance(value, str) else ""
        raise error(f"{what}: {shown(value)}: one of {', '.join(known)}{hint}")
    return value


def table(what: str, value: Any, *, like: str, error: Kind = RequestError) -> dict[str, Any]:
    """A mapping whose keys are texts; an empty one where nothing is given."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise error(f"{what}: {shown(value)} is not a table; write it like {like}")
    for name in value:
        if not isinstance(name, str):
            raise error(f"{what}: the key {shown(name)} is not a text; write it like {like}")
    return dict(value)


def listed(what: str, value: Any, *, like: str, error: Kind = RequestError) -> tuple[Any, ...]:
    """The values of a list, a range or an array, one at least."""
    given = plain(value)
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise error(f"{what}: a list of values like {like}, not {shown(value)}")
    found = tuple(map(plain, given))
    if not found:
        raise error(f"{what}: a list of values like {like}; there are none")
    return found
