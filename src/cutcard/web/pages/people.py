"""The administrator's page: who may sign in at the house, in which role, and how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from starlette.requests import Request

from cutcard.floor.people import NAME, HouseRole, PasskeyDesk, Person, is_name
from cutcard.web.api.controls import desk_of
from cutcard.web.api.routes.signatures import shown_signings
from cutcard.web.api.session import Caller, house_of, threads_of
from cutcard.web.pages.frame import Context, viewer

MOST: Final = 200
"""People on one page; more are found by name and role."""
LONGEST: Final = 32
"""Letters of the longest name; more are asked for by nobody."""
HOUR_MS: Final = 3_600_000
ABOUT: Final[Mapping[HouseRole, str]] = {
    HouseRole.PLAYER: "sits at tables and bets",
    HouseRole.DEALER: "deals, counts and claims jackpots",
    HouseRole.FLOORPERSON: "sets up and runs tables, and serves the cage",
    HouseRole.SUPERVISOR: "runs tables, verifies jackpots, changes meters",
    HouseRole.SURVEILLANCE: "sees every round, changes nothing",
    HouseRole.AUDITOR: "sees every round, the record and the accounts",
    HouseRole.ADMINISTRATOR: "adds people and changes their roles, sees no table",
}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody in the list, in words."""

    name: str
    role: str
    state: str
    """For the style sheet: `enrolled`, `waiting`, `disabled` or `locked`."""
    label: str
    last: str
    """When they last signed in; empty where they never did."""
    is_self: bool


def at_utc(ms: int) -> str:
    """A moment of the record."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _state(person: Person, now: int, *, by_link: bool) -> tuple[str, str]:
    if person.state == "barred":
        return "disabled", "Disabled"
    if person.locked_until > now:
        return "locked", f"Locked until {at_utc(person.locked_until)[11:]}"
    if person.state == "new":
        # Who is signed in by links of a demonstration never chooses a password.
        return ("enrolled", "By link") if by_link else ("waiting", "Not enrolled yet")
    return "enrolled", "Enrolled"


def _wanted(request: Request) -> tuple[str, str]:
    """Which role and what part of a name the address asks for; what can be neither is not asked."""
    role = request.query_params.get("role", "")
    name = request.query_params.get("name", "").strip().lower()
    return role if role in list(HouseRole) else "", name if is_name(f"a{name}"[:LONGEST]) else ""


async def people(request: Request) -> Context:
    """Everybody, and what an administrator does about them."""
    who = viewer(request)
    of, run = house_of(request).people, threads_of(request).run
    role, name = _wanted(request)
    last = await run(of.sign_ins.last)
    everybody = await run(of.everybody)
    lately = await run(desk_of(house_of(request)).lately)
    matching = [each for each in everybody if role in ("", each.role) and name in each.name]
    return {
        "signing": shown_signings([each for each in lately if each.of == "people"], who),
        "people": [_line(each, of.clock(), last, who) for each in matching[:MOST]],
        "found": len(matching),
        "all": len(everybody),
        "most": MOST,
        "wanted": {"role": role, "name": name},
        "roles": ABOUT,
        "pattern": NAME.pattern,
        "hours": of.limits.link_ms // HOUR_MS,
    }


async def own_passkeys(request: Request) -> Context:
    """One's own passkeys, and a dealer's PIN."""
    house, session = house_of(request), viewer(request).session
    desk = PasskeyDesk(house.people)
    known = await threads_of(request).run(desk.passkeys, session.person)
    return {
        "tables": house.floor.names if session.role is HouseRole.DEALER else [],
        "mine": [
            {"id": each.id, "made": at_utc(each.made_at), "used": each.used_at and at_utc(each.used_at)}
            for each in known
        ],
    }


def _line(person: Person, now: int, last: Mapping[str, int], who: Caller) -> PersonRow:
    seen = last.get(person.name)
    state, label = _state(person, now, by_link=seen is not None)
    signed_in = "" if seen is None else at_utc(seen)
    is_self = person.name == who.session.person
    return PersonRow(person.name, str(person.role), state, label, signed_in, is_self)
