"""Everything that is refused over HTTP, in one shape: code, message, citation, and where."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from cutcard.floor.live import NotStored
from cutcard.floor.people import PeopleRefused, Why
from cutcard.floor.store import StoreError
from cutcard.law import Code, Refusal, Refused, place, shown

LONGEST: Final = 500
FAULT: Final = 500
"""The status of what the program itself got wrong."""

STATUS_OF_REFUSAL: Final[Mapping[Code, int]] = {
    Code.BAD_REQUEST: 422,
    Code.BAD_CARD: 422,
    Code.BAD_AMOUNT: 422,
    Code.UNKNOWN_WAGER: 422,
    Code.UNKNOWN_IRREGULARITY: 422,
    Code.WRONG_ROLE: 403,
    Code.NOT_YOURS: 403,
}
"""What a table cannot read, or is not the asker's; all else is 409: not as things stand."""

STATUS_OF_WHY: Final[Mapping[Why, int]] = {
    Why.SIGN_IN_REFUSED: 401,
    Why.NOT_SIGNED_IN: 401,
    Why.LINK_REFUSED: 401,
    Why.SIGNATURE_REFUSED: 403,
    Why.OWN_ROLE: 403,
    Why.WEAK_PASSWORD: 422,
    Why.BAD_NAME: 422,
    Why.BAD_CONTROL: 422,
    Why.UNKNOWN_PERSON: 404,
    Why.KNOWN_PERSON: 409,
    Why.NO_CHANGE: 409,
    Why.NO_PASSKEYS: 409,
    Why.PIN_REFUSED: 422,
}

OF_HTTP: Final[Mapping[int, tuple[str, str]]] = {
    404: ("not_found", "not found; /api/openapi.json lists every address"),
    405: (
        "method_not_allowed",
        "this address does not support the method; /api/openapi.json lists those it does",
    ),
}


class Problem(Exception):  # noqa: N818 - it carries an answer, not a fault of the program
    """A refused request, as an exception."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        cite: str = "",
        where: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.cite = cite
        self.where = where
        self.headers = dict(headers or {})

    @property
    def is_fault(self) -> bool:
        """Whether the program is to blame."""
        return self.status == FAULT

    def body(self) -> bytes:
        """The one shape, as JSON in plain ASCII: nothing that somebody sent can break it."""
        payload = {
            "code": self.code,
            "message": self.message[:LONGEST],
            "cite": self.cite,
            "where": self.where,
        }
        return json.dumps(payload).encode()

    def response(self) -> Response:
        """The answer."""
        return Response(self.body(), self.status, self.headers, "application/json")


def of_refusal(refusal: Refusal, *, where: str = "", version: int | None = None) -> Problem:
    """A table's refusal."""
    status = STATUS_OF_REFUSAL.get(refusal.code, 409)
    headers = {} if version is None else {"Cutcard-Version": str(version)}
    code, message, cite = str(refusal.code), refusal.message, refusal.cite
    return Problem(status, code, message, cite=cite, where=where, headers=headers)


def of_people(refused: PeopleRefused) -> Problem:
    """A refusal about people."""
    status = STATUS_OF_WHY[refused.code]
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Problem(status, str(refused.code), refused.message, where=refused.where, headers=headers)


def of_validation(error: RequestValidationError) -> Problem:
    """The first thing wrong with a request, and where."""
    first = error.errors()[0]
    where = _where(first["loc"])
    if first["type"].startswith("union_tag"):
        return Problem(422, "bad_request", f"{where}.do: {_no_command(first)}", where=f"{where}.do")
    what = str(first["msg"]).removeprefix("Value error, ")
    what = f"{what[:1].lower()}{what[1:]}"
    given = first.get("input")
    instead = "" if first["type"] in ("missing", "value_error") else f", not {shown(given)}"
    message = f"{where or 'the request'}: {what}{instead}; see /api/openapi.json"
    return Problem(422, "bad_request", message, where=where)


def _where(steps: tuple[int | str, ...]) -> str:
    """The place of a problem; which command it is about is no part of it."""
    where, before = "", ""
    for each in steps:
        if each == "body" or before == "command":
            before = ""
            continue
        where = f"{where}[{each}]" if isinstance(each, int) else place(where, each)
        before = str(each)
    return where


def _no_command(error: Mapping[str, Any]) -> str:
    """The message for an unknown command."""
    given = error.get("input")
    do = given.get("do") if isinstance(given, dict) else None
    if do is None:
        return "name a command; GET /api/me lists them"
    return f"{shown(do)} is not a command; GET /api/me lists them"


def of_http(error: HTTPException) -> Problem:
    """What the framework itself turns away."""
    if error.status_code == 400:
        return Problem(422, "bad_request", "body: not readable as JSON; send it again")
    code, message = OF_HTTP.get(error.status_code, ("bad_request", str(error.detail)))
    return Problem(error.status_code, code, f"request: {message}", headers=error.headers)


def busy(why: str) -> Problem:
    """Nothing was done; it may be asked again under the same key."""
    return Problem(503, "unavailable", why, headers={"Retry-After": "1"})


def problem_of(error: Exception) -> Problem | None:
    """How an exception is answered; None where it is a fault of the program."""
    match error:
        case Problem():
            return error
        case Refused():
            return of_refusal(error.refusal)
        case PeopleRefused():
            return of_people(error)
        case RequestValidationError():
            return of_validation(error)
        case HTTPException():
            return of_http(error)
        case NotStored():
            return busy(f"house: {error}")
        case StoreError():
            return busy("store: unexpected answer; try again")
        case _:
            return None
