"""What the school has computed: the questions of a game by its exact chart, and what each decision of a
player's rounds was worth."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cutcard.compute import report_progress
from cutcard.odds import OddsError
from cutcard.results import RequestError
from cutcard.web.odds_desk.table_odds import (
    Advice,
    even_money_values,
    insurance_values,
    switch_values,
)
from cutcard.web.school.questions import questions

Plain = dict[str, Any]
OFFERED: Final = frozenset({"insure", "even_money", "decline"})
"""What is answered to an offer before play."""


@dataclass(frozen=True, slots=True)
class ChartLesson:
    """The questions of a document and a variation, by its exact chart."""

    document: str
    variation: str = ""

    def work(self) -> Plain:
        """The questions as they are asked; values are missing where a game has none for cards alone."""
        try:
            return questions(self.document, self.variation)
        except OddsError:
            raise
        except RequestError as problem:
            raise OddsError(str(problem)) from None


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of a player as it was taken, with what the player saw."""

    round: int
    box: int
    hand: int
    held: str
    up: str
    did: str
    hands: int
    doublings: int
    beside: str = ""
    """The other hand's cards, where second cards may change places."""


@dataclass(frozen=True, slots=True)
class SessionReview:
    """What every decision of some rounds was worth, beside the best that could be done."""

    header: str
    decisions: tuple[ReviewedDecision, ...]

    def work(self) -> Generator[list[Plain], None, list[Plain]]:
        """Decision by decision; the game is solved once and kept for all."""
        found: list[Plain] = []
        for done, each in enumerate(self.decisions):
            report_progress("decisions", done, len(self.decisions))
            found.append(self._one(each))
            yield list(found)
        return found

    def _one(self, taken: ReviewedDecision) -> Plain:
        plain: Plain = {
            "round": taken.round,
            "box": taken.box,
            "held": taken.held,
            "beside": taken.beside,
            "up": taken.up,
            "did": taken.did,
            "values": [],
            "best": None,
            "cost": None,
        }
        try:
            values = self._values(taken)
        except OddsError:
            return plain
        if not values:
            return plain
        worth = {each["action"]: each["value"] for each in values}
        if taken.did in worth:
            plain["cost"] = round(values[0]["value"] - worth[taken.did], 6)
        return plain | {"values": list(values), "best": values[0]["action"]}

    def _values(self, taken: ReviewedDecision) -> Sequence[Plain]:
        """What could be done, the best first; before play an offer is taken or let pass."""
        if taken.beside:
            return switch_values(self.header, taken.held, taken.beside, taken.up)
        if taken.did in OFFERED:
            offered = even_money_values(self.header, taken.held, taken.up)
            return offered or insurance_values(self.header, taken.held, taken.up)
        job = Advice(self.header, taken.held, taken.up, taken.hands, taken.doublings)
        values: Sequence[Plain] = job.work()["values"]
        return values
