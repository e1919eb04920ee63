"""The school over the API: the chart to drill, a quiz, its certificate, a review of one's rounds."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import Field, StrictInt, StrictStr
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import OddsAnswer, Strict
from cutcard.floor.live import header_line
from cutcard.floor.people import Ask
from cutcard.floor.training import MOST_SEED, PASS_PERCENT, QuizQuestion, quiz
from cutcard.law import Refused, document, is_document, shorten
from cutcard.reports import sheet
from cutcard.web.api.house import sees_as
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import Caller, PacedThread, SignedIn, asks, house_of, threads_of
from cutcard.web.odds_desk.desk import SOON, desk_of
from cutcard.web.school.carried import carried_questions
from cutcard.web.school.jobs import ChartLesson, SessionReview
from cutcard.web.school.review import own_decisions
from cutcard.web.server.errors import Problem
from cutcard.wording import variation_name

router: Final = APIRouter(prefix="/api/school", tags=["training"])
Name = Annotated[str, Query(max_length=60, pattern=r"^[a-z0-9_-]*$")]
Seed = Annotated[int, Query(ge=0, lt=MOST_SEED)]
Trainee = Annotated[Caller, asks(Ask.TRAIN)]
MOST_QUESTIONS: Final = 40
MINUTE: Final = 60
MOST_QUIZZES: Final = 200


class QuizChoice(Strict):
    """What was chosen of one question."""

    document: Annotated[StrictStr, Field(max_length=60)]
    variation: Annotated[StrictStr, Field(max_length=60)] = ""
    seed: Annotated[StrictInt, Field(ge=0, lt=MOST_SEED)]
    at: Annotated[StrictInt, Field(ge=0, lt=MOST_QUESTIONS)]
    choice: Annotated[StrictInt, Field(ge=0, lt=8)]


class QuizMark(Strict):
    """Whether that was right, what is, and which provision says so."""

    right: bool
    answer: int
    cite: str
    chapter: str


class QuizPaper(Strict):
    """All choices of a quiz, for its certificate; -1 where none was made in time."""

    document: Annotated[StrictStr, Field(max_length=60)]
    variation: Annotated[StrictStr, Field(max_length=60)] = ""
    seed: Annotated[StrictInt, Field(ge=0, lt=MOST_SEED)]
    choices: Annotated[list[Annotated[StrictInt, Field(ge=-1, lt=8)]], Field(max_length=MOST_QUESTIONS)]
    seconds: Annotated[StrictInt, Field(ge=0, le=86_400)]


def _reviewed(reply: Any) -> OddsAnswer:
    if reply.state == "refused":
        raise Problem(429, "too_many_requests", reply.message, headers={"Retry-After": "5"})
    return OddsAnswer(answer={"state": reply.state, "value": reply.value, "message": reply.message})


@router.get("/chart")
async def chart(request: Request, who: SignedIn, document: Name, variation: Name = "") -> OddsAnswer:
    """The exact chart of a game with what each first action is worth; `computing` until it is there."""
    house_of(request).rates.reads.take(who.session.digest)
    _check_game(document, variation)
    if (carried := carried_questions(document, variation)) is not None:
        return OddsAnswer(answer={"state": "done", "value": carried, "message": ""})
    job = ChartLesson(document, variation)
    return _reviewed(desk_of(request).ask(job, urgency=SOON, by=who.session.digest))


def _check_game(name: str, variation: str) -> None:
    if not is_document(name):
        raise Problem(404, "unknown_document", f"{shorten(name)}: not a document of this house")
    if variation and variation not in document(name).variations:
        raise Problem(404, "unknown_variation", f"{shorten(variation)}: not a variation of {name}")


async def _questions(request: Request, name: str, variation: str, seed: int) -> tuple[QuizQuestion, ...]:
    """A quiz's questions; the latest few are kept, so that an answer waits for no other exercise."""
    thread: PacedThread = request.app.state.training
    kept: OrderedDict[tuple[str, str, int], tuple[QuizQuestion, ...]] = request.app.state.quizzes
    _check_game(name, variation)
    asked = (name, variation, seed)
    if asked in kept:
        kept.move_to_end(asked)
        return kept[asked]
    try:
        kept[asked] = found = await thread.run(quiz, name, variation or None, seed)
    except Refused as refused:
        raise Problem(
            404, str(refused.refusal.code), refused.refusal.message, where="document"
        ) from None
    while len(kept) > MOST_QUIZZES:
        kept.popitem(last=False)
    return found


