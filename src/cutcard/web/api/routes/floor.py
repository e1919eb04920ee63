"""The floor's view of its tables: the day's money, the 95% band of its win, what is due."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

from fastapi import APIRouter
from starlette.requests import Request

from cutcard.floor.live import Live, NotStored, header_line
from cutcard.floor.people import Ask
from cutcard.floor.pit import Band, Day, Edge, WagerTotals, band, procedures
from cutcard.floor.store import Database
from cutcard.law import Refused
from cutcard.money import dollars
from cutcard.table import main_wagers
from cutcard.web.api.floor_models import (
    BandView,
    FloorOverview,
    PitTable,
    ProcedureView,
    State,
    StoppedTableLine,
    Verdict,
    WagerView,
)
from cutcard.web.api.house import HouseParts
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.odds_desk.desk import LATER, OddsDesk
from cutcard.web.odds_desk.table_odds import Spreads

CHUNK: Final = 5_000
Edges = Mapping[str, Edge]
NO_STAKE: Final = Edge(problem="it takes no stake of its own")


@dataclass(slots=True)
class _Kept:
    """A table's day so far, and the version up to which it was read."""

    day: Day
    created: int
    version: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class FloorFigures:
    """The figures behind the floor's pages and API; it reads the store, so call it in a thread."""

    def __init__(self, desk: OddsDesk) -> None:
        """The desk computes the odds."""
        self._desk = desk
        self._days: dict[str, _Kept] = {}

    def all_tables(self, house: HouseParts, now: int) -> FloorOverview:
        """Every table's figures, and the tables that are stopped."""
        tables = []
        for name in house.floor.names:
            try:
                tables.append(self.table(house, name, now))
            except (NotStored, Refused):
                continue
        stopped = [
            StoppedTableLine(name=name, why=str(getattr(each, "why", "")))
            for name, each in sorted(house.floor.stopped.items())
        ]
        return FloorOverview(tables=tables, stopped=stopped)

    def table(self, house: HouseParts, name: str, now: int) -> PitTable:
        """One table."""
        live = house.floor.live(name)
        day = self._day(house.floor.database, live)
        edges, far = edges_of(self._desk, live, day.wagers)
        win_band = band(day.wagers, edges or {})
        table, books = live.table, live.books
        with house.floor.database.reading() as unit:
            inventory = unit.balance(books.places.inventory)
        return PitTable(
            name=name,
            state=_state(live),
            version=live.version,
            dealer=table.dealer,
            round=table.rounds,
            in_round=table.round is not None,
            players=list(table.arrived),
            boxes=table.game.boxes,
            since=day.since,
            rounds=day.rounds,
            inventory=dollars(inventory),
            drop_box=dollars(books.drop),
            tips=dollars(books.tips),
            drop=dollars(day.drop),
            fills=dollars(day.fills),
            credits=dollars(day.credits),
            handle=dollars(day.handle),
            won=dollars(day.won),
            odds="computing" if edges is None else "known",
            odds_far=far,
            band=None if win_band is None else _band(win_band),
            wagers=[_wager(each, of, edges) for each, of in day.wagers.items()],
            due=[
                ProcedureView(
                    what=each.what,
                    due=each.due,
                    told=each.description,
                    cite=each.cite,
                    seconds=each.seconds,
                    by=list(each.by),
                )
                for each in procedures(live, now)
            ],
            hits=sum(
                won.table == name
                for meter in dict.fromkeys(live.links.values())
                for won in house.floor.meter(meter).hits
            ),
        )

    def _day(self, database: Database, live: Live) -> Day:
        """The table's day up to now; only events since the last call are read."""
        kept = self._days.get(live.name)
        if kept is None or kept.created != live.created:
            kept = self._days[live.name] = _Kept(Day(main_wagers(live.table.game)), live.created)
        with kept.lock:
            while kept.version < live.version:
                upto = min(kept.version + CHUNK, live.version)
                with database.reading() as unit:
                    events = unit.read(live.stream, kept.version, upto)
                for stored in events:
                    kept.day.see(stored.line, stored.at)
                kept.version = upto
        return kept.day


def edges_of(desk: OddsDesk, live: Live, wagers: Iterable[str]) -> tuple[Edges | None, str]:
    """The edges of these wagers, None until all are computed (the first call begins it); progress."""
    reply = desk.ask(Spreads(header_line(live, carried=True)), urgency=LATER, lane="quick")
    if reply.state == "none":
        return dict.fromkeys(wagers, Edge(problem=reply.message)), ""
    edges: Edges = reply.value or {}
    offers = live.table.rules.offers
    if any(each not in edges for each in wagers if each in offers):
        return None, f"{len(edges)} of {len(offers)} wagers" if edges else reply.message
    return {each: edges.get(each, NO_STAKE) for each in wagers}, ""


def _state(live: Live) -> State:
    if live.table.is_closed:
        return "closed"
    if live.table.is_open:
        return "open"
    return "counted" if live.books.is_counted else "set_up"


def _band(computed: Band) -> BandView:
    outside: Verdict = "outlier" if computed.is_outlier else "few_rounds"
    return BandView(
        verdict="inside" if computed.is_inside else outside,
        expected=dollars(computed.expected),
        low=dollars(computed.low),
        high=dollars(computed.high),
        won=dollars(computed.won),
        handle=dollars(computed.handle),
        rounds=computed.rounds,
        left_out=list(computed.left_out),
    )


def _wager(name: str, totals: WagerTotals, edges: Edges | None) -> WagerView:
    edge: Edge | None = None if edges is None else edges.get(name)
    edge_known = None if edge is None or edge.problem else edge
    return WagerView(
        wager=name,
        handle=dollars(totals.handle),
        rounds=totals.rounds,
        won=dollars(totals.won),
        edge=None if edge_known is None else edge_known.house,
        expected=None if edge_known is None else dollars(round(edge_known.house * totals.handle)),
    )


router: Final = APIRouter(prefix="/api/floor", tags=["floor"])
Runs = Annotated[Caller, asks(Ask.RUN_FLOOR)]


def pit_of(request: Request) -> FloorFigures:
    """The figures of this process."""
    figures: FloorFigures = request.app.state.pit
    return figures


def now_ms() -> int:
    """Now, as tables count it."""
    return int(time.time() * 1000)


@router.get("")
async def floor(request: Request, _: Runs) -> FloorOverview:
    """Every table with its day: drop, win, theoretical win and 95% band, procedures, jackpots."""
    return await all_tables(request)


async def all_tables(request: Request) -> FloorOverview:
    """Every table, read in a thread."""
    pit = pit_of(request)
    return await threads_of(request).run(pit.all_tables, house_of(request), now_ms())


@router.get("/{name}")
async def one(request: Request, name: TableName, _: Runs) -> PitTable:
    """One table's day."""
    return await one_table(request, name)


async def one_table(request: Request, name: str) -> PitTable:
    """One table, read in a thread."""
    await check_table(request, name)
    return await threads_of(request).run(pit_of(request).table, house_of(request), name, now_ms())
