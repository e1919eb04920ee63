"""The addresses of the service, what each takes, and the page that lists them."""

from __future__ import annotations

import os
import socket
from functools import partial
from pathlib import Path as FilePath
from typing import Annotated, Any, Final

import uvicorn
from fastapi import Depends, FastAPI, Path, Query
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cutcard import __version__
from cutcard.web.server.connection import Connection
from cutcard.web.server.errors import Problem
from cutcard.web.server.gate import given_again, whole_body
from cutcard.web.server.settings import KIB, TELEMETRY, ServerSettings
from cutcard.web.service.program import Program

VERSION: Final = "/v1"
MOST_SECONDS: Final = 20.0
MOST_WAITING: Final = 32
IDLE_SECONDS: Final = 10
LIMITS: Final = ServerSettings(most_connections=200)
"""Heads, bodies and connections have the limits of a house."""
ABOUT: Final = (
    "Rounds settled, submissions checked, exact odds and the law of regulated twenty-one. Each answer "
    "is what `cutcard ... --json` prints, with the law and the digest that it stands on. No sign-in; "
    "nothing is kept."
)
_PAGES: Final = Environment(
    loader=FileSystemLoader(FilePath(__file__).parents[1] / "templates"), autoescape=True
)
ID: Final = r"^[a-z0-9][a-z0-9_.@-]{0,63}$"
Id = Annotated[str, Path(pattern=ID)]
Text = Annotated[str | None, Query(max_length=200)]
Several = Annotated[list[str] | None, Query(max_length=60)]
Number = Annotated[int | None, Query(ge=1, le=12)]
HEADERS: Final = {"access-control-allow-origin": "*", "x-content-type-options": "nosniff"}
REFUSED: Final[dict[int | str, dict[str, Any]]] = {
    408: {"description": "The body did not arrive in time"},
    413: {"description": "The body is larger than 64 KiB"},
    422: {"description": "The request is wrong, in one line; or the law refuses it, with the provision"},
    503: {"description": "Too many questions at once: ask again"},
    504: {"description": "It takes longer than this service allows"},
}


def service(program: Program | None = None, limits: ServerSettings = LIMITS) -> FastAPI:
    """The application; it needs no house, no store and no people."""
    asked = program or Program(at_once=os.cpu_count() or 1, waiting=MOST_WAITING, seconds=MOST_SECONDS)
    app = FastAPI(
        title="Cutcard",
        description=ABOUT,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        telemetry=TELEMETRY,
    )
    app.add_middleware(_Bounded, limits=limits)
    app.add_exception_handler(RequestValidationError, _unreadable)

    async def answer(*words: str, given: bytes = b"") -> Response:
        found = await asked.ask(words, given)
        more = {"retry-after": "1"} if found.status == 503 else {}
        return JSONResponse(found.body, found.status, headers={**HEADERS, **more})

    _add_bodies(app, answer)
    _add_law(app, answer)
    _add_odds(app, answer)

    @app.get("/", include_in_schema=False)
    def page() -> HTMLResponse:
        return HTMLResponse(_page(app.openapi()))

    return app


def _add_bodies(app: FastAPI, answer: Any) -> None:
    takes: dict[str, Any] = {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    }

    @app.post(f"{VERSION}/settle", responses=REFUSED, openapi_extra=takes)
    async def settle(request: Request) -> Response:
        """Deal a round as written and say what everyone is paid; a list is answered by a list."""
        return await answer("settle", "-", given=await request.body())  # type: ignore[no-any-return]

    @app.post(f"{VERSION}/check", responses=REFUSED, openapi_extra=takes)
    async def check(request: Request) -> Response:
        """Check a rules submission against its document: every finding with its provision."""
        return await answer("check", "-", given=await request.body())  # type: ignore[no-any-return]


