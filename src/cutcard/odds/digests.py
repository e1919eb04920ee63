"""Names for what the analyser computes: by the law, everything asked, and the analyser's own code."""

from __future__ import annotations

from cutcard.compute import cache, digest_of_code
from cutcard.odds.question import Question


def analyser_version() -> str:
    """SHA-256 over the source of everything that takes part in an answer."""
    return digest_of_code("cutcard.odds")


def analyser_digest(*parts: object) -> str:
    """SHA-256 of some parts and of the analyser; parts that are equal must print equal."""
    return cache.digest(analyser_version(), *parts)


def digest_of(question: Question) -> str:
    """The name of a question's answer: the law, everything asked, the analyser."""
    rules = question.rules
    return analyser_digest(
        rules.document.digest,
        rules.variation,
        sorted(rules.options.items()),
        question.offer.law.id,
        [(name, each.paytable, sorted(each.settings.items())) for name, each in rules.offers.items()],
        question.composition.counts,
        (question.stake, question.stake_is_fixed),
        sorted(question.meters.items()),
        question.seats,
        question.assumptions,
    )
