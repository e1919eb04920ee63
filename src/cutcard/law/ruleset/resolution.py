"""A rule set: one document with every option decided and every wager on offer, and how it is made.

`resolve` turns what an operator (or a request) says into a `RuleSet` and all the findings about it.
It never raises for what it is given: whatever is wrong becomes a finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cutcard.law.findings import Finding, Findings, Severity, place, shown
from cutcard.law.loader import Document, did_you_mean
from cutcard.law.model import OptionLaw, OptionValue
from cutcard.law.option_values import NotPermitted, option_value, value_text
from cutcard.law.refusal import Code, Refused
from cutcard.law.ruleset.bars import bars, option_cites
from cutcard.law.ruleset.conditions import cross
from cutcard.law.ruleset.meters import MeterSetting, meters
from cutcard.law.ruleset.offers import (
    GivenOption,
    Offer,
    OfferRequest,
    Scope,
    limits,
    needs,
    paytable,
    requests,
)
from cutcard.law.ruleset.prices import cap, priced

__all__ = ["Finding", "MeterSetting", "Offer", "RuleSet", "Severity", "resolve"]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A document as one table plays it."""

    document: Document
    variation: str | None
    options: Mapping[str, OptionValue]
    offers: Mapping[str, Offer]

    def option(self, name: str) -> OptionValue:
        """The value of an option; asking for one the document does not have is a bug."""
        return self.options[name]

    def option_cites(self) -> Mapping[str, str]:
        """The provision behind each option, as this table has it."""
        return option_cites(self.document, self.variation, self.options, self.offers)

    def device_option(self, wager: str) -> str:
        """The option that says what a wager's device shows, and how often; empty where it has none."""
        laws = self.document.effective_options(self.variation)
        return next((n for n, law in laws.items() if law.kind == "wheel" and law.wager == wager), "")

    @property
    def main(self) -> Offer:
        """The main wager."""
        return self.offers["main"]

    @property
    def insurance(self) -> Offer:
        """Insurance, also where this table does not offer it."""
        offered = self.offers.get("insurance")
        if offered is not None:
            return offered
        law = self.document.wager("insurance")
        return Offer(law, law.paytables[0])


def resolve(
    document: Document,
    *,
    variation: object = None,
    options: object = None,
    wagers: object = None,
    complete: bool = False,
) -> tuple[RuleSet | None, tuple[Finding, ...]]:
    """The rule set and everything there is to say about it.

    `complete` asks for what a submission must state and a single round need not. The rule set holds
    whatever could be made of the request (defaults in place of bad values, bad wagers left out) and
    is None only where the variation is unknown; a caller that must be sure looks for violations.
    """
    findings = Findings()
    name, laws = _variation(document, variation, findings)
    scope = Scope(
        document,
        name,
        laws or document.options,
        complete,
        findings,
        variation_known=laws is not None,
    )
    asked, under_wagers = requests(wagers, scope)
    given = findings.table(options, "options")
    _decide(
        [*(GivenOption(key, each, place("options", key)) for key, each in given.items()), *under_wagers],
        asked,
        scope,
    )
    offers = _offers(asked, scope)
    for request in asked.values():
        needs(request, asked, scope)
    if laws is not None:
        bars(asked, scope)
        cross(offers, scope)
    if complete:
        _complete(asked, scope)
    if laws is None:
        return None, findings.all()
    return RuleSet(document, name, scope.values, offers), findings.all()


def _variation(
    document: Document, written: object, findings: Findings
) -> tuple[str | None, Mapping[str, OptionLaw] | None]:
    if written is None:
        return None, document.options
    if not isinstance(written, str):
        findings.violation(Code.BAD_REQUEST, "variation", f"{shown(written)} is not a variation")
        return None, None
    try:
        return written, document.effective_options(written)
    except Refused as refused:
        refusal = refused.refusal
        findings.violation(refusal.code, "variation", refusal.message, refusal.cite)
        return None, None


