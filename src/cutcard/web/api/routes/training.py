"""Training exercises over the API: one is made from its game and seed, and marked by making it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Query
from pydantic import Field, StrictInt, StrictStr
from starlette.requests import Request

from cutcard.client import Strict
from cutcard.floor.people import Ask
from cutcard.floor.training import (
    MOST_SEED,
    Exercise,
    LessonTruth,
    Marked,
    TraineeAnswer,
    exercise,
    lesson_exercise,
    lesson_truth,
    mark_answers,
    mark_lesson,
    parse_lesson,
)
from cutcard.law import Refused
from cutcard.web.api.session import PacedThread, asks
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api/training", tags=["training"])
Trainee = asks(Ask.TRAIN)
Game = Annotated[str, Query(max_length=60, pattern=r"^[a-z0-9_-]*$")]
Seed = Annotated[int, Query(ge=0, lt=MOST_SEED)]
MOST_LINES: Final = 200
Found = TypeVar("Found")


class TraineeWord(Strict):
    """What the trainee says of one line or step, by its place from 0."""

    at: Annotated[StrictInt, Field(ge=0, lt=MOST_LINES)]
    said: Literal["right", "wrong", "order"]
    does: Literal["take", "pay", "push"] = "push"
    amount: Annotated[StrictStr, Field(pattern=r"^[0-9]{0,10}(\.[0-9]{1,2})?$")] = "0"


class ExerciseAnswers(Strict):
    """An answer to an exercise; lines and steps that it leaves out count as called right."""

    document: Annotated[StrictStr, Field(max_length=60)]
    variation: Annotated[StrictStr, Field(max_length=60)] | None = None
    seed: Annotated[StrictInt, Field(ge=0, lt=MOST_SEED)]
    steps: Annotated[list[TraineeWord], Field(max_length=MOST_LINES)] = []
    pays: Annotated[list[TraineeWord], Field(max_length=MOST_LINES)] = []


def _thread(request: Request) -> PacedThread:
    thread: PacedThread = request.app.state.training
    return thread


@router.get("/exercise", dependencies=[Trainee])
async def shown(request: Request, document: Game, variation: Game = "", seed: Seed = 1) -> Exercise:
    """A finished round, its steps and what is proposed to be paid, with errors in them."""
    try:
        return await _thread(request).run(exercise, document, variation or None, seed)
    except Refused as refused:
        raise Problem(
            404, str(refused.refusal.code), refused.refusal.message, where="document"
        ) from None


@router.post("/answer", dependencies=[Trainee])
async def answer(request: Request, answers: ExerciseAnswers) -> Marked:
    """The points of an answer, and of every line what is right and which provision says so."""

    def mark() -> Marked:
        return mark_answers(
            answers.document,
            answers.variation,
            answers.seed,
            steps=_answers(answers.steps),
            pays=_answers(answers.pays),
        )

    try:
        return await _thread(request).run(mark)
    except Refused as refused:
        raise Problem(
            404, str(refused.refusal.code), refused.refusal.message, where="document"
        ) from None


class LessonAnswers(Strict):
    """An answer to a lesson, with the lesson itself: the house keeps none."""

    lesson: dict[str, Any]
    steps: Annotated[list[TraineeWord], Field(max_length=MOST_LINES)] = []
    pays: Annotated[list[TraineeWord], Field(max_length=MOST_LINES)] = []


class LessonShown(Strict):
    """A lesson as its trainer sees it, and as its trainee does."""

    truth: LessonTruth
    exercise: Exercise


@router.post("/lesson", dependencies=[Trainee])
async def lesson(request: Request, written: dict[str, Any]) -> LessonShown:
    """A lesson dealt: what is right, what may be planted, and the exercise that it makes."""

    def deal() -> LessonShown:
        parsed = parse_lesson(written)
        return LessonShown(truth=lesson_truth(parsed), exercise=lesson_exercise(parsed))

    return await _lesson(request, deal)


@router.post("/lesson/answer", dependencies=[Trainee])
async def lesson_answer(request: Request, answers: LessonAnswers) -> Marked:
    """The points of an answer to a lesson."""

    def mark() -> Marked:
        parsed = parse_lesson(answers.lesson)
        return mark_lesson(parsed, steps=_answers(answers.steps), pays=_answers(answers.pays))

    return await _lesson(request, mark)


async def _lesson(request: Request, make: Callable[[], Found]) -> Found:
    """What is made of a lesson; what is wrong with it is one line that says where."""
    try:
        return await _thread(request).run(make)
    except Refused as refused:
        code, message = str(refused.refusal.code), refused.refusal.message
        raise Problem(422, code, message, where=message.partition(":")[0]) from None


def _answers(marked: list[TraineeWord]) -> dict[int, TraineeAnswer]:
    return {each.at: TraineeAnswer(each.said, each.does, each.amount or "0") for each in marked}
