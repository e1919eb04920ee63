"""A par sheet: every wager that one table offers with its odds, and the play of the main game.

Here the answers are collected; `text` puts them into words and tables, `html` and `pdf` lay those
out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cutcard import odds
from cutcard.compute import report_progress
from cutcard.law import Offer, OptionValue, RuleSet
from cutcard.odds import Answer, Chart, OddsError, Question, boxes, payouts, table_question
from cutcard.wording import option_label, value_label


@dataclass(frozen=True)
class WagerOdds:
    """A wager or bonus as the table pays it, and its odds or why there are none."""

    offer: Offer
    question: Question
    answer: Answer | None
    problem: str = ""


@dataclass(frozen=True)
class Sheet:
    """All that a par sheet says."""

    rules: RuleSet
    operator: str
    dated: str
    seats: int
    wagers: tuple[WagerOdds, ...]
    """In the document's order; the main wager is the first."""
    chart: Chart | None
    no_chart: str = ""
    """Why there is no chart."""

    @property
    def digest(self) -> str:
        """A name for the figures: the law, the table's rules and every answer."""
        parts = [self.rules.document.digest, self.rules.variation, self.operator, self.seats]
        answers = [each.answer.digest if each.answer else each.problem for each in self.wagers]
        return hashlib.sha256(repr((parts, answers)).encode()).hexdigest()


def par_sheet(
    rules: RuleSet,
    *,
    operator: str = "",
    dated: str = "",
    seats: int | None = None,
) -> Sheet:
    """The sheet of one table; `seats` is how many play where one seat's luck touches the others."""
    playing = boxes(rules) if seats is None else seats
    if not 1 <= playing <= boxes(rules):
        raise OddsError(f"seats: {playing} is not 1 to {boxes(rules)}, the boxes of this table")
    wagers: list[WagerOdds] = []
    every = payouts(rules)
    for done, (name, offer) in enumerate(every.items()):
        report_progress(offer.law.title, done, len(every))
        wagers.append(_odds(offer, table_question(rules, name, seats=playing)))
    chart, no_chart = _chart(wagers[0])
    return Sheet(rules, operator, dated, playing, tuple(wagers), chart, no_chart)


def _odds(offer: Offer, question: Question) -> WagerOdds:
    try:
        return WagerOdds(offer, question, odds.answered(question).answer)
    except OddsError as problem:
        return WagerOdds(offer, question, None, str(problem))


def _chart(main: WagerOdds) -> tuple[Chart | None, str]:
    if main.answer is None:
        return None, main.problem
    chart = chart_of(main.answer)
    return chart, "" if chart else "the play of this variation does not fit one chart"


def chart_of(answer: Answer) -> Chart | None:
    """The chart that an answer about the main game carries; None where it has none."""
    chart = answer.extra.get("chart")
    if isinstance(chart, Chart):
        return chart
    if not isinstance(chart, Mapping) or "sections" not in chart:
        return None
    return Chart(
        columns=chart["columns"],
        sections=chart["sections"],
        legend=chart["legend"],
        value=chart["player_edge"],
        cost=chart["cost"],
    )


RULES_LINE: Final = (
    "decks",
    "deck_cards",
    "soft_17",
    "blackjack_pays",
    "hole_card",
    "max_hands",
    "max_hands_aces",
    "split_aces_draw",
    "double_cards",
    "double_after_split",
    "redouble",
    "surrender",
    "optional_payouts",
)
"""The options that players ask about first, where a document has them."""
UNUSUAL: Final[Mapping[str, OptionValue]] = {
    "switch": False,
    "dealer_hands": 1,
    "split_by": "value",
    "double_totals": "any",
    "rescue": False,
    "surrender_time": "late",
    "late_blackjack_takes": "original",
    "ties": "push",
    "dealer_22_pushes": False,
    "charlie": 0,
}
"""Further options that decide the play, each with the value that goes without saying."""


def rules_line(rules: RuleSet) -> str:
    """The rules that decide the play, on one line."""
    chosen = [
        f"{option_label(name)}: {value_label(rules.options[name])}"
        for name in RULES_LINE
        if name in rules.options and rules.options[name] not in ((), "")
    ]
    chosen += (
        f"{option_label(name)}: {value_label(rules.options[name])}"
        for name, usual in UNUSUAL.items()
        if rules.options.get(name, usual) != usual and _matters(name, rules.options)
    )
    variation = [] if rules.variation is None else [rules.document.variations[rules.variation].title]
    return " · ".join([*variation, *chosen])


def _matters(name: str, options: Mapping[str, OptionValue]) -> bool:
    """Whether an option can come into play, by others that it hangs on."""
    if name == "surrender_time":
        return options["surrender"] is True
    return name != "late_blackjack_takes" or options["hole_card"] in ("none", "face_down")


def document_title(rules: RuleSet) -> str:
    """The game and the document it is played under."""
    law = rules.document
    return f"{law.title} ({law.issuer})"
