"""Acts that others must agree to: one asks, others sign in their own sessions, and it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import Waiting
from cutcard.floor.live import CommandAnswer, CommandRequest
from cutcard.floor.people import (
    AT_TABLES,
    Control,
    ControlRule,
    HouseRole,
    PeopleRefused,
    Person,
    act_on,
    may_agree,
    may_command,
    may_sign,
)
from cutcard.floor.pit import WantedSignature
from cutcard.money import dollars
from cutcard.shoe import By
from cutcard.table.script import amount
from cutcard.web.api.controls import check_proof, desk_of, rule_of, waiting_response
from cutcard.web.api.floor_models import SigningRequest, Signings, SigningView
from cutcard.web.api.house import is_player
from cutcard.web.api.routes.office import balance_of, person_line
from cutcard.web.api.routes.tables import check_table, command_response
from cutcard.web.api.session import Caller, SignedIn, house_of, refuse, threads_of
from cutcard.web.server.errors import Problem
from cutcard.web.server.gate import JSON
from cutcard.wording import capitalized, command_label, meter_command_label, spaced

router: Final = APIRouter(prefix="/api/signing", tags=["signing"])
MOST_SIGNING: Final = 8
"""Requests that a page shows beside those that wait, the latest."""
Number = Annotated[int, Path(ge=1, le=2**53)]
ANY: Final = "count"
"""Who may ask for this may sign something at tables."""
AGREE: Final = (HouseRole.PLAYER, HouseRole.ADMINISTRATOR)
"""Who may have something to agree to elsewhere."""


def _check(request: Request, who: Caller, do: str, *, signs: bool = False) -> None:
    if not (may_sign if signs else may_command)(who.role, do):
        raise refuse(request, who, asked=f"sign {do}", where="signing")


def is_shown(each: WantedSignature, who: Caller) -> bool:
    """Whether a request concerns somebody: they asked, must acknowledge it, or may have asked."""
    name = who.session.person
    return name in (each.asker, each.player) or may_command(who.role, str(each.command["do"]), each.of)


def may_agree_to(each: WantedSignature, who: Caller) -> bool:
    """Whether somebody may sign a request now, or acknowledge it."""
    name = who.session.person
    if each.state != "waiting" or each.asker == name:
        return False
    if each.player == name:
        return not each.acknowledged
    return "another" in each.waits_for and may_sign(who.role, str(each.command["do"]), each.of)


def signing_view(each: WantedSignature, who: Caller) -> SigningView:
    """A request for a signature as one viewer sees it."""
    return SigningView(
        number=each.number,
        of=each.of,
        table=each.table,
        asker=each.asker,
        command={key: value for key, value in each.command.items() if key != "half"},
        says=_says(each),
        at=each.at,
        state=each.state,
        signed_by=each.signed_by,
        player=each.player,
        waits_for=each.waits_for,
        told=each.refusal,
        may_sign=may_agree_to(each, who),
    )


def _says(each: WantedSignature) -> str:
    """A request in a few words; one at a table is told with its table's title."""
    command = each.command
    match each.of, command["do"]:
        case "cage", do:
            return f"{command_label(str(do))} ${_money(command['amount'])}, {each.table}"
        case "meter", do:
            terms = [f"{spaced(key)} {value}" for key, value in command.items() if key != "do"]
            return f"{meter_command_label(str(do))} of meter {each.table}: {', '.join(terms)}"
        case "people", "add_person":
            return f"Add {each.table} as {command['role']}"
        case "people", "change_role":
            return f"Make {each.table} {command['role']}"
        case "people", _:
            return f"A new link for {each.table}"
        case "controls", _:
            row = control_rule(command)
            says = f"{capitalized(spaced(str(command['act'])))}: {spaced(str(row.control))}"
            says += f" from ${_money(dollars(row.from_cents))}" if row.from_cents else ""
            player = row.acknowledged_from
            return says if player is None else f"{says}, acknowledged from ${_money(dollars(player))}"
        case _:
            return ""


def _money(amount: object) -> str:
    return f"{float(str(amount)):,.2f}"


def shown_signings(signings: list[WantedSignature], who: Caller) -> list[SigningView]:
    """What a page shows: all that waits, however much was asked since, and the latest others."""
    mine = [each for each in signings if is_shown(each, who)]
    waiting = [each for each in mine if each.state == "waiting"]
    others = [each for each in mine if each.state != "waiting"][:MOST_SIGNING]
    return [signing_view(each, who) for each in [*waiting, *others]]


@router.get("")
async def wanted(request: Request, who: SignedIn) -> Signings:
    """What waits for signatures, and what became of it: as far as it concerns the viewer."""
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    if who.role not in AGREE:
        _check(request, who, ANY)
    signings = await threads_of(request).run(desk_of(house).lately)
    return Signings(wanted=[signing_view(each, who) for each in signings if is_shown(each, who)])


@router.post("", status_code=201)
async def ask(request: Request, who: SignedIn, proposal: SigningRequest) -> SigningView:
    """Ask for a command that two sign at a table; it is carried out once another has signed it here."""
    house, do = house_of(request), proposal.command.do
    house.rates.commands.take(who.session.digest)
    _check(request, who, do)
    await check_table(request, proposal.table)
    desk, name, body = desk_of(house), who.session.person, proposal.command.body
    signing = await threads_of(request).run(desk.ask, proposal.table, name, proposal.key, body)
    return signing_view(signing, who)


