"""The gate: what every request passes before a route sees it, and every answer on its way out.

Hosts and origins of other houses, bodies that are too large, too slow or no JSON are turned away;
every answer has the headers that keep a browser to itself; every request is counted and logged,
without a word of its contents.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutcard.web.server.errors import FAULT, Problem, problem_of
from cutcard.web.server.metrics import Measures
from cutcard.web.server.settings import ServerSettings

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
API: Final = "/api/"
API_POLICY: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
PAGE_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE_HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
"""Those that mean something for a page alone."""
DRAINED: Final = 16
"""A body up to so many times the limit is read to its end, so that the client hears the refusal."""
CLOSES: Final = {"Connection": "close"}
"""Said with a refusal that leaves part of the request unread."""
PROBED: Final = ("/live", "/ready")
"""Asked by whoever watches the process, under whatever name."""
HOUSE_SITES: Final = (b"same-origin", b"none")
JSON: Final = "application/json"
OK: Final = 200
ROUTINE: Final = "routine"
WHOLE: Final = "whole"
"""Noted by the connection where a request came whole at once: its body needs no clock."""
SENDS_PARTS: Final = "sends_parts"
"""What sends the parts of an answer that goes on, past everything that looks at its head."""
log = structlog.get_logger("cutcard.web")


Header = tuple[bytes, bytes]
RequestHeaders = Mapping[bytes, bytes]
"""The headers of a request."""
Answers = Callable[[Problem, Request], Awaitable[Response]]
"""Answers a request that was refused, or that the program got wrong."""


class Gate:
    """Around the whole application: the one way in, and the one place where errors are answered."""

    def __init__(
        self, app: ASGIApp, *, settings: ServerSettings, measures: Measures, answers: Answers
    ) -> None:
        """What lies behind the gate, how it is kept, and what answers an error."""
        self.app = app
        self.settings = settings
        self.measures = measures
        self._answers = answers
        self._hosts = settings.hosts
        self._secure_hosts = settings.secure_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        seen = SeenRequest(scope)
        headers = headers_of(scope)
        host = headers.get(b"host", b"").decode("latin-1")
        leaving = _Leaving(seen, send, secure=host in self._secure_hosts)
        scope["state"][SENDS_PARTS] = send
        try:
            check_origin(headers, scope["path"], self.settings, self._hosts)
            if scope["method"] not in SAFE:
                receive = given_again(await self._body(scope, headers, receive), receive)
            await self.app(scope, receive, leaving.send)
        except Exception as error:
            problem = problem_seen(error, seen)
            if not seen.status:
                answer = await self._answers(problem, Request(scope))
                await answer(scope, receive, leaving.send)
        finally:
            seen.note(self.measures)

    async def _body(self, scope: Scope, headers: RequestHeaders, receive: Receive) -> bytes:
        """The whole body, read and checked before anybody waits for it."""
        most = self.settings.largest_body
        length = headers.get(b"content-length", b"")
        if length.isdigit() and (len(length) > 12 or int(length) > most * DRAINED):
            raise _too_large(most)
        if scope["state"].get(WHOLE):
            body = await _parts_joined(receive, most)
        else:
            body = await whole_body(receive, most=most, seconds=self.settings.body_seconds)
        if body and not is_json(headers):
            raise Problem(415, "not_json", f"body: send {JSON}", headers={"Accept": JSON})
        return body


def headers_of(scope: Scope) -> RequestHeaders:
    """The headers of a request: the first of each name, but every `Host`, since two must be refused."""
    headers = dict(reversed(scope["headers"]))
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) > 1:
        headers[b"host"] = b", ".join(hosts)
    return headers


def is_json(headers: RequestHeaders) -> bool:
    """Whether the headers declare a JSON body."""
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == JSON.encode()


def note_refusals_only(request: Request) -> None:
    """Log this request only if it is refused; otherwise only count it."""
    request.scope["state"][ROUTINE] = True


def problem_seen(error: Exception, seen: SeenRequest) -> Problem:
    """The problem that answers an error; a fault of the program is logged."""
    problem = problem_of(error)
    if problem is None:
        log.error("fault", request=seen.name, method=seen.scope["method"], exc_info=error)
        message = "house: internal error; it has been logged"
        problem = Problem(FAULT, "fault", message, where=seen.name)
    return problem


def given_again(body: bytes, receive: Receive) -> Receive:
    """A body that was read, for whoever reads it next."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def whole_body(receive: Receive, *, most: int, seconds: float) -> bytes:
    """The body of a request, at most so many bytes, come within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            return await _parts_joined(receive, most)
    except TimeoutError:
        message = "body: it did not arrive in time; send it again"
        raise Problem(408, "too_slow", message, headers=CLOSES) from None


async def _parts_joined(receive: Receive, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Problem(400, "bad_request", "body: the connection closed before it was complete")
        size += len(message.get("body", b""))
        if size > most * DRAINED:
            raise _too_large(most)
        if size <= most:
            parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            break
    if size > most:
        raise _too_large(most)
    return b"".join(parts)


def _too_large(most: int) -> Problem:
    return Problem(413, "too_large", f"body: larger than {most} bytes", headers=CLOSES)


def check_origin(
    headers: RequestHeaders, path: str, settings: ServerSettings, hosts: frozenset[str]
) -> None:
    """Turn away requests for other hosts, and pages of other origins."""
    if headers.get(b"host", b"").decode("latin-1") not in hosts and path not in PROBED:
        raise Problem(
            421, "wrong_host", "host: not an address of this house; use the one it was started with"
        )
    origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site")
    if origin is not None and origin.decode("latin-1") not in settings.origins:
        raise Problem(403, "wrong_origin", "origin: requests from other origins are refused")
    if site is not None and site not in HOUSE_SITES and path.startswith(API):
        raise Problem(403, "wrong_origin", "origin: requests from other sites are refused")


def _headers(*, is_page: bool, secure: bool) -> list[tuple[bytes, bytes]]:
    """The headers of every answer, unless it sets its own."""
    policy = PAGE_POLICY if is_page else API_POLICY
    headers = {**HEADERS, "Content-Security-Policy": policy, "Cache-Control": "no-store"}
    if is_page:
        headers |= PAGE_HEADERS
    if secure:
        headers["Strict-Transport-Security"] = "max-age=31536000"
    return [(key.lower().encode(), value.encode()) for key, value in headers.items()]


_HEADERS: Final = {
    (is_page, secure): _headers(is_page=is_page, secure=secure)
    for is_page in (False, True)
    for secure in (False, True)
}


def leaving(given: Iterable[Header], name: str, *, secure: bool) -> list[Header]:
    """The headers of an answer with those of the house."""
    given = list(given)
    named = dict(given)
    is_page = named.get(b"content-type", b"").startswith(b"text/html")
    more = [each for each in _HEADERS[is_page, secure] if each[0] not in named]
    return [*given, *more, (b"cutcard-request", name.encode())]


class _Leaving:
    """An answer on its way out."""

    def __init__(self, seen: SeenRequest, send: Send, *, secure: bool) -> None:
        self._seen = seen
        self._send = send
        self._secure = secure

    async def send(self, message: Message) -> None:
        """One part of it."""
        if message["type"] == "http.response.start":
            self._seen.status = message["status"]
            headers = leaving(message.get("headers", ()), self._seen.name, secure=self._secure)
            message = {**message, "headers": headers}
        await self._send(message)


_PROCESS: Final = secrets.token_hex(4)
_requests = itertools.count(1)
"""A request's name: the system is asked for chance once a process, not once a request."""


class SeenRequest:
    """One request, as the log and the measures see it."""

    __slots__ = ("_began", "name", "scope", "status")

    def __init__(self, scope: Scope) -> None:
        """It has come just now."""
        self.scope = scope
        self.name = f"{_PROCESS}{next(_requests):08x}"
        self.status = 0
        self._began = time.perf_counter()
        scope.setdefault("state", {})["request"] = self.name

    def note(self, measures: Measures) -> None:
        """Count it, and write it down; what comes all the time and was done is only counted."""
        took = time.perf_counter() - self._began
        route = getattr(self.scope.get("route"), "path", "none")
        method = self.scope["method"] if self.scope["method"] in measures.METHODS else "other"
        measures.request(method, route, self.status, took)
        state = self.scope["state"]
        if ROUTINE in state and self.status == OK:
            return
        log.info(
            "request",
            request=self.name,
            method=method,
            route=route,
            status=self.status,
            ms=round(took * 1000, 1),
            person=state.get("person", ""),
            role=state.get("role", ""),
        )
