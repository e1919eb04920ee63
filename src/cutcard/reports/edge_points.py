"""Points of an edge for pictures: against the number of decks, and against a progressive meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from cutcard.compute import report_progress
from cutcard.law import WagerLaw
from cutcard.money import Cents, dollars
from cutcard.odds import OddsError, Question, answer, answered
from cutcard.reports import figures

STEPS: Final = 24
"""So many steps of the meter are asked about."""
CENTS: Final = 100


@dataclass(frozen=True, slots=True)
class EdgePoint:
    """The house's edge at one place of a picture."""

    series: str
    at: float
    house_edge: float


@dataclass(frozen=True, slots=True)
class MeterMark:
    """A meter worth pointing out."""

    words: str
    at: float


def paytables(law: WagerLaw) -> tuple[str, ...]:
    """The paytables an operator chooses among, each once."""
    return tuple(dict.fromkeys(table.id for table in law.choosable or law.paytables))


def decks_points(questions: Sequence[Question]) -> list[EdgePoint]:
    """The edge of each question by its number of decks; its paytable is the series.

    Where the stake matters and is left open, all questions get one that suits every one: a line
    between points at different stakes would say nothing about the decks.
    """
    points = []
    for question in at_one_stake(questions):
        edge = answered(question).answer.house_edge
        points.append(EdgePoint(question.offer.paytable.id, question.decks, float(edge)))
    return points


def at_one_stake(questions: Sequence[Question]) -> list[Question]:
    """The questions, those whose stake is left open with the one that suits all."""
    stakes = set()
    for done, question in enumerate(questions):
        report_progress(f"{question.decks} decks", done, len(questions))
        stakes.add(answered(question).answer.stake)
    stakes.discard(None)
    if len(stakes) < 2:
        return list(questions)
    most = max(stake for stake in stakes if stake is not None)
    return [
        each if each.stake_is_fixed else replace(each, stake=most, stake_is_fixed=True)
        for each in questions
    ]


def meter_points(question: Question, meter: str) -> tuple[list[EdgePoint], list[MeterMark]]:
    """The edge as one meter rises, all others and the stake as they are; and the meters to point out."""
    if meter not in question.meters:
        have = ", ".join(question.meters) or "none"
        raise OddsError(f"meter: {question.offer.law.id} has no meter {meter} to draw; it has {have}")
    now = next((each for each in answer(question).meters if each.name == meter), None)
    if now is None:
        raise OddsError(f"meter: nothing is paid from {meter} as this table is filed")
    shown, most = float(now.amount), now.facts.get("maximum")
    marks = [MeterMark("shown", shown)]
    if now.break_even is not None:
        marks.append(MeterMark("break-even", float(now.break_even)))
    if "meter_at_hit" in now.facts:
        marks.append(MeterMark("mean when hit", float(now.facts["meter_at_hit"])))
    low = min(shown, *(mark.at for mark in marks))
    high = max(2 * shown, *(1.15 * mark.at for mark in marks))
    if most is not None:
        high = min(high, float(most) - (float(most) - shown) / STEPS)
    points = []
    for step in range(STEPS + 1):
        amount = Cents(round((low + (high - low) * step / STEPS) * CENTS))
        report_progress(f"{meter} at ${dollars(amount)}", step, STEPS)
        raised = replace(question, meters={**question.meters, meter: amount})
        points.append(EdgePoint(meter, amount / CENTS, float(answer(raised).house_edge)))
    return points, [mark for mark in marks if low <= mark.at <= high]


def stake_line(question: Question) -> str:
    """The stake and meters that a picture's figures assume."""
    stake = answered(question).answer.stake or question.stake
    return _stake_and_meters(stake, question)


def decks_stake_line(questions: Sequence[Question]) -> str:
    """The same for a picture by decks; paytable by paytable where they differ."""
    by_line: dict[str, dict[str, None]] = {}
    for each in at_one_stake(questions):
        line = _stake_and_meters(answered(each).answer.stake, each)
        by_line.setdefault(line, {})[each.offer.paytable.id] = None
    if len(by_line) == 1:
        return next(iter(by_line))
    return "; ".join(f"paytable {', '.join(tables)}: {line}" for line, tables in by_line.items())


def _stake_and_meters(stake: Cents | None, question: Question) -> str:
    meters = [
        f"{name} {figures.amount(Fraction(amount, CENTS))}" for name, amount in question.meters.items()
    ]
    staked = "Any stake" if stake is None else f"Stake ${dollars(stake)}"
    return f"{staked} · meters: {', '.join(meters)}" if meters else staked
