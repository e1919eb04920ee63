"""Rounds that were played: the last ones of a table, and each step by step as the viewer saw it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query
from starlette.requests import Request

from cutcard.client import PlayedLine, PlayedList, StepLine, Steps
from cutcard.floor.people import Ask
from cutcard.web.api import replays
from cutcard.web.api.house import sees_as
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api/tables", tags=["tables"])
Number = Annotated[int, Path(ge=1, le=2**53)]
Looker = Annotated[Caller, asks(Ask.SEE_ROUNDS)]


@router.get("/{name}/rounds")
async def rounds(
    request: Request,
    name: TableName,
    who: Looker,
    last: Annotated[int, Query(ge=1, le=50)] = 10,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> PlayedList:
    """The last rounds of a table, the newest first: a player's own, everybody's for others."""
    house = house_of(request)
    await check_table(request, name)
    by, run = sees_as(who.session), threads_of(request).run
    played = await run(replays.last_rounds, house.floor.database, name, by, last, before=before)
    return PlayedList(table=name, rounds=[PlayedLine(**asdict(each)) for each in played])


@router.get("/{name}/rounds/{number}/steps")
async def steps(request: Request, name: TableName, number: Number, who: Looker) -> Steps:
    """A round, event by event: in words, and the table as the viewer saw it after each."""
    house = house_of(request)
    await check_table(request, name)
    by, past = sees_as(who.session), request.app.state.past
    run = threads_of(request).run
    replay = await run(replays.steps, house.floor.database, past, name, number, by)
    if replay is None:
        raise Problem(404, "unknown_round", f"{number}: {name} has no such round yet", where="number")
    lines = [
        StepLine(**{key: getattr(each, key) for key in StepLine.model_fields}) for each in replay[0]
    ]
    return Steps(table=name, round=number, complete=replay[1], steps=lines)
