"""Updates as they happen: of one table, or of all that a browser looks at over one connection."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query
from pydantic import StringConstraints
from starlette.requests import Request
from starlette.responses import Response

from cutcard.floor.live import NotStored
from cutcard.floor.people import Ask
from cutcard.web.api.house import HouseParts, sees_as
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.api.streams import CONTENT, TableStream
from cutcard.web.server.errors import Problem

router: Final = APIRouter(prefix="/api", tags=["tables"])
TablePlace = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,40}(:[0-9]{1,16})?$")]
"""A table, and the version of it that a reader has."""
MOST_FOLLOWED: Final = 64
"""Tables that one stream follows."""


@router.get(
    "/tables/{name}/stream",
    response_class=Response,
    responses={200: {"content": {CONTENT: {"schema": {"type": "string"}}}, "description": "Events"}},
)
async def stream(
    request: Request,
    name: TableName,
    who: Annotated[Caller, asks(Ask.SEE_TABLES)],
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    last_event_id: Annotated[str, Header(pattern=r"^[0-9]{0,16}$")] = "",
    views: bool = False,
) -> Any:
    """Updates as they happen: `view` first, then `update`s; with `views`, a whole view each time."""
    house, digest = house_of(request), who.session.digest
    house.rates.streams.take(digest)
    await check_table(request, name)
    known = {name: int(last_event_id) if last_event_id else after}
    return CountedStream(request, house, who, known, views=views)


@router.get(
    "/stream",
    response_class=Response,
    responses={200: {"content": {CONTENT: {"schema": {"type": "string"}}}, "description": "Events"}},
)
async def streams(
    request: Request,
    who: Annotated[Caller, asks(Ask.SEE_TABLES)],
    table: Annotated[list[TablePlace], Query(min_length=1, max_length=MOST_FOLLOWED)],
) -> Any:
    """Whole views of several tables over one connection, as they happen.

    A browser opens six connections to a house and no more: all its tabs share this one. `table` is a
    name, or `name:version` where the reader has that version already. The id of each event is its
    table's name and version; `gone` stands for a table that is not served.
    """
    house, digest = house_of(request), who.session.digest
    house.rates.streams.take(digest)
    known: dict[str, int | None] = {}
    missing = []
    for name, _, version in (each.partition(":") for each in table):
        try:
            await check_table(request, name)
        except (Problem, NotStored):
            missing.append(name)
        else:
            known[name] = int(version) if version else None
    return CountedStream(request, house, who, known, views=True, named=True, missing=missing)


class CountedStream(Response):
    """A stream, counted against its session and this process while it goes on."""

    def __init__(
        self,
        request: Request,
        house: HouseParts,
        who: Caller,
        after: Mapping[str, int | None],
        *,
        views: bool,
        named: bool = False,
        missing: Sequence[str] = (),
    ) -> None:
        """Refused where too many are read already."""
        self.background = None
        self._house, self._who = house, who
        if house.reading.get(who.session.digest, 0) >= house.settings.streams_each:
            raise Problem(429, "too_many_streams", "stream: this session has too many open; close one")
        if sum(house.reading.values()) >= house.settings.most_streams:
            raise Problem(503, "unavailable", "stream: the house cannot take another reader now")
        run = threads_of(request).run

        async def signed_in() -> bool:
            if house.people.is_known(who.token):
                return True
            return await run(house.people.session, who.token, active=False) is not None

        by = sees_as(who.session)
        self._stream = TableStream(
            house, after, by, views=views, named=named, missing=missing, signed_in=signed_in
        )
        self._stream.closing = request.app.state.closing
        self._stream.ended = house.ends.setdefault(who.session.digest, asyncio.Event())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Read, and let go of the place at the end."""
        digest, reading = self._who.session.digest, self._house.reading
        reading[digest] = reading.get(digest, 0) + 1
        try:
            await self._stream(scope, receive, send)
        finally:
            reading[digest] -= 1
            if not reading[digest]:
                del reading[digest]
                self._house.ends.pop(digest, None)
