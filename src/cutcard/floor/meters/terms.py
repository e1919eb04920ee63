"""What a meter is run by, and which tables play for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from cutcard.law import Code, MeterSetting, Refused, RuleSet
from cutcard.money import Cents
from cutcard.wagers.settlement import Growth, filed

MOST_PARTS: Final = 10**12
"""The most parts into which a cent is divided."""
MOST_CENTS: Final = 10**12
THRESHOLD: Final = Cents(1_000_000)
NO_RATE: Final = "0"
LONGEST_NAME: Final = 200
_RATE: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?|[0-9]{1,9}/[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Terms:
    """Amounts and rates; nothing of it changes while the meter is live."""

    initial: Cents
    reset: Cents
    rate: str
    """What part of a stake goes to the meter: "0.07" or "3/40"."""
    maximum: Cents | None = None
    must_hit: bool = False
    reserve_rate: str = NO_RATE
    """What part of a stake goes to the hidden reset meter."""
    threshold: Cents = THRESHOLD
    """A hit above it is verified by two supervisors."""


@dataclass(frozen=True, slots=True)
class Member:
    """A table that plays for a meter: by which document, wager and name, and at which rate."""

    table: str
    document: str
    meter: str
    """As the document has it."""
    offer: str
    """The wager that is paid from it."""
    wager: str
    """The wager whose stakes add to it."""
    paytable: str = ""
    rate: str = ""
    """Where it is not the meter's own."""
    law: str = ""
    """The digest of the law data that the table plays by."""


@dataclass(frozen=True, slots=True)
class Filed:
    """What a table's submission states of its meter; None where it leaves it to the house."""

    table: str
    setting: MeterSetting


@lru_cache(maxsize=1024)
def rate_of(text: str) -> Fraction:
    """A rate of progression from its text; refused where it is not one."""
    rate = Fraction(text) if _RATE.fullmatch(text) else None
    if rate is None or rate > 1:
        message = f"rate {text[:40]!r}: not a rate of progression; write 0.07 or 7/100"
        raise Refused(Code.BAD_AMOUNT, message)
    return rate


@lru_cache(maxsize=4096)
def growth_of(name: str, terms: Terms, member: Member | None = None) -> Growth:
    """How a meter moves: by its own rate, or by a member's."""
    written = member.rate if member is not None and member.rate else terms.rate
    return Growth(
        name,
        offer="" if member is None else member.offer,
        wager="" if member is None else member.wager,
        initial=terms.initial,
        reset=terms.reset,
        rate=rate_of(written),
        maximum=terms.maximum,
        must_hit=terms.must_hit,
        reserve_rate=rate_of(terms.reserve_rate),
    )


def parts_of(terms: Terms, members: tuple[Member, ...], already: int = 1) -> int:
    """Into how many parts a cent is divided, so that every rate comes out whole."""
    rates = [terms.rate, terms.reserve_rate, *(each.rate for each in members if each.rate)]
    parts = lcm(already, *(rate_of(rate).denominator for rate in rates))
    if parts > MOST_PARTS:
        message = "rate: the rates of this meter have no common fraction of a cent; round them"
        raise Refused(Code.BAD_AMOUNT, message)
    return parts


def text_of(rate: Fraction) -> str:
    """A rate as it is written."""
    return f"{rate.numerator}/{rate.denominator}"


def terms_of(
    growth: Growth,
    *,
    usual: Cents,
    rate: Fraction,
    threshold: Cents = THRESHOLD,
) -> Terms:
    """The terms of a wager's meter; the usual amount and rate where table and document state none."""
    reset = usual if growth.reset is None else growth.reset
    return Terms(
        initial=reset if growth.initial is None else growth.initial,
        reset=reset,
        rate=text_of(rate if growth.rate is None else growth.rate),
        maximum=growth.maximum,
        must_hit=growth.must_hit,
        reserve_rate=text_of(growth.reserve_rate) if growth.reserve_rate else NO_RATE,
        threshold=threshold,
    )


def member_of(table: str, rules: RuleSet, growth: Growth) -> Member:
    """A table with its wager's meter, as a member of a link."""
    paytable = rules.offers[growth.offer].paytable.id
    names = (rules.document.id, growth.name, growth.offer, growth.wager, paytable)
    return Member(table, *names, law=rules.document.digest)


def filed_by(member: Member, rules: RuleSet) -> Filed:
    """What a table of a link has in its submission about the meter."""
    return Filed(member.table, filed(rules.offers[member.offer], member.meter))
