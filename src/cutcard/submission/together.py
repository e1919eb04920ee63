"""Several submissions of one operator, looked at together: what must be alike at all its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cutcard.law import Code, Finding, RuleSet
from cutcard.submission.check import CheckResult, check

PROVISION = "same_at_all_tables"


def check_together(submissions: Sequence[object]) -> list[CheckResult]:
    """Each submission by itself, and beside those that the same operator made before it in the list."""
    results: list[CheckResult] = []
    seen: dict[tuple[object, ...], tuple[int, str]] = {}
    for number, submission in enumerate(submissions, start=1):
        result = check(submission)
        finding = None
        if result.rules is not None and isinstance(submission, dict):
            finding = _differs(result.rules, str(submission.get("operator", "")), number, seen)
        if finding is not None:
            result = replace(result, compliant=False, findings=(*result.findings, finding))
        results.append(result)
    return results


def _differs(
    rules: RuleSet, operator: str, number: int, seen: dict[tuple[object, ...], tuple[int, str]]
) -> Finding | None:
    """Whether a wager that must be offered alike is offered otherwise than at an earlier table."""
    provision = rules.document.provisions.get(PROVISION)
    offer = None if provision is None else rules.offers.get(provision.effect)
    if provision is None or offer is None:
        return None
    key = (operator, rules.document.id, provision.effect, rules.option("decks"))
    first, paytable = seen.setdefault(key, (number, offer.paytable.id))
    if paytable == offer.paytable.id:
        return None
    message = f"paytable {offer.paytable.id}, but {paytable} in submission {first} with as many decks"
    path = f"wagers.{provision.effect}.paytable"
    return Finding("violation", Code.BARRED_TOGETHER, path, message, provision.cite)