def _add_law(app: FastAPI, answer: Any) -> None:
    @app.get(f"{VERSION}/law", responses=REFUSED)
    async def law() -> Response:
        """Every printed row of every paytable of every document, with its citation."""
        return await answer("law", "export")  # type: ignore[no-any-return]

    @app.get(f"{VERSION}/law/{{document}}/options", responses=REFUSED)
    async def options(document: Id) -> Response:
        """The options of a document: permitted values, default, provision."""
        return await answer("law", "options", document)  # type: ignore[no-any-return]

    @app.get(f"{VERSION}/law/{{document}}/readings", responses=REFUSED)
    async def readings(document: Id) -> Response:
        """Where a text is ambiguous, and the reading taken."""
        return await answer("law", "readings", document)  # type: ignore[no-any-return]

    @app.get(f"{VERSION}/provision", responses=REFUSED)
    async def provision(citation: Annotated[str, Query(max_length=120, pattern="^[^-]")]) -> Response:
        """Everything that rests on a provision, as `Ch.13 §A(4)`."""
        return await answer("law", "show", citation)  # type: ignore[no-any-return]


def _options(
    decks: Number = None,
    variation: Text = None,
    settings: Annotated[list[str] | None, Query(alias="set", max_length=60)] = None,
) -> list[str]:
    """The options that every question of odds takes."""
    words = [f"--set={each}" for each in settings or ()]
    words += [] if decks is None else [f"--decks={decks}"]
    return words + ([] if variation is None else [f"--variation={variation}"])


OfTable = Annotated[list[str], Depends(_options)]


def _add_odds(app: FastAPI, answer: Any) -> None:
    @app.get(f"{VERSION}/odds/{{document}}/hand", responses=REFUSED)
    async def hand(
        document: Id,
        table: OfTable,
        cards: Annotated[str, Query(max_length=80)],
        up: Annotated[str, Query(max_length=2)],
    ) -> Response:
        """The value of every action with a hand, played best from there on."""
        return await answer("odds", "hand", document, f"--cards={cards}", f"--up={up}", *table)  # type: ignore[no-any-return]

    @app.get(f"{VERSION}/odds/{{document}}/{{wager}}", responses=REFUSED)
    async def odds(
        document: Id, wager: Id, table: OfTable, paytable: Text = None, meter: Several = None
    ) -> Response:
        """The exact odds of a wager: edge, rows, method, assumptions, digest."""
        words = [*table, *(f"--meter={each}" for each in meter or ())]
        words += [] if paytable is None else [f"--paytable={paytable}"]
        return await answer("odds", document, wager, *words)  # type: ignore[no-any-return]


async def _unreadable(_: Request, problem: Exception) -> Response:
    """One line that says what is wrong with a request, and where."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(each) for each in first["loc"][1:])
    return JSONResponse({"error": f"{where}: {first['msg']}"}, 422, headers=HEADERS)


class _Bounded:
    """Refuses a body that is too large or too slow, before anything waits for its end."""

    def __init__(self, app: ASGIApp, limits: ServerSettings) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                body = await whole_body(
                    receive, most=self._limits.largest_body, seconds=self._limits.body_seconds
                )
            except Problem as problem:
                headers = {**HEADERS, **problem.headers}
                refused = JSONResponse({"error": problem.message}, problem.status, headers=headers)
                await refused(scope, receive, send)
                return
            receive = given_again(body, receive)
        await self._app(scope, receive, send)


def _page(described: dict[str, Any]) -> str:
    """Every address with what it takes, made of the description that programs read."""
    bounds = {"kib": LIMITS.largest_body // KIB, "seconds": f"{MOST_SECONDS:g}"}
    return _PAGES.get_template("service.html").render(**described, **bounds)


def service_server(limits: ServerSettings = LIMITS) -> uvicorn.Server:
    """A server of the service; a slow or half request keeps nobody else out."""
    connection: Any = partial(Connection, settings=limits)
    settings = uvicorn.Config(
        service(limits=limits),
        http=connection,
        ws="none",
        log_level="warning",
        timeout_keep_alive=IDLE_SECONDS,
    )
    return uvicorn.Server(settings)


async def serve_service(listener: socket.socket) -> None:
    """Serve on a socket that listens, until the process is asked to end."""
    await service_server().serve([listener])
