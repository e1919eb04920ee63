"""The application: one house over HTTP."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

import structlog
from fastapi import FastAPI
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from cutcard import __version__
from cutcard.client import Error
from cutcard.floor.people import PeopleOfHouse
from cutcard.floor.store import StoreError
from cutcard.web.api.command_route import MostAsked
from cutcard.web.api.house import HouseFloor, HouseParts, Limited
from cutcard.web.api.replays import Past
from cutcard.web.api.routes import (
    controls as control_routes,
    dealer as dealer_routes,
    floor as floor_routes,
    meters as meter_routes,
    office as office_routes,
    places as place_routes,
    player as player_routes,
    replays as replay_routes,
    set_up as set_up_routes,
    signatures as signing_routes,
    streams as stream_routes,
    tables as table_routes,
    training as training_routes,
)
from cutcard.web.api.routes.floor import FloorFigures
from cutcard.web.api.routes.sign_in import (
    passkeys as passkey_routes,
    sessions as session_routes,
    visits as visit_routes,
)
from cutcard.web.api.session import MOST_WAITING, PacedThread, Refusals, SessionThreads
from cutcard.web.library.prefetch import compute_ahead
from cutcard.web.odds_desk.desk import OddsDesk
from cutcard.web.pages.errors import problem_response
from cutcard.web.pages.site import SITE
from cutcard.web.school import routes as school_routes
from cutcard.web.server import assets as asset_routes, logs
from cutcard.web.server.errors import Problem
from cutcard.web.server.gate import Gate
from cutcard.web.server.metrics import Measures
from cutcard.web.server.settings import TELEMETRY, ServerSettings
from cutcard.web.studio import routes as studio_routes
from cutcard.web.surveillance import audit as audit_routes, routes as watch_routes
from cutcard.web.surveillance.routes import Verifying

TITLE: Final = "Cutcard"
ABOUT: Final = (
    "A house of regulated twenty-one: commands with idempotency keys and expected versions in, "
    "answers when they are durable, updates as server-sent events."
)
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Error, "description": what}
    for status, what in {
        400: "The connection closed too early",
        401: "Nobody is signed in, or the sign-in failed",
        403: "Not permitted for this person, or not from this page",
        404: "Not found",
        408: "The body arrived too slowly",
        409: "Not possible in the current state",
        412: "Decided on an older version",
        413: "The body is too large",
        415: "The body is not JSON",
        421: "Another host",
        422: "Unreadable request",
        429: "Too many requests",
        503: "Nothing was done; retry with the same key",
    }.items()
}
STORE_THREADS: Final = 8
MOST_TRAINING: Final = 12
READY_SECONDS: Final = 1.0
SESSIONS_SECONDS: Final = 0.2
"""How often it looks for sessions that ended elsewhere; acts on the table of controls ask the store."""
log = structlog.get_logger("cutcard.web")
ROUTED: Final = (
    set_up_routes,
    session_routes,
    visit_routes,
    passkey_routes,
    table_routes,
    stream_routes,
    replay_routes,
    player_routes,
    place_routes,
    meter_routes,
    office_routes,
    dealer_routes,
    training_routes,
    floor_routes,
    signing_routes,
    control_routes,
    school_routes,
    studio_routes,
    watch_routes,
    audit_routes,
    asset_routes,
)
"""Every module with addresses of the API, and that of the pages' own files."""


class HouseApplication(FastAPI):
    """FastAPI behind the gate, which answers every error; the framework's own layers do not."""

    def build_middleware_stack(self) -> ASGIApp:
        """The gate, the routes that are asked most, and then all others."""
        house: HouseParts = self.state.house
        behind = MostAsked(AsyncExitStackMiddleware(self.router), self.router.routes)
        return Gate(behind, settings=house.settings, measures=house.measures, answers=problem_response)


