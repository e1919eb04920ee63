"""Wagers on offer: what a submission asks for, checked against the law of each wager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cutcard.law.citations import place_of_all
from cutcard.law.findings import Findings, place, shown
from cutcard.law.loader import Document, did_you_mean
from cutcard.law.model import DeckRule, OptionLaw, OptionValue, Paytable, WagerLaw
from cutcard.law.option_values import value_text
from cutcard.law.refusal import Code
from cutcard.money import Cents, cents, dollars

LIMITS: Final = ("stake", "minimum", "maximum")
METER_RATES: Final = ("rate_of_progression", "reset_meter_rate")
METER_KEYS: Final = (*METER_RATES, "initial_amount", "reset_amount", "maximum_amount")
SET_KEYS: Final = ("configuration", "seeds")
WAGER_KEYS: Final = (
    "paytable",
    *LIMITS,
    "aggregate_cap",
    "pays",
    "rows",
    "meters",
    *METER_KEYS,
    *SET_KEYS,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager as this table offers it: its law, the one paytable in force, the operator's settings.

    `settings` may hold `stake`, `minimum`, `maximum` and `aggregate_cap` (Cents), and `meters` (a
    mapping of meter names to `MeterSetting`).
    """

    law: WagerLaw
    paytable: Paytable
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfferRequest:
    """What a submission says about one wager: its known keys, and where it says so."""

    law: WagerLaw
    path: str
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GivenOption:
    """An option as it was given, and where."""

    name: str
    value: object
    path: str


@dataclass(frozen=True, slots=True)
class Scope:
    """What the checks of one rule set share."""

    document: Document
    variation: str | None
    laws: Mapping[str, OptionLaw]
    complete: bool
    findings: Findings
    values: dict[str, OptionValue] = field(default_factory=dict)
    stated: dict[str, str] = field(default_factory=dict)
    """The options that were given, each with its path."""
    refused: set[str] = field(default_factory=set)
    """The options given with a value that is not permitted. Their defaults stand in `values`, and no
    finding may speak of those: nobody filed them."""
    variation_known: bool = True
    """Whether `laws` are those of the variation asked for, and not the document's for want of it."""

    @property
    def decks(self) -> int | None:
        """The number of decks; None where it was filed wrong, or hangs on a variation nobody knows."""
        found = self.values.get("decks")
        return found if isinstance(found, int) and self.knows("decks") else None

    def knows(self, *options: str) -> bool:
        """Whether the values of these options are what was filed, or what applies if nothing was."""
        return not self.refused.intersection(options) and (
            self.variation_known or all(name in self.stated for name in options)
        )

    def quoted(self, option: str) -> str:
        """An option's value as a finding quotes it: as filed, or said to be the default."""
        value = value_text(self.values[option])
        is_filed = option in self.stated or self.laws[option].is_fixed or not self.complete
        return value if is_filed else f"{value} (the default, as {option} is not stated)"

    def laws_of(self, option: str) -> tuple[OptionLaw, ...]:
        """The laws that may hold for an option: several where the variation is not known."""
        if self.variation_known:
            return (self.laws[option],) if option in self.laws else ()
        every = [self.laws, *map(self.document.effective_options, self.document.variations)]
        found = [laws[option] for laws in every if option in laws]
        return tuple(law for number, law in enumerate(found) if law not in found[:number])


def requests(wagers: object, scope: Scope) -> tuple[dict[str, OfferRequest], list[GivenOption]]:
    """The wagers asked for, and the options that were given under them."""
    asked: dict[str, OfferRequest] = {}
    options: list[GivenOption] = []
    for name, value in scope.findings.table(wagers, "wagers").items():
        path = place("wagers", name)
        if name not in scope.document.wager_ids:
            message, cite = scope.document.no_wager(name)
            scope.findings.violation(Code.UNKNOWN_WAGER, path, message, cite)
            continue
        fields: dict[str, object] = {}
        for key, each in _fields(value, path, scope.findings).items():
            law = scope.laws.get(key)
            if key in WAGER_KEYS:
                fields[key] = each
            elif law is not None and law.wager == name:
                options.append(GivenOption(key, each, place(path, key)))
            else:
                scope.findings.violation(
                    Code.BAD_REQUEST, place(path, key), _unknown_key(name, key, scope)
                )
        asked[name] = OfferRequest(scope.document.wager(name), path, fields)
    return asked, options


