"""Every place of the house that somebody may go to, for whoever looks for one by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request

from cutcard.floor.people import Ask, may_ask
from cutcard.law import document, document_ids
from cutcard.web.api.house import HouseParts
from cutcard.web.api.session import Caller, SignedIn, house_of
from cutcard.web.pages.frame import document_label, site_of, table_title_of
from cutcard.wording import wager_name

router: Final = APIRouter(prefix="/api", include_in_schema=False)
Place = dict[str, str]


@router.get("/places")
async def places(request: Request, who: SignedIn) -> dict[str, Any]:
    """Pages with a link, tables, documents and wagers: a name, its kind and its address."""
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    pages = [_place(each.title, "Page", each.path) for each in site_of(request).links(who.role)]
    return {"places": [*pages, *_tables(house, who), *_library()]}


def _place(name: str, kind: str, href: str) -> Place:
    return {"name": name, "kind": kind, "href": href}


def _tables(house: HouseParts, who: Caller) -> Iterator[Place]:
    ways = {
        "Table": (Ask.SEE_TABLES, ""),
        "Rules of a table": (Ask.SEE_TABLES, "/rules"),
        "Dealer's console": (Ask.SEE_CONSOLE, "/deal"),
    }
    for name in house.floor.names:
        title = table_title_of(house, name)
        for kind, (ask, end) in ways.items():
            if may_ask(who.role, ask):
                yield _place(title, kind, f"/tables/{name}{end}")
        if may_ask(who.role, Ask.RUN_FLOOR):
            yield _place(title, "On the floor", f"/floor/tables/{name}")


def _library() -> Iterator[Place]:
    for law in document_ids():
        label = document_label(law)
        yield _place(label, "Law", f"/law/{law}")
        yield _place(label, "Odds", f"/odds?document={law}")
        for wager in document(law).wager_ids:
            name = "Main game" if wager == "main" else wager_name(wager)
            yield _place(name, f"Odds, {label}", f"/odds/{law}/{wager}")
