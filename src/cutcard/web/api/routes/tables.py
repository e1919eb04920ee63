"""Tables: the list, a view, commands, signatures, and rounds that were played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Annotated, Any, Final

from fastapi import APIRouter, FastAPI, Path
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import Asking, Done, RoundView, Signature, TableLine, TableList, ToSign, WireCommand
from cutcard.floor.live import TABLE_STREAM, CommandAnswer, CommandRequest, NotStored, answer_of
from cutcard.floor.people import AT_TABLES, STAFF, Ask, PeopleRefused, Why, may_command, may_sign
from cutcard.floor.store import Database
from cutcard.law import Refused
from cutcard.shoe import By
from cutcard.web.api import history
from cutcard.web.api.command_route import CommandRoute
from cutcard.web.api.controls import check_alone
from cutcard.web.api.house import HouseParts, acts_as, sees_as
from cutcard.web.api.session import (
    Caller,
    SignedIn,
    asks,
    house_of,
    refuse,
    threads_of,
)
from cutcard.web.server.errors import Problem, of_refusal
from cutcard.web.server.gate import JSON

router: Final = APIRouter(prefix="/api/tables", tags=["tables"])
TableName = Annotated[str, Path(pattern=r"^[A-Za-z0-9-]{1,40}$")]
LIST: Final = ("document", "variation", "open", "version", "seated", "rounds")


@router.get("")
async def tables(request: Request, who: Annotated[Caller, asks(Ask.SEE_TABLES)]) -> TableList:
    """Every table of the floor."""
    floor, by = house_of(request).floor, sees_as(who.session)
    lines = []
    for name in floor.names:
        view = floor.view(name, by)
        shown = {key: view[key] for key in LIST}
        lines.append(TableLine(name=name, players=len(view["players"]), **shown))
    return TableList(tables=lines, stopped=sorted(floor.stopped))


@router.get("/{name}")
async def table(
    request: Request, name: TableName, who: Annotated[Caller, asks(Ask.SEE_TABLES)]
) -> dict[str, Any]:
    """A table as the viewer may see it: what may not be seen is absent."""
    floor = house_of(request).floor
    await check_table(request, name)
    return floor.view(name, sees_as(who.session))


async def check_table(request: Request, name: str) -> None:
    """A `Problem` unless the floor has the table; another process may have set it up just now."""
    house = house_of(request)
    if not is_served(house, name):
        await threads_of(request).run(house.floor.look_for, name)
        if not is_served(house, name):
            message = f"{name}: not a table of this floor; GET /api/tables"
            raise Problem(404, "unknown_table", message, where="name")


def is_served(house: HouseParts, name: str) -> bool:
    """Whether this process serves a table; `NotStored` where the table is stopped."""
    try:
        house.floor.live(name)
    except NotStored:
        raise NotStored(f"table {name} is stopped; ask the floor") from None
    except Refused:
        return False
    return True


async def command(request: Request, name: TableName, who: SignedIn, body: Asking) -> Response:
    """Ask something of a table. Answered when it is durable, once for each key, however often asked."""
    house, do = house_of(request), body.command.do
    house.rates.commands.take(who.session.digest)
    if not may_command(who.role, do):
        raise refuse(request, who, asked=do, where=f"tables/{name}")
    await check_alone(request, who, do)
    await check_table(request, name)
    to_submit = command_request(who, body.command, body.key, body.expected)
    if body.signatures:
        try:
            to_submit = replace(to_submit, signed=await _signed(request, name, who, body))
        except PeopleRefused:
            many = len(body.signatures)
            again = await threads_of(request).run(answered_before, house, name, to_submit, many)
            if again is None:
                raise
            return command_response(house, again, where=f"tables/{name}")
    answer = await house.floor.submit(name, to_submit)
    if answer.status == "repeated":
        read, stream = history.happened_under, TABLE_STREAM + name
        happened = await threads_of(request).run(
            read, house.floor.database, stream, to_submit.key, answer.version
        )
        answer = replace(answer, happened=happened)
    return command_response(house, answer, where=f"tables/{name}")


def add_commands(app: FastAPI) -> None:
    """The route of commands, at the application's own door: there it is found first."""
    app.router.add_api_route(
        "/api/tables/{name}/commands",
        command,
        methods=["POST"],
        tags=["tables"],
        response_model=Done,
        route_class_override=CommandRoute,
    )


def command_request(
    who: Caller, command: WireCommand, key: str, expected: int | None = None
) -> CommandRequest:
    """A command as the floor takes it, without signatures; nobody's keys are another's."""
    by = acts_as(who.session)
    return CommandRequest(by, command.body, f"{by.name}@{key}", expected, command=command.by(by))


