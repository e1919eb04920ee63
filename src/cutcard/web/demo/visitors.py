"""Visitors of the demonstration: whoever comes in without name or password, for one of six purposes.

There are none at a live floor: the address of a visit does not exist there, and the people of a live
house make no link by which a visitor could sign in.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from cutcard.floor.live import CommandRequest
from cutcard.floor.people import Given, HouseRole, PeopleOfHouse, PeopleRefused, Why
from cutcard.shoe import By, Role
from cutcard.web.api.house import HouseFloor

Plain = Mapping[str, Any]
CASHIER: Final = By(Role.FLOORPERSON, "flo")
MONEY: Final = "10000"
"""Dollars of play money in a visitor's wallet."""
BUY_IN: Final = "500"
MOST_VISITORS: Final = 2000
"""Of one process: a demonstration that had more says so, and its printed links still work."""
MOST_NAMES: Final = 16


class Purpose(StrEnum):
    """What somebody comes for."""

    PLAY = "play"
    DEAL = "deal"
    FLOOR = "floor"
    WATCH = "watch"
    EXPLORE = "explore"
    LEARN = "learn"


@dataclass(frozen=True, slots=True)
class Welcome:
    """How visitors of one purpose are received."""

    role: HouseRole
    prefix: str
    """Of their names."""
    home: str


WELCOMES: Final = {
    Purpose.PLAY: Welcome(HouseRole.PLAYER, "guest", "/"),
    Purpose.DEAL: Welcome(HouseRole.DEALER, "dealer", "/deal"),
    Purpose.FLOOR: Welcome(HouseRole.FLOORPERSON, "floor", "/floor"),
    Purpose.WATCH: Welcome(HouseRole.SURVEILLANCE, "watcher", "/surveillance"),
    Purpose.EXPLORE: Welcome(HouseRole.PLAYER, "guest", "/studio"),
    Purpose.LEARN: Welcome(HouseRole.PLAYER, "guest", "/school"),
}
"""None of them changes people, controls or the law of a table."""


def received(people: PeopleOfHouse, purpose: Purpose, *, address: str) -> Given:
    """A session of somebody new; refused where the house is no demonstration."""
    if not people.limits.demonstration:
        raise PeopleRefused(Why.LINK_REFUSED, "visits: for demonstrations only", "purpose")
    welcome = WELCOMES[purpose]
    name = _new_name(people, welcome.prefix)
    people.add(name, welcome.role)
    return people.sign_in_by_link(people.link(name, "sign_in"), address=address)


def _new_name(people: PeopleOfHouse, prefix: str) -> str:
    names = (f"{prefix}-{secrets.token_hex(2)}" for _ in range(MOST_NAMES))
    return next(name for name in names if people.person(name) is None)


Submit = Callable[[CommandRequest], Awaitable[Any]]


async def with_money(floor: HouseFloor, name: str) -> None:
    """Play money in a new player's wallet."""
    body = {"do": "deposit", "player": name, "amount": MONEY}
    await floor.submit_cage(CommandRequest(CASHIER, body, f"welcome-{name}"))


async def seated(floor: HouseFloor, name: str, tables: Iterable[str]) -> str | None:
    """The first of these tables where a player got a seat and chips; None where none has room."""
    by = By(Role.PLAYER, name)
    for table in tables:
        box = free_box(floor.view(table, by))
        if box is None:
            continue
        for body in ({"do": "sit", "box": box}, {"do": "buy_in", "amount": BUY_IN}):
            request = CommandRequest(by, body, f"visit-{body['do']}-{name}-{table}")
            answer = await floor.submit(table, request)
            if answer.refusal is not None:
                break
        else:
            return table
    return None


def guests_at(view: Plain) -> int:
    """How many boxes other visitors have: where there are none, nobody who has gone is waited for."""
    prefix = WELCOMES[Purpose.PLAY].prefix
    return sum(str(player).startswith(f"{prefix}-") for player in view["seated"].values())


def free_box(view: Plain) -> int | None:
    """The box in the middle of those that nobody sits at, as the one that is seen best."""
    taken = {int(box) for box in view["seated"]}
    free = [box for box in range(1, int(view["boxes"]) + 1) if box not in taken]
    return free[len(free) // 2] if view["open"] and free else None
