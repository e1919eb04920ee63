"""The floor's own view of its tables: the day's money, the band that chance leaves it, what is due."""

from __future__ import annotations

import time
from typing import Annotated, Final

from fastapi import APIRouter
from starlette.requests import Request

from cutcard.floor.people import Ask
from cutcard.web.api.floor_figures import FloorFigures
from cutcard.web.api.floor_models import FloorOverview as Told, PitTable
from cutcard.web.api.routes.tables import TableName, known
from cutcard.web.api.session import Caller, asks, house_of, threads_of

router: Final = APIRouter(prefix="/api/floor", tags=["floor"])
Runs = Annotated[Caller, asks(Ask.RUN_FLOOR)]


def pit_of(request: Request) -> FloorFigures:
    """The figures of this process."""
    found: FloorFigures = request.app.state.pit
    return found


def now_ms() -> int:
    """Now, as tables count it."""
    return int(time.time() * 1000)


@router.get("")
async def floor(request: Request, _: Runs) -> Told:
    """Every table with its day: drop, win, theoretical win and 95% band, procedures, jackpots."""
    return await all_tables(request)


async def all_tables(request: Request) -> Told:
    """Every table, read in a thread."""
    pit = pit_of(request)
    return await threads_of(request).run(pit.all_tables, house_of(request), now_ms())


@router.get("/{name}")
async def one(request: Request, name: TableName, _: Runs) -> PitTable:
    """One table's day."""
    return await one_table(request, name)


async def one_table(request: Request, name: str) -> PitTable:
    """One table, read in a thread."""
    await known(request, name)
    return await threads_of(request).run(pit_of(request).table, house_of(request), name, now_ms())
