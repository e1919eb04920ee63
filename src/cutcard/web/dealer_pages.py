"""The pages of a dealer: the console of a table."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.floor.people import Ask
from cutcard.web.house import sees_as
from cutcard.web.paging import door, entered, page, titled
from cutcard.web.signed_in import house_of
from cutcard.web.table_routes import TableName, known

router: Final = APIRouter(include_in_schema=False)


@router.get("/tables/{name}/deal")
async def deal(request: Request, name: TableName) -> Response:
    """A table from behind: what comes next, and everything a dealer does."""
    who = await entered(request, Ask.SEE_CONSOLE)
    if who is None:
        return door()
    house = house_of(request)
    known(house, name)
    view = house.floor.view(name, sees_as(who.session))
    return page("console.html", request, who, name=name, view=view, **titled(view, name))
