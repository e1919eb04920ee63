"""Surveillance over the API: search, a round in full, what it should have paid, export, the chain."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Annotated, Final

import structlog
from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from cutcard.floor.audit import audit_store
from cutcard.floor.people import Ask
from cutcard.floor.store import Database
from cutcard.web.api import history
from cutcard.web.api.house import HouseFloor, HouseParts
from cutcard.web.api.routes.tables import TableName
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.server.errors import Problem
from cutcard.web.surveillance.models import (
    ChainState,
    Otherwise,
    Settlement,
    Verification,
    WatchedRound,
)
from cutcard.web.surveillance.rounds import (
    evidence_of,
    look_up_round,
    round_lines,
    round_paper,
    settle_again,
    watched_round,
)
from cutcard.web.surveillance.search import FoundList, Searching, find_rounds

MOST_BROKEN_SHOWN: Final = 20
log = structlog.get_logger("cutcard.web")


class CheckStopped(Exception):  # noqa: N818 - it says what happened
    """The house closes, so the check stops."""


@dataclass
class Verifying:
    """A check of the whole store: the result of the last one, or the progress of the present one."""

    opened: int = field(default_factory=lambda: int(time.time() * 1000))
    running: bool = False
    done: int = 0
    total: int = 0
    began: int | None = None
    ended: int | None = None
    broken: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    stopping: threading.Event = field(default_factory=threading.Event)

    def start(self, database: Database) -> None:
        """Start a check; refused while another is running."""
        if self.running:
            raise Problem(409, "running", "verify: a check is already running; wait for it")
        self.running, self.done, self.total = True, 0, 0
        self.began, self.ended = int(time.time() * 1000), None
        pool = ThreadPoolExecutor(1, thread_name_prefix="verify")
        asyncio.get_running_loop().run_in_executor(pool, self._look, database)
        pool.shutdown(wait=False)

    def _look(self, database: Database) -> None:
        try:
            audit = audit_store(database, self._progress)
            self.broken = [str(each) for each in audit.broken][:MOST_BROKEN_SHOWN]
            self.counts = {**asdict(audit.counts), "people": audit.people}
            self.ended = int(time.time() * 1000)
        except CheckStopped:
            pass
        except Exception as problem:
            log.error("not verified", problem=repr(problem)[:300])
            self.broken = ["store: the check could not finish; try again, or see the log"]
            self.ended = int(time.time() * 1000)
        finally:
            self.running = False

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self.stopping.is_set():
            raise CheckStopped

    def report(self) -> Verification:
        """The check as the API shows it."""
        return Verification(
            running=self.running,
            done=self.done,
            total=self.total,
            began=self.began,
            ended=self.ended,
            sound=None if self.ended is None else not self.broken,
            broken=list(self.broken),
            counts=dict(self.counts),
        )


router: Final = APIRouter(prefix="/api/surveillance", tags=["surveillance"])
Number = Annotated[int, Path(ge=1, le=2**53)]
Watcher = Annotated[Caller, asks(Ask.SURVEIL)]
Place = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,40}\.[0-9]{1,15}$")]
MOST_ROUNDS: Final = 50
LINES: Final = "application/x-ndjson"


@router.get("/rounds")
async def rounds(request: Request, _: Watcher, searching: Annotated[Searching, Query()]) -> FoundList:
    """Rounds that are over, the latest first: by time, table, player, amount, wager, what went wrong."""
    return await threads_of(request).run(find_rounds, house_of(request).floor.database, searching)


@router.get("/rounds/{table}/{number}")
async def watched(request: Request, table: TableName, number: Number, _: Watcher) -> WatchedRound:
    """A round step by step: the felt, the events in words, who and when, the money, what was due."""

    def look(floor: HouseFloor) -> WatchedRound:
        return watched_round(look_up_round(floor, table, number))

    return await threads_of(request).run(look, house_of(request).floor)


@router.post("/rounds/{table}/{number}/settle")
async def settle(
    request: Request, table: TableName, number: Number, _: Watcher, otherwise: Otherwise
) -> Settlement:
    """What a round that is over comes to, as it was or with other cards, stakes, decisions."""

    def ask(floor: HouseFloor) -> Settlement:
        return settle_again(look_up_round(floor, table, number), otherwise)

    return await threads_of(request).run(ask, house_of(request).floor)


@router.get(
    "/rounds/{table}/{number}/lines",
    response_class=Response,
    responses={200: {"content": {LINES: {"schema": {"type": "string"}}}, "description": "JSON lines"}},
)
async def lines(request: Request, table: TableName, number: Number, _: Watcher) -> Response:
    """A round as JSON lines: what it was, its events, its movements."""

    def export(floor: HouseFloor) -> str:
        return "".join(f"{each}\n" for each in round_lines(look_up_round(floor, table, number)))

    text = await threads_of(request).run(export, house_of(request).floor)
    return _file(text.encode(), LINES, f"{table}-{number}.jsonl")


@router.get(
    "/rounds/{table}/{number}/paper",
    response_class=Response,
    responses={
        200: {
            "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
            "description": "The round on paper",
        }
    },
)
async def paper(request: Request, table: TableName, number: Number, _: Watcher) -> Response:
    """A round that is over, on paper."""

    def print_it(floor: HouseFloor) -> bytes:
        return round_paper(look_up_round(floor, table, number))

    pdf = await threads_of(request).run(print_it, house_of(request).floor)
    return _file(pdf, "application/pdf", f"{table}-{number}.pdf")


def _file(content: bytes, kind: str, name: str) -> Response:
    return Response(
        content, headers={"Content-Disposition": f"attachment; filename={name}"}, media_type=kind
    )


@router.get(
    "/evidence",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "Signed evidence"}},
)
async def evidence(
    request: Request,
    who: Watcher,
    of: Annotated[list[Place], Query(alias="round", min_length=1, max_length=MOST_ROUNDS)],
    note: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Rounds that are over (`round=TABLE.NUMBER`, repeated) with their money, people and chain as one
    file, signed by the house's key where it has one."""
    places = [(table, int(number)) for table, _, number in (each.rpartition(".") for each in of)]

    def export(house: HouseParts) -> bytes:
        return evidence_of(house, list(dict.fromkeys(places)), by=who.session.person, note=note)

    content = await threads_of(request).run(export, house_of(request))
    name = of[0].replace(".", "-") if len(of) == 1 else f"{len(of)}-rounds"
    return _file(content, "application/json", f"evidence-{name}.json")


@router.get("/chain")
async def chain(request: Request, _: Watcher) -> ChainState:
    """Every stream's end, and what the last look at the whole store found."""
    return await chain_of(request)


async def chain_of(request: Request) -> ChainState:
    """The same, for the page."""
    floor, verifying = house_of(request).floor, verifying_of(request)

    return ChainState(
        opened=verifying.opened,
        streams=await threads_of(request).run(history.stream_lines, floor),
        stopped=sorted(floor.stopped),
        verification=verifying.report(),
    )


@router.post("/chain/verify", status_code=202, dependencies=[asks(Ask.AUDIT)])
async def verify(request: Request) -> ChainState:
    """Compute every digest again and add the ledger up; `GET .../chain` tells how far it is."""
    verifying_of(request).start(house_of(request).floor.database)
    return await chain_of(request)


def verifying_of(request: Request) -> Verifying:
    """This process's check of the whole store."""
    verifying: Verifying = request.app.state.verifying
    return verifying
