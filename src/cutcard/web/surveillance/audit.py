"""The audit page: the chain and its check, anchors outside the store, keys, program, streams."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from cutcard.client import Strict
from cutcard.floor.audit import Anchor, anchor_place, check_anchors, latest_anchors
from cutcard.floor.people import Ask, may_ask
from cutcard.floor.program import installed
from cutcard.floor.store import Database, StoreError
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.pages.frame import Context, viewer
from cutcard.web.server.errors import Problem
from cutcard.web.surveillance.history import utc
from cutcard.web.surveillance.routes import chain_of

router: Final = APIRouter(prefix="/api/audit", tags=["audit"])
Auditor = Annotated[Caller, asks(Ask.AUDIT)]
SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class AnchorShelf:
    """A place where anchors are kept, its latest ones, or why it cannot be read."""

    name: str
    many: int
    latest: tuple[Anchor, ...]
    problem: str = ""


class AnchorCheck(Strict):
    """The store held against the anchors of one place."""

    place: str
    anchors: int
    heads: int
    last_at: int
    broken: list[str]


def _shelf(place: str) -> AnchorShelf:
    kept = anchor_place(place)
    try:
        many, latest = latest_anchors(kept, SHOWN)
    except StoreError as problem:
        return AnchorShelf(kept.name, 0, (), str(problem))
    return AnchorShelf(kept.name, many, tuple(latest))


async def audit(request: Request) -> Context:
    """The chain, the anchors, the keys, the program, every stream."""
    who, house, run = viewer(request), house_of(request), threads_of(request).run
    keys = house.floor.database.keys
    return {
        "chain": await chain_of(request),
        "may_verify": may_ask(who.role, Ask.AUDIT),
        "anchors": [await run(_shelf, place) for place in house.settings.anchors],
        "keys": {name: key.hex() for name, key in keys.public.keys.items()} if keys else {},
        "program": await run(installed),
        "utc": utc,
    }


@router.post("/anchors/check")
async def check(request: Request, _: Auditor) -> list[AnchorCheck]:
    """Hold the store against every anchor: each is signed, follows the one before, and is still true."""
    house, run = house_of(request), threads_of(request).run
    return [await run(_check, house.floor.database, place) for place in house.settings.anchors]


def _check(database: Database, place: str) -> AnchorCheck:
    kept = anchor_place(place)
    try:
        found = check_anchors(database, kept, database.keys.public)
    except StoreError as problem:
        return AnchorCheck(place=kept.name, anchors=0, heads=0, last_at=0, broken=[str(problem)])
    numbers: dict[str, Any] = asdict(found) | {"broken": [str(each) for each in found.broken]}
    return AnchorCheck(place=kept.name, **numbers)


@router.get(
    "/public-keys",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "one key a line"}},
)
async def public_keys(request: Request, who: Annotated[Caller, asks(Ask.SURVEIL)]) -> Response:
    """The public half of each key, as `cutcard keys check --public` takes it."""
    del who
    keys = house_of(request).floor.database.keys
    if not keys:
        raise Problem(404, "no_keys", "keys: this house has none, so it signs nothing")
    headers = {"Content-Disposition": "attachment; filename=house.public"}
    return PlainTextResponse("".join(f"{line}\n" for line in keys.public.lines()), headers=headers)
