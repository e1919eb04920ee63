"""The pages: the door, the lobby, a table, the meter wall; they show a viewer's view and no more."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cutcard.floor.demo.tables import demo_titles
from cutcard.floor.people import Ask, may_ask
from cutcard.floor.people.tokens import page_token
from cutcard.web.assets import FOREVER, Assets
from cutcard.web.errors import Problem
from cutcard.web.house import sees_as
from cutcard.web.signed_in import Caller, caller, house_of
from cutcard.web.table_routes import TableName, known

router: Final = APIRouter(include_in_schema=False)
ENTER: Final = "/enter"
SMALL: Final = frozenset({"the", "a", "of", "to", "for"})
DOCUMENTS: Final = {
    "md-blackjack": "Maryland blackjack",
    "ma-blackjack": "Massachusetts blackjack",
    "md-players-edge-21": "Maryland Player's Edge 21",
    "players-edge-21-brochure": "Player's Edge 21 brochure",
    "md-pontoon-21": "Maryland Pontoon 21",
}


def worded(name: str) -> str:
    """A name of the law data as people read it: `lucky_ladies` is Lucky Ladies."""
    words = name.replace(".", "_").replace("-", "_").split("_")
    return " ".join(
        each if at and each in SMALL else each[:1].upper() + each[1:] for at, each in enumerate(words)
    )


def money(amount: str) -> str:
    """Dollars as people read them: thousands apart."""
    return f"${float(amount):,.2f}"


@cache
def _assets() -> Assets:
    return Assets.read()


@cache
def _titles() -> dict[str, tuple[str, str]]:
    return demo_titles()


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("cutcard.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"worded": worded, "money": money}
    made.globals["asset"] = _assets().address
    made.globals["documents"] = DOCUMENTS
    return made


def _page(name: str, /, **told: Any) -> HTMLResponse:
    return HTMLResponse(_templates().get_template(name).render(**told))


def _of(who: Caller) -> dict[str, Any]:
    """What every page of somebody signed in says."""
    role = str(who.role)
    return {"person": who.session.person, "role": role, "page": page_token(who.token)}


async def _entered(request: Request) -> Caller | None:
    """Who looks, or nobody."""
    try:
        return await caller(request)
    except Problem as problem:
        if problem.status != 401:
            raise
        return None


def _door() -> Response:
    return RedirectResponse(ENTER, 303)


def titled(view: dict[str, Any], name: str) -> dict[str, str]:
    """What a table is called, and what makes it different."""
    document = DOCUMENTS.get(view["document"], view["document"])
    fallback = (worded(name), worded(view["variation"] or "") or document)
    title, about = _titles().get(name, fallback)
    return {"title": title, "about": about, "document": document}


@router.get("/static/{digest}/{path:path}")
async def asset(digest: str, path: Annotated[str, Path(max_length=100)]) -> Response:
    """A file of the pages: kept by browsers for good, for its address changes when it does."""
    found = _assets()
    if digest != found.digest or path not in found.held:
        raise Problem(404, "not_found", "static: no such file of this release; load the page again")
    headers = {"Cache-Control": FOREVER}
    return Response(found.held[path], headers=headers, media_type=found.type_of(path))


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The mark of the house."""
    content = files("cutcard.web").joinpath("static/mark.svg").read_bytes()
    return Response(content, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@router.get(ENTER)
async def enter() -> Response:
    """The door: a link's token is read by the page itself, and never sent in an address."""
    return _page("enter.html", page="", person="", role="")


@router.get("/")
async def lobby(request: Request) -> Response:
    """Every table of the floor, and what its meters show."""
    who = await _entered(request)
    if who is None:
        return _door()
    floor, lines = house_of(request).floor, []
    house_of(request).rates.reads.take(who.session.digest)
    may_see = may_ask(who.role, Ask.SEE_TABLES)
    for name in floor.names if may_see else ():
        view = floor.view(name, sees_as(who.session))
        lines.append({"name": name, "view": view, **titled(view, name)})
    return _page("lobby.html", tables=lines, stopped=sorted(floor.stopped), may_see=may_see, **_of(who))


@router.get("/tables/{name}")
async def table(request: Request, name: TableName) -> Response:
    """A table from a seat, or from behind the seats."""
    who = await _entered(request)
    if who is None:
        return _door()
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    if not may_ask(who.role, Ask.SEE_TABLES):
        return _door()
    known(house, name)
    view = house.floor.view(name, sees_as(who.session))
    return _page("table.html", name=name, view=view, **titled(view, name), **_of(who))


@router.get("/meters")
async def meters(request: Request) -> Response:
    """The meter wall."""
    who = await _entered(request)
    if who is None or not may_ask(who.role, Ask.SEE_METERS):
        return _door()
    floor = house_of(request).floor
    house_of(request).rates.reads.take(who.session.digest)
    shown = [floor.meter_view(each, str(who.role)) for each in floor.meters]
    shown.sort(key=lambda each: -float(each.get("shows") or 0))
    return _page("meters.html", meters=shown, titles=_titles(), **_of(who))
