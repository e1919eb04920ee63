"""Several submissions of one operator, looked at together: what must be alike at all its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from cutcard.law import Code, Finding, RuleSet
from cutcard.submission.check import CheckResult, check
from cutcard.submission.odds_checks import unequal_bonus

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
