"""Error pages: one line and a link onwards, where a browser asks for a page."""

from __future__ import annotations

from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cutcard.web.api.session import Caller, caller
from cutcard.web.pages.frame import Page, render
from cutcard.web.server.errors import FAULT, Problem

TITLES: Final = {
    401: "Sign in first",
    403: "Not permitted",
    404: "Page not found",
    409: "Not possible right now",
    422: "Unreadable request",
    500: "Internal error",
    429: "One moment, please",
    503: "One moment, please",
}
OTHER: Final = "Something went wrong"
LINES: Final = {
    404: "There is nothing at this address. It may be mistyped or belong to another house.",
    422: "The address is unreadable; perhaps part of it is missing.",
    500: "The house made an error and has logged it. Try again, or continue elsewhere.",
}
"""Lines for people, by status, where the problem's own message speaks of the API."""
OF_PROGRAMS: Final = frozenset({"not_found", "bad_request", "fault"})
"""Refusals whose own line speaks of the API."""
BAREST: Final = (
    f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{TITLES[500]} · Cutcard</title>'
    f'<h1>{TITLES[500]}</h1><p>{LINES[500]}</p><p><a href="/">To the lobby</a></p></html>'
)
PROBLEM: Final = Page(template="problem.html")
AGAIN: Final = frozenset({429, 500, 503})
log = structlog.get_logger("cutcard.web")


async def problem_response(problem: Problem, request: Request) -> Response:
    """The answer to a refused request; the barest page where not even the page of errors can be made."""
    if not _for_a_person(request):
        return problem.response()
    try:
        return problem_page(problem, request, await _who(request))
    except Exception:
        log.exception("error page", status=problem.status)
        return HTMLResponse(BAREST, FAULT, {"Cache-Control": "no-store"})


def problem_page(problem: Problem, request: Request, who: Caller | None) -> Response:
    """The page of a refused request."""
    answer = render(
        PROBLEM,
        request,
        who,
        status_code=problem.status,
        title=TITLES.get(problem.status, OTHER),
        status=problem.status,
        message=problem_text(problem),
        again=request.url.path if problem.status in AGAIN else "",
    )
    answer.headers.update({**problem.headers, "Cache-Control": "no-store"})
    return answer


def problem_text(problem: Problem) -> str:
    """A problem as a sentence for people, without the parts that are for programs."""
    if problem.status in LINES and problem.code in OF_PROGRAMS:
        return LINES[problem.status]
    kept = [each for each in problem.message.split("; ") if "/api/" not in each]
    text = "; ".join(kept) or problem.message
    place, colon, rest = text.partition(": ")
    if not problem.where:
        text = rest if colon and " " not in place else text
        text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."


def _for_a_person(request: Request) -> bool:
    """Whether a browser asks for a page."""
    return (
        request.method == "GET"
        and not request.url.path.startswith(("/api/", "/static/"))
        and "text/html" in request.headers.get("accept", "")
    )


async def _who(request: Request) -> Caller | None:
    try:
        return await caller(request)
    except Problem:
        return None
