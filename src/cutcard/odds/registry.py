"""Which method answers for which wager: one method per classifier.

What needs the main game played is looked up only when it is asked for: its kernels take longer to
import than a side wager takes to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from cutcard.law import RuleSet, WagerLaw
from cutcard.odds import main
from cutcard.odds.answers import Answer
from cutcard.odds.digests import digest_of
from cutcard.odds.problem import OddsError, UnfiledError
from cutcard.odds.question import Question
from cutcard.odds.sides import dealer_wagers, devices, first_cards, must_hit, streaks, super_bonus
from cutcard.wagers import depends_on_play

Method = Callable[[Question], Answer]

METHODS: Final[Mapping[str, Method]] = {
    **first_cards.METHODS,
    **super_bonus.METHODS,
    **dealer_wagers.METHODS,
    **devices.METHODS,
    **must_hit.METHODS,
    **streaks.METHODS,
}
"""By classifier; each method's module brings its own. Those of `odds.main` go before them."""


def method_of(law: WagerLaw) -> Method | None:
    """The method for a wager, by its classifier; None where there is none."""
    own = METHODS.get(law.classifier)
    return main.METHODS.get(law.classifier, own) if depends_on_play(law) else own


def answer(question: Question) -> Answer:
    """The odds of the wager asked about, under the digest of law, question and analyser."""
    law = question.offer.law
    check_filed(question.rules, law.id)
    method = method_of(law)
    if method is None:
        raise OddsError(f"wager: no method for {law.id} of {question.rules.document.id}")
    return replace(method(question), digest=digest_of(question))


def check_filed(rules: RuleSet, wager: str) -> None:
    """Without its filed stops or awards and their weights, no return of a device is stated."""
    name = rules.device_option(wager)
    if name and not rules.options[name]:
        law = rules.document.effective_options(rules.variation)[name]
        raise UnfiledError(
            f"{name}: {wager} has no figure until what its device shows is filed with weights; "
            f"the document gives none (set {name}=SYMBOL=WEIGHT,...; {law.cite}; reading {law.reading})"
        )
