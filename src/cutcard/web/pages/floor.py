"""The pages of the floor: every table at a glance, one table, what is to be approved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from starlette.requests import Request

from cutcard.floor.live import Live
from cutcard.floor.people import HouseRole
from cutcard.money import cents
from cutcard.web.api.floor_models import FloorOverview, PitTable
from cutcard.web.api.house import sees_as
from cutcard.web.api.routes.floor import all_tables, now_ms, one_table
from cutcard.web.api.routes.signatures import desk_of, signing_told
from cutcard.web.api.routes.tables import TableName
from cutcard.web.api.session import house_of, threads_of
from cutcard.web.pages import approvals as waiting
from cutcard.web.pages.band_chart import Marks, marks
from cutcard.web.pages.floor_acts import forms, irregularities
from cutcard.web.pages.frame import Context, in_order, titled, viewer
from cutcard.web.pages.submission_form import FIRST, form, starts

ROUNDS: Final = 12
MOST_SIGNING: Final = 8


@dataclass(frozen=True, slots=True)
class Tiles:
    """The floor in six figures."""

    tables: int
    open: int
    won: str
    drop: str
    hits: int
    due: int
    outliers: int
    played: int
    """Tables with a stake since their opening count."""
    priced: int
    """Those of them whose odds are worked out."""


def _due_now(line: PitTable) -> int:
    """How many things are due at a table now."""
    return sum(each.due == "now" for each in line.due)


def _is_outlier(line: PitTable) -> bool:
    return line.band is not None and line.band.verdict == "outlier"


def _tiles(found: FloorOverview) -> Tiles:
    lines = found.tables
    return Tiles(
        tables=len(lines) + len(found.stopped),
        open=sum(each.state == "open" for each in lines),
        won=f"{sum(float(each.won) for each in lines):.2f}",
        drop=f"{sum(float(each.drop) for each in lines):.2f}",
        hits=sum(each.hits for each in lines),
        due=sum(map(_due_now, lines)),
        outliers=sum(map(_is_outlier, lines)),
        played=sum(bool(each.wagers) for each in lines),
        priced=sum(bool(each.wagers) and each.odds == "known" for each in lines),
    )


def _marks(line: PitTable) -> Marks | None:
    return None if line.band is None else marks(line.band)


def _is_automatic(live: Live) -> bool:
    """Whether the house deals by itself."""
    return live.table.settings.chores != "manual"


async def floor(request: Request) -> Context:
    """Every table with its state, its money and what is due."""
    who = viewer(request)
    found = await all_tables(request)
    by, house = sees_as(who.session), house_of(request)
    lines = []
    for line in found.tables:
        view = house.floor.view(line.name, by)
        automatic = _is_automatic(house.floor.live(line.name))
        told = {"line": line, "marks": _marks(line), "name": line.name, "view": view}
        lines.append({**told, "automatic": automatic, **titled(house, line.name)})
    lines.sort(key=in_order)
    at = {
        "due": [each for each in lines if _due_now(each["line"])],
        "outliers": [each for each in lines if _is_outlier(each["line"])],
    }
    return {"tables": lines, "stopped": found.stopped, "tiles": _tiles(found), **at}


async def one(request: Request, name: TableName) -> Context:
    """One table: its day, its players, its rounds, and what may be done there."""
    who = viewer(request)
    house = house_of(request)
    line = await one_table(request, name)
    view = house.floor.view(name, sees_as(who.session))
    live, run = house.floor.live(name), threads_of(request).run
    dealers = [each.name for each in await run(house.people.everybody) if each.role is HouseRole.DEALER]
    signing = [each for each in await run(desk_of(house).lately) if each.table == name]
    return {
        "name": name,
        "line": line,
        "view": view,
        "marks": _marks(line),
        "forms": forms(live, now_ms(), cents(line.inventory), dealers),
        "reports": irregularities(live) if line.state == "open" else (),
        "rounds": range(line.round, max(line.round - ROUNDS, 0), -1),
        "signing": [signing_told(each, who) for each in signing][:MOST_SIGNING],
        "automatic": _is_automatic(live),
        **titled(house, name),
    }


async def approvals(request: Request) -> Context:
    """Jackpots, payouts, signatures and meter changes that wait for somebody."""
    who, house = viewer(request), house_of(request)
    signing = await threads_of(request).run(desk_of(house).lately)
    return {
        "hits": waiting.hits(house, who),
        "confirms": waiting.confirms(house, who),
        "signing": [signing_told(each, who) for each in signing][:MOST_SIGNING],
        "changes": waiting.changes(house, who),
        "last": waiting.last_hits(house, who),
    }


async def opening(request: Request) -> Context:
    """A submission as fields, from one of the demonstration's or from a document's defaults."""
    known = starts()
    asked = request.query_params.get("from", FIRST)
    made = await threads_of(request).run(form, asked if asked in dict(known) else FIRST)
    house = house_of(request)
    if not house.people.limits.demonstration:
        made = replace(made, operator="")
    return {"form": made, "starts": known, "meters": house.floor.meters}
