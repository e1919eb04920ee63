"""Signing in and out, and who one is."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import (
    AskAgain,
    AskPin,
    Began,
    Enrol,
    EnrolledPerson,
    Me,
    PinLine,
    SignIn,
    TakeOver,
)
from cutcard.floor.ledger import wallet_account
from cutcard.floor.people import Ask, Given, PinDesk, Session, commands_of, page_token
from cutcard.money import dollars
from cutcard.web.api.controls import check_proof
from cutcard.web.api.house import HouseParts, is_player
from cutcard.web.api.routes.sign_in.passkeys import desk_of, place_of
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import (
    COOKIE,
    PLAIN_COOKIE,
    Caller,
    SignedIn,
    address_of,
    asks,
    house_of,
    threads_of,
)
from cutcard.web.pages.frame import site_of

router: Final = APIRouter(prefix="/api", tags=["session"])
Crew = Annotated[Caller, asks(Ask.SEE_CONSOLE)]


def _signing_in(request: Request) -> str:
    """Where a sign-in comes from, counted."""
    address = address_of(request)
    house_of(request).rates.sign_ins.take(address)
    return address


@router.post("/session", status_code=201)
async def sign_in(request: Request, response: Response, body: SignIn) -> Began:
    """Sign in: a bearer token for programs, and a cookie for pages."""
    house, address = house_of(request), _signing_in(request)
    run = request.app.state.proving.run
    if body.link is not None:
        given: Given = await run(house.people.sign_in_by_link, body.link, address=address)
    elif body.passkey is not None:
        desk, place = desk_of(request), place_of(request)
        given = await run(desk.sign_in, body.passkey, place, address=address)
    else:
        name, password = str(body.name), str(body.password)
        given = await run(house.people.sign_in, name, password, body.code, address=address)
    with_cookie(response, house, given)
    me = await _me(request, house, given.session, given.token)
    return Began(token=given.token, **me.model_dump())


def with_cookie(response: Response, house: HouseParts, given: Given) -> None:
    """Give the cookie of a new session to a browser, which alone sends it."""
    secure = house.settings.secure_cookies
    response.set_cookie(
        COOKIE if secure else PLAIN_COOKIE,
        given.token,
        max_age=house.people.limits.sessions[given.session.role].whole_ms // 1000,
        secure=secure,
        httponly=True,
        samesite="strict",
        path="/",
    )


@router.delete("/session", status_code=204)
async def sign_out(request: Request, who: SignedIn) -> Response:
    """Sign out: the session is over everywhere."""
    house = house_of(request)
    await threads_of(request).run(house.people.sign_out, who.token)
    secure = house.settings.secure_cookies
    response = Response(status_code=204)
    name = COOKIE if secure else PLAIN_COOKIE
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
    return response


@router.post("/session/again")
async def again(request: Request, who: SignedIn, body: AskAgain) -> Me:
    """Prove once more who one is: payouts ask for it."""
    house = house_of(request)
    house.rates.proofs.take(who.session.digest)
    run = request.app.state.proving.run
    if body.passkey is not None:
        session = await run(desk_of(request).again, who.session, body.passkey, place_of(request))
    else:
        given = (who.token, body.password, body.code)
        session = await run(house.people.again, *given, address=address_of(request))
    return await _me(request, house, session, who.token)


@router.post("/enrolment", status_code=201)
async def enrol(request: Request, body: Enrol) -> EnrolledPerson:
    """Choose a password with a one-time link; staff are given their second factor."""
    house, address = house_of(request), _signing_in(request)
    person = await request.app.state.proving.run(
        house.people.enrol, body.link, body.password, word=body.word, address=address
    )
    return EnrolledPerson(
        name=person.name,
        role=str(person.role),
        secret=person.secret,
        address=person.address,
        picture=person.picture,
    )


@router.post("/pin", status_code=201)
async def choose_pin(request: Request, who: SignedIn, body: AskPin) -> PinLine:
    """Choose the PIN by which one comes on at some tables until the shift ends."""
    house = house_of(request)
    check_proof(house, who, "pin")
    for table in body.tables:
        await check_table(request, table)
    desk = PinDesk(house.people)
    run = request.app.state.proving.run
    return PinLine(until=await run(desk.choose, who.session, body.pin, tuple(body.tables)))


@router.post("/tables/{name}/dealer", status_code=201)
async def take_over(
    request: Request, response: Response, name: TableName, who: Crew, body: TakeOver
) -> Began:
    """The dealer who comes on signs in by PIN where the table's crew is signed in; who leaves is out."""
    house = house_of(request)
    house.rates.proofs.take(who.session.digest)
    await check_table(request, name)
    act = PinDesk(house.people).take_over
    where = who.session, name, body.name, body.pin
    given: Given = await request.app.state.proving.run(act, *where, address=address_of(request))
    with_cookie(response, house, given)
    me = await _me(request, house, given.session, given.token)
    return Began(token=given.token, **me.model_dump())


@router.get("/me")
async def me(request: Request, who: SignedIn) -> Me:
    """Who is signed in, and what they may ask."""
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    return await _me(request, house, who.session, who.token)


def _wallet(house: HouseParts, name: str) -> int:
    with house.floor.database.reading() as unit:
        return unit.balance(wallet_account(name))


async def _me(request: Request, house: HouseParts, session: Session, token: str) -> Me:
    lasting = house.people.limits.sessions[session.role]
    wallet = 0
    if is_player(session):
        wallet = await threads_of(request).run(_wallet, house, session.person)
    return Me(
        name=session.person,
        role=str(session.role),
        proved=session.is_proved(house.people.clock(), house.people.limits),
        ends_at=session.made_at + lasting.whole_ms,
        idle_ms=lasting.idle_ms,
        page=page_token(token),
        commands=commands_of(session.role),
        wallet=dollars(wallet),
        home=site_of(request).home_of(session.role),
    )
