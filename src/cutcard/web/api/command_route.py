"""A faster route for the most frequent requests: it validates them with readers built once."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, Final, get_type_hints

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cutcard.web.api.session import caller
from cutcard.web.server.gate import note_refusals_only

MISSING: Final = {"type": "missing", "loc": ("body",), "msg": "Field required", "input": None}


class CommandRoute(APIRoute):
    """A FastAPI route whose requests are validated by readers built once, when it is added.

    FastAPI resolves an endpoint's parameters anew for every request, which takes longer than a table
    takes to carry a command out. This route is for an endpoint with the parameters
    (request, name, who, body) and no others: it passes the same values and refuses the same requests in
    the same order. The schema still shows what the endpoint declares.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What carries a request out."""
        declared, endpoint = get_type_hints(self.endpoint, include_extras=True), self.endpoint
        read_name, read_body = (TypeAdapter(declared[each]) for each in ("name", "body"))

        async def handle(request: Request) -> Response:
            note_refusals_only(request)
            body = _json(await request.body())
            who = await caller(request)
            name = _read(read_name, request.path_params["name"], "path", "name")
            answer: Response = await endpoint(request, name, who, _read(read_body, body, "body"))
            return answer

        return handle


def _json(body: bytes) -> Any:
    if not body:
        return None
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        place = {"type": "json_invalid", "loc": ("body", error.pos), "msg": "JSON decode error"}
        raise RequestValidationError([{**place, "input": {}}]) from None
    except (ValueError, RecursionError):
        raise HTTPException(400) from None


def _read(reader: TypeAdapter[Any], value: Any, *where: str) -> Any:
    if value is None:
        raise RequestValidationError([MISSING])
    try:
        return reader.validate_python(value)
    except ValidationError as error:
        wrong = [{**each, "loc": (*where, *each["loc"])} for each in error.errors()]
        raise RequestValidationError(wrong) from None
