"""Numbers as they are typed: whole ones, parts of one, dollars."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from cutcard.law import shorten
from cutcard.money import Cents, MoneyError, cents
from cutcard.sim import SimError

MOST_ROUNDS: Final = 10**15

_NUMBER: Final = re.compile(
    r"([0-9]{1,20}|[0-9]{1,3}(?:[,_][0-9]{3}){1,6}|(?=\.[0-9]))(\.[0-9]{0,20})?([eE][+-]?[0-9]{1,3})?(%?)"
)


def number(text: str, *, percent: bool = False) -> Fraction | None:
    """A number that is not negative: 7, 1e9, 1,000,000, and where wanted 75%; None where it is none."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None or (match[4] and not percent):
        return None
    value = Fraction(text.strip().rstrip("%").replace(",", "").replace("_", ""))
    return value / 100 if match[4] else value


def whole(what: str, text: str, *, least: int, most: int) -> int:
    """A whole number in a range."""
    value = number(text)
    if value is None or value != int(value) or not least <= value <= most:
        raise SimError(f"{what}: {shorten(text)}: must be a whole number from {least} to {most}")
    return int(value)


def rounds(text: str) -> int:
    """How many rounds to simulate."""
    value = number(text)
    if value is None or value != int(value) or value < 1:
        raise SimError(f"rounds: {shorten(text)}: must be a whole number from 1 on, like 1e9")
    if value > MOST_ROUNDS:
        raise SimError(f"rounds: {shorten(text)}: at most 1e15; a billion a second take eleven days")
    return int(value)


def part_of_one(what: str, text: str) -> Fraction:
    """A part of one: 0.75, or 75%."""
    value = number(text, percent=True)
    if value is None or not 0 < value <= 1:
        shape = "as a decimal or in percent, like 0.5 or 50%"
        raise SimError(f"{what}: {shorten(text)}: more than 0 and at most 1, {shape}")
    return value


def money(what: str, text: str) -> Cents:
    """An amount of dollars above zero."""
    try:
        amount = cents(text)
    except MoneyError as problem:
        raise SimError(f"{what}: {problem}") from None
    if amount <= 0:
        raise SimError(f"{what}: more than zero")
    return amount