def _fields(value: object, path: str, findings: Findings) -> dict[str, object]:
    """A bare paytable id, nothing at all, or a table of settings."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {"paytable": value}
    if isinstance(value, str):
        return {"paytable": value}
    return findings.table(value, path)


def _unknown_key(wager: str, key: str, scope: Scope) -> str:
    own = [name for name, law in scope.laws.items() if law.wager == wager]
    return f"{wager} has no setting {shown(key)}{did_you_mean(key, [*WAGER_KEYS, *own])}"


def paytable(request: OfferRequest, scope: Scope) -> Paytable | None:
    """The paytable named, or the only one that fits; None (and a finding) where there is none."""
    law, path = request.law, f"{request.path}.paytable"
    decks_allowed = _wager_decks(request, scope)
    tables = law.choosable or law.paytables
    named = request.fields.get("paytable")
    if named is None or named == "":
        # where the document prints configurations as tables, either word names one
        named = identifier(request.fields.get("configuration"))
        named = named if any(table.id == named for table in tables) else ""
    if named == "":
        return _only_table(tables, request, scope, is_told=not decks_allowed)
    wanted = identifier(named)
    if not wanted:
        scope.findings.violation(Code.BAD_REQUEST, path, f"{shown(named)} is not a paytable id")
        return None
    candidates = [table for table in tables if table.id == wanted]
    if not candidates:
        message = f"{law.id} has no paytable {shown(named)}; it has: {_ids(tables)}"
        cite = place_of_all([table.cite for table in tables])
        scope.findings.violation(Code.UNKNOWN_PAYTABLE, path, message, cite)
        return None
    for table in candidates:
        if _fits(table, scope):
            return table
    cite = "; ".join(table.cite for table in candidates)
    rules = " or ".join(decks_said(table.decks) for table in candidates if table.decks)
    message = f"paytable {wanted} of {law.id} is for {rules}, not {scope.quoted('decks')}"
    scope.findings.violation(Code.DECKS_NOT_PERMITTED, path, message, cite)
    return None


def identifier(value: object) -> str:
    """An id as written, a number taken for its digits; empty where it can be none."""
    if isinstance(value, str):
        return value
    return shown(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _wager_decks(request: OfferRequest, scope: Scope) -> bool:
    rule = request.law.decks
    if rule is None or scope.decks is None or rule.admits(scope.decks):
        return True
    message = f"{request.law.id} may be offered with {decks_said(rule)}, not {scope.quoted('decks')}"
    scope.findings.violation(Code.DECKS_NOT_PERMITTED, request.path, message, rule.cite)
    return False


def _only_table(
    tables: tuple[Paytable, ...], request: OfferRequest, scope: Scope, *, is_told: bool
) -> Paytable | None:
    law, path = request.law, f"{request.path}.paytable"
    fitting = [table for table in tables if _fits(table, scope)]
    if len(fitting) == 1 or (_decks_choose(fitting) and not scope.knows("decks")):
        return fitting[0]
    if fitting:
        message = f"state which paytable of {law.id} is in force: {_ids(tuple(fitting))}"
        cite = "; ".join(table.cite for table in fitting)
        scope.findings.violation(Code.CHOICE_MISSING, path, message, cite)
    elif not is_told:
        message = f"{law.id} has no paytable for so many decks: {scope.quoted('decks')}"
        cite = "; ".join(table.cite for table in tables)
        scope.findings.violation(Code.DECKS_NOT_PERMITTED, path, message, cite)
    return None


def _decks_choose(tables: Sequence[Paytable]) -> bool:
    """Whether the decks say which of some tables is in force, so that nobody states it."""
    rules = [table.decks for table in tables]
    return all(rule is not None for rule in rules) and not any(
        sum(rule is not None and rule.admits(decks) for rule in rules) > 1 for decks in range(1, 9)
    )


def decks_said(rule: DeckRule) -> str:
    """A deck rule in words: 1 deck, 6 or 8 decks, at least 4 decks."""
    return f"{rule} deck" if rule.permitted == (1,) else f"{rule} decks"


def _fits(table: Paytable, scope: Scope) -> bool:
    return table.decks is None or scope.decks is None or table.decks.admits(scope.decks)


def _ids(tables: tuple[Paytable, ...]) -> str:
    return ", ".join(dict.fromkeys(table.id for table in tables))


def needs(request: OfferRequest, offered: Mapping[str, object], scope: Scope) -> None:
    """Other wagers that must be on offer too, and the variation that must be in play."""
    law = request.law
    if law.needs is not None:
        for name in law.needs.names:
            if name != "main" and name not in offered:
                message = f"{law.id} needs {name}, which is not offered"
                scope.findings.violation(Code.NEEDS_WAGER, request.path, message, law.needs.cite)
    named = law.needs_variation
    if named is not None and scope.variation_known and scope.variation not in named.names:
        message = f"{law.id} may be offered only at {' or '.join(named.names)}"
        scope.findings.violation(Code.WAGER_NOT_OFFERED, request.path, message, named.cite)


def amount(value: object, path: str, findings: Findings) -> Cents | None:
    """Dollars as cents, not below zero; None (and a finding) where they cannot be read."""
    try:
        found = cents(value)
    except ValueError:  # no amount, or a number too long to be written out
        findings.violation(
            Code.BAD_AMOUNT, path, f"{shown(value)} is not an amount of dollars and cents"
        )
        return None
    if found < 0:
        findings.violation(Code.BAD_AMOUNT, path, f"{shown(value)} is below zero")
        return None
    return found


def limits(request: OfferRequest, findings: Findings) -> dict[str, object]:
    """The stake and the limits set for a wager, checked against what the document fixes."""
    found: dict[str, Cents] = {}
    for key in LIMITS:
        path = f"{request.path}.{key}"
        value = None if key not in request.fields else amount(request.fields[key], path, findings)
        if value is None:
            continue
        if value == 0:
            findings.violation(Code.BAD_AMOUNT, path, f"the {key} of {request.law.id} is zero")
        elif _stake_allowed(request.law, key, value, path, findings):
            found[key] = value
    least, most = found.get("minimum"), found.get("maximum")
    if least is not None and most is not None and least > most:
        message = f"the minimum {dollars(least)} is above the maximum {dollars(most)}"
        findings.violation(Code.BAD_AMOUNT, f"{request.path}.minimum", message)
    return dict(found)


def _stake_allowed(law: WagerLaw, key: str, value: Cents, path: str, findings: Findings) -> bool:
    rule = law.stake
    if rule is None:
        return True
    if rule.none:
        problem = f"{law.id} takes no stake of its own"
    elif rule.permitted and value not in rule.permitted:
        allowed = " or ".join(dollars(each) for each in rule.permitted)
        problem = f"the stake on {law.id} is {allowed}, not {dollars(value)}"
    elif value < rule.minimum:
        problem = f"the {key} of {law.id} is at least {dollars(rule.minimum)}, not {dollars(value)}"
    else:
        return True
    findings.violation(Code.STAKE_NOT_PERMITTED, path, problem, rule.cite)
    return False
