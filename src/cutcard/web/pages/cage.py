"""The cage's page: what players bring and take away, and what each has with the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import AMOUNT
from cutcard.floor.ledger import wallet_account
from cutcard.floor.people import CAGE_COMMANDS, NAME, HouseRole, Person
from cutcard.floor.store import Database
from cutcard.money import dollars
from cutcard.web.api.session import house_of, threads_of
from cutcard.web.pages.frame import door, entered, not_theirs, page

router: Final = APIRouter(include_in_schema=False)
MOST: Final = 200
"""Players on the page; the cage serves the others by their names all the same."""
CASHIERS: Final = frozenset.intersection(*CAGE_COMMANDS.values())


def _held(database: Database, people: Sequence[Person]) -> list[tuple[str, str]]:
    with database.reading() as unit:
        found = unit.balances(wallet_account(""))
    return [(each.name, dollars(found.get(wallet_account(each.name), 0))) for each in people]


@router.get("/floor/cage")
async def cage(request: Request) -> Response:
    """Deposits and withdrawals, for who may take them."""
    who = await entered(request)
    if who is None:
        return door()
    if who.role not in CASHIERS:
        raise not_theirs(who, CASHIERS)
    house, run = house_of(request), threads_of(request).run
    players = [each for each in await run(house.people.everybody) if each.role is HouseRole.PLAYER]
    listed = await run(_held, house.floor.database, players[:MOST])
    return page(
        "floor_cage.html",
        request,
        who,
        players=listed,
        found=len(players),
        most=MOST,
        pattern=NAME.pattern,
        amount=AMOUNT,
    )