@router.get("/quiz")
async def asked(
    request: Request, who: Trainee, document: Name, variation: Name = "", seed: Seed = 1
) -> dict[str, Any]:
    """The questions of a quiz without their answers."""
    del who
    found = await _questions(request, document, variation, seed)
    shown = [
        {"kind": each.kind, "asks": each.asks, "facts": list(each.facts), "choices": list(each.choices)}
        for each in found
    ]
    return {"questions": shown, "pass_percent": PASS_PERCENT}


@router.post("/quiz/answer")
async def answered(request: Request, who: Trainee, body: QuizChoice) -> QuizMark:
    """One answer marked."""
    del who
    found = await _questions(request, body.document, body.variation, body.seed)
    if body.at >= len(found):
        raise Problem(404, "unknown_question", f"at: {body.at}: this quiz has {len(found)} questions")
    question = found[body.at]
    return QuizMark(
        right=body.choice == question.right,
        answer=question.right,
        cite=question.cite,
        chapter=question.chapter,
    )


@router.post("/quiz/certificate", response_class=Response)
async def certificate(request: Request, who: Trainee, body: QuizPaper) -> Response:
    """A passed quiz as a PDF: the house marks every answer again."""
    found = await _questions(request, body.document, body.variation, body.seed)
    if len(body.choices) != len(found):
        raise Problem(
            422, "unreadable", f"choices: {len(body.choices)}; this quiz has {len(found)} questions"
        )
    right = [choice == each.right for choice, each in zip(body.choices, found, strict=True)]
    if 100 * sum(right) < PASS_PERCENT * len(found):
        message = f"certificate: {sum(right)} of {len(found)} right; it takes {PASS_PERCENT}%"
        raise Problem(409, "not_passed", message)
    pages = _certificate(body, found, right, who.session.person)
    content = await threads_of(request).run(sheet.sheet_pdf, pages)
    headers = {"Content-Disposition": 'attachment; filename="certificate.pdf"'}
    return Response(content, headers=headers, media_type="application/pdf")


def _certificate(
    body: QuizPaper, found: tuple[QuizQuestion, ...], right: list[bool], person: str
) -> sheet.Pages:
    law = document(body.document)
    chapters: dict[str, list[bool]] = {}
    for each, was in zip(found, right, strict=True):
        chapters.setdefault(each.chapter, []).append(was)
    today = datetime.now(UTC).date().isoformat()
    game = variation_name(body.variation) if body.variation else law.title
    took = f"{body.seconds // MINUTE} min {body.seconds % MINUTE} s"
    facts = (
        ("Name", person),
        ("Game", f"{game}, {law.issuer}"),
        ("Law", f"{law.id}, version {law.version}"),
        ("Result", f"{sum(right)} of {len(found)} right"),
        ("Time, as the page measured it", took),
        ("Date (UTC)", today),
        ("Quiz", f"seed {body.seed}: the same questions can be put again"),
    )
    rows = tuple((name, str(sum(each)), str(len(each))) for name, each in sorted(chapters.items()))
    return sheet.Pages(
        title="Dealer's quiz: passed",
        subtitle=f"{game}, {law.issuer}",
        running="Cutcard training",
        foot="Training with play money; no licence of any authority.",
        blocks=(
            sheet.Facts(facts),
            sheet.Heading("By chapter", 2),
            sheet.Grid(("Chapter", "Right#", "Of#"), rows),
        ),
    )


@router.get("/review/{name}")
async def review(
    request: Request, name: TableName, who: Annotated[Caller, asks(Ask.SEE_ROUNDS)]
) -> dict[str, Any]:
    """Every decision of the caller's last rounds at a table: what it cost, and the best line."""
    house = house_of(request)
    await check_table(request, name)
    by, run = sees_as(who.session), threads_of(request).run
    rounds, decisions = await run(own_decisions, house.floor.database, request.app.state.past, name, by)
    answer: dict[str, Any] = {"state": "done", "value": [], "message": ""}
    if decisions:
        job = SessionReview(header_line(house.floor.live(name), carried=True), tuple(decisions))
        answer = _reviewed(desk_of(request).ask(job, urgency=SOON, by=who.session.digest)).answer
    return {"table": name, "rounds": rounds, "decisions": len(decisions), **answer}
