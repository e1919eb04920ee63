"""Which method answers for which wager, by its classifier; and the answers, cached by digest.

A digest names the law, all that was asked, and the analyser's own code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cutcard.compute import cache, digest_of_code
from cutcard.law import OWN, RuleSet, WagerLaw
from cutcard.odds import main
from cutcard.odds.answers import Answer, MeterOdds, RowOdds
from cutcard.odds.problem import OddsError, UnfiledError
from cutcard.odds.question import Question
from cutcard.odds.sides.dealer_wagers import dealer_hand_odds, free_bonus_odds, third_card_odds
from cutcard.odds.sides.devices import button_odds, wheel_odds, xtreme_odds
from cutcard.odds.sides.first_cards import by_first_cards, by_insurance
from cutcard.odds.sides.progressives import must_hit_odds
from cutcard.odds.sides.super_bonus import by_envy_bonus, by_super_bonus
from cutcard.wagers import CLASSIFIERS, DecidedBy, Sees, classifier, classifiers_by

Method = Callable[[Question], Answer]

DECIDED: Final[Mapping[DecidedBy, Method]] = {
    DecidedBy.MAIN_WAGER: by_super_bonus,
    DecidedBy.OTHER_BOX: by_envy_bonus,
    DecidedBy.WHEEL: wheel_odds,
    DecidedBy.SHARED_WHEEL: xtreme_odds,
    DecidedBy.BUTTON: button_odds,
    DecidedBy.RANDOM_WINNER: must_hit_odds,
    DecidedBy.STREAK: lambda question: main.streaks_by_play(question),
}
"""By what decides a wager, where that is not the cards alone."""

METHODS: Final[Mapping[str, Method]] = {
    **{
        name: by_first_cards
        for name, known in CLASSIFIERS.items()
        if known.decided_by is DecidedBy.CARDS and known.sees <= Sees.SECOND_CARD
    },
    "insurance": by_insurance,
    "dealer_bust": dealer_hand_odds,
    "dealer_cards": dealer_hand_odds,
    "free_bonus": free_bonus_odds,
    "third_card": third_card_odds,
    **{name: method for by, method in DECIDED.items() for name in classifiers_by(by)},
    "main": lambda question: main.main_odds(question),
    "bad_beat": lambda question: main.bad_beat_by_play(question),
}
"""By classifier. What the cards decide before the dealer draws needs no entry of its own. The main game
takes compiled kernels, which take longer to import than a side wager takes to answer, so `odds.main` is
loaded when asked."""


def method_of(law: WagerLaw) -> Method | None:
    """The method for a wager, by its classifier; None where there is none."""
    if law.classifier.startswith(OWN):
        eyes = classifier(law.classifier)
        by_cards = eyes.decided_by is DecidedBy.CARDS and eyes.sees <= Sees.SECOND_CARD
        return by_first_cards if by_cards and not eyes.depends_on_play else None
    return METHODS.get(law.classifier)


def answer(question: Question) -> Answer:
    """The odds of the wager asked about, under the digest of law, question and analyser."""
    law = question.offer.law
    check_filed(question.rules, law.id)
    method = method_of(law)
    if method is None:
        why = "its own code looks at more than the first cards; `cutcard sim` deals it"
        raise OddsError(f"wager: no exact method for {law.id} of {question.rules.document.id}: {why}")
    return replace(method(question), digest=digest_of(question))


def check_filed(rules: RuleSet, wager: str) -> None:
    """Without its filed stops or awards and their weights, no return of a device is stated."""
    name = rules.device_option(wager)
    if name and not rules.options[name]:
        law = rules.document.effective_options(rules.variation)[name]
        reading = f"; reading {law.reading}" if law.reading else ""
        raise UnfiledError(
            f"{name}: {wager} has no figure until what its device shows is filed with weights; "
            f"the document gives none (set {name}=SYMBOL=WEIGHT,...; {law.cite}{reading})"
        )


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


@dataclass(frozen=True)
class Timed:
    """An answer and how many seconds it took when it was computed."""

    answer: Answer
    seconds: float


def answered(question: Question) -> Timed:
    """The answer as it was kept, else as it is computed now and kept for the next time.

    Either way what stands in `extra` is plain values: texts, numbers, fractions, tuples, mappings.
    """
    name = digest_of(question)
    kept = cache.read(name)
    try:
        timed = timed_of(kept)
    except (TypeError, KeyError):
        timed = None
    if timed is None:
        started = time.perf_counter()
        found = answer(question)
        timed = Timed(replace(found, extra=cache.plain(found.extra)), time.perf_counter() - started)
        cache.write(name, cache.plain(timed))
    return Timed(replace(timed.answer, options=question.chosen), timed.seconds)


def timed_of(kept: Any) -> Timed | None:
    """The answer again; None from nothing."""
    if kept is None:
        return None
    parts = dict(kept["answer"])
    parts["rows"] = tuple(RowOdds(**each) for each in parts["rows"])
    parts["meters"] = tuple(MeterOdds(**each) for each in parts["meters"])
    return Timed(Answer(**parts), kept["seconds"])