@router.post("/{number}", response_model=None, responses={202: {"model": Waiting}})
async def sign(request: Request, number: Number, who: SignedIn) -> Response:
    """Sign what another asked for, or acknowledge it as the player whose money it is.

    The last signature that is needed carries it out at once, in the asker's name and key.
    """
    house = house_of(request)
    house.rates.commands.take(who.session.digest)
    if who.role not in AGREE:
        _check(request, who, ANY)
    run, desk, name = threads_of(request).run, desk_of(house), who.session.person
    asker: Person | None = None
    for each in await run(desk.lately):
        if each.number == number:
            asker = await run(house.people.person, each.asker)
            await _check_signer(request, who, each, asker)
    signed = await run(desk.sign, number, name)
    if not _may_still_ask(signed, asker) or asker is None:
        await run(desk.answered, number, name, "the requester may no longer request it")
        raise Problem(403, "signature_refused", "signature: the requester may no longer request it")
    if signed.state == "waiting":
        return waiting_response(signed)
    try:
        response, refused = await _carried_out(request, signed, asker)
    except (PeopleRefused, Problem) as problem:
        await run(desk.answered, number, name, problem.message)
        raise
    await run(desk.answered, number, name, refused)
    return response()


async def _check_signer(
    request: Request, who: Caller, wanted: WantedSignature, asker: Person | None
) -> None:
    """A `Problem` unless this person may agree to it: by role, with a proof, in another role."""
    do = str(wanted.command["do"])
    if wanted.player == who.session.person:
        return
    if not may_sign(who.role, do, wanted.of):
        raise refuse(request, who, asked=f"sign {do}", where="signing")
    rule = await rule_of(request, _act(wanted))
    if rule.is_proved:
        check_proof(house_of(request), who, f"sign {do}")
    me = Person(who.session.person, who.role)
    why = "" if asker is None else may_agree(rule.control, asker, me)
    if why and rule.control is Control.TWO_ROLES:
        raise Problem(403, "signature_refused", f"signature: {why}")


def _act(wanted: WantedSignature) -> str:
    do = str(wanted.command["do"])
    role = wanted.command.get("role")
    if wanted.of != "people" or do == "change_role":
        return do
    return act_on(do, HouseRole(str(role)) if role else HouseRole.ADMINISTRATOR)


def _may_still_ask(wanted: WantedSignature, asker: Person | None) -> bool:
    if asker is None or asker.state == "barred":
        return False
    return may_command(asker.role, str(wanted.command["do"]), wanted.of)


Answer = Callable[[], Response]


async def _carried_out(request: Request, signed: WantedSignature, asker: Person) -> tuple[Answer, str]:
    """Do what was signed: how it is answered, and what was refused."""
    house, run = house_of(request), threads_of(request).run
    if signed.of == "people":
        body = await run(_about_person, request, signed)
        return (lambda: Response(to_json(body), media_type=JSON)), ""
    if signed.of == "controls":
        line = await run(_changed_control, request, signed)
        return (lambda: Response(to_json(line), media_type=JSON)), ""
    first = By(AT_TABLES[asker.role], asker.name)
    others = [await run(house.people.person, each) for each in (signed.signed_by, signed.player) if each]
    signers = [By(AT_TABLES[each.role], each.name) for each in others if each and each.role in AT_TABLES]
    key = f"{asker.name}@{signed.key}"
    to_submit = CommandRequest(first, signed.command, key, None, (first, *signers))
    more: dict[str, str] = {}
    answer: CommandAnswer
    if signed.of == "meter":
        answer, where = await house.floor.submit_meter(signed.table, to_submit), f"meters/{signed.table}"
    elif signed.of == "cage":
        rule = await rule_of(request, str(signed.command["do"]))
        alone_below = None if signed.signed_by else rule.alone_below
        answer = await house.floor.submit_cage(to_submit, alone_below=alone_below)
        where = "cage"
        more = {"balance": await run(balance_of, house.floor.database, signed.table)}
    else:
        answer, where = await house.floor.submit(signed.table, to_submit), f"tables/{signed.table}"
    refused = "" if answer.refusal is None else answer.refusal.message
    return (lambda: command_response(house, answer, where=where, **more)), refused


def _about_person(request: Request, signed: WantedSignature) -> dict[str, Any]:
    """A change of people that two agreed to; the word of a link is for who signed, shown this once."""
    people, command = house_of(request).people, signed.command
    do, name, both = command["do"], signed.table, {"by": signed.asker, "also": signed.signed_by}
    word = ""
    if do == "change_role":
        people.change_role(name, HouseRole(command["role"]), **both)
    else:
        if do == "add_person":
            people.add(name, HouseRole(command["role"]), **both)
        word = people.link_of_two(name, command["half"], **both)
    return {**person_line(people.known(name)).model_dump(), "word": word}


def _changed_control(request: Request, signed: WantedSignature) -> dict[str, Any]:
    people, command = house_of(request).people, signed.command
    row = control_rule(command)
    people.controls.change(
        command["act"],
        row,
        by=signed.asker,
        signed_by=signed.signed_by,
        key=signed.key,
        now=people.clock(),
    )
    return {"act": command["act"], "control": str(row.control), "from_amount": dollars(row.from_cents)}


def control_rule(command: dict[str, Any]) -> ControlRule:
    """The row of the table of controls that a command asks for."""
    acknowledged = command.get("acknowledged_from")
    return ControlRule(
        Control(command["control"]),
        from_cents=amount(command.get("from_amount", "0"), "from_amount"),
        acknowledged_from=None if acknowledged is None else amount(acknowledged, "acknowledged_from"),
    )


@router.delete("/{number}", status_code=204)
async def withdraw(request: Request, number: Number, who: SignedIn) -> Response:
    """Take back what one asked for, before it is signed."""
    house = house_of(request)
    if is_player(who.session) or who.role not in AGREE:
        _check(request, who, ANY)
    house.rates.commands.take(who.session.digest)
    await threads_of(request).run(desk_of(house).withdraw, number, who.session.person)
    return Response(status_code=204)
