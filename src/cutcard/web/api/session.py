"""Who asks: the session behind a bearer token or a cookie, what it may ask, and the log of refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import structlog
from fastapi import Depends
from starlette.requests import Request

from cutcard.floor.people import (
    Ask,
    AskRefused,
    HouseRole,
    PeopleOfHouse,
    Session,
    is_page_token,
    may_ask,
)
from cutcard.floor.store import StoreError
from cutcard.web.api.house import HouseParts, neighbourhood
from cutcard.web.server.errors import Problem, busy
from cutcard.web.server.gate import SAFE

EVERY_SECONDS: Final = 0.1
MOST_UNWRITTEN: Final = 2000


class Refusals:
    """What was refused and is not yet in the chain of people; the log has it at once.

    Refusals are written several at a time, so that no flood of them is felt.
    """

    def __init__(self, people: PeopleOfHouse, run: Callable[..., Awaitable[Any]]) -> None:
        """`run` has something done in another thread."""
        self._people = people
        self._run = run
        self._waiting: list[AskRefused] = []
        self._lost = 0

    def note(self, refusal: AskRefused) -> None:
        """Something was refused."""
        if len(self._waiting) < MOST_UNWRITTEN:
            self._waiting.append(refusal)
        else:
            self._lost += 1

    async def run(self) -> None:
        """Write down what waits, until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self.flush()

    async def flush(self) -> None:
        """Write down what waits; what the store does not take is tried again."""
        waiting, self._waiting = self._waiting, []
        if self._lost:
            log.error("refusals only in the log", many=self._lost)
            self._lost = 0
        if not waiting:
            return
        try:
            await self._run(self._people.refused_all, waiting)
        except StoreError as problem:
            log.error("refusals not written", problem=str(problem), many=len(waiting))
            self._waiting = (waiting + self._waiting)[:MOST_UNWRITTEN]


Result = TypeVar("Result")
BEARER: Final = "bearer "
COOKIE: Final = "__Host-cutcard"
PLAIN_COOKIE: Final = "cutcard"
PAGE_HEADER: Final = "x-cutcard-page"
MOST_WAITING: Final = 64
log = structlog.get_logger("cutcard.web")


class SessionThreads:
    """Threads of their own for what blocks, and an end to how many may wait for them."""

    def __init__(self, name: str, workers: int, most_waiting: int) -> None:
        """None is started before it is needed."""
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._waiting = 0
        self._most = most_waiting

    async def run(self, act: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """What a blocking call comes to."""
        if self._waiting >= self._most:
            raise busy("house: too many requests at once; try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, lambda: act(*args, **named)
            )
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let the threads end."""
        self._pool.shutdown(wait=False)


class PacedThread(SessionThreads):
    """One thread for work that takes a processor; it rests after each piece, and others are served."""

    RESTS: Final = 4
    """Times as long as the work took."""

    def __init__(self, name: str, most_waiting: int) -> None:
        """Nothing is worked on yet."""
        super().__init__(name, 1, most_waiting)
        self._turn = asyncio.Lock()
        self._queued = 0
        self._rested = 0.0

    async def run(self, act: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """What a piece of work comes to, after those before it."""
        if self._queued >= self._most:
            raise busy("training: too many exercises at once; try again in a moment")
        self._queued += 1
        try:
            async with self._turn:
                clock = asyncio.get_running_loop().time
                await asyncio.sleep(max(0.0, self._rested - clock()))
                began = clock()
                try:
                    return await super().run(act, *args, **named)
                finally:
                    self._rested = clock() + self.RESTS * (clock() - began)
        finally:
            self._queued -= 1


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody signed in, and the token that says so."""

    session: Session
    token: str

    @property
    def role(self) -> HouseRole:
        """Their role."""
        return self.session.role


def house_of(request: Request) -> HouseParts:
    """The house that a request came to."""
    house: HouseParts = request.app.state.house
    return house


def threads_of(request: Request) -> SessionThreads:
    """Threads for reading and writing the store."""
    threads: SessionThreads = request.app.state.threads
    return threads


def address_of(request: Request) -> str:
    """Where a request comes from, as rates and records see it."""
    return neighbourhood(request.client.host if request.client else "")


def _token_in(request: Request, house: HouseParts) -> tuple[str, bool]:
    """The token of a request, and whether a browser sent it by itself."""
    header = request.headers.get("authorization", "")
    if header:
        return (
            (header[len(BEARER) :].strip(), False) if header.lower().startswith(BEARER) else ("", False)
        )
    name = COOKIE if house.settings.secure_cookies else PLAIN_COOKIE
    return request.cookies.get(name, ""), True


def _admitted(request: Request, session: Session, token: str, *, by_cookie: bool) -> Caller:
    request.state.person, request.state.role = session.person, str(session.role)
    if by_cookie and request.method not in SAFE:
        _check_page(request, token)
    return Caller(session, token)


async def caller(request: Request) -> Caller:
    """Who is signed in; a `Problem` where nobody is."""
    house = house_of(request)
    token, by_cookie = _token_in(request, house)
    if not token:
        house.rates.strangers.take(address_of(request))
        raise nobody("sign in first: POST /api/session")
    session = house.people.remembered(token)
    if session is None:
        if not house.people.has_seen(token):
            house.rates.strangers.check(address_of(request))
        session = await threads_of(request).run(house.people.session, token)
    if session is None:
        house.rates.strangers.take(address_of(request))
        raise nobody("the session has ended or never existed; sign in again")
    return _admitted(request, session, token, by_cookie=by_cookie)


def nobody(why: str) -> Problem:
    """The problem of whoever is not signed in."""
    return Problem(401, "not_signed_in", f"session: {why}", headers={"WWW-Authenticate": "Bearer"})


def _check_page(request: Request, token: str) -> None:
    """A cookie alone changes nothing: the page must say its origin and show its own token."""
    if request.headers.get("origin") not in house_of(request).settings.origins:
        raise Problem(
            403, "wrong_origin", "origin: a request that changes something must name its origin"
        )
    if not is_page_token(token, request.headers.get(PAGE_HEADER, "")):
        message = (
            f"{PAGE_HEADER}: the page's token is required beside the cookie; GET /api/me returns it"
        )
        raise Problem(403, "wrong_page_token", message)


SignedIn = Annotated[Caller, Depends(caller)]


def refuse(request: Request, who: Caller, *, asked: str, where: str) -> Problem:
    """The problem for a caller whose role may not ask for this; the refusal is logged and recorded."""
    person, role = who.session.person, who.role
    log.warning("refused", person=person, role=str(role), asked=asked, where=where)
    refusals: Refusals = request.app.state.refusals
    refusals.note(AskRefused(person, role, asked, where, "wrong_role"))
    return Problem(403, "wrong_role", f"{asked}: not permitted for a {role}", where=where)


def asks(ask: Ask) -> Any:
    """Only for roles that may ask for this."""

    async def check(request: Request, who: SignedIn) -> Caller:
        house_of(request).rates.reads.take(who.session.digest)
        if not may_ask(who.role, ask):
            raise refuse(request, who, asked=str(ask), where=request.url.path)
        return who

    return Depends(check)
