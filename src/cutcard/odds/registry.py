"""Which method answers for which wager, by its classifier; and the answers, cached by digest.

A digest names the law, all that was asked, and the analyser's own code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cutcard.compute import cache, digest_of_code
from cutcard.law import RuleSet
from cutcard.odds import main
from cutcard.odds.answers import Answer, MeterOdds, RowOdds
from cutcard.odds.problem import OddsError, UnfiledError
from cutcard.odds.question import Question
from cutcard.odds.sides.dealer_wagers import dealer_hand_odds, free_bonus_odds, third_card_odds
from cutcard.odds.sides.devices import button_odds, wheel_odds, xtreme_odds
from cutcard.odds.sides.first_cards import by_first_cards, by_insurance
from cutcard.odds.sides.progressives import must_hit_odds
from cutcard.odds.sides.super_bonus import by_envy_bonus, by_super_bonus
from cutcard.wagers import CLASSIFIERS, Sees
from cutcard.wagers.settlement import SETTLERS

Method = Callable[[Question], Answer]

BY_PLAY: Final[Mapping[str, Method]] = {
    "main": lambda question: main.main_odds(question),
    "streak": lambda question: main.streaks_by_play(question),
    "bad_beat": lambda question: main.bad_beat_by_play(question),
}
"""The classifiers whose odds depend on how the main game is played, which takes compiled kernels:
these take longer to import than a side wager takes to answer, so `odds.main` is loaded when asked."""

METHODS: Final[Mapping[str, Method]] = {
    **{
        name: by_first_cards
        for name, known in CLASSIFIERS.items()
        if known.sees <= Sees.SECOND_CARD and name not in SETTLERS
    },
    "insurance": by_insurance,
    "super_bonus": by_super_bonus,
    "envy_bonus": by_envy_bonus,
    "envy_of_one_price": by_envy_bonus,
    "dealer_bust": dealer_hand_odds,
    "dealer_cards": dealer_hand_odds,
    "free_bonus": free_bonus_odds,
    "third_card": third_card_odds,
    "wheel": wheel_odds,
    "xtreme_wheel": xtreme_odds,
    "bonus_button": button_odds,
    "random_winner": must_hit_odds,
    **BY_PLAY,
}
"""By classifier. What the first cards decide, and cards alone settle, needs no entry of its own."""


def method_of(classifier: str) -> Method | None:
    """The method for a classifier; None where there is none."""
    return METHODS.get(classifier)


def answer(question: Question) -> Answer:
    """The odds of the wager asked about, under the digest of law, question and analyser."""
    law = question.offer.law
    check_filed(question.rules, law.id)
    method = method_of(law.classifier)
    if method is None:
        raise OddsError(f"wager: no method for {law.id} of {question.rules.document.id}")
    return replace(method(question), digest=digest_of(question))


def check_filed(rules: RuleSet, wager: str) -> None:
    """Without its filed stops or awards and their weights, no return of a device is stated."""
    for name, law in rules.document.effective_options(rules.variation).items():
        if law.kind == "wheel" and law.wager == wager and not rules.options[name]:
            raise UnfiledError(
                f"{name}: {wager} has no figure until what its device shows is filed with weights; "
                f"the document gives none (set {name}=SYMBOL=WEIGHT,...; {law.cite}; "
                f"reading {law.reading})"
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
