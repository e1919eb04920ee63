"""Progressive meters as an operator sets them: rate and amounts against the floors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cutcard.law.findings import Findings, place, shown
from cutcard.law.loader import did_you_mean
from cutcard.law.model import MeterFloor, MeterLaw, Paytable, WagerLaw
from cutcard.law.option_values import value_text
from cutcard.law.refusal import Code
from cutcard.law.ruleset.offers import (
    METER_KEYS,
    METER_RATES,
    SET_KEYS,
    OfferRequest,
    Scope,
    amount,
    identifier,
)
from cutcard.money import Cents, dollars

RATE, RESET_METER_RATE = METER_RATES
AMOUNTS: Final = ("initial", "reset", "maximum")
SET_OPTIONS: Final = ("option", "configuration", "seeds")
"""How an option ends that selects one of several named sets of amounts (`star_option`)."""


@dataclass(frozen=True, slots=True)
class MeterSetting:
    """A meter as this table runs it; what neither the operator nor the document says is None."""

    initial: Cents | None = None
    reset: Cents | None = None
    maximum: Cents | None = None
    rate: Fraction | None = None
    reserve_rate: Fraction | None = None
    """What part of a stake goes to a hidden reset meter beside it (Massachusetts §19(i))."""


@dataclass(frozen=True, slots=True)
class _Stated:
    """What a submission says about one meter: the keys it gives, and those that could be read."""

    law: MeterLaw
    path: str
    keys: frozenset[str]
    amounts: Mapping[str, Cents]
    rates: Mapping[str, Fraction]

    @property
    def rate(self) -> Fraction | None:
        """What part of a stake goes to the meter itself."""
        return self.rates.get(RATE)

    @property
    def both_rates(self) -> Fraction:
        """What part of a stake goes to the meter and its reset meter together."""
        return sum(self.rates.values(), Fraction(0))

    def below(self, floor: MeterFloor | None) -> dict[str, int]:
        """The amounts that are under a floor, each with what is lacking."""
        lacking = {key: (getattr(floor, key, None) or 0) - value for key, value in self.amounts.items()}
        return {key: lack for key, lack in lacking.items() if lack > 0}


def meters(request: OfferRequest, table: Paytable, scope: Scope) -> dict[str, MeterSetting]:
    """Every meter of a wager with this paytable, checked; empty where it has none."""
    given = _given(request, relevant(request.law, table), scope.findings)
    stated = [_read(law, path, fields, scope.findings) for law, path, fields in given]
    floors = _floors(request, table, stated, scope)
    settings: dict[str, MeterSetting] = {}
    for each in stated:
        floor = floors.get(each.law.name)
        _check_rate(each, scope)
        if floor is None:
            _ask_for_the_rest(each, scope)
        elif floor.exact:
            _check_exact(each, floor, scope.findings)
        else:
            _check_floor(each, floor, scope)
        settings[each.law.name] = _setting(each, floor)
    return settings


def relevant(law: WagerLaw, table: Paytable) -> tuple[MeterLaw, ...]:
    """The meters that a paytable pays from, or that have floors for it."""
    paid = table.meters()
    return tuple(
        meter
        for name, meter in law.meters.items()
        if name in paid or any(floor.paytable == table.id for floor in meter.floors)
    )


def _given(
    request: OfferRequest, laws: Sequence[MeterLaw], findings: Findings
) -> list[tuple[MeterLaw, str, dict[str, object]]]:
    """Each meter, its path and its settings; a single meter's may stand under the wager itself."""
    wager, path = request.law.id, request.path
    direct = {key: value for key, value in request.fields.items() if key in METER_KEYS}
    named = findings.table(request.fields.get("meters"), f"{path}.meters")
    known = {law.name.removeprefix(f"{wager}."): law for law in laws}
    for key in named:
        if key.removeprefix(f"{wager}.") not in known:
            message = f"{wager} has no meter {shown(key)} with this paytable"
            hint = did_you_mean(key, known)
            findings.violation(Code.BAD_REQUEST, place(f"{path}.meters", key), message + hint)
    for key in direct:
        if len(laws) != 1 and not (laws and key in METER_RATES):
            ways = " or ".join(f"meters.{name}" for name in known)
            problem = f"state which meter it is for: {ways}" if laws else f"{wager} has no meter"
            findings.violation(Code.BAD_REQUEST, f"{path}.{key}", problem)
    shared = direct if len(laws) == 1 else {k: v for k, v in direct.items() if k in METER_RATES}
    found: list[tuple[MeterLaw, str, dict[str, object]]] = []
    for short, law in known.items():
        key = short if short in named else law.name
        own_path = f"{path}.meters.{short}" if key in named or len(laws) > 1 else path
        own = findings.table(named.get(key), own_path)
        found.append((law, own_path, {**shared, **own}))
    return found


