"""Setting tables up: a rules submission is checked, and only a compliant one becomes a table."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import structlog
from fastapi import APIRouter
from pydantic import Field, StrictBool, StrictStr
from starlette.requests import Request

from cutcard.client import Strict
from cutcard.floor.people import Ask
from cutcard.submission import CheckResult, check
from cutcard.table import Settings
from cutcard.web.api.house import HouseParts, acts_as
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.server.errors import Problem
from cutcard.wording import finding_text, submission_path_label

router: Final = APIRouter(prefix="/api", tags=["tables"])
Floor = Annotated[Caller, asks(Ask.SET_UP_TABLES)]
HouseMeter = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.@-]{0,80}$")]
Submission = Annotated[dict[str, Any], Field(max_length=16)]
log = structlog.get_logger("cutcard.web")


class SubmissionFinding(Strict):
    """One finding about a submission."""

    severity: Literal["violation", "warning", "note"]
    code: str
    path: str
    message: str
    cite: str
    place: str
    """The path in words."""
    told: str
    """The message in words."""


class LawNames(Strict):
    """The law data that an answer stands on."""

    document: str
    version: str
    digest: str


class SubmissionCheck(Strict):
    """Whether a submission may stand, and all there is to say about it."""

    compliant: bool
    findings: list[SubmissionFinding]
    law: LawNames | None
    """None where the submission names no document."""


class NewTable(Strict):
    """A table for the floor."""

    name: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9-]{1,40}$")]
    submission: Submission
    dealer: Literal["automatic", "manual"] = "automatic"
    """Whether the house deals by itself, or a dealer does each act."""
    scanned: StrictBool = False
    """Whether the cards are those of a physical shoe, which the dealer scans."""
    links: Annotated[dict[StrictStr, HouseMeter], Field(max_length=16)] = {}
    """Meter of the table -> meter of the house that it plays for."""


@router.post("/submissions")
async def checked(request: Request, _: Floor, submission: Submission) -> SubmissionCheck:
    """A submission against its document: every finding, each with its provision."""
    result = await threads_of(request).run(check, submission, by_play=False)
    return check_result(result)


def check_result(result: CheckResult) -> SubmissionCheck:
    """A check in words."""
    payload: dict[str, Any] = result.as_json()
    for each in payload["findings"]:
        each |= {"place": submission_path_label(each["path"]), "told": finding_text(each["message"])}
    return SubmissionCheck.model_validate(payload)


@router.post("/tables", status_code=201)
async def set_up(request: Request, who: Floor, body: NewTable) -> SubmissionCheck:
    """Set a table up from a compliant submission; its crew counts it and opens it."""
    house, by = house_of(request), str(acts_as(who.session))

    def add(of: HouseParts) -> SubmissionCheck:
        result = check(body.submission, by_play=False)
        wrong = [each for each in result.findings if each.severity == "violation"]
        if result.rules is None or wrong:
            first = wrong[0]
            message = (
                f"submission: {first.path}: {first.message}; POST /api/submissions lists all findings"
            )
            raise Problem(422, str(first.code), message, cite=first.cite, where="submission")
        settings = Settings(
            chores=body.dealer,
            virtual=not body.scanned,
            asks_for_draws=True,
            confirms=False,
            holds_jackpots=True,
        )
        operator = str(body.submission.get("operator") or "")
        of.floor.add(body.name, result.rules, settings, links=body.links, operator=operator, by=by)
        return check_result(result)

    answer = await threads_of(request).run(add, house)
    log.info("table set up", table=body.name, person=who.session.person)
    return answer