def command_response(house: HouseParts, answer: CommandAnswer, *, where: str, **more: str) -> Response:
    """An answer over HTTP, with more beside it; a refusal and a stale version are errors."""
    house.measures.command(answer.status)
    if answer.refusal is not None:
        raise of_refusal(answer.refusal, where=where, version=answer.version)
    version = {"Cutcard-Version": str(answer.version)}
    if answer.status == "stale":
        message = f"expected: the table is at version {answer.version}; reload, then decide"
        raise Problem(412, "stale", message, where="expected", headers=version)
    happened = list(answer.happened)
    body = {"status": answer.status, "version": answer.version, "happened": happened, **more}
    return Response(to_json(body), headers=version, media_type=JSON)


def signed_text(table: str, asker: str, key: str, command: WireCommand) -> str:
    """A digest of what a signature covers: table, asker, key and command."""
    text = json.dumps([table, asker, key, command.body], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


async def _signed(request: Request, name: str, who: Caller, body: Asking) -> tuple[By, ...]:
    """The caller, and everybody whose signature came with the command."""
    house = house_of(request)
    what = signed_text(name, who.session.person, body.key, body.command)
    signers = [acts_as(who.session)]
    for each in body.signatures:
        person = await threads_of(request).run(house.people.signer, each, what)
        if person.role not in AT_TABLES or not may_sign(person.role, body.command.do):
            message = f"signatures: {person.name} may no longer sign it; have it signed again"
            raise PeopleRefused(Why.SIGNATURE_REFUSED, message, "signatures")
        signers.append(By(AT_TABLES[person.role], person.name))
    return tuple(signers)


@router.post("/{name}/signatures", status_code=201)
async def sign(request: Request, name: TableName, who: SignedIn, body: ToSign) -> Signature:
    """Sign, in person, a command that somebody else will ask: counts, fills and credits want two."""
    house, do = house_of(request), body.command.do
    house.rates.commands.take(who.session.digest)
    if not may_sign(who.role, do):
        raise refuse(request, who, asked=f"sign {do}", where=f"tables/{name}")
    await check_table(request, name)
    if body.asker == who.session.person:
        message = "asker: the requester signs by requesting; another person signs here"
        raise Problem(403, "own_signature", message, where="asker")
    what = signed_text(name, body.asker, body.key, body.command)
    token = await threads_of(request).run(house.people.sign, who.session, what)
    return Signature(signature=token, until=house.people.clock() + house.people.limits.sign_ms)


@router.get("/{name}/rounds/{number}", dependencies=[asks(Ask.SEE_ROUNDS)])
async def played(
    request: Request, name: TableName, number: Annotated[int, Path(ge=1, le=2**53)]
) -> RoundView:
    """A round, event by event, as everybody may see it."""
    house = house_of(request)
    await check_table(request, name)
    round_ = await threads_of(request).run(history.round_events, house.floor.database, name, number)
    if round_ is None:
        raise Problem(404, "unknown_round", f"{number}: {name} has no such round yet", where="number")
    return RoundView(table=name, round=number, complete=round_[1], events=round_[0])


MOST_SIGNERS: Final = 2
"""Beside whoever asks; no command wants more."""


def answered_before(
    house: HouseParts, name: str, request: CommandRequest, signers: int
) -> CommandAnswer | None:
    """The answer that a signed command had, where it is asked again after its signatures ran out.

    Signatures last minutes, an answer for ever. The answer names its signers in its fingerprint alone:
    the command is looked for as each of those who may sign it would have made it.
    """
    if not 0 < signers <= MOST_SIGNERS:
        return None
    before = _kept(house.floor.database, name, request.key)
    if before is None:
        return None
    fingerprint, body = before
    for chosen in combinations(_may_sign(house, str(request.body["do"])), signers):
        if replace(request, signed=(request.by, *chosen)).fingerprint == fingerprint:
            return answer_of(body)
    return None


def _kept(database: Database, name: str, key: str) -> tuple[str, str] | None:
    with database.reading() as unit:
        answer = unit.answered(TABLE_STREAM + name, key)
    return None if answer is None else (answer.fingerprint, answer.body)


def _may_sign(house: HouseParts, do: str) -> Iterator[By]:
    """Everybody who may sign it, in any role that they may have had then."""
    roles = [at for role, at in AT_TABLES.items() if may_sign(role, do)]
    for person in house.people.everybody():
        if person.role in STAFF:
            yield from (By(role, person.name) for role in roles)
