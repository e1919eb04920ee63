"""Rounds over time: how many, how much was staked and won, in even steps of a period."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, case, func, select

from cutcard.floor.audit.search import RoundCondition
from cutcard.floor.store import TABLES, Database, ReadUnit, schema
from cutcard.money import Cents

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
STEPS: Final = (
    10_000,
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    DAY,
    7 * DAY,
    28 * DAY,
)
MOST_STEPS: Final = 60


@dataclass(frozen=True, slots=True)
class TrendStep:
    """What rounds came to that ended within one step of a period."""

    at: int
    """When it begins, in milliseconds."""
    rounds: int
    handle: Cents
    net: Cents
    """Of the players."""
    best: Cents
    jackpots: int
    """Rounds with one."""
    irregular: int
    """Rounds in which something went wrong."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A period in even steps; steps without a round are left out."""

    since: int
    until: int
    step: int
    steps: tuple[TrendStep, ...]


def trend(
    database: Database,
    conditions: Sequence[RoundCondition] = (),
    *,
    since: int | None = None,
    until: int | None = None,
) -> Trend | None:
    """The rounds that meet all conditions; by default those of the last day on which there were any.

    None where no round meets them. The period is cut to what is in it, and its steps begin at even
    times of the clock, so that an hour is an hour of the day.
    """
    with database.reading() as unit:
        ended = schema.rounds.c.ended
        wanted = [each.clause(postgresql=unit.statements.is_postgresql) for each in conditions]
        last = _bound(unit, select(func.max(ended)).where(*wanted, *_within(None, until)))
        if last is None:
            return None
        begin = last - DAY if since is None else since
        first = _bound(unit, select(func.min(ended)).where(*wanted, *_within(begin, until)))
        if first is None:
            return None
        step = next((each for each in STEPS if (last - first) // each < MOST_STEPS), STEPS[-1])
        begin, end = first // step * step, (last // step + 1) * step
        of, columns = ended // step, schema.rounds.c
        query = select(
            of,
            func.count(),
            func.sum(columns.handle),
            func.sum(columns.net),
            func.max(columns.best),
            func.sum(case((columns.jackpot > 0, 1), else_=0)),
            func.sum(case((columns.irregularities != "[]", 1), else_=0)),
        )
        query = query.where(*wanted, *_within(begin, end)).group_by(of).order_by(of)
        rows = unit.connection.execute(query).all()
    steps = tuple(_step(row, step) for row in rows)
    return Trend(begin, end, step, steps)


def _step(row: Sequence[Any], step: int) -> TrendStep:
    at, rounds, *amounts, jackpots, irregular = map(int, row)
    handle, net, best = map(Cents, amounts)
    return TrendStep(at * step, rounds, handle, net, best, jackpots, irregular)


def house_wins(database: Database, since: int, step: int) -> dict[str, list[tuple[int, Cents]]]:
    """What the house won at each table since a moment, step by step; tables and steps without rounds
    are left out."""
    columns = schema.rounds.c
    of = (columns.ended - since) // step
    query = select(columns.stream, of, func.sum(columns.net)).where(columns.ended >= since)
    found: dict[str, list[tuple[int, Cents]]] = {}
    with database.reading() as unit:
        rows = unit.connection.execute(query.group_by(columns.stream, of).order_by(columns.stream, of))
        for stream, at, net in rows:
            found.setdefault(str(stream).removeprefix(TABLES), []).append((int(at), Cents(-int(net))))
    return found


def _within(since: int | None, until: int | None) -> list[ColumnElement[bool]]:
    """Conditions of a period: from the one, and before the other."""
    ended = schema.rounds.c.ended
    return [
        *([] if since is None else [ended >= since]),
        *([] if until is None else [ended < until]),
    ]


def _bound(unit: ReadUnit, query: Select[Any]) -> int | None:
    found = unit.connection.execute(query).scalar_one_or_none()
    return None if found is None else int(found)
