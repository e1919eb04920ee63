"""Odds before anybody asks: a house that has just opened has its charts, bands and lists in a while.

One question after the other, behind whatever people ask: first what doubles answer, for every table,
then what the cards decide, then the exact answers. All of them are kept on disk for the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from cutcard.floor.live import header_line
from cutcard.law import document, document_ids
from cutcard.web.api.house import HouseFloor
from cutcard.web.library.jobs import LibraryJob, lane_of
from cutcard.web.odds_desk.desk import AHEAD, OddsDesk
from cutcard.web.odds_desk.table_odds import QuickOdds, Spreads, TableOdds
from cutcard.web.odds_desk.worker import Lane, OddsJob

BEGINS_SECONDS: Final = 5.0
"""After the house has opened: its first visitors come first."""
LOOK_SECONDS: Final = 2.0
AGAIN_SECONDS: Final = 60.0
"""Then tables are looked for that were opened meanwhile."""


def questions(floor: HouseFloor) -> Iterator[tuple[OddsJob, Lane]]:
    """What is worth knowing ahead, in the order in which it is computed."""
    headers = [header_line(floor.live(name), carried=True) for name in floor.names]
    for header in headers:
        yield QuickOdds(header), "quick"
        yield Spreads(header), "quick"
    laws = [document(name) for name in document_ids()]
    wagers = [(law, law.wager(name)) for law in laws for name in law.wager_ids]
    for lane in ("quick", "exact"):
        for law, wager in wagers:
            if lane_of(wager) == lane:
                yield LibraryJob("facts", law.id, wager.id), lane
    for header in headers:
        yield TableOdds(header), "exact"
    for law in laws:
        yield LibraryJob("readings", law.id), "exact"


async def compute_ahead(floor: HouseFloor, desk: OddsDesk) -> None:
    """Ask every question until it is answered; never ends, for tables are opened later too."""
    answered: set[OddsJob] = set()
    await asyncio.sleep(BEGINS_SECONDS)
    while True:
        for job, lane in questions(floor):
            if job in answered:
                continue
            while desk.ask(job, urgency=AHEAD, lane=lane).state in ("computing", "refused"):
                await asyncio.sleep(LOOK_SECONDS)
            answered.add(job)
        await asyncio.sleep(AGAIN_SECONDS)
