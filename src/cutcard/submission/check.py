"""Checking an operator's rules submissions: one against its document, and several beside one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from cutcard.compute import cache
from cutcard.law import (
    Code,
    Finding,
    Findings,
    RuleSet,
    did_you_mean,
    document,
    document_ids,
    is_document,
    place,
    resolve,
    shown,
)
from cutcard.results import Record, Result
from cutcard.submission.odds_checks import DECKS, odds_findings, unequal_bonus
from cutcard.wagers import copies_needed

LONGEST_NAME: Final = 120
"""Of an operator: it stands on every page of a par sheet."""
KEYS: Final = ("document", "operator", "variation", "options", "wagers")


@dataclass(frozen=True, repr=False)
class CheckResult(Result):
    """Whether a submission may stand, all there is to say about it, and the rules it makes."""

    compliant: bool
    findings: tuple[Finding, ...]
    rules: RuleSet | None = None

    @property
    def digest(self) -> str:
        """Of the law and of what the submission comes to."""
        rules = self.rules
        named = None if rules is None else (rules.document.digest, rules.variation, rules.options)
        offers = {} if rules is None else {name: each.paytable.id for name, each in rules.offers.items()}
        return cache.digest("check", named, offers, self.findings)

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on; empty where no document is named."""
        return {} if self.rules is None else self.rules.document.names

    @property
    def method(self) -> str:
        """Checked against the document."""
        return "checked"

    @property
    def citations(self) -> tuple[str, ...]:
        """The provisions of the findings."""
        return tuple(dict.fromkeys(each.cite for each in self.findings if each.cite))

    def to_dict(self) -> dict[str, Any]:
        """The answer as `cutcard check --json` prints it."""
        return {**self.as_json(), **self._basis(), "law": self.law or None}

    def records(self) -> list[Record]:
        """A row for each finding."""
        return [
            {"severity": each.severity, "path": each.path, "message": each.message, "cite": each.cite}
            for each in self.findings
        ]

    def headline(self) -> list[str]:
        """Whether it is compliant, and how many findings there are of each kind."""
        counts = Counter(each.severity for each in self.findings)
        found = ", ".join(f"{many} {name}{'' if many == 1 else 's'}" for name, many in counts.items())
        return [("compliant" if self.compliant else "not compliant") + (f": {found}" if found else "")]

    def as_json(self) -> dict[str, object]:
        """The answer as other programs read it."""
        return {
            "compliant": self.compliant,
            "findings": [
                {
                    "severity": each.severity,
                    "code": str(each.code),
                    "path": each.path,
                    "message": each.message,
                    "cite": each.cite,
                }
                for each in self.findings
            ],
            "law": None if self.rules is None else self.rules.document.names,
        }


def check(submission: object, *, by_play: bool = True, warns: bool = True) -> CheckResult:
    """A parsed submission against its document. Nothing it may hold makes this raise.

    Without `by_play` the main game is not played: quicker, for whoever wants no warning of edges that
    its play decides. Without `warns` no edge is computed that can only lead to a warning.
    """
    findings = Findings()
    rules: RuleSet | None = None
    found: tuple[Finding, ...] = ()
    fields = findings.table("nothing" if submission is None else submission, "submission")
    if findings.all():
        return CheckResult(False, findings.all())
    for key in fields:
        if key not in KEYS:
            message = f"a submission has no key {shown(key)}{did_you_mean(key, KEYS)}"
            findings.violation(Code.BAD_REQUEST, place("", key), message)
    _check_operator(fields, findings)
    name = fields.get("document")
    if isinstance(name, str) and is_document(name):
        rules, found = resolve(
            document(name),
            variation=fields.get("variation"),
            options=fields.get("options"),
            wagers=fields.get("wagers"),
            complete=True,
        )
    else:
        message = f"name one of: {', '.join(document_ids())}"
        if name is not None:
            message = f"no document {shown(name)}; {message}"
        findings.violation(Code.UNKNOWN_DOCUMENT, "document", message)
    if rules is not None:
        if not any(each.path == DECKS and each.severity == "violation" for each in found):
            _warn_of_rows_that_cannot_occur(rules, findings)
        found = odds_findings(rules, found, by_play=by_play, warns=warns)
    every = (*findings.all(), *found)
    return CheckResult(all(each.severity != "violation" for each in every), every, rules)


def _check_operator(fields: dict[str, object], findings: Findings) -> None:
    operator = fields.get("operator")
    if operator is None or operator == "":
        findings.warning(Code.CHOICE_MISSING, "operator", "state whose submission this is")
    elif not isinstance(operator, str):
        findings.violation(Code.BAD_REQUEST, "operator", f"{shown(operator)} is not a name")
    elif len(operator) > LONGEST_NAME or not operator.isprintable():
        message = f"{shown(operator)}: a name has at most {LONGEST_NAME} letters that can be printed"
        findings.violation(Code.BAD_REQUEST, "operator", message)


def _warn_of_rows_that_cannot_occur(rules: RuleSet, findings: Findings) -> None:
    """Rows that need more copies of a card than the decks hold: allowed, but worth a word (MD-A40)."""
    decks = rules.option("decks")
    any_two = rules.options.get("kings_bounty_suited_pair") == "any_two"
    possible = {"suited_queens_jacks_or_tens"} if any_two else set()
    for name, offer in rules.offers.items():
        dead = [
            row
            for row in offer.paytable.rows
            if isinstance(decks, int)
            and row.outcome not in possible
            and copies_needed(offer.law, row.outcome) > decks
        ]
        if dead:
            names = ", ".join(row.outcome for row in dead)
            message = f"with {decks} deck(s) these rows can never be paid: {names}"
            cite = "; ".join(row.cite for row in dead)
            findings.warning(Code.DECKS_NOT_PERMITTED, f"wagers.{name}", message, cite)


PROVISION = "same_at_all_tables"


def check_together(submissions: Sequence[object], *, by_play: bool = True) -> list[CheckResult]:
    """Each submission by itself, and beside those that the same operator made before it in the list."""
    results: list[CheckResult] = []
    seen: dict[tuple[object, ...], tuple[int, str]] = {}
    advantages: dict[tuple[object, ...], tuple[int, Fraction]] = {}
    for number, submission in enumerate(submissions, start=1):
        result = check(submission, by_play=by_play)
        if result.rules is not None and isinstance(submission, dict):
            operator = str(submission.get("operator", ""))
            differing = [
                *_differs(result.rules, operator, number, seen),
                *unequal_bonus(result.rules, operator, number, advantages),
            ]
            if differing:
                result = replace(result, compliant=False, findings=(*result.findings, *differing))
        results.append(result)
    return results


def _differs(
    rules: RuleSet, operator: str, number: int, seen: dict[tuple[object, ...], tuple[int, str]]
) -> Iterator[Finding]:
    """A wager that must be offered alike and is offered otherwise than at an earlier table."""
    provision = rules.document.provisions.get(PROVISION)
    offer = None if provision is None else rules.offers.get(provision.effect)
    if provision is None or offer is None:
        return
    key = (operator, rules.document.id, provision.effect, rules.option("decks"))
    first, paytable = seen.setdefault(key, (number, offer.paytable.id))
    if paytable == offer.paytable.id:
        return
    message = f"paytable {offer.paytable.id}, but {paytable} in submission {first} with as many decks"
    path = f"wagers.{provision.effect}.paytable"
    yield Finding("violation", Code.BARRED_TOGETHER, path, message, provision.cite)
