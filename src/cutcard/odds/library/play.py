"""`odds.chart` and `odds.best_play`: how to play, by a chart that can be learnt or by every card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cutcard.automata.hands import Cards
from cutcard.law import Document
from cutcard.odds.charts.chart import chart_of_game
from cutcard.odds.charts.legend import Chart, label
from cutcard.odds.library.request import OddsResult, asked
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.main.hands import two_card_places
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, check_shoe
from cutcard.odds.registry import analyser_digest, answered, digest_of
from cutcard.results import Drawing, Record, exact_json

UNLIKE_A_CHART = "chart: the play of these rules does not fit one chart"


@dataclass(frozen=True, repr=False)
class StrategyChart(OddsResult):
    """The chart that a person can learn, derived from the best play, and what it costs."""

    chart: Chart

    @property
    def value(self) -> float:
        """The house edge when playing by the chart, insurance never taken."""
        return -self.chart.value

    @property
    def cost(self) -> float:
        """What the chart loses against the best play, in units of the first stake."""
        return self.chart.cost

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return analyser_digest("chart", digest_of(self.question))

    @property
    def method(self) -> str:
        """Floating point."""
        return "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the chart looks at."""
        return (
            "The chart looks at the total, whether it is soft, pairs and what the dealer shows; in each "
            "cell it does what is best for the hands that come there, weighed by how often they do.",
            "Insurance is not part of the chart.",
        )

    def to_dict(self) -> dict[str, Any]:
        """The chart and its edge in plain values."""
        return {
            **self._asked(),
            "method": self.method,
            "columns": list(self.chart.columns),
            "sections": {
                title: {hand: list(c) for hand, c in rows} for title, rows in self.chart.sections
            },
            "legend": dict(self.chart.legend),
            "house_edge": exact_json(self.value),
            "cost": exact_json(self.cost),
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each hand, a column for each card of the dealer's."""
        return [
            {"section": title, "hand": hand, **dict(zip(self.chart.columns, codes, strict=True))}
            for title, rows in self.chart.sections
            for hand, codes in rows
        ]

    def headline(self) -> list[str]:
        """What the chart is worth."""
        rows = sum(len(rows) for _, rows in self.chart.sections)
        return [
            f"{self._named()}: chart of {rows} rows, house edge {self.value:.6%}, "
            f"{self.cost:.6%} more than the best play"
        ]

    def drawing(self) -> Drawing:
        """The chart in colours."""
        cells = [
            {"section": title, "hand": hand, "up": up, "code": code}
            for title, rows in self.chart.sections
            for hand, codes in rows
            for up, code in zip(self.chart.columns, codes, strict=True)
        ]
        return Drawing("cells", cells, "up", "hand", "code", title=self._named(), rows="section")


def chart(document: str | Document, **options: Any) -> StrategyChart:
    """The strategy chart of a rule set; keywords are the table's options.

    >>> chart("md-pontoon-21").to_frame()
    """
    question = asked(document, MAIN, **options)
    check_shoe(question)
    if question.rules.options.get("switch") is not True:
        return StrategyChart(question, chart_of_game(solve(question.rules, question.composition)))
    plain: Any = answered(question).answer.extra.get("chart")
    if not isinstance(plain, Mapping):
        raise OddsError(UNLIKE_A_CHART)
    learned = Chart(
        plain["columns"], plain["sections"], plain["legend"], plain["player_edge"], plain["cost"]
    )
    return StrategyChart(question, learned)


@dataclass(frozen=True, repr=False)
class BestPlay(OddsResult):
    """The best action with every two cards against everything the dealer can show."""

    game: MainGame

    @property
    def value(self) -> float:
        """The house edge of it, insurance never taken."""
        return -self.game.value

    @cached_property
    def actions(self) -> dict[str, dict[str, str]]:
        """By two cards and by what the dealer shows: the best action."""
        found: dict[str, dict[str, str]] = {}
        for record in self.records():
            found.setdefault(record["hand"], {})[record["up"]] = record["best"]
        return found

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return analyser_digest("best play", digest_of(self.question))

    @property
    def method(self) -> str:
        """Floating point."""
        return "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the values take for granted."""
        return (
            "Values are per unit of the first stake, played the best way from there on for every card "
            "in sight, the dealer having no blackjack where he looks for one first.",
        )

    def to_dict(self) -> dict[str, Any]:
        """The play in plain values."""
        return {
            **self._asked(),
            "method": self.method,
            "house_edge": exact_json(self.value),
            "hands": [dict(record) for record in self.records()],
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for every two cards and card of the dealer's: the best action, and each one's value."""
        return [
            record
            for hand, number in self.game.evaluation.action_values
            for record in self._hand(hand, number)
        ]

    def _hand(self, hand: Cards, number: int) -> list[Record]:
        game = self.game
        found: list[Record] = []
        options = game.evaluation.action_values[hand, number]
        named = label(hand) + (f" ({number + 1})" if number else "")
        for place, start in enumerate(game.main.starts):
            try:
                chance = game.chance_to_play(two_card_places()[hand], place)
            except OddsError:
                continue
            best = ActionCode(int(game.decisions.top[hand, number][place])).name.lower()
            values = {
                ActionCode(act).name.lower(): float(each[place]) / chance / game.main.scale
                for act, each in options.items()
            }
            found.append({"hand": named, "up": label(start), "best": best, **values})
        return found

    def headline(self) -> list[str]:
        """How many hands there are, and what the play is worth."""
        return [f"{self._named()}: {len(self.actions)} hands, house edge {self.value:.6%}"]

    def drawing(self) -> Drawing:
        """The first letter of the best action, by hand and by the dealer's card."""
        cells = [
            {"hand": each["hand"], "up": each["up"], "code": CODES[each["best"]]}
            for each in self.records()
        ]
        return Drawing("cells", cells, "up", "hand", "code", title=self._named())


CODES = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R", "even_money": "E"}


def best_play(document: str | Document, **options: Any) -> BestPlay:
    """The best play of a rule set, by the cards themselves; keywords are the table's options.

    >>> best_play("md-blackjack", decks=1).actions["8-8"]["T"]
    """
    question = asked(document, MAIN, **options)
    check_shoe(question)
    _refuse_switch(question)
    return BestPlay(question, solve(question.rules, question.composition))


def _refuse_switch(question: Question) -> None:
    if question.rules.options.get("switch") is True:
        raise OddsError(
            "variation: at switch the play depends on both hands; odds.chart has what it is worth"
        )
