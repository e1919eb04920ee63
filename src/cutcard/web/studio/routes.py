"""The studio over the API: figures of a design, its legality, a file of it, its par sheet."""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import Field, StrictBool, StrictInt, StrictStr
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import OddsAnswer, Strict
from cutcard.law import document, is_document, shorten, value_text
from cutcard.reports.sheet import sheet_pdf
from cutcard.submission import check
from cutcard.web.api.routes.set_up import SubmissionCheck, check_result
from cutcard.web.api.session import Caller, SignedIn, house_of, threads_of
from cutcard.web.odds_desk.desk import LATER, SOON, Reply, desk_of
from cutcard.web.server.errors import Problem
from cutcard.web.studio.designs import Design, Plain, permitted_value
from cutcard.web.studio.jobs import MOST_BLOCKS, StudioJob
from cutcard.web.studio.papers import letter

router: Final = APIRouter(prefix="/api/studio", tags=["odds"])
Id = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9@._-]{0,80}$")]
OptionName = Annotated[StrictStr, Field(pattern=r"^[a-z0-9_]{1,60}$")]
Outcome = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.,%$/+ -]{1,120}$")]
Price = Annotated[StrictStr, Field(max_length=40)]
Chosen = Annotated[StrictStr, Field(max_length=80)] | StrictInt | StrictBool
MOST_TEXT: Final = 50_000


class DesignBody(Strict):
    """A wager of a document with options and prices of one's own."""

    document: Id
    wager: Id = "main"
    variation: Id = ""
    paytable: Id = ""
    options: Annotated[dict[OptionName, Chosen], Field(max_length=80)] = {}
    pays: Annotated[dict[Outcome, Price], Field(max_length=80)] = {}


class StudyBody(Strict):
    """A question about a design."""

    design: DesignBody
    study: Literal["figures", "decks", "sweep", "counts", "simulation", "sheet"] = "figures"
    over: Annotated[StrictStr, Field(pattern=r"^[a-z0-9_]{0,60}$")] = ""
    block: Annotated[StrictInt, Field(ge=0, lt=MOST_BLOCKS)] = 0
    seed: Annotated[StrictInt, Field(ge=0, le=2**31)] = 1
    fresh: StrictBool = False


class SubmissionText(Strict):
    """A submission as its file has it: TOML or JSON."""

    text: Annotated[StrictStr, Field(max_length=MOST_TEXT)]


class CheckedDesign(Strict):
    """Whether a design may be offered, and the submission that was checked."""

    check: SubmissionCheck
    submission: dict[str, Any]


def _design(body: DesignBody) -> Design:
    if not is_document(body.document):
        raise Problem(404, "unknown_document", f"{shorten(body.document)}: not a document of this house")
    law = document(body.document)
    if body.wager not in law.wager_ids:
        raise Problem(404, "unknown_wager", f"{shorten(body.wager)}: not a wager of {law.id}")
    if body.variation and body.variation not in law.variations:
        raise Problem(
            404, "unknown_variation", f"{shorten(body.variation)}: not a variation of {law.id}"
        )
    options = {
        name: permitted_value(
            law, body.variation, name, value if isinstance(value, str) else value_text(value)
        )
        for name, value in body.options.items()
    }
    chosen, pays = tuple(sorted(options.items())), tuple(sorted(body.pays.items()))
    return Design(body.document, body.wager, body.variation, body.paytable, chosen, pays)


def _answer(reply: Reply) -> OddsAnswer:
    if reply.state == "refused":
        raise Problem(429, "too_many_requests", reply.message, headers={"Retry-After": "5"})
    answer: Plain = {"state": reply.state, "value": reply.value}
    return OddsAnswer(answer=answer | ({"message": reply.message} if reply.message else {}))


def _counted(request: Request, who: Caller) -> None:
    house_of(request).rates.reads.take(who.session.digest)


@router.post("/study")
async def study(request: Request, who: SignedIn, body: StudyBody) -> OddsAnswer:
    """A figure of a design, or how far it is; what nobody asks for again is not computed."""
    _counted(request, who)
    job = StudioJob(body.study, _design(body.design), body.over, body.block, body.seed, body.fresh)
    urgency = SOON if body.study == "figures" else LATER
    return _answer(desk_of(request).ask(job, urgency=urgency, by=who.session.digest))


@router.post("/check")
async def checked(request: Request, who: SignedIn, body: DesignBody) -> CheckedDesign:
    """Whether a design may be offered: every finding with its provision."""
    _counted(request, who)
    design = _design(body)

    def look() -> CheckedDesign:
        submission = design.submission()
        result = check(submission, by_play=False, warns=False)
        return CheckedDesign(check=check_result(result), submission=submission)

    return await threads_of(request).run(look)


@router.post("/letter", response_class=Response)
async def letter_of(request: Request, who: SignedIn, body: DesignBody) -> Response:
    """What the document says of a design, as a letter (PDF)."""
    _counted(request, who)
    design, today = _design(body), datetime.now(UTC).date().isoformat()
    content = await threads_of(request).run(lambda: sheet_pdf(letter(design, today)))
    headers = {"Content-Disposition": 'attachment; filename="letter.pdf"'}
    return Response(content, headers=headers, media_type="application/pdf")


@router.post("/submission")
async def read(request: Request, who: SignedIn, body: SubmissionText) -> CheckedDesign:
    """A file of a submission read and checked."""
    _counted(request, who)
    submission = _read(body.text)

    def look() -> CheckedDesign:
        result = check(submission, by_play=False, warns=False)
        plain = submission if isinstance(submission, dict) else {}
        return CheckedDesign(
            check=check_result(result), submission=json.loads(json.dumps(plain, default=str))
        )

    return await threads_of(request).run(look)


def _read(text: str) -> object:
    try:
        return json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except RecursionError:
        raise Problem(422, "unreadable", "file: nested too deeply", where="text") from None
    except ValueError as problem:
        first = str(problem).splitlines()[0] if str(problem) else "unreadable"
        message = f"file: neither TOML nor JSON that can be read: {shorten(first)}"
        raise Problem(422, "unreadable", message, where="text") from None
