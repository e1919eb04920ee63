"""A faster route for the most frequent requests, and the way to it past what they do not need."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, get_type_hints

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cutcard.web.api.session import caller
from cutcard.web.server.gate import note_refusals_only

MISSING: Final = {"type": "missing", "loc": ("body",), "msg": "Field required", "input": None}


class CommandRoute(APIRoute):
    """A FastAPI route whose requests are validated by readers built once, when it is added.

    FastAPI resolves an endpoint's parameters anew for every request, which takes longer than a table
    takes to carry a command out. This route is for an endpoint with the parameters
    (request, name, who, body) and no others: it passes the same values and refuses the same requests in
    the same order. The schema still shows what the endpoint declares. Errors go up to the gate, which
    answers them all.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        """As FastAPI declares it."""
        super().__init__(*args, **named)
        handle = self.get_route_handler()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            response = await handle(Request(scope, receive, send))
            await response(scope, receive, send)

        self.app = app

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for this route; no router includes it, so that nothing else is asked."""
        return Route.matches(self, scope)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry a request out."""
        await Route.handle(self, scope, receive, send)

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


class MostAsked:
    """Asks the routes of commands first, and has the framework look for all others."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        """The routes of an application, and how it finds the others."""
        self._app = app
        self._routes = tuple(each for each in routes if isinstance(each, CommandRoute))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http":
            for route in self._routes:
                match, more = route.matches(scope)
                if match is Match.FULL:
                    scope.update(more)
                    await route.handle(scope, receive, send)
                    return
        await self._app(scope, receive, send)


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
