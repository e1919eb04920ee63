"""Who must agree to an act before it is done: asked of the house's table of controls, in one place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import Waiting
from cutcard.floor.people import AMOUNTS, CONTROLS, Commands, Control, ControlRule
from cutcard.floor.pit import SignatureDesk, WantedSignature
from cutcard.web.api.house import HouseParts
from cutcard.web.api.session import Caller, house_of, nobody, threads_of
from cutcard.web.server.errors import Problem
from cutcard.web.server.gate import JSON

ACCEPTED: Final = 202
Check = Callable[[], Awaitable[object]]


def desk_of(house: HouseParts) -> SignatureDesk:
    """The desk of commands waiting for signatures."""
    return SignatureDesk(house.floor.database, house.people.clock, house.people.limits.sign_ms)


@dataclass(frozen=True, slots=True)
class ControlledAct:
    """Something that somebody asks for: which act it is, and all that is needed to do it later."""

    act: str
    of: Commands
    about: str
    """The meter, the player or the person that it is about."""
    key: str
    command: dict[str, Any]
    cents: int = 0


async def rule_of(request: Request, act: str) -> ControlRule:
    """What an act needs; most need nothing, and nothing is read for them."""
    if act not in CONTROLS:
        return ControlRule(Control.ONE)
    return await threads_of(request).run(house_of(request).people.controls.rule, act)


def check_proof(house: HouseParts, who: Caller, act: str) -> None:
    """A `Problem` unless the caller proved recently who they are."""
    if not who.session.is_proved(house.people.clock(), house.people.limits):
        message = f"{act}: confirm your identity: POST /api/session/again, then retry"
        raise Problem(403, "proof_needed", message, where="do")


async def check_session(request: Request, who: Caller) -> None:
    """A `Problem` where the session is over by now: another process, or a command, may have ended it."""
    if await threads_of(request).run(house_of(request).people.session, who.token) is None:
        raise nobody("the session has ended or never existed; sign in again")


async def check_alone(request: Request, who: Caller, act: str) -> None:
    """For a command of a table, whose own rules say who signs: a `Problem` where a proof is missing."""
    rule = await rule_of(request, act)
    if act in CONTROLS:
        await check_session(request, who)
    if rule.is_proved and rule.control is not Control.ONE:
        check_proof(house_of(request), who, act)


async def waits(
    request: Request, who: Caller, asked: ControlledAct, check: Check | None = None
) -> WantedSignature | None:
    """What is on the desk for others to agree to; None where the caller may do it alone.

    What would be refused anyway is refused now, by `check`, and bothers nobody else.
    """
    house, rule = house_of(request), await rule_of(request, asked.act)
    await check_session(request, who)
    control = rule.at(asked.cents)
    if rule.is_proved and control is not Control.ONE:
        check_proof(house, who, asked.act)
    is_acknowledged = asked.act in AMOUNTS and rule.is_acknowledged(asked.cents)
    if not control.needs_two and not is_acknowledged:
        return None
    run, desk, name = threads_of(request).run, desk_of(house), who.session.person
    before = await run(desk.asked, name, asked.key)
    if before is not None:
        return before
    if check is not None:
        await check()
    return await run(
        desk.ask,
        asked.about,
        name,
        asked.key,
        asked.command,
        of=asked.of,
        player=asked.about if is_acknowledged else "",
        two=control.needs_two,
    )


def waiting_response(wanted: WantedSignature, link: str = "") -> Response:
    """The answer to who asked: what it waits for."""
    missing = ["another person of the house" if each == "another" else each for each in wanted.waits_for]
    told = f"waiting for {' and '.join(missing)}" if missing else f"it is {wanted.state}"
    if wanted.refusal:
        told = f"refused: {wanted.refusal}"
    body = Waiting(
        number=wanted.number, state=wanted.state, waits_for=wanted.waits_for, told=told, link=link
    )
    return Response(to_json(body), ACCEPTED, media_type=JSON)
