"""The table of controls: what every act needs, and how two people change it."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import ControlLine, ControlLines, ControlsAsking, Waiting
from cutcard.floor.people import Ask, ControlRule, check_row, may_command
from cutcard.money import dollars
from cutcard.web.api.controls import ControlledAct, waiting_response, waits
from cutcard.web.api.routes.signatures import control_rule
from cutcard.web.api.session import Caller, SignedIn, asks, house_of, refuse, threads_of

router: Final = APIRouter(prefix="/api/controls", tags=["controls"])


def control_line(act: str, rule: ControlRule) -> ControlLine:
    """A row as the API shows it."""
    player = rule.acknowledged_from
    return ControlLine(
        act=act,
        control=str(rule.control),
        least=str(rule.least),
        from_amount=dollars(rule.from_cents),
        acknowledged_from=None if player is None else dollars(player),
        is_fixed=rule.is_fixed,
    )


@router.get("")
async def controls(request: Request, _: Annotated[Caller, asks(Ask.SEE_CONTROLS)]) -> ControlLines:
    """What every act needs."""
    rules = await threads_of(request).run(house_of(request).people.controls.rules)
    return ControlLines(controls=[control_line(act, rule) for act, rule in rules.items()])


@router.post("", status_code=202, response_model=Waiting)
async def change(request: Request, who: SignedIn, body: ControlsAsking) -> Response:
    """Ask for another row; somebody in another role signs it (`POST /api/signing/NUMBER`)."""
    house_of(request).rates.commands.take(who.session.digest)
    command: dict[str, Any] = body.command.model_dump(exclude_none=True)
    if not may_command(who.role, body.command.do, "controls"):
        raise refuse(request, who, asked=body.command.do, where="controls")
    check_row(body.command.act, control_rule(command))
    asked = ControlledAct("change_controls", "controls", body.command.act, body.key, command)
    wanted = await waits(request, who, asked)
    assert wanted is not None  # the table cannot be changed by one
    return waiting_response(wanted)
