"""`odds.wager`: the odds of one wager with every row, as `cutcard odds DOCUMENT WAGER` answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from cutcard.law import Document
from cutcard.money import dollars
from cutcard.odds.answers import Answer, MeterOdds, RowOdds
from cutcard.odds.library.edge import NO_RATIONAL
from cutcard.odds.library.request import OddsResult, asked
from cutcard.odds.player_edges import favours_player
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.odds.registry import answered
from cutcard.results import Drawing, Record, exact_json, finite, plain_json

PLAY: Final = ("strategy", "chart")
"""What the main wager has beside its figures."""
CENTS: Final = 100


@dataclass(frozen=True, repr=False)
class PricedWager(OddsResult):
    """The odds of one wager: its edge, its rows, its meters."""

    answer: Answer
    seconds: float

    @property
    def value(self) -> float:
        """The house edge per unit of the initial stake."""
        return float(self.answer.house_edge)

    def exact(self) -> Fraction:
        """The house edge as a rational; `RequestError` where the value is none."""
        found = self.answer.house_edge
        if not isinstance(found, Fraction):
            raise OddsError(NO_RATIONAL)
        return found

    @property
    def rows(self) -> tuple[RowOdds, ...]:
        """Every outcome, the lost stake too, with its chance, what it pays and its provision."""
        return self.answer.rows

    @property
    def meters(self) -> tuple[MeterOdds, ...]:
        """How the edge moves with each meter, and where it is zero."""
        return self.answer.meters

    @property
    def hit_frequency(self) -> float | None:
        """How often more than the stake is paid."""
        found = self.answer.hit_frequency
        return None if found is None else float(found)

    @property
    def standard_deviation(self) -> float | None:
        """Of the net result of one unit staked."""
        return self.answer.standard_deviation

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return self.answer.digest

    @property
    def method(self) -> str:
        """`exact`, `markov`, `limit` or `float`."""
        return self.answer.method

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the figures take for granted."""
        return self.answer.assumptions

    @property
    def citations(self) -> tuple[str, ...]:
        """The provision of the table and of every row."""
        return tuple(dict.fromkeys([self.answer.cite, *(row.cite for row in self.rows)]))

    def to_dict(self) -> dict[str, Any]:
        """The whole answer, as `cutcard odds --json` prints it."""
        return answer_json(self.answer, seconds=self.seconds)

    def records(self) -> list[Record]:
        """A row for each outcome."""
        return [
            {
                "outcome": row.outcome,
                "pays": row.pays,
                "probability": float(row.probability),
                "net": float(row.net),
                "contribution": float(row.contribution),
                "cite": row.cite,
            }
            for row in self.rows
        ]

    def headline(self) -> list[str]:
        """The edge in percent, and how often it hits."""
        hits = self.hit_frequency
        often = "" if not hits else f", hits one in {1 / hits:.4g}"
        return [f"{self._named()}: house edge {self.value:.6%}{often}, {len(self.rows)} rows"]

    def drawing(self) -> Drawing:
        """What each row adds to the player's edge."""
        return Drawing(
            "bars", self.records(), "contribution", "outcome", title=self._named(),
            x_title="Part of the player's edge", y_title="",
        )  # fmt: skip


def wager(
    document: str | Document, wager: str, *, paytable: str | None = None, **options: Any
) -> PricedWager:
    """The odds of a wager, every row with its chance; keywords are the table's options.

    >>> wager("md-blackjack", "lucky_ladies", paytable="A", decks=6).rows
    """
    return wager_of(asked(document, wager, paytable=paytable, **options))


def wager_of(question: Question) -> PricedWager:
    """The odds that a question asks for."""
    timed = answered(question)
    return PricedWager(question, timed.answer, timed.seconds)


def answer_json(answer: Answer, *, seconds: float) -> dict[str, object]:
    """An answer as the contract of the command line has it."""
    hits, options = answer.hit_frequency, answer.options
    plain: dict[str, object] = {
        "document": answer.document,
        "variation": answer.variation,
        "wager": answer.wager,
        "paytable": answer.paytable,
        "options": {"decks": answer.decks, **{name: plain_json(v) for name, v in options.items()}},
        "stake": None if answer.stake is None else dollars(answer.stake),
        "method": answer.method,
        "house_edge": exact_json(answer.house_edge),
        "player_edge": exact_json(answer.player_edge),
        "hit_frequency": None if hits is None else exact_json(hits),
        "standard_deviation": answer.standard_deviation,
        "favours_player": favours_player(answer),
        "rows": [_row_json(row) for row in answer.rows],
        "meters": {meter.name: _meter_json(meter) for meter in answer.meters},
        "assumptions": list(answer.assumptions),
        "cite": answer.cite,
        "reason": None,
        "digest": answer.digest,
        "law": dict(answer.law),
        "seconds": round(seconds, 6),
        "more": {name: plain_json(value) for name, value in answer.extra.items() if name not in PLAY},
    }
    return plain | {name: plain_json(answer.extra[name]) for name in PLAY if name in answer.extra}


def _row_json(row: RowOdds) -> dict[str, object]:
    return {
        "outcome": row.outcome,
        "pays": row.pays,
        "probability": exact_json(row.probability),
        "one_in": finite(1 / row.probability) if row.probability else None,
        "net": exact_json(row.net),
        "contribution": exact_json(row.contribution),
        "cite": row.cite,
    }


def _meter_json(meter: MeterOdds) -> dict[str, object]:
    """A meter; its break-even as every other page shows it, and exactly."""
    break_even, shown = meter.break_even, meter.break_even_cents
    return {
        "amount": dollars(int(meter.amount * CENTS)),
        "edge_per_dollar": exact_json(meter.slope),
        "break_even": None if shown is None else dollars(shown),
        "break_even_exact": None if break_even is None else exact_json(break_even),
        "facts": {name: exact_json(value) for name, value in meter.facts.items()},
    }
