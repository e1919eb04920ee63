"""`odds.edge`: the house edge of a rule set, at once as a double, and as a rational when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from cutcard.compute import cache
from cutcard.law import Document
from cutcard.odds import main, switch
from cutcard.odds.answers import Exact
from cutcard.odds.library.request import OddsResult, asked
from cutcard.odds.main.insurance import insurance_assumption, insurance_gain
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, check_shoe
from cutcard.odds.registry import analyser_digest, answered, digest_of
from cutcard.results import Record, exact_json

BEST_PLAY: Final = (
    "Every hand is played the best way for its cards, the dealer's and the rest of the shoe."
)
NO_RATIONAL: Final = (
    "exact: with these rules the value is a limit and not a rational that can be put together; .value "
    "has it as a double"
)


@dataclass(frozen=True, repr=False)
class EdgeResult(OddsResult):
    """The house edge of one wager of one rule set."""

    value: float
    """The house edge per unit of the initial stake."""
    standard_deviation: float | None = None
    """Of the result of a round, where it was asked for."""

    @property
    def house_edge(self) -> float:
        """The same."""
        return self.value

    @property
    def player_edge(self) -> float:
        """What the player gains per unit staked, its negative."""
        return -self.value

    def exact(self) -> Fraction:
        """The house edge as a rational, proven; `RequestError` where the value is none."""
        found = self._exact
        if not isinstance(found, Fraction):
            raise OddsError(NO_RATIONAL)
        return found

    @cached_property
    def _exact(self) -> Exact:
        return exact_house_edge(self.question)

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return digest_of(self.question)

    @property
    def method(self) -> str:
        """`float`; `exact` once the rational has been asked for."""
        return "exact" if isinstance(vars(self).get("_exact"), Fraction) else "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the figure takes for granted."""
        question = self.question
        shoe = f"Dealt from {question.composition.size} cards, every order equally likely."
        if question.offer.law.id != MAIN:
            return (shoe, *question.assumptions)
        return (shoe, BEST_PLAY, insurance_assumption(question, insurance_gain(question)))

    def to_dict(self) -> dict[str, Any]:
        """The whole answer in plain values."""
        known = vars(self).get("_exact", self.value)
        return {
            **self._asked(),
            "method": self.method,
            "house_edge": exact_json(known),
            "player_edge": exact_json(-known),
            "standard_deviation": self.standard_deviation,
            "assumptions": list(self.assumptions),
            "cite": "; ".join(self.citations),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """One row: what was chosen, and the edge."""
        return [
            {**self.options, "house_edge": self.value, "standard_deviation": self.standard_deviation}
        ]

    def headline(self) -> list[str]:
        """The edge in percent."""
        return [f"{self._named()}: house edge {self.value:.6%}"]


def edge(
    document: str | Document, wager: str = MAIN, *, paytable: str | None = None, **options: Any
) -> EdgeResult:
    """The house edge of a wager, the main one unless another is named; keywords are the table's options.

    >>> edge("house-rules", decks=6, soft_17="hit", surrender=True).value
    """
    question = asked(document, wager, paytable=paytable, **options)
    return edge_of(question)


def edge_of(question: Question, *, with_deviation: bool = False) -> EdgeResult:
    """The house edge of a question, from the cache where it is kept."""
    if question.offer.law.id != MAIN:
        answer = answered(question).answer
        deviation = answer.standard_deviation if with_deviation else None
        return EdgeResult(question, float(answer.house_edge), deviation)
    kept = _kept(question, with_deviation=with_deviation)
    return EdgeResult(question, kept["house_edge"], kept.get("standard_deviation"))


def _kept(question: Question, *, with_deviation: bool) -> dict[str, float]:
    name = analyser_digest("edge", digest_of(question))
    kept = cache.read(name)
    needed = {"house_edge", "standard_deviation"} if with_deviation else {"house_edge"}
    if isinstance(kept, dict) and needed <= kept.keys():
        return kept
    found = _computed(question, with_deviation=with_deviation)
    cache.write(name, found)
    return found


def _computed(question: Question, *, with_deviation: bool) -> dict[str, float]:
    check_shoe(question)
    insured = float(insurance_gain(question))
    if question.rules.options.get("switch") is True:
        if with_deviation:
            answer = answered(question).answer
            assert answer.standard_deviation is not None
            return {
                "house_edge": float(answer.house_edge),
                "standard_deviation": answer.standard_deviation,
            }
        solved = switch.solve_switch(question.rules, question.composition)
        return {"house_edge": -(solved.value + insured)}
    game = main.solve(question.rules, question.composition)
    found = {"house_edge": -(game.value + insured)}
    if with_deviation:
        found["standard_deviation"] = main.deviation(game)
    return found


def exact_house_edge(question: Question) -> Exact:
    """The house edge as a rational where it is one, from the cache where it is kept."""
    if question.offer.law.id != MAIN or question.rules.options.get("switch") is True:
        return answered(question).answer.house_edge
    name = analyser_digest("exact edge", digest_of(question))
    kept = cache.read(name)
    if isinstance(kept, dict) and "exact" in kept:
        found: Exact = kept["exact"]
        return found
    check_shoe(question)
    game = main.solve(question.rules, question.composition)
    value = game.exact_value
    found = -(game.value if value is None else value) - insurance_gain(question)
    cache.write(name, {"exact": found})
    return found
