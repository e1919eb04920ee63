"""Rounds that are over, found among all of a house by when, where, who, how much and what went wrong."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, func, select, tuple_

from cutcard.floor.store import TABLES, Database, RoundRow, schema
from cutcard.law import Code, Refused

ANY: Final = "any"
"""Any irregularity at all."""
_PLACE: Final = re.compile(r"([0-9]{1,15})\.([0-9]{1,15})\.([A-Za-z0-9-]{1,40})")
_COLUMNS: Final = tuple(schema.rounds.c[name] for name in RoundRow.__slots__)


@dataclass(frozen=True, slots=True)
class RoundSearch:
    """What is looked for; what is left out matters not. Times in milliseconds, money in cents."""

    since: int | None = None
    until: int | None = None
    table: str = ""
    player: str = ""
    wager: str = ""
    irregularity: str = ""
    jackpot: bool = False
    handle_from: int | None = None
    paid_from: int | None = None
    net_from: int | None = None
    net_to: int | None = None
    after: str = ""
    """Where the page before ended."""
    limit: int = 50


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A page of rounds, the latest first; `next` is where the following page begins."""

    rows: list[RoundRow]
    next: str = ""


def place_of(row: RoundRow) -> str:
    """Where a row stands in the order of pages."""
    return f"{row.ended}.{row.number}.{row.stream.removeprefix(TABLES)}"


def search(database: Database, wanted: RoundSearch) -> RoundPage:
    """The rounds that are all that is wanted."""
    columns = schema.rounds.c
    order = tuple_(columns.ended, columns.stream, columns.number)
    query = select(*_COLUMNS).where(*_conditions(wanted, postgresql=database.statements.is_postgresql))
    if wanted.after:
        place = _PLACE.fullmatch(wanted.after)
        if place is None:
            message = "after: not the start of a page; leave it out for the first page"
            raise Refused(Code.BAD_REQUEST, message)
        query = query.where(order < (int(place[1]), TABLES + place[3], int(place[2])))
    query = query.order_by(columns.ended.desc(), columns.stream.desc(), columns.number.desc())
    with database.reading() as unit:
        rows = [RoundRow(*row) for row in unit.connection.execute(query.limit(wanted.limit + 1))]
    more = len(rows) > wanted.limit
    rows = rows[: wanted.limit]
    return RoundPage(rows, place_of(rows[-1]) if more else "")


def _conditions(wanted: RoundSearch, *, postgresql: bool) -> list[ColumnElement[bool]]:
    columns, conditions = schema.rounds.c, list[ColumnElement[bool]]()
    where = func.strpos if postgresql else func.instr
    for column, least in (
        (columns.ended, wanted.since),
        (columns.handle, wanted.handle_from),
        (columns.best, wanted.paid_from),
        (columns.net, wanted.net_from),
        (columns.jackpot, 1 if wanted.jackpot else None),
    ):
        if least is not None:
            conditions.append(column >= least)
    for column, most in ((columns.ended, wanted.until), (columns.net, wanted.net_to)):
        if most is not None:
            conditions.append(column <= most)
    if wanted.table:
        conditions.append(columns.stream == TABLES + wanted.table)
    if wanted.irregularity == ANY:
        conditions.append(columns.irregularities != "[]")
    named: list[tuple[Any, str]] = [(columns.players, wanted.player), (columns.wagers, wanted.wager)]
    if wanted.irregularity != ANY:
        named.append((columns.irregularities, wanted.irregularity))
    conditions += [
        where(column, json.dumps(name, ensure_ascii=False)) > 0 for column, name in named if name
    ]
    return conditions
