"""Commands that two people sign: one asks, another signs in their own session, and it is carried out."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import Done
from cutcard.floor.live import CommandRequest
from cutcard.floor.people import AT_TABLES, may_command, may_sign
from cutcard.floor.pit import SignatureDesk, WantedSignature
from cutcard.shoe import By
from cutcard.web.api.floor_models import SigningRequest, Signings, SigningView
from cutcard.web.api.house import HouseParts, acts_as
from cutcard.web.api.routes.tables import check_table, command_response
from cutcard.web.api.session import Caller, SignedIn, house_of, refuse, threads_of
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api/signing", tags=["tables"])
MOST_SIGNING: Final = 8
"""Signatures that a page shows, the latest."""
Number = Annotated[int, Path(ge=1, le=2**53)]
ANY: Final = "count"
"""Who may ask for this may sign something."""


def desk_of(house: HouseParts) -> SignatureDesk:
    """The desk of commands waiting for a second signature."""
    return SignatureDesk(house.floor.database, house.people.clock, house.people.limits.sign_ms)


def _check(request: Request, who: Caller, do: str, *, signs: bool = False) -> None:
    if not (may_sign if signs else may_command)(who.role, do):
        raise refuse(request, who, asked=f"sign {do}", where="signing")


def signing_view(each: WantedSignature, who: Caller) -> SigningView:
    """A request for a signature as one viewer sees it."""
    may = (
        each.state == "waiting"
        and each.asker != who.session.person
        and may_sign(who.role, str(each.command.get("do")))
    )
    return SigningView(
        number=each.number,
        table=each.table,
        asker=each.asker,
        command=each.command,
        at=each.at,
        state=each.state,
        signed_by=each.signed_by,
        told=each.refusal,
        may_sign=may,
    )


@router.get("")
async def wanted(request: Request, who: SignedIn) -> Signings:
    """What waits for a second signature, and what became of it: for the crew."""
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    _check(request, who, ANY)
    signings = await threads_of(request).run(desk_of(house).lately)
    return Signings(wanted=[signing_view(each, who) for each in signings])


@router.post("", status_code=201)
async def ask(request: Request, who: SignedIn, proposal: SigningRequest) -> SigningView:
    """Ask for a command that two sign; it is carried out once another has signed it here."""
    house, do = house_of(request), proposal.command.do
    house.rates.commands.take(who.session.digest)
    _check(request, who, do)
    await check_table(request, proposal.table)
    by, body = acts_as(who.session), proposal.command.body
    signing = await threads_of(request).run(desk_of(house).ask, proposal.table, by, proposal.key, body)
    return signing_view(signing, who)


@router.post("/{number}", response_model=Done)
async def sign(request: Request, number: Number, who: SignedIn) -> Response:
    """Sign what another asked for: the table is asked at once, in the asker's name and key."""
    house, by = house_of(request), _crew(request, who)
    house.rates.commands.take(who.session.digest)
    run, desk = threads_of(request).run, desk_of(house)
    asker = None
    for each in await run(desk.lately):
        if each.number == number:
            _check(request, who, str(each.command.get("do")), signs=True)
            asker = await run(house.people.person, each.asker)
    signed = await run(desk.sign, number, by)
    if asker is None or asker.state == "barred" or asker.role not in AT_TABLES:
        await run(desk.answered, number, by, "the requester may no longer request it")
        raise Problem(403, "signature_refused", "signature: the requester may no longer request it")
    first = By(AT_TABLES[asker.role], asker.name)
    to_submit = CommandRequest(first, signed.command, f"{asker.name}@{signed.key}", None, (first, by))
    answer = await house.floor.submit(signed.table, to_submit)
    refused = "" if answer.refusal is None else answer.refusal.message
    await run(desk.answered, number, by, refused)
    return command_response(house, answer, where=f"tables/{signed.table}")


@router.delete("/{number}", status_code=204)
async def withdraw(request: Request, number: Number, who: SignedIn) -> Response:
    """Take back what one asked for, before it is signed."""
    house, by = house_of(request), _crew(request, who)
    house.rates.commands.take(who.session.digest)
    await threads_of(request).run(desk_of(house).withdraw, number, by)
    return Response(status_code=204)


def _crew(request: Request, who: Caller) -> By:
    _check(request, who, ANY)
    return acts_as(who.session)
