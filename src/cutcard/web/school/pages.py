"""The pages of the school: where to begin, drills, counting, the dealer's quiz, one's own rounds."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Query
from starlette.requests import Request

from cutcard.floor.people import Ask, may_ask
from cutcard.floor.training import MOST_SEED, PASS_PERCENT, rules_of, training_games
from cutcard.law import document as law_document, document_ids
from cutcard.rules import Action
from cutcard.web.api.house import is_player
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.routes.training import Game
from cutcard.web.api.session import house_of
from cutcard.web.pages.frame import Context, document_label, table_heading, viewer
from cutcard.wording import decision_name, variation_name, wager_name

PLAYS: Final = [(str(each), decision_name(each)) for each in Action]
Games = list[tuple[str, str, str]]
TERMS: Final = ("running count", "true count", "penetration", "soft hand", "hard hand", "house edge")


def _games() -> Games:
    """Every game: its document, its variation, what it is called."""
    found: Games = []
    for name in document_ids():
        found.append((name, "", document_label(name)))
        for each in law_document(name).variations:
            found.append((name, each, f"{variation_name(each)} · {document_label(name)}"))
    return found


def _chosen(games: Games, document: str, variation: str) -> tuple[str, str, str]:
    return next((each for each in games if each[:2] == (document, variation)), games[0])


async def school(request: Request) -> Context:
    """What can be learnt here, by what somebody comes for."""
    who, house = viewer(request), house_of(request)
    may_review = may_ask(who.role, Ask.SEE_ROUNDS) and is_player(who.session)
    tables = []
    if may_review:
        for name in house.floor.names:
            if who.session.person in dict(house.floor.live(name).table.seated).values():
                tables.append({"name": name, **table_heading(house, name)})
    return {"trains": may_ask(who.role, Ask.TRAIN), "tables": tables, "pass_percent": PASS_PERCENT}


async def drill(request: Request, document: Game = "", variation: Game = "") -> Context:
    """Hands of a game, to be played by its exact chart."""
    del request
    games = _games()
    law, other, label = _chosen(games, document, variation)
    return {"games": games, "law": law, "variation": other, "label": label, "terms": TERMS}


async def counting(request: Request) -> Context:
    """Cards that go by, to be counted."""
    del request
    return {"terms": TERMS}


async def dealer_quiz(
    request: Request,
    document: Game = "md-blackjack",
    variation: Game = "",
    seed: Annotated[int, Query(ge=0, lt=MOST_SEED)] = 1,
) -> Context:
    """Twelve questions of a dealer's work, their answers hidden."""
    del request
    trained = training_games()
    games = [each for each in _games() if (each[0], each[1] or None) in trained]
    law, other, label = _chosen(games, document, variation)
    return {
        "games": games,
        "law": law,
        "variation": other,
        "label": label,
        "seed": seed,
        "pass_percent": PASS_PERCENT,
    }


async def lesson(request: Request) -> Context:
    """Where a trainer writes a lesson: a stacked shoe with errors in how it is dealt and paid."""
    del request
    trained = training_games()
    games = [each for each in _games() if (each[0], each[1] or None) in trained]
    wagers = {f"{law}/{other}": _stakes(law, other) for law, other, _ in games}
    return {"games": games, "wagers": wagers, "plays": PLAYS}


def _stakes(law: str, other: str) -> list[tuple[str, str]]:
    """The wagers of a game's training table that are bet on before the cards: their ids and names."""
    offers = rules_of(law, other or None).offers
    bets = [name for name, each in offers.items() if each.law.takes_stake and name != "insurance"]
    return [(name, wager_name(name)) for name in bets]


async def review(request: Request, name: TableName) -> Context:
    """A player's own rounds at a table: every decision, what it cost, the best line."""
    house = house_of(request)
    await check_table(request, name)
    return {"name": name, **table_heading(house, name)}
