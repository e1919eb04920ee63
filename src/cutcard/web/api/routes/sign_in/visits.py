"""Coming in without a name or a password: at a demonstration, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cutcard.floor.people import HouseRole
from cutcard.web.api.house import HouseParts
from cutcard.web.api.routes.sign_in.sessions import with_cookie
from cutcard.web.api.session import address_of, house_of
from cutcard.web.demo.visitors import (
    MOST_VISITORS,
    WELCOMES,
    Purpose,
    guests_at,
    received,
    seated,
    with_money,
)
from cutcard.web.pages.player import lobby_lines
from cutcard.web.pages.recommendations import for_beginners
from cutcard.web.server.errors import Problem, busy

router: Final = APIRouter(prefix="/api", include_in_schema=False)
FULL: Final = "visits: this demonstration has had too many visitors; use a link that it printed"


@router.post("/visits/{purpose}")
async def visit(request: Request, purpose: Annotated[str, Path(max_length=20)]) -> Response:
    """Somebody new is signed in; who came to play has a seat and chips."""
    house = house_of(request)
    if not house.people.limits.demonstration or purpose not in set(Purpose):
        raise HTTPException(404)
    _check_origin(request, house)
    house.rates.visits.take(address_of(request))
    visitors = request.app.state.visitors
    if visitors >= MOST_VISITORS:
        raise busy(FULL)
    request.app.state.visitors += 1
    chosen = Purpose(purpose)
    run = request.app.state.proving.run
    given = await run(received, house.people, chosen, address=address_of(request))
    name, home = given.session.person, WELCOMES[chosen].home
    if given.session.role is HouseRole.PLAYER:
        await with_money(house.floor, name)
    if chosen is Purpose.PLAY:
        tables = for_beginners(lobby_lines(house, given.session), guests_at)
        table = await seated(house.floor, name, tables)
        home = "/" if table is None else f"/tables/{table}?guide=first"
    answer = JSONResponse({"name": name, "home": home}, 201)
    with_cookie(answer, house, given)
    return answer


def _check_origin(request: Request, house: HouseParts) -> None:
    """Another site's page signs nobody in here."""
    origin = request.headers.get("origin")
    if origin is not None and origin not in house.settings.origins:
        raise Problem(403, "wrong_origin", "origin: visits begin at this house's own door")
