"""The office: people for administrators, the audit for auditors, the cage for the floor."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, cast

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
    Waiting,
)
from cutcard.floor.ledger import wallet_account
from cutcard.floor.people import (
    Ask,
    HouseRole,
    PeopleOfHouse,
    Person,
    act_on,
    may_command,
    new_token,
    token_digest,
)
from cutcard.floor.program import installed
from cutcard.floor.store import Database, Stored
from cutcard.money import dollars
from cutcard.web.api import history
from cutcard.web.api.controls import ControlledAct, check_alone, rule_of, waiting_response, waits
from cutcard.web.api.house import acts_as
from cutcard.web.api.routes.tables import command_request, command_response
from cutcard.web.api.session import (
    Caller,
    SignedIn,
    asks,
    house_of,
    refuse,
    threads_of,
)
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api")
LATER: Final[dict[int | str, dict[str, Any]]] = {202: {"model": Waiting}}
"""Where others must agree first."""
Office = Annotated[Caller, asks(Ask.CHANGE_PEOPLE)]
Someone = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]


def person_line(person: Person, link: str = "") -> PersonLine:
    """Somebody in the list; with the token of a link just made."""
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
    return PeopleList(people=[person_line(each) for each in everybody])


@router.post("/people", status_code=201, tags=["people"], response_model=PersonLine, responses=LATER)
async def add_person(request: Request, who: Office, body: NewPerson) -> Any:
    """Somebody new, with a link to enrol by: shown this once. A second administrator signs for staff."""
    house, by = house_of(request), who.session.person
    command = {"do": "add_person", "name": body.name, "role": str(body.role)}
    later = await _asked(request, who, body.name, body.role, command)
    if later is not None:
        return later

    def add(of: PeopleOfHouse) -> PersonLine:
        added = of.add(body.name, body.role, by=by)
        return person_line(added, of.link(body.name, "enrol", by=by))

    return await threads_of(request).run(add, house.people)


async def _asked(
    request: Request, who: Caller, name: str, role: HouseRole, command: dict[str, Any]
) -> Response | None:
    """The answer where another must sign it first, with the link that is void without their word."""
    do, token = str(command["do"]), ""
    people = house_of(request).people
    await threads_of(request).run(people.check_change, do, name, role, by=who.session.person)
    if do != "change_role":
        token = new_token()
        command = {**command, "half": token_digest(token)}
    key = new_token()[:32]
    asked = ControlledAct(act_on(do, role), "people", name, key, command)
    wanted = await waits(request, who, asked)
    return None if wanted is None else waiting_response(wanted, token)


@router.post("/people/{name}", tags=["people"], response_model=PersonLine, responses=LATER)
async def change_person(request: Request, name: Someone, who: Office, body: ChangedPerson) -> Any:
    """Another role, barred or let in again, or a new link; a second administrator signs for staff."""
    house, by, run = house_of(request), who.session.person, threads_of(request).run
    person = await run(house.people.known, name)
    command = _command(name, body)
    if "state" in command:
        act = "disable" if body.state == "barred" else "enable"
        await check_alone(request, who, act)
    elif (later := await _asked(request, who, name, body.role or person.role, command)) is not None:
        return later

    def change(of: PeopleOfHouse) -> PersonLine:
        if body.role is not None:
            return person_line(of.change_role(name, body.role, by=by))
        if body.state is not None:
            act = of.bar if body.state == "barred" else of.readmit
            return person_line(act(name, by=by))
        return person_line(person, of.link(name, body.link or "enrol", by=by))

    return await run(change, house.people)


def _command(name: str, body: ChangedPerson) -> dict[str, Any]:
    if body.role is not None:
        return {"do": "change_role", "name": name, "role": str(body.role)}
    if body.state is not None:
        return {"do": "change_state", "name": name, "state": body.state}
    return {"do": "new_link", "name": name}


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


@router.get("/audit/program", tags=["audit"], dependencies=[asks(Ask.AUDIT)])
async def program(request: Request) -> dict[str, str]:
    """The program as it lies on the disk at this moment: its version, and a digest of all its files."""
    there = await threads_of(request).run(installed)
    return {"version": there.version, "digest": there.digest}


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


def balance_of(database: Database, name: str) -> str:
    """What somebody has with the house, in dollars."""
    with database.reading() as unit:
        return dollars(unit.balance(wallet_account(name)))


@router.post("/cage/commands", tags=["cage"], response_model=CageDone, responses=LATER)
async def cage(request: Request, who: SignedIn, body: CageAsking) -> Response:
    """Money that somebody brings to the house or takes away; once for each key."""
    house, do = house_of(request), body.command.do
    house.rates.commands.take(who.session.digest)
    if not may_command(who.role, do, "cage"):
        raise refuse(request, who, asked=do, where="cage")
    player, run = str(body.command.body["player"]), threads_of(request).run
    await run(_of_player, house.people, player, do)
    cents = cast(int, body.command.by(acts_as(who.session)).amount)
    cents += await run(house.floor.cage.moved_lately, do, player)
    asked = ControlledAct(do, "cage", player, body.key, body.command.body, cents)
    to_submit = command_request(who, body.command, body.key)

    async def check() -> None:
        command_response(house, await house.floor.submit_cage(to_submit, trial=True), where="cage")

    wanted = await waits(request, who, asked, check)
    if wanted is not None:
        return waiting_response(wanted)
    alone_below = (await rule_of(request, do)).alone_below
    answer = await house.floor.submit_cage(to_submit, alone_below=alone_below)
    balance = await run(balance_of, house.floor.database, player)
    return command_response(house, answer, where="cage", balance=balance)
