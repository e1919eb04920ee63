"""The pages of a player: the door, the lobby, a table; a viewer's view and no more."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.floor.people import Ask, may_ask
from cutcard.web.api.house import sees_as
from cutcard.web.api.routes.tables import TableName, known
from cutcard.web.api.session import house_of
from cutcard.web.pages.frame import ENTER, assets, door, entered, home_of, in_order, page, titled
from cutcard.web.pages.lobby import LobbyFilter, choices, meters_now
from cutcard.web.server.assets import FOREVER
from cutcard.web.server.errors import Problem
from cutcard.wording import inscriptions

router: Final = APIRouter(include_in_schema=False)


@router.get("/static/{digest}/{path:path}")
async def asset(digest: str, path: Annotated[str, Path(max_length=100)]) -> Response:
    """A file of the pages: kept by browsers for good, for its address changes when it does."""
    found = assets()
    if digest != found.digest or path not in found.held:
        raise Problem(404, "not_found", "static: not a file of this release; reload the page")
    headers = {"Cache-Control": FOREVER}
    return Response(found.held[path], headers=headers, media_type=found.type_of(path))


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The mark of the house."""
    content = files("cutcard.web").joinpath("static/mark.svg").read_bytes()
    return Response(content, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@router.get(ENTER)
async def enter(request: Request) -> Response:
    """The door: a link's token is read by the page itself, and never sent in an address."""
    return page("enter.html", request, None)


@router.get("/enrol")
async def enrol(request: Request) -> Response:
    """Where a new person chooses a password; the link's token is read by the page itself."""
    return page("enrol.html", request, None)


@router.get("/")
async def lobby(request: Request) -> Response:
    """Every table of the floor, and what its meters show."""
    who = await entered(request)
    if who is None:
        return door()
    if not may_ask(who.role, Ask.SEE_TABLES):
        return RedirectResponse(home_of(who.role), 303)
    house, lines = house_of(request), []
    floor = house.floor
    for name in floor.names:
        view = floor.view(name, sees_as(who.session)) | {"meters": meters_now(floor, name)}
        lines.append({"name": name, "view": view, **titled(house, name)})
    lines.sort(key=in_order)
    stopped, wanted = sorted(floor.stopped), LobbyFilter.of(request.query_params)
    may_open = may_ask(who.role, Ask.SET_UP_TABLES)
    told = {"stopped": stopped, "wanted": wanted, "all": len(lines), "may_open": may_open}
    shown = [each for each in lines if wanted.finds(each)]
    return page("lobby.html", request, who, tables=shown, choices=choices(lines), **told)


@router.get("/tables/{name}")
async def table(request: Request, name: TableName) -> Response:
    """A table from a seat, or from behind the seats."""
    who = await entered(request, Ask.SEE_TABLES)
    if who is None:
        return door()
    house = house_of(request)
    await known(request, name)
    live = house.floor.live(name)
    request.app.state.past.note(live)
    view = house.floor.view(name, sees_as(who.session))
    printed = inscriptions(live.table.rules, live.table.game)
    return page("table.html", request, who, name=name, view=view, printed=printed, **titled(house, name))