def application(
    floor: HouseFloor, people: PeopleOfHouse, settings: ServerSettings | None = None
) -> FastAPI:
    """The API of a floor and its people; starting and stopping the floor is its owner's."""
    settings = settings or ServerSettings()
    if not structlog.is_configured():
        logs.configure_logs()
    measures = Measures(lambda: floor.measures)
    app = HouseApplication(
        title=TITLE,
        description=ABOUT,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_lifespan,
        redirect_slashes=False,
        telemetry=TELEMETRY,
    )
    app.state.house = HouseParts(floor, people, settings, measures, Limited.of(settings), {})
    app.state.threads = SessionThreads("store", STORE_THREADS, 4000)
    app.state.proving = SessionThreads("proof", people.limits.hashing_at_once, MOST_WAITING)
    app.state.training = PacedThread("training", MOST_TRAINING)
    app.state.past = Past()
    app.state.desk = OddsDesk()
    app.state.refusals = Refusals(people, app.state.threads.run)
    app.state.verifying = Verifying()
    app.state.closing = None
    app.state.visitors = 0
    app.state.quizzes = OrderedDict()
    app.state.sparks = 0.0, {}
    app.state.writable = 0.0, ""
    app.state.pit = FloorFigures(app.state.desk)
    app.state.site = SITE
    app.router.routes.extend(_routes())
    _health(app)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Every address of the API and of the pages, which all houses of a process share: FastAPI takes half
    a second to read their signatures, and does it at the first request."""
    shared = FastAPI(responses=REFUSALS, openapi_url=None, docs_url=None, redoc_url=None)
    table_routes.add_commands(shared)
    for module in ROUTED:
        shared.include_router(module.router)
    shared.include_router(SITE.router())
    return tuple(shared.routes)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.closing = asyncio.Event()
    writing = asyncio.ensure_future(app.state.refusals.run())
    watching = asyncio.ensure_future(_follow_sessions(app))
    house: HouseParts = app.state.house
    ahead = compute_ahead(house.floor, app.state.desk) if house.settings.odds_ahead else asyncio.sleep(0)
    computing = asyncio.ensure_future(ahead)
    yield
    watching.cancel()
    computing.cancel()
    app.state.closing.set()
    app.state.verifying.stopping.set()
    writing.cancel()
    await app.state.refusals.flush()
    app.state.threads.close()
    app.state.proving.close()
    app.state.training.close()
    app.state.desk.close()


async def _follow_sessions(app: FastAPI) -> None:
    """End what belongs to sessions that are over, whichever process or command ended them."""
    house: HouseParts = app.state.house
    while True:
        try:
            for short in await app.state.threads.run(house.people.ended_elsewhere):
                for digest, ended in list(house.ends.items()):
                    if digest.startswith(short):
                        ended.set()
        except StoreError as problem:
            log.warning("sessions not followed", problem=str(problem))
        except Problem:  # too much to do at once: later
            pass
        await asyncio.sleep(SESSIONS_SECONDS)


def close_streams(app: FastAPI) -> None:
    """End every stream: a server that stops waits for no reader."""
    if app.state.closing is not None:
        app.state.closing.set()


def _health(app: FastAPI) -> None:
    @app.get("/live", include_in_schema=False)
    async def live() -> dict[str, str]:
        """Whether the process runs."""
        return {"status": "live"}

    @app.get("/ready", include_in_schema=False)
    async def ready() -> dict[str, object]:
        """Whether commands are taken: the store answers, and some table is served."""
        house: HouseParts = app.state.house
        if app.state.closing is not None and app.state.closing.is_set():
            raise Problem(503, "unavailable", "house: closing")
        await _check_writable(app)
        if house.floor.stopped and not house.floor.names:
            raise Problem(503, "unavailable", "house: every table is stopped; see the log")
        return {"status": "ready", "tables": len(house.floor.names), "stopped": len(house.floor.stopped)}

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Counts for Prometheus: to this machine, or to who has the token."""
        house: HouseParts = app.state.house
        _check_measurer(request, house.settings.metrics_token)
        return Response(house.measures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _check_writable(app: FastAPI) -> None:
    """A `Problem` where the store takes nothing, as with a full disk; tried once a second at most."""
    house, now = app.state.house, asyncio.get_running_loop().time()
    at, why = app.state.writable
    if now - at >= READY_SECONDS or at == 0.0:
        try:
            await app.state.threads.run(house.floor.database.check_writable)
            why = ""
        except StoreError as problem:
            why = str(problem)
        app.state.writable = now, why
    if why:
        raise Problem(503, "unavailable", f"store: {why}")


def _check_measurer(request: Request, token: str) -> None:
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(given.encode(errors="replace"), token.encode()):
        return
    if not token and _is_here(request):
        return
    raise Problem(403, "forbidden", "metrics: available on this machine, or with the house's token")


def _is_here(request: Request) -> bool:
    if request.client is None or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
