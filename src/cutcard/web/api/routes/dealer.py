"""What a dealer's console asks beside the table's view: what comes now, and what can go wrong."""

from __future__ import annotations

import time
from typing import Annotated, Final

from fastapi import APIRouter
from starlette.requests import Request

from cutcard.floor.console import Console, Mishap, console, mishaps
from cutcard.floor.people import Ask
from cutcard.web.api.house import acts_as
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import Caller, asks, house_of

router: Final = APIRouter(prefix="/api/tables", tags=["tables"])
Crew = Annotated[Caller, asks(Ask.SEE_CONSOLE)]


@router.get("/{name}/console")
async def shown(request: Request, name: TableName, who: Crew) -> Console:
    """What is awaited now and whose it is, the commands that would be taken, and what is paid."""
    house = house_of(request)
    await check_table(request, name)
    return console(house.floor.live(name), acts_as(who.session), _now())


@router.get("/{name}/irregularities")
async def irregularities(request: Request, name: TableName, who: Crew) -> list[Mishap]:
    """Every irregularity that the table's document knows, each with how it can be reported now."""
    house = house_of(request)
    await check_table(request, name)
    live = house.floor.live(name)
    return list(mishaps(live.table, acts_as(who.session), live.seconds(_now())))


def _now() -> int:
    return int(time.time() * 1000)
