"""The pages of a dealer: which table to deal, its console, and exercises."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request

from cutcard.floor.demo import demo_titles
from cutcard.floor.training import MOST_SEED, training_games
from cutcard.law import document as lawful
from cutcard.web.api.house import sees_as
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.routes.training import Game
from cutcard.web.api.session import house_of
from cutcard.web.pages.frame import Context, document_title, table_heading, table_order, viewer


async def tables(request: Request) -> Context:
    """Every table, those dealt by hand first."""
    who = viewer(request)
    house, lines = house_of(request), []
    floor = house.floor
    for name in floor.names:
        view, live = floor.view(name, sees_as(who.session)), floor.live(name)
        line = {"view": view, "name": name, "scanned": not live.table.settings.virtual}
        lines.append({**line, **table_heading(house, name)})
    lines.sort(key=lambda each: (not each["by_hand"], table_order(each)))
    return {"tables": lines}


async def training(
    request: Request,
    document: Game = "md-blackjack",
    variation: Game = "",
    seed: Annotated[int, Query(ge=0, lt=MOST_SEED)] = 1,
) -> Context:
    """An exercise of one game: find what is wrong."""
    del request
    games = [_game(law, other, table) for (law, other), table in training_games().items()]
    games.sort(key=lambda each: (each["document"], each["variation"]))
    chosen = [each for each in games if (each["document"], each["variation"]) == (document, variation)]
    game = chosen[0] if chosen else games[0]
    return {
        "chosen": game["document"],
        "variation": game["variation"],
        "title": game["name"],
        "document": document_title(game["document"]),
        "games": games,
        "seed": seed,
    }


def _game(law: str, variation: str | None, table: str) -> dict[str, Any]:
    name = demo_titles()[table]
    return {
        "document": law,
        "variation": variation or "",
        "name": name,
        "title": f"{name}, {lawful(law).issuer}",
    }


async def deal(request: Request, name: TableName) -> Context:
    """A table from behind: what comes next, and everything a dealer does."""
    who = viewer(request)
    house = house_of(request)
    await check_table(request, name)
    view = house.floor.view(name, sees_as(who.session))
    return {"name": name, "view": view, **table_heading(house, name)}
