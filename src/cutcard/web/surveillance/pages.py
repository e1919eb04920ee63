"""The pages of surveillance: a search over every round, one round in full, the day of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import Path, Query
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from cutcard.floor.audit import (
    DAY,
    RoundCondition,
    TableDay,
    Trend,
    last_event_at,
    table_day as day_at,
    trend,
)
from cutcard.floor.people import Ask, may_ask
from cutcard.floor.store import TABLES, Database
from cutcard.law import Refused
from cutcard.table import CASES
from cutcard.web.api.house import HouseParts, sees_as
from cutcard.web.api.routes.tables import TableName
from cutcard.web.api.session import Caller, house_of, threads_of
from cutcard.web.pages.frame import Context, render, site_of, table_title_of, viewer
from cutcard.web.server.errors import Problem, of_validation
from cutcard.web.surveillance.history import LANES, bounds_of, day_lines, day_of, plot, trend_of, utc
from cutcard.web.surveillance.rounds import look_up_round
from cutcard.web.surveillance.search import COLUMNS, FILTERS, FoundList, Searching, find_rounds

Day = Annotated[str, Query(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
FIELDS: Final = tuple(Searching.model_fields)
SHOWN: Final = 25
SORTS: Final = {
    "ended": "Rounds, latest first",
    "best": "Rounds, largest win of a player first",
    "net": "Rounds, most won by players first",
    "handle": "Rounds, most staked first",
}


def _until(began: int, ended: int) -> str:
    """The end of a round; its day where that is another."""
    first, last = utc(began), utc(ended)
    day = len("2026-11-16 ")
    return last[day:] if last[:day] == first[:day] else last


def _search_form(request: Request) -> tuple[dict[str, str], Searching | None, str]:
    """The search form's fields as written, the search they stand for, or why they cannot be read."""
    written = {key: value.strip()[:80] for key, value in request.query_params.items() if value.strip()}
    kept = {key: value for key, value in written.items() if key in FIELDS}
    try:
        return kept, Searching.model_validate({"limit": SHOWN, **kept}), ""
    except ValidationError as problem:
        wrong = of_validation(RequestValidationError(problem.errors()))
        return kept, None, wrong.message.removesuffix("; see /api/openapi.json")


async def search(request: Request) -> Context:
    """Every round of the house, searched."""
    return await _searched(request, *_search_form(request))


async def _searched(
    request: Request, written: dict[str, str], searching: Searching | None = None, wrong: str = ""
) -> Context:
    who, house, results = viewer(request), house_of(request), FoundList(rounds=[], next=None)
    if searching is not None:
        results = await threads_of(request).run(find_rounds, house.floor.database, searching)
    run, database = threads_of(request).run, house.floor.database
    playing, wagers = _now(house, who)
    today = day_of(house.people.clock())
    return {
        "trend": await run(trend_of, database, searching),
        "presets": {
            "Largest wins today": {"sort": "best", "since": f"{today}T00:00"},
            "Largest wins ever": {"sort": "best"},
            "Irregular": {"irregularity": "any"},
            "Jackpots": {"jackpot": "true"},
        },
        "written": written,
        "wrong": wrong,
        "sorts": SORTS,
        "sorted_by": "ended" if searching is None else searching.sort,
        "found": results,
        "filters": FILTERS,
        "columns": COLUMNS,
        "tables": sorted({*house.floor.names, *house.floor.stopped}),
        "wagers": wagers,
        "irregularities": sorted(CASES),
        "playing": playing,
        "stopped": sorted(house.floor.stopped),
        "signs": bool(database.keys),
        "audits": may_ask(who.role, Ask.AUDIT),
        "utc": utc,
        "query": _query,
    }


def _query(written: dict[str, str], **changes: str | None) -> str:
    """The query string of the same search with some fields changed."""
    return urlencode({key: value for key, value in {**written, **changes}.items() if value})


def _now(house: HouseParts, who: Caller) -> tuple[list[dict[str, Any]], list[str]]:
    """Rounds in play now, and every wager of the floor."""
    playing, wagers = [], {"main", "insurance"}
    for name in house.floor.names:
        view = house.floor.view(name, sees_as(who.session))
        wagers.update(view["main_wagers"], view["side_wagers"])
        if view["round"] is not None:
            players = [each["player"] for each in view["round"]["boxes"]]
            playing.append({"table": name, "round": view["rounds"], "players": players})
    return playing, sorted(wagers)


async def table_day(request: Request, table: TableName, day: Day = "") -> Context:
    """What happened at a table on a day, by default the last on which anything did."""
    house = house_of(request)
    database, run = house.floor.database, threads_of(request).run
    try:
        day = day or day_of(await run(_last_at, database, table))
        since, until = bounds_of(day)
    except Refused as refused:
        raise Problem(404, "unknown_table", refused.refusal.message, where="table") from None
    except ValueError:
        raise Problem(422, "unreadable", f"day: {day}: write it as 2026-11-16", where="day") from None
    found, of_rounds = await run(_day, database, table, since, until)
    first, last = _span(found, of_rounds, since)
    entries = day_lines(found.entries, first, last)
    clock = house.people.clock()
    return {
        "table": table,
        "title": table_title_of(house, table),
        "tables": sorted({*house.floor.names, *house.floor.stopped}),
        "day": day,
        "before": day_of(since - 1),
        "after": day_of(until) if until <= clock else "",
        "trend": None if of_rounds is None else plot(replace(of_rounds, since=first, until=last)),
        "entries": entries,
        "earlier": found.earlier,
        "lanes": LANES,
        "present": {each.lane for each in entries},
    }


def _last_at(database: Database, table: str) -> int:
    with database.reading() as unit:
        return last_event_at(unit, table)


def _day(database: Database, table: str, since: int, until: int) -> tuple[TableDay, Trend | None]:
    with database.reading() as unit:
        found = day_at(unit, table, since, until)
    of_table = [RoundCondition("stream", "is", TABLES + table)]
    return found, trend(database, of_table, since=since, until=until)


def _span(found: TableDay, rounds: Trend | None, since: int) -> tuple[int, int]:
    """From the first thing of a day to the last, in whole steps of its trend."""
    times = [each.at for each in found.entries]
    step = 60_000 if rounds is None else rounds.step
    if rounds is not None:
        times += [rounds.since, rounds.until - 1]
    if not times:
        return since, since + DAY
    return min(times) // step * step, (max(times) // step + 1) * step


async def one_round(
    request: Request, table: TableName, number: Annotated[int, Path(ge=1, le=2**53)]
) -> Context | Response:
    """One round in full; the search, where there is no such round."""
    house = house_of(request)
    floor = house.floor
    try:
        seen = await threads_of(request).run(look_up_round, floor, table, number)
    except Problem as problem:
        context = await _searched(request, {}, wrong=problem.message)
        search_page = site_of(request).page("/surveillance")
        return render(search_page, request, viewer(request), status_code=problem.status, **context)
    return {
        "table": table,
        "number": number,
        "complete": seen.shown.ended,
        "more": table in floor.names and number < floor.live(table).table.rounds,
        "law": seen.walk.live.table.rules.document,
        "began": utc(seen.shown.stored[0].at),
        "ended": _until(seen.shown.stored[0].at, seen.shown.stored[-1].at),
        "title": table_title_of(house, table),
    }
