"""Rounds that are over, found among all of a house by when, where, who, how much and what went wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import ColumnElement, func, select, tuple_

from cutcard.floor.store import TABLES, Database, RoundRow, schema
from cutcard.law import Code, Refused

ANY: Final = "any"
"""Any irregularity at all."""
_PLACE: Final = re.compile(r"(?:(-?[0-9]{1,15})\.)?([0-9]{1,15})\.([0-9]{1,15})\.([A-Za-z0-9-]{1,40})")
RoundOrder = Literal["ended", "best", "net", "handle"]
"""By which column rounds are ordered, the latest or the largest first."""
_COLUMNS: Final = tuple(schema.rounds.c[name] for name in RoundRow.__slots__)


Asks = Literal["least", "most", "is", "has", "has or any"]


@dataclass(frozen=True, slots=True)
class RoundCondition:
    """What a search asks of one column of a round, in the units of the row."""

    column: str
    asks: Asks
    value: str | int

    def clause(self, *, postgresql: bool) -> ColumnElement[bool]:
        """The same for a database."""
        column = schema.rounds.c[self.column]
        if self.asks == "least":
            return column >= int(self.value)
        if self.asks == "most":
            return column <= int(self.value)
        if self.asks == "is":
            return column == self.value
        if self.asks == "has or any" and self.value == ANY:
            return column != "[]"
        position = func.strpos if postgresql else func.instr
        return position(column, json.dumps(self.value, ensure_ascii=False)) > 0


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A page of rounds in their order; `next` is where the following page begins."""

    rows: list[RoundRow]
    next: str = ""


def _place_of(row: RoundRow, order: RoundOrder) -> str:
    """Where a row stands in the order of pages."""
    value = "" if order == "ended" else f"{getattr(row, order)}."
    return f"{value}{row.ended}.{row.number}.{row.stream.removeprefix(TABLES)}"


def _after(place: str, order: RoundOrder) -> tuple[int | str, ...]:
    """The values of the order's columns at which a page before ended."""
    found = _PLACE.fullmatch(place)
    if found is None or (found[1] is None) is not (order == "ended"):
        raise Refused(
            Code.BAD_REQUEST, "after: not the start of a page; leave it out for the first page"
        )
    last = (int(found[2]), TABLES + found[4], int(found[3]))
    return last if order == "ended" else (int(found[1]), *last)


def search(
    database: Database,
    conditions: Iterable[RoundCondition] = (),
    *,
    after: str = "",
    limit: int = 50,
    order: RoundOrder = "ended",
) -> RoundPage:
    """The rounds that meet all conditions; `after` is where the page before ended."""
    columns, postgresql = schema.rounds.c, database.statements.is_postgresql
    last = (columns.ended, columns.stream, columns.number)
    ordered = last if order == "ended" else (columns[order], *last)
    query = select(*_COLUMNS).where(*(each.clause(postgresql=postgresql) for each in conditions))
    if after:
        query = query.where(tuple_(*ordered) < _after(after, order))
    query = query.order_by(*(each.desc() for each in ordered))
    with database.reading() as unit:
        rows = [RoundRow(*row) for row in unit.connection.execute(query.limit(limit + 1))]
    more = len(rows) > limit
    rows = rows[:limit]
    return RoundPage(rows, _place_of(rows[-1], order) if more else "")
