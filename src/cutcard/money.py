"""Money: integer cents, odds as two integers, payouts as printed, rounding only by name.

"3 to 2" returns the stake and three halves of it besides; "25 for 1" returns 25 times the stake and
keeps the stake. Nothing here is ever a float.
"""

from __future__ import annotations

import re
import reprlib
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NewType

Cents = NewType("Cents", int)

MOST_DOLLARS: Final = 10**12
NOTHING: Final = Cents(0)

MOST_KEPT_TEXT: Final = 12
"""Amounts as short as this are read once: a table sees the same ones over and over."""

RoundingRule = Literal["down", "up", "nearest"]
ROUNDING_RULES: Final[tuple[RoundingRule, ...]] = ("down", "up", "nearest")


class MoneyError(ValueError):
    """An amount or a price that cannot be read or is out of range."""


def cents(amount: object) -> Cents:
    """Dollars as written ("12.50", 12, 12.5, "$1,000") to cents; refuses a fraction of a cent."""
    if isinstance(amount, bool) or not isinstance(amount, str | int | float):
        raise MoneyError(f"{_short_repr(amount)} is not an amount of dollars")
    if isinstance(amount, str) and len(amount) <= MOST_KEPT_TEXT:
        return _short_text(amount)
    if isinstance(amount, int) and abs(amount) > MOST_DOLLARS:
        raise MoneyError(f"{_short_repr(amount)} is more than {MOST_DOLLARS} dollars")
    return _written(amount)


@lru_cache(maxsize=1024)
def _short_text(amount: str) -> Cents:
    return _written(amount)


def _written(amount: str | int | float) -> Cents:
    written = str(amount).strip()
    match = re.fullmatch(r"-?\$?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]+)?", written)
    if match is None:
        raise MoneyError(f"{_short_repr(amount)} is not an amount of dollars")
    value = Decimal(written.replace("$", "").replace(",", ""))
    if abs(value) > MOST_DOLLARS:
        raise MoneyError(f"{_short_repr(amount)} is more than {MOST_DOLLARS} dollars")
    if len((match[3] or "").rstrip("0")) > len(".00"):
        raise MoneyError(f"{_short_repr(amount)} has a fraction of a cent")
    return Cents(int(value * 100))


def _short_repr(amount: object) -> str:
    """A value as a message shows it: short, whatever it is."""
    try:
        return reprlib.repr(amount)
    except ValueError:  # an integer too long to be written out
        return "a number of thousands of digits"


def dollars(amount: int) -> str:
    """Cents as a string of dollars with two decimals: 3750 -> "37.50"."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def round_to_chip(amount: Fraction | int, *, chip: Cents, rule: RoundingRule) -> Cents:
    """An exact amount in cents brought to whole chips by the operator's named rule."""
    chips = Fraction(amount) / chip
    match rule:
        case "down":
            count = chips.numerator // chips.denominator
        case "up":
            count = -(-chips.numerator // chips.denominator)
        case "nearest":
            count = (2 * chips.numerator + chips.denominator) // (2 * chips.denominator)
    return Cents(count * chip)


@dataclass(frozen=True, slots=True)
class Odds:
    """`win` to `per` (the stake comes back with the win) or `win` for `per` (it does not)."""

    win: int
    per: int
    returns_stake: bool
    printed: str = field(default="", compare=False)

    def winnings(self, stake: int) -> Fraction:
        """What the odds add to (to) or give for (for) a stake, exactly."""
        return Fraction(stake * self.win, self.per)

    def __str__(self) -> str:
        if self.printed:
            return self.printed
        word = "to" if self.returns_stake else "for"
        return f"{self.win} {word} {self.per}"


@dataclass(frozen=True, slots=True)
class Dollars:
    """A fixed amount."""

    amount: Cents

    def __str__(self) -> str:
        whole, rest = divmod(self.amount, 100)
        return f"${whole}" if rest == 0 else f"${whole}.{rest:02d}"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A percentage of what a progressive meter shows."""

    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent}% of {self.meter}"


@dataclass(frozen=True, slots=True)
class Push:
    """The stake is returned."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Lose:
    """The stake is lost."""

    def __str__(self) -> str:
        return "lose"


Pays = Odds | Dollars | MeterShare | Push | Lose

PUSH: Final = Push()
LOSE: Final = Lose()
EVEN_MONEY: Final = Odds(1, 1, True, "1 to 1")


def odds_to_one(win: Fraction) -> Odds:
    """`win` to 1, in the shortest print: 15 -> "15 to 1", 5/2 -> "5 to 2"."""
    return Odds(win.numerator, win.denominator, True)


def parse_pays(written: str) -> Pays:
    """A price as printed: `3 to 2`, `2.5 to 1`, `10 for 1`, `$200`, `100% of METER`, push, lose."""
    if written == "push":
        return PUSH
    if written == "lose":
        return LOSE
    if odds := re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) (to|for) ([0-9]+)", written):
        ratio = Fraction(odds[1]) / int(odds[3]) if int(odds[3]) else Fraction(0)
        if ratio > 0:
            return Odds(ratio.numerator, ratio.denominator, odds[2] == "to", written)
    if re.fullmatch(r"\$[0-9]+(\.[0-9]{2})?", written):
        return Dollars(cents(written))
    if share := re.fullmatch(r"(\d+)% of ([a-z0-9_]+(?:\.[a-z]+)?)", written):
        return MeterShare(int(share[1]), share[2])
    raise MoneyError(
        f"{written!r} is not a price; write `3 to 2`, `10 for 1`, `$200`, `100% of METER`, push or lose"
    )