def _read(law: MeterLaw, path: str, fields: dict[str, object], findings: Findings) -> _Stated:
    amounts: dict[str, Cents] = {}
    rates: dict[str, Fraction] = {}
    for key, value in fields.items():
        at = place(path, key)
        if key in METER_RATES:
            rate = _rate(value, at, findings)
            rates |= {} if rate is None else {key: rate}
        elif key in METER_KEYS:
            found = amount(value, at, findings)
            if found is not None:
                amounts[key.removesuffix("_amount")] = found
        else:
            message = f"a meter has no setting {shown(key)}{did_you_mean(key, METER_KEYS)}"
            findings.violation(Code.BAD_REQUEST, at, message)
    most = amounts.get("maximum")
    for key in ("initial", "reset"):
        if most is not None and amounts.get(key, 0) > most:
            message = f"the {key} amount is above the maximum {dollars(most)}"
            findings.violation(Code.BAD_AMOUNT, f"{path}.{key}_amount", message)
    return _Stated(law, path, frozenset(fields), amounts, rates)


def _rate(value: object, path: str, findings: Findings) -> Fraction | None:
    written = "" if isinstance(value, bool) or not isinstance(value, str | int | float) else value
    text = shown(written) if isinstance(written, int) else str(written)
    if re.fullmatch(r"[0-9]{1,20}(\.[0-9]{1,20})?(e-[0-9]{1,2})?", text):
        rate = Fraction(text)
        if rate <= 1:
            return rate
    message = f"{shown(value)} is not a rate; write a fraction of the stake, 0.7 for 70 percent"
    findings.violation(Code.BAD_AMOUNT, path, message)
    return None


def _floors(
    request: OfferRequest, table: Paytable, stated: Sequence[_Stated], scope: Scope
) -> dict[str, MeterFloor]:
    """The floor of each meter: its only one, or the one of the set that is selected or nearest."""
    alike: dict[str, MeterFloor] = {}
    sets: dict[str, dict[str, MeterFloor]] = {}
    for each in stated:
        for floor in each.law.floors_for(table.id):
            (sets.setdefault(floor.name, {}) if floor.name else alike)[each.law.name] = floor
    selected = _selected(request, table, sets, scope)
    if not sets:
        return alike
    if selected is None:
        selected = min(sets, key=lambda name: _shortfall(sets[name], stated))
    return {**alike, **sets[selected]}


def _shortfall(floors: Mapping[str, MeterFloor], stated: Sequence[_Stated]) -> int:
    """What is lacking to a set of floors in all."""
    return sum(sum(each.below(floors.get(each.law.name)).values()) for each in stated)


def _selected(
    request: OfferRequest, table: Paytable, sets: Mapping[str, Mapping[str, MeterFloor]], scope: Scope
) -> str | None:
    """The named set that the submission selects, by a key of the wager or by an option."""
    for key in SET_KEYS:
        if key not in request.fields:
            continue
        value, path = request.fields[key], f"{request.path}.{key}"
        wanted = identifier(value)
        near = [name for name in sets if wanted == name] or [
            name for name in sets if wanted and f" {wanted} " in f" {name} "
        ]
        if len(near) == 1:
            return near[0]
        if wanted == table.id:
            continue
        choice = f"choose {', '.join(sets)}" if sets else "there is nothing to choose"
        cites = dict.fromkeys(floor.cite for floors in sets.values() for floor in floors.values())
        scope.findings.violation(
            Code.OPTION_NOT_PERMITTED, path, f"{shown(value)}: {choice}", "; ".join(cites)
        )
    for name, law in scope.laws.items():
        chooses = law.wager == request.law.id and name.rpartition("_")[2] in SET_OPTIONS
        if chooses and scope.knows(name):
            value = value_text(scope.values[name])
            if value in sets:
                return value
    return None


