"""The pages of a player: the lobby with its filters, and a table; a viewer's view and no more.

The filters are in the address, so that they can be kept, sent, and used without a script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from cutcard.floor.people import Ask, Session, may_ask
from cutcard.money import dollars
from cutcard.web.api.controls import desk_of
from cutcard.web.api.house import HouseFloor, HouseParts, is_player, sees_as
from cutcard.web.api.routes.signatures import shown_signings
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import house_of, threads_of
from cutcard.web.pages.frame import Context, document_title, table_heading, table_order, viewer
from cutcard.web.pages.recommendations import recommended
from cutcard.wording import inscriptions, variation_name, wager_name

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """Which tables somebody looks for; what is empty does not matter."""

    document: str = ""
    feature: str = ""
    bet: str = ""
    seats: bool = False
    meter: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> LobbyFilter:
        """The filter in an address's query; values that cannot be read are ignored."""
        bet = query.get("bet", "").strip()[:10]
        return cls(
            query.get("document", "")[:60],
            query.get("feature", "")[:60],
            bet if _amount(bet) is not None else "",
            bool(query.get("seats")),
            bool(query.get("meter")),
        )

    def finds(self, line: Line) -> bool:
        """Whether a table is one of those."""
        view = line["view"]
        return (
            self.document in ("", view["document"])
            and (not self.feature or self.feature in features(view))
            and self._takes(view)
            and (not self.seats or (view["open"] and len(view["seated"]) < view["boxes"]))
            and (not self.meter or bool(view["meters"]))
        )

    def _takes(self, view: Mapping[str, Any]) -> bool:
        amount = _amount(self.bet)
        if amount is None:
            return True
        least, most = view["limits"]["minimum"], view["limits"]["maximum"]
        return (least is None or float(least) <= amount) and (most is None or amount <= float(most))


def _amount(text: str) -> float | None:
    whole, _, part = text.partition(".")
    digits = whole.isascii() and whole.isdigit() and (not part or (part.isascii() and part.isdigit()))
    return float(text) if digits else None


def meters_now(floor: HouseFloor, table: str) -> dict[str, str]:
    """What a table plays for, as the house's meters themselves show it.

    A table's own copy of a meter may be older, and differ between linked tables: two cards of the lobby
    would then show two amounts of one meter.
    """
    links = floor.live(table).links.items()
    meters = {name: floor.meter(house) for name, house in links}
    return {name: dollars(each.shown) for name, each in meters.items() if each.member(table) is not None}


def features(view: Mapping[str, Any]) -> list[str]:
    """What a table has that others may not: its variation, and its side wagers."""
    return [*([view["variation"]] if view["variation"] else []), *view["side_wagers"]]


def choices(lines: Iterable[Line]) -> dict[str, dict[str, str]]:
    """What may be chosen in each filter: value -> what people read."""
    documents: dict[str, str] = {}
    games: dict[str, str] = {}
    wagers: dict[str, str] = {}
    for line in lines:
        view = line["view"]
        documents[view["document"]] = document_title(view["law"]["reference"])
        if view["variation"]:
            games[view["variation"]] = variation_name(view["variation"])
        wagers |= {each: wager_name(each) for each in view["side_wagers"]}
    return {"documents": documents, "games": _sorted(games), "wagers": _sorted(wagers)}


def _sorted(named: dict[str, str]) -> dict[str, str]:
    return dict(sorted(named.items(), key=lambda each: each[1]))


def lobby_lines(house: HouseParts, session: Session) -> list[Line]:
    """Every table as somebody may see it, with what its meters show."""
    floor, lines = house.floor, []
    for name in floor.names:
        view = floor.view(name, sees_as(session)) | {"meters": meters_now(floor, name)}
        lines.append({"name": name, "view": view, **table_heading(house, name)})
    return sorted(lines, key=table_order)


async def lobby(request: Request) -> Context:
    """Every table of the floor, and what its meters show; which to begin with, before one is chosen."""
    who, house = viewer(request), house_of(request)
    floor, lines = house.floor, lobby_lines(house, who.session)
    wanted = LobbyFilter.of(request.query_params)
    lately = await threads_of(request).run(desk_of(house).lately) if is_player(who.session) else []
    return {
        "signing": shown_signings([each for each in lately if each.state == "waiting"], who),
        "tables": [line for line in lines if wanted.finds(line)],
        "choices": choices(lines),
        "stopped": sorted(floor.stopped),
        "wanted": wanted,
        "all": len(lines),
        "recommended": recommended(lines) if is_player(who.session) and wanted == LobbyFilter() else (),
        "may_open": may_ask(who.role, Ask.SET_UP_TABLES),
    }


async def table(request: Request, name: TableName) -> Context:
    """A table from a seat, or from behind the seats."""
    who, house = viewer(request), house_of(request)
    await check_table(request, name)
    live = house.floor.live(name)
    request.app.state.past.note(live)
    view = house.floor.view(name, sees_as(who.session))
    printed = inscriptions(live.table.rules, live.table.game)
    return {"name": name, "view": view, "printed": printed, **table_heading(house, name)}
