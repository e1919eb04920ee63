"""Every place of the house that somebody may go to, for whoever looks for one by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request

from cutcard.floor.people import Ask, HouseRole, may_ask, may_command
from cutcard.law import document, document_ids
from cutcard.web.api.house import HouseParts
from cutcard.web.api.routes.floor import now_ms
from cutcard.web.api.session import Caller, SignedIn, house_of, threads_of
from cutcard.web.pages.floor_acts import forms
from cutcard.web.pages.frame import THEMES, document_label, site_of, table_title_of
from cutcard.wording import variation_name, wager_name

router: Final = APIRouter(prefix="/api", include_in_schema=False)
Place = dict[str, str]
MOST_PEOPLE: Final = 8


@router.get("/places")
async def places(request: Request, who: SignedIn) -> dict[str, Any]:
    """Pages, what may be done, tables, documents and wagers: a name, its kind and its address."""
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    pages = [_place(each.title, "Page", each.path) for each in site_of(request).open_to(who.role)]
    listed = [*pages, *_tables(house, who), *_actions(house, who), *_everywhere(), *_library()]
    rounds = [
        {
            "table": name,
            "title": table_title_of(house, name),
            "last": house.floor.live(name).table.rounds,
        }
        for name in house.floor.names
        if may_ask(who.role, Ask.SURVEIL)
    ]
    finds_people = may_ask(who.role, Ask.SURVEIL) or may_ask(who.role, Ask.SEE_PEOPLE)
    return {"places": listed, "rounds": rounds, "finds_people": finds_people}


@router.get("/places/people")
async def people(
    request: Request, who: SignedIn, name: Annotated[str, Query(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
) -> dict[str, list[Place]]:
    """People with these letters in their name: to surveillance players with their rounds, to whoever
    sees the list of people everybody in it."""
    house = house_of(request)
    house.rates.reads.take(who.session.digest)
    surveils, sees_list = may_ask(who.role, Ask.SURVEIL), may_ask(who.role, Ask.SEE_PEOPLE)
    if not surveils and not sees_list:
        return {"places": []}
    everybody = await threads_of(request).run(house.people.everybody)
    found = [each for each in everybody if name.lower() in each.name]
    found.sort(key=lambda each: (not each.name.startswith(name.lower()), each.name))
    listed: list[Place] = []
    for each in found:
        if surveils and each.role is HouseRole.PLAYER:
            listed.append(_place(each.name, "Player: rounds", f"/surveillance?player={each.name}"))
        if sees_list:
            where = f"/people?name={each.name}#person-{each.name}"
            listed.append(_place(each.name, f"Person: {each.role}", where))
    return {"places": listed[:MOST_PEOPLE]}


def _place(name: str, kind: str, href: str) -> Place:
    return {"name": name, "kind": kind, "href": href}


def _tables(house: HouseParts, who: Caller) -> Iterator[Place]:
    ways = {
        "Table": (Ask.SEE_TABLES, "/tables/{}"),
        "Rules of a table": (Ask.SEE_TABLES, "/tables/{}/rules"),
        "Dealer's console": (Ask.SEE_CONSOLE, "/tables/{}/deal"),
        "On the floor": (Ask.RUN_FLOOR, "/floor/tables/{}"),
        "Day of a table": (Ask.SURVEIL, "/surveillance/tables/{}"),
    }
    for name in house.floor.names:
        title = table_title_of(house, name)
        for kind, (ask, where) in ways.items():
            if may_ask(who.role, ask):
                yield _place(title, kind, where.format(name))


def _actions(house: HouseParts, who: Caller) -> Iterator[Place]:
    """What may be done, at the place where it is done."""
    if may_ask(who.role, Ask.SURVEIL):
        yield _place("Largest wins of players", "Action", "/surveillance?sort=best")
        yield _place("Rounds with an irregularity", "Action", "/surveillance?irregularity=any")
        yield _place("Rounds with a jackpot", "Action", "/surveillance?jackpot=true")
    if may_ask(who.role, Ask.AUDIT):
        yield _place("Verify the chain", "Action", "/audit#verify")
    for law in document_ids():
        yield _place(f"Drill: {document_label(law)}", "Action", f"/school/drill?document={law}")
        for each in document(law).variations:
            where = f"/school/drill?document={law}&variation={each}"
            yield _place(f"Drill: {variation_name(each)}, {document_label(law)}", "Action", where)
    if may_ask(who.role, Ask.SEE_ROUNDS) and who.role is HouseRole.PLAYER:
        for name in house.floor.names:
            title = table_title_of(house, name)
            yield _place(f"How did I play: {title}", "Action", f"/school/review/{name}")
    if may_ask(who.role, Ask.RUN_FLOOR):
        for name in house.floor.names:
            title = table_title_of(house, name)
            for form in forms(house.floor.live(name), now_ms(), 0, ()):
                if may_command(who.role, form.do):
                    where = f"/floor/tables/{name}#act-{form.do}"
                    yield _place(f"{form.title}: {title}", "Action", where)


def _everywhere() -> Iterator[Place]:
    """What every page does by itself."""
    for theme, name in {"": "As the system", **THEMES}.items():
        yield _place(f"Colours: {name.lower()}", "Action", f"#theme={theme}")
    yield _place("Keys and rules", "Action", "#help")
    yield _place("Sign out", "Action", "#sign-out")


def _library() -> Iterator[Place]:
    for law in document_ids():
        label = document_label(law)
        yield _place(label, "Law", f"/law/{law}")
        yield _place(label, "Odds", f"/odds?document={law}")
        for wager in document(law).wager_ids:
            name = "Main game" if wager == "main" else wager_name(wager)
            yield _place(name, f"Odds, {label}", f"/odds/{law}/{wager}")
