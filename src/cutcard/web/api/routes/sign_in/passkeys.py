"""Passkeys: a device of somebody's that signs them in, added and removed by themselves."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import AskPasskey, PasskeyLine, PasskeyList
from cutcard.floor.people import PasskeyDesk, PasskeyPlace
from cutcard.web.api.controls import check_proof
from cutcard.web.api.session import SignedIn, address_of, house_of, threads_of

router: Final = APIRouter(prefix="/api/passkeys", tags=["session"])
PasskeyId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,400}$")]


def place_of(request: Request) -> PasskeyPlace:
    """The address of the house that a browser came to, which its passkeys are bound to."""
    origins = house_of(request).settings.origins
    host = request.url.hostname or ""
    return PasskeyPlace(host, tuple(each for each in origins if host == _host(each)))


def _host(origin: str) -> str:
    return origin.partition("://")[2].rpartition(":")[0] or origin.partition("://")[2]


def desk_of(request: Request) -> PasskeyDesk:
    """The passkeys of the house."""
    return PasskeyDesk(house_of(request).people)


@router.post("/question")
async def question(request: Request) -> dict[str, Any]:
    """What a browser answers to sign in with a passkey; it names nobody."""
    house_of(request).rates.sign_ins.take(address_of(request))
    return desk_of(request).options_to_sign_in(place_of(request))


@router.post("/new")
async def new(request: Request, who: SignedIn) -> dict[str, Any]:
    """What a browser needs to make a passkey for whoever has just proved who they are."""
    check_proof(house_of(request), who, "passkey")
    desk, place = desk_of(request), place_of(request)
    made: dict[str, Any] = await threads_of(request).run(desk.options_to_add, who.session, place)
    return made


@router.post("", status_code=201)
async def add(request: Request, who: SignedIn, body: AskPasskey) -> PasskeyLine:
    """Keep the passkey that a device has made."""
    check_proof(house_of(request), who, "passkey")
    desk, place = desk_of(request), place_of(request)
    added = await threads_of(request).run(desk.add, who.session, body.passkey, place)
    return PasskeyLine(id=added.id, made_at=added.made_at, used_at=0)


@router.get("")
async def passkeys(request: Request, who: SignedIn) -> PasskeyList:
    """One's own passkeys."""
    house_of(request).rates.reads.take(who.session.digest)
    mine = await threads_of(request).run(desk_of(request).passkeys, who.session.person)
    lines = [PasskeyLine(id=each.id, made_at=each.made_at, used_at=each.used_at) for each in mine]
    return PasskeyList(passkeys=lines)


@router.delete("/{passkey}", status_code=204)
async def remove(request: Request, who: SignedIn, passkey: PasskeyId) -> Response:
    """Remove one of one's own, as of a device that was lost."""
    check_proof(house_of(request), who, "passkey")
    name = who.session.person
    await threads_of(request).run(desk_of(request).remove, name, passkey, by=name)
    return Response(status_code=204)
