"""A rule set said again as an operator would submit it: every option, every wager, nothing assumed.

`resolve` makes the same rule set of it, also where a default has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final

from cutcard.law import LIMITS, RATE, MeterSetting, Offer, RuleSet
from cutcard.money import dollars

MOST_DIGITS: Final = 60
CAP: Final = "aggregate_cap"


def options_of(rules: RuleSet) -> dict[str, object]:
    """Every option with its value, in plain values."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in rules.options.items()
    }


def wagers_of(rules: RuleSet) -> dict[str, object]:
    """Every wager on offer with its paytable and what the operator set, in plain values."""
    return {name: _wager(offer) for name, offer in rules.offers.items()}


def _wager(offer: Offer) -> dict[str, object]:
    said: dict[str, object] = {"paytable": offer.paytable.id}
    for key in (*LIMITS, CAP):
        amount = offer.settings.get(key)
        if isinstance(amount, int):
            said[key] = dollars(amount)
    if prices := _prices(offer):
        said["pays"] = prices
    meters = offer.settings.get("meters")
    if isinstance(meters, Mapping) and meters:
        if told := {name: set_ for name, each in meters.items() if (set_ := _meter(each))}:
            said["meters"] = told
        if named := _set_of(offer, meters):
            said["configuration"] = named
    return said


def _prices(offer: Offer) -> dict[str, str]:
    """The prices that the operator raised."""
    printed = next(
        table.rows
        for table in offer.law.paytables
        if (table.id, table.cite) == (offer.paytable.id, offer.paytable.cite)
    )
    return {
        row.outcome: str(row.pays)
        for row, before in zip(offer.paytable.rows, printed, strict=True)
        if row.pays != before.pays
    }


def _meter(setting: MeterSetting) -> dict[str, str]:
    said = {
        f"{key}_amount": dollars(amount)
        for key in ("initial", "reset", "maximum")
        if (amount := getattr(setting, key)) is not None
    }
    return said if setting.rate is None else {RATE: _decimal(setting.rate), **said}


def _decimal(rate: Fraction) -> str:
    """A rate in decimals, as it was written once."""
    with localcontext() as context:
        context.prec = MOST_DIGITS
        return f"{Decimal(rate.numerator) / Decimal(rate.denominator):f}"


def _set_of(offer: Offer, meters: Mapping[str, MeterSetting]) -> str:
    """The printed set of exact amounts that the meters run by; empty where there is none."""
    for name, setting in meters.items():
        for floor in offer.law.meters[name].floors_for(offer.paytable.id):
            exact = (floor.initial, floor.reset, floor.maximum)
            if floor.name and floor.exact and exact == (setting.initial, setting.reset, setting.maximum):
                return floor.name
    return ""