def _check_rate(stated: _Stated, scope: Scope) -> None:
    law, path = stated.law, f"{stated.path}.{RATE}"
    if law.rate_required and scope.complete and RATE not in stated.keys:
        message = f"state the rate of progression of {law.name}"
        scope.findings.violation(Code.CHOICE_MISSING, path, message, law.rate_cite)
    if law.rate_minimum and stated.rate is not None and stated.both_rates < Fraction(law.rate_minimum):
        both = ", its reset meter's included," if RESET_METER_RATE in stated.rates else ""
        message = f"the rate of progression of {law.name}{both} is at least {law.rate_minimum}"
        scope.findings.violation(Code.BELOW_FLOOR, path, message, law.rate_cite)
    if stated.both_rates > 1:
        message = f"{law.name} and its reset meter may not take more than the whole stake"
        path = f"{stated.path}.{RESET_METER_RATE}"
        scope.findings.violation(Code.BAD_AMOUNT, path, message, law.rate_cite)


def _ask_for_the_rest(stated: _Stated, scope: Scope) -> None:
    """Where the document sets no amounts they are the operator's; missing ones are a warning."""
    wanted = [RATE] if not stated.law.rate_required else []
    missing = [k for k in (*wanted, "initial_amount", "reset_amount") if k not in stated.keys]
    if missing and scope.complete:
        message = f"the document sets none for {stated.law.name}; state {', '.join(missing)}"
        scope.findings.warning(Code.CHOICE_MISSING, stated.path, message, stated.law.rate_cite)


def _check_exact(stated: _Stated, floor: MeterFloor, findings: Findings) -> None:
    for key, value in stated.amounts.items():
        fixed = getattr(floor, key)
        if fixed is not None and value != fixed:
            message = f"the {key} amount of {stated.law.name} is {dollars(fixed)}"
            path = f"{stated.path}.{key}_amount"
            findings.violation(Code.OPTION_NOT_PERMITTED, path, message + _of(floor), floor.cite)
    if floor.rate and stated.rate is not None and stated.rate != Fraction(floor.rate):
        message = f"the rate of progression of {stated.law.name} is {floor.rate}"
        path = f"{stated.path}.{RATE}"
        findings.violation(Code.OPTION_NOT_PERMITTED, path, message + _of(floor), floor.cite)
    if stated.rates.get(RESET_METER_RATE):
        message = f"{stated.law.name} has its amounts printed, with no reset meter beside it"
        path = f"{stated.path}.{RESET_METER_RATE}"
        findings.violation(Code.OPTION_NOT_PERMITTED, path, message + _of(floor), floor.cite)


def _check_floor(stated: _Stated, floor: MeterFloor, scope: Scope) -> None:
    below = stated.below(floor)
    for key in AMOUNTS:
        least, path = getattr(floor, key), f"{stated.path}.{key}_amount"
        if least is None:
            continue
        what = f"the {key} amount of {stated.law.name}, at least {dollars(least)}{_of(floor)}"
        if key in below:
            message = f"{dollars(stated.amounts[key])} is below {what}"
            scope.findings.violation(Code.BELOW_FLOOR, path, message, floor.cite)
        elif scope.complete and f"{key}_amount" not in stated.keys:
            scope.findings.violation(Code.CHOICE_MISSING, path, f"state {what}", floor.cite)


def _of(floor: MeterFloor) -> str:
    return f" (set {floor.name})" if floor.name else ""


def _setting(stated: _Stated, floor: MeterFloor | None) -> MeterSetting:
    if floor is not None and floor.exact:
        rate = Fraction(floor.rate) if floor.rate else stated.rate
        return MeterSetting(floor.initial, floor.reset, floor.maximum, rate)
    found = stated.amounts
    return MeterSetting(
        found.get("initial"),
        found.get("reset"),
        found.get("maximum"),
        stated.rate,
        stated.rates.get(RESET_METER_RATE),
    )
