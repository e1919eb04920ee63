"""Meters: what they show, and what supervisors ask of them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import Done, MeterAsking, MeterList, Waiting
from cutcard.floor.people import Ask, may_command
from cutcard.web.api.controls import ControlledAct, waiting_response, waits
from cutcard.web.api.house import HouseParts
from cutcard.web.api.routes.tables import command_request, command_response
from cutcard.web.api.session import Caller, SignedIn, asks, house_of, refuse
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api/meters", tags=["meters"])
MeterName = Annotated[str, Path(min_length=1, max_length=200)]
"""Whatever a meter is called: one that was named without a rule can be stopped too."""
Viewer = Annotated[Caller, asks(Ask.SEE_METERS)]


@router.get("")
async def meters(request: Request, who: Viewer) -> MeterList:
    """Every meter of the house, as the viewer's role sees it."""
    floor = house_of(request).floor
    return MeterList(meters=[floor.meter_view(each, str(who.role)) for each in floor.meters])


@router.get("/{name}")
async def meter(request: Request, name: MeterName, who: Viewer) -> dict[str, Any]:
    """One meter; where it must hit is in nobody's view before it did."""
    _known(house_of(request), name)
    return house_of(request).floor.meter_view(name, str(who.role))


def _known(house: HouseParts, name: str) -> None:
    if name not in house.floor.meters:
        message = f"{name}: not a meter of this house; GET /api/meters"
        raise Problem(404, "unknown_meter", message, where="name")


@router.post("/{name}/commands", response_model=Done, responses={202: {"model": Waiting}})
async def command(request: Request, name: MeterName, who: SignedIn, body: MeterAsking) -> Response:
    """Ask something of a meter; hits are claimed and verified at their table."""
    house, do = house_of(request), body.command.do
    house.rates.commands.take(who.session.digest)
    if not may_command(who.role, do, "meter"):
        raise refuse(request, who, asked=do, where=f"meters/{name}")
    _known(house, name)
    asked = ControlledAct(do, "meter", name, body.key, body.command.body)
    to_submit = command_request(who, body.command, body.key, body.expected)

    async def check() -> None:
        answer = await house.floor.submit_meter(name, to_submit, trial=True)
        command_response(house, answer, where=f"meters/{name}")

    wanted = await waits(request, who, asked, check)
    if wanted is not None:
        return waiting_response(wanted)
    return command_response(
        house, await house.floor.submit_meter(name, to_submit), where=f"meters/{name}"
    )
