"""The office: people for administrators, the audit for auditors, the cage for the floor."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import (
    Balances,
    CageAsking,
    CageDone,
    ChangedPerson,
    NewPerson,
    PeopleList,
    PersonLine,
    StoredLine,
    StoredLines,
    Streams,
)
from cutcard.floor.ledger import wallet_account
from cutcard.floor.people import Ask, HouseRole, PeopleOfHouse, Person, may_command
from cutcard.floor.store import Database, Stored
from cutcard.money import dollars
from cutcard.web.api import history
from cutcard.web.api.routes.tables import command_request, command_response
from cutcard.web.api.session import (
    Caller,
    SignedIn,
    asks,
    check_proof,
    house_of,
    refuse,
    threads_of,
)
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api")
Office = Annotated[Caller, asks(Ask.CHANGE_PEOPLE)]
Someone = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]


def _line(person: Person, link: str = "") -> PersonLine:
    return PersonLine(
        name=person.name,
        role=str(person.role),
        state=person.state,
        second_factor=bool(person.secret),
        failures=person.failures,
        locked_until=person.locked_until,
        link=link,
    )


@router.get("/people", tags=["people"], dependencies=[asks(Ask.SEE_PEOPLE)])
async def people(request: Request) -> PeopleList:
    """Everybody whom the house knows."""
    everybody = await threads_of(request).run(house_of(request).people.everybody)
    return PeopleList(people=[_line(each) for each in everybody])


@router.post("/people", status_code=201, tags=["people"])
async def add_person(request: Request, who: Office, body: NewPerson) -> PersonLine:
    """Somebody new, with a link to enrol by: shown this once."""
    house, by = house_of(request), who.session.person
    check_proof(house, who, Ask.CHANGE_PEOPLE)

    def add(of: PeopleOfHouse) -> PersonLine:
        added = of.add(body.name, body.role, by=by)
        return _line(added, of.link(body.name, "enrol", by=by))

    return await threads_of(request).run(add, house.people)


@router.post("/people/{name}", tags=["people"])
async def change_person(request: Request, name: Someone, who: Office, body: ChangedPerson) -> PersonLine:
    """Another role, barred or let in again, or a new link."""
    house, by = house_of(request), who.session.person
    check_proof(house, who, Ask.CHANGE_PEOPLE)

    def change(of: PeopleOfHouse) -> PersonLine:
        if body.role is not None:
            return _line(of.change_role(name, body.role, by=by))
        if body.state is not None:
            act = of.bar if body.state == "barred" else of.readmit
            return _line(act(name, by=by))
        token = of.link(name, body.link or "enrol", by=by)
        person = of.person(name)
        assert person is not None
        return _line(person, token)

    return await threads_of(request).run(change, house.people)


@router.get("/audit/streams", tags=["audit"], dependencies=[asks(Ask.AUDIT)])
async def streams(request: Request) -> Streams:
    """Every stream, with the digest that covers all of it where nothing in it is hidden any more."""
    lines = await threads_of(request).run(history.stream_lines, house_of(request).floor)
    return Streams(streams=lines)


@router.get("/audit/streams/{stream}", tags=["audit"], dependencies=[asks(Ask.AUDIT)])
async def stream_events(
    request: Request,
    stream: Annotated[str, Path(pattern=r"^[A-Za-z0-9:_.@-]{1,120}$")],
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> StoredLines:
    """Events as they are kept; those of a table without what nobody has seen yet."""
    read = history.events_after
    page = await threads_of(request).run(read, house_of(request).floor.database, stream, after, limit)
    if page is None:
        raise Problem(
            404, "unknown_stream", f"{stream}: no such stream; GET /api/audit/streams", where="stream"
        )
    version, events = page
    last = events[-1].version if events else after
    return StoredLines(
        stream=stream,
        version=version,
        events=[_stored(each) for each in events],
        next=last if last < version else None,
    )


def _stored(stored: Stored) -> StoredLine:
    event: dict[str, Any] = json.loads(stored.line)
    return StoredLine(
        version=stored.version,
        at=stored.at,
        by=stored.by,
        key=stored.key,
        event=event,
        digest=stored.digest,
    )


@router.get("/audit/balances", tags=["audit"], dependencies=[asks(Ask.AUDIT)])
async def balances(request: Request) -> Balances:
    """Every account of the ledger."""

    def read(database: Database) -> dict[str, int]:
        with database.reading() as unit:
            return unit.balances()

    accounts = await threads_of(request).run(read, house_of(request).floor.database)
    amounts = {name: dollars(cents) for name, cents in accounts.items()}
    return Balances(balances=amounts, sum=dollars(sum(accounts.values())))


def _of_player(people: PeopleOfHouse, name: str, do: str) -> None:
    """Money is taken in for players alone; who has another role by now may still take theirs away."""
    person = people.person(name)
    if person is None or (do == "deposit" and person.role is not HouseRole.PLAYER):
        why = f"{name}: no player of this house has this name; an administrator adds players"
        raise Problem(404, "unknown_player", why, where="player")


def _balance(database: Database, name: str) -> str:
    with database.reading() as unit:
        return dollars(unit.balance(wallet_account(name)))


@router.post("/cage/commands", tags=["cage"], response_model=CageDone)
async def cage(request: Request, who: SignedIn, body: CageAsking) -> Response:
    """Money that somebody brings to the house or takes away; once for each key."""
    house, do = house_of(request), body.command.do
    house.rates.commands.take(who.session.digest)
    if not may_command(who.role, do, "cage"):
        raise refuse(request, who, asked=do, where="cage")
    player, run = str(body.command.body["player"]), threads_of(request).run
    await run(_of_player, house.people, player, do)
    check_proof(house, who, do)
    answer = await house.floor.submit_cage(command_request(who, body.command, body.key))
    balance = await run(_balance, house.floor.database, player)
    return command_response(house, answer, where="cage", balance=balance)
