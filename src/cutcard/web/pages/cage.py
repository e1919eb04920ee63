"""The cage's page: what players bring and take away, and what each has with the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request

from cutcard.client import AMOUNT
from cutcard.floor.ledger import wallet_account
from cutcard.floor.people import CAGE_COMMANDS, NAME, HouseRole, Person
from cutcard.floor.store import Database
from cutcard.money import dollars
from cutcard.web.api.session import house_of, threads_of
from cutcard.web.pages.frame import Context

MOST: Final = 200
"""Players on the page; the cage serves the others by their names all the same."""
CASHIERS: Final = frozenset.intersection(*CAGE_COMMANDS.values())


def _held(database: Database, people: Sequence[Person]) -> list[tuple[str, str]]:
    with database.reading() as unit:
        found = unit.balances(wallet_account(""))
    return [(each.name, dollars(found.get(wallet_account(each.name), 0))) for each in people]


async def cage(request: Request) -> Context:
    """Deposits and withdrawals, for who may take them."""
    house, run = house_of(request), threads_of(request).run
    players = [each for each in await run(house.people.everybody) if each.role is HouseRole.PLAYER]
    listed = await run(_held, house.floor.database, players[:MOST])
    return {
        "players": listed,
        "found": len(players),
        "most": MOST,
        "pattern": NAME.pattern,
        "amount": AMOUNT,
    }
