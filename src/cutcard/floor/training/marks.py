"""Marks for an answer: the exercise is made again, and each line and step gets its provision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cutcard.floor.console import Does
from cutcard.floor.training.exercise import KINDS, Planted, planted, truth
from cutcard.law import Refused
from cutcard.money import dollars
from cutcard.table.script import amount

TraineeVerdict = Literal["right", "wrong", "order"]
NOTICED: Final = 1
CORRECTED: Final = 1


@dataclass(frozen=True, slots=True)
class TraineeAnswer:
    """What the trainee says of a line or a step."""

    verdict: TraineeVerdict
    does: Does = "push"
    amount: str = "0"


@dataclass(frozen=True, slots=True)
class Mark:
    """One line or step: whether the trainee was right, what is right, and which provision says so."""

    right: bool
    error: str
    """What was wrong with it, in words; empty where nothing was."""
    does: Does | None
    amount: str
    outcome: str
    pays: str
    cite: str
    points: int
    most: int


@dataclass(frozen=True, slots=True)
class Marked:
    """Points of an exercise."""

    points: int
    most: int
    steps: tuple[Mark, ...]
    pays: tuple[Mark, ...]


def mark_answers(
    document: str,
    variation: str | None,
    seed: int,
    *,
    steps: Mapping[int, TraineeAnswer],
    pays: Mapping[int, TraineeAnswer],
) -> Marked:
    """Points for each error found, and each put right; what was called wrong and is not costs one."""
    return mark_plan(planted(document, variation, seed), steps=steps, pays=pays)


def mark_plan(
    plan: Planted, *, steps: Mapping[int, TraineeAnswer], pays: Mapping[int, TraineeAnswer]
) -> Marked:
    """The same of any round with errors in it."""
    step_marks = tuple(_step(plan, at, steps) for at in range(len(plan.acts)))
    pay_marks = tuple(_pay(plan, at, pays) for at in range(len(plan.lines)))
    every = (*step_marks, *pay_marks)
    points = max(0, sum(each.points for each in every))
    return Marked(points, sum(each.most for each in every), step_marks, pay_marks)


def _answer(answers: Mapping[int, TraineeAnswer], at: int) -> TraineeAnswer:
    return answers.get(at, TraineeAnswer("right"))


def _swapped(
    answers: Mapping[int, TraineeAnswer], pair: frozenset[int], at: int
) -> tuple[bool, int, int]:
    """Whether one of two that changed places was found: it is worth a point, once, at the first."""
    noticed = any(_answer(answers, each).verdict == "order" for each in pair)
    first = at == min(pair)
    return noticed, NOTICED if noticed and first else 0, NOTICED if first else 0


def _step(plan: Planted, at: int, answers: Mapping[int, TraineeAnswer]) -> Mark:
    act, answer = plan.acts[at], _answer(answers, at)
    if at in plan.acts_swapped:
        noticed, points, most = _swapped(answers, plan.acts_swapped, at)
        return Mark(noticed, KINDS["order"], None, "", "", "", act.cite, points, most)
    right = answer.verdict == "right"
    return Mark(right, "", None, "", "", "", act.cite, 0 if right else -1, 0)


def _pay(plan: Planted, at: int, answers: Mapping[int, TraineeAnswer]) -> Mark:
    line, answer, wrong = plan.lines[at], _answer(answers, at), plan.wrong.get(at)
    act, cents = truth(line)
    rest = (act, dollars(cents), line.outcome, line.pays, line.cite)
    if at in plan.lines_swapped:
        noticed, points, most = _swapped(answers, plan.lines_swapped, at)
        if answer.verdict == "wrong":
            noticed, points = False, points - 1
        return Mark(noticed, KINDS["order"], *rest, points, most)
    if wrong is None:
        right = answer.verdict == "right"
        return Mark(right, "", *rest, 0 if right else -1, 0)
    noticed = answer.verdict == "wrong"
    corrected = noticed and answer.does == act and (act == "push" or _cents(answer.amount) == cents)
    points = NOTICED * noticed + CORRECTED * corrected - (answer.verdict == "order")
    return Mark(corrected, KINDS[wrong.kind], *rest, points, NOTICED + CORRECTED)


def _cents(written: str) -> int | None:
    try:
        return int(amount(written, "amount"))
    except Refused:
        return None
