"""The meter wall: every jackpot of the house, live, legible from across the room."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.requests import Request

from cutcard.web.api.session import house_of
from cutcard.web.pages.frame import Context, viewer
from cutcard.wording import meter_name, plural, title_case

MOST_LAST: Final = 8
"""How many hits the wall shows."""
SECOND: Final = 1000
MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 86_400


def ago(milliseconds: int, now: int) -> str:
    """How long it is since something, in one unit."""
    seconds = max(0, (now - milliseconds) // SECOND)
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= unit:
            many = seconds // unit
            return f"{plural(many, name)} ago"
    return "just now"


def digits(shows: str) -> list[tuple[str, bool]]:
    """An amount sign by sign, and whether each is a figure: figures roll, signs stand."""
    return [(each, each.isdigit()) for each in f"${float(shows):,.2f}"]


def wall_meter(view: dict[str, Any]) -> dict[str, Any]:
    """A meter as the wall shows it."""
    name, _, link = str(view["meter"]).partition("@")
    tables = [str(each) for each in view["tables"]]
    shows = str(view.get("shows") or "0")
    return {
        "id": str(view["meter"]),
        "title": meter_name(name),
        "link": _linked(link, tables),
        "tables": tables,
        "shows": shows,
        "digits": digits(shows),
        "pending": [_hit(each) for each in view["hits"]],
        "live": bool(view["live"]),
        "must_hit": str(view.get("maximum", "")) if view.get("must_hit") else "",
    }


def _linked(link: str, tables: list[str]) -> str:
    """The tables that a meter links, in words; empty where it is one table's own."""
    if len(tables) < 2:
        return ""
    return f"{title_case(link)} link, {len(tables)} tables" if link else f"linked, {len(tables)} tables"


def _hit(won: dict[str, Any]) -> dict[str, Any]:
    return {"amount": str(won["amount"]), "table": str(won["table"]), "round": won["round"]}


def last_hits(views: list[dict[str, Any]], now: int) -> list[dict[str, Any]]:
    """What was won last, over all meters."""
    hits = [
        {**_hit(won), "at": int(won["paid_at"]), "title": meter_name(str(view["meter"]))}
        for view in views
        for won in view["last"]
    ]
    hits.sort(key=lambda each: -each["at"])
    return [{**each, "ago": ago(each["at"], now)} for each in hits[:MOST_LAST]]


async def meters(request: Request) -> Context:
    """The meter wall: what is won stands first, then the greatest."""
    who = viewer(request)
    floor = house_of(request).floor
    views = [floor.meter_view(each, str(who.role)) for each in floor.meters]
    walls = [wall_meter(view) for view in views]
    walls.sort(key=lambda wall: (not wall["pending"], -float(wall["shows"]), wall["id"]))
    return {"meters": walls, "last": last_hits(views, int(time.time() * SECOND))}
