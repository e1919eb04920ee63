"""Answers from rows, and rows from settlement lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cutcard.odds.answers import Answer, Exact, MeterOdds, RowOdds
from cutcard.odds.question import Question
from cutcard.rules import Line


def row_of(question: Question, lines: Sequence[Line], probability: Exact) -> RowOdds:
    """The settlement lines of one seat as one row, in units of the stake."""
    return RowOdds(
        outcome=" + ".join(line.outcome for line in lines),
        pays=" + ".join(line.pays for line in lines),
        probability=probability,
        net=Fraction(sum(line.net for line in lines), question.stake),
        cite="; ".join(dict.fromkeys(line.cite for line in lines)),
    )


def merged(rows: Sequence[RowOdds]) -> tuple[RowOdds, ...]:
    """Rows alike in all but their chances as one, in the order they first came."""
    found: dict[tuple[str, str, Exact, str], Exact] = {}
    for row in rows:
        key = (row.outcome, row.pays, row.net, row.cite)
        found[key] = found.get(key, Fraction(0)) + row.probability
    return tuple(RowOdds(key[0], key[1], chance, key[2], key[3]) for key, chance in found.items())


def answer_with(
    question: Question,
    rows: Sequence[RowOdds],
    *,
    method: str = "exact",
    assumptions: Sequence[str] = (),
    meters: tuple[MeterOdds, ...] = (),
    extra: Mapping[str, object] | None = None,
    edge: Exact | None = None,
    deviation: float | None = None,
) -> Answer:
    """The whole answer, its rows being priced already."""
    offer = question.offer
    in_dollars = any("$" in row.pays or "%" in row.pays for row in rows)
    return Answer(
        document=question.rules.document.id,
        variation=question.rules.variation,
        wager=offer.law.id,
        paytable=offer.paytable.id,
        decks=question.decks,
        options=question.chosen,
        method=method,
        assumptions=(*question.assumptions, *assumptions),
        rows=merged(rows),
        cite=offer.paytable.cite or offer.law.cite,
        meters=meters,
        extra=dict(extra or {}),
        edge=edge,
        stake=question.stake if in_dollars else None,
        deviation=deviation,
    )
