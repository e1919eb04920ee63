"""Checking an operator's rules submission against its document: every finding, all at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.law import DOCUMENTS, Code, Finding, RuleSet, document, resolve
from cutcard.law.findings import Findings, place, shown
from cutcard.law.loader import did_you_mean

KEYS: Final = ("document", "operator", "variation", "options", "wagers")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Whether a submission may stand, all there is to say about it, and the rules it makes."""

    compliant: bool
    findings: tuple[Finding, ...]
    rules: RuleSet | None = None

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
        }


def check(submission: object) -> CheckResult:
    """A parsed submission against its document. Nothing it may hold makes this raise."""
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
    if isinstance(name, str) and name in DOCUMENTS:
        rules, found = resolve(
            document(name),
            variation=fields.get("variation"),
            options=fields.get("options"),
            wagers=fields.get("wagers"),
            complete=True,
        )
    else:
        message = f"name one of: {', '.join(DOCUMENTS)}"
        if name is not None:
            message = f"no document {shown(name)}; {message}"
        findings.violation(Code.UNKNOWN_DOCUMENT, "document", message)
    every = (*findings.all(), *found)
    return CheckResult(all(each.severity != "violation" for each in every), every, rules)


def _check_operator(fields: dict[str, object], findings: Findings) -> None:
    operator = fields.get("operator")
    if operator is None or operator == "":
        findings.warning(Code.CHOICE_MISSING, "operator", "say whose submission this is")
    elif not isinstance(operator, str):
        findings.violation(Code.BAD_REQUEST, "operator", f"{shown(operator)} is no name")