def _decide(given: list[GivenOption], asked: Mapping[str, OfferRequest], scope: Scope) -> None:
    """Every option's value: as given where that is permitted, the default everywhere else."""
    scope.values.update((name, law.default) for name, law in scope.laws.items())
    for each in given:
        laws = scope.laws_of(each.name)
        if not laws:
            hint = did_you_mean(each.name, scope.laws)
            message = f"{scope.document.id} has no option {shown(each.name)}{hint}"
            scope.findings.violation(Code.UNKNOWN_OPTION, each.path, message)
            continue
        if each.name in scope.stated:
            message = f"{each.name} is also stated at {scope.stated[each.name]}"
            scope.findings.violation(Code.BAD_REQUEST, each.path, message)
            continue
        scope.stated[each.name] = each.path
        try:
            law, value = _permitted(laws, each.value)
        except NotPermitted as problem:
            message = f"{each.name}: {problem}"
            scope.findings.violation(Code.OPTION_NOT_PERMITTED, each.path, message, laws[0].cite)
            scope.refused.add(each.name)
            continue
        scope.values[law.name] = value
        for warned in value if isinstance(value, tuple) else (value,):
            if (warning := law.warn.get(value_text(warned))) is not None:
                scope.findings.warning(Code.OPTION_NOT_PERMITTED, each.path, warning, law.cite)
        if scope.complete and not _is_on_offer(law.wager, asked, scope) and not law.is_fixed:
            message = f"{law.name} has no effect; {law.wager} is not offered"
            scope.findings.note(Code.WAGER_NOT_OFFERED, each.path, message)


def _permitted(laws: tuple[OptionLaw, ...], written: object) -> tuple[OptionLaw, OptionValue]:
    """The value by the first law that permits it; NotPermitted as the first of them says it."""
    problems: list[NotPermitted] = []
    for law in laws:
        try:
            return law, option_value(law, written)
        except NotPermitted as problem:
            problems.append(problem)
    raise problems[0]


def _offers(asked: Mapping[str, OfferRequest], scope: Scope) -> dict[str, Offer]:
    """Main and insurance always (insurance unless an option says no), then what is asked for."""
    insured = scope.values.get("insurance") is not False
    if "insurance" in asked and not insured and scope.knows("insurance"):
        message = "insurance is not offered at this table"
        cite = scope.laws["insurance"].cite
        scope.findings.violation(Code.WAGER_NOT_OFFERED, asked["insurance"].path, message, cite)
    found: dict[str, Offer] = {}
    for name in scope.document.wager_ids:
        always = name == "main" or (name == "insurance" and insured)
        if always or (name in asked and name != "insurance"):
            request = asked.get(name) or OfferRequest(scope.document.wager(name), f"wagers.{name}", {})
            if (offer := _offer(request, scope)) is not None:
                found[name] = offer
    return found


def _offer(request: OfferRequest, scope: Scope) -> Offer | None:
    table = paytable(request, scope)
    settings = limits(request, scope.findings)
    if table is None:
        return None
    table = priced(request, table, scope)
    if (most := cap(request, table, settings, scope)) is not None:
        settings["aggregate_cap"] = most
    if (run := meters(request, table, scope)) or request.law.meters:
        settings["meters"] = run
    return Offer(request.law, table, settings)


def _complete(asked: Mapping[str, OfferRequest], scope: Scope) -> None:
    """What a submission shall state and does not; and which readings stand by default."""
    assumed: dict[str, str] = {}
    for name, law in scope.laws.items():
        if law.is_fixed or name in scope.stated or not _is_on_offer(law.wager, asked, scope):
            continue
        if len(scope.laws_of(name)) > 1:  # the variation decides, and which that is has to be said first
            continue
        path = f"wagers.{law.wager}.{name}" if law.wager else f"options.{name}"
        default = f"{name} = {value_text(scope.values[name])}"
        if law.required:
            message = f"state {name}; the document asks for it in the submission"
            scope.findings.violation(Code.CHOICE_MISSING, path, message, law.cite)
        elif law.expected:
            message = f"the document asks for {name} in the submission; not stated, {default} applies"
            scope.findings.warning(Code.CHOICE_MISSING, path, message, law.cite)
        elif _has_alternatives(law, scope.document):
            if law.wager:
                message = f"not stated: {default} applies (reading {law.reading})"
                scope.findings.note(Code.CHOICE_MISSING, path, message, law.cite)
            else:
                assumed[default] = law.reading
    if assumed:
        message = (
            f"{len(assumed)} options are not stated and take their defaults, "
            "each by one of the readings cited here"
        )
        cite = "; ".join(dict.fromkeys(assumed.values()))
        scope.findings.note(Code.CHOICE_MISSING, "options", message, cite)


def _is_on_offer(wager: str, asked: Mapping[str, OfferRequest], scope: Scope) -> bool:
    """Whether an option's wager, if any, is on offer; a payout beside the main wager always is."""
    if not wager or wager in asked:
        return True
    law = scope.document.wager(wager)
    return not law.takes_stake and law.needs is None


def _has_alternatives(law: OptionLaw, document: Document) -> bool:
    """Whether the option stands for an ambiguity that can be read in several ways."""
    reading = document.readings.get(law.reading)
    return law.reading in document.shared_readings or (
        reading is not None and law.name in reading.options
    )
