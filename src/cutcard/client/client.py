"""A client of the API: what may be tried again is, under the same key, so that it happens once.

    with Client("http://127.0.0.1:8021") as house:
        house.sign_in("ann", password)
        house.submit("maryland", {"do": "sit", "box": 1})
        for event in house.follow("maryland"):
            ...

`AsyncClient` is the same with `await`. Whatever is refused is a `HouseRefused` with code and citation.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import aclosing, closing
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar

import httpx

from cutcard.client import calls
from cutcard.client.calls import ClientCall
from cutcard.client.models import Began, Done

Result = TypeVar("Result")
AGAIN: Final = frozenset({429, 502, 503, 504})
"""Answers after which the same request may be sent again: nothing was done."""
TIMEOUT: Final = httpx.Timeout(30.0, connect=5.0)
READING: Final = httpx.Timeout(60.0, connect=5.0)
"""A stream gives a sign of life more often than that."""


class HouseRefused(Exception):  # noqa: N818 - it says what the house did
    """A request that the house refused."""

    def __init__(self, answer: httpx.Response) -> None:
        self.status = answer.status_code
        self.code, self.message, self.cite, self.where = _refusal(answer)
        version = answer.headers.get("cutcard-version", "")
        self.version = int(version) if version.isdigit() else None
        self.retry_after = _seconds(answer)
        super().__init__(self.message)


class Unreachable(Exception):  # noqa: N818 - it says what the house is
    """The house did not answer, however often it was tried."""


def _refusal(answer: httpx.Response) -> tuple[str, str, str, str]:
    try:
        plain = json.loads(answer.content)
        return str(plain["code"]), str(plain["message"]), str(plain["cite"]), str(plain["where"])
    except (ValueError, KeyError, TypeError):
        return "no_answer", f"{answer.url}: answered {answer.status_code} in words of its own", "", ""


def _seconds(answer: httpx.Response) -> float:
    seconds = answer.headers.get("retry-after", "")
    return float(seconds) if seconds.isdigit() else 0.0


@dataclass(frozen=True, slots=True)
class Tries:
    """How often and how patiently something is tried."""

    most: int = 8
    first_s: float = 0.1
    longest_s: float = 5.0

    def wait_s(self, tried: int) -> float:
        """How long to wait before the next try: longer each time, never the same for everybody."""
        longest = min(self.longest_s, self.first_s * float(1 << min(tried, 16)))
        return longest * (0.5 + secrets.randbelow(1000) / 2000)


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event of a stream: a whole view of the table, or an update of it."""

    version: int
    kind: str
    data: dict[str, Any]


Outcome = httpx.Response | httpx.TransportError
Flow = Generator[float | None, Outcome | None, httpx.Response]


def _flow(*, again: bool, tries: Tries) -> Flow:
    """When to send (None) and how long to wait (seconds), until there is an answer to give back."""
    tried = 0
    while True:
        outcome = yield None
        tried += 1
        if isinstance(outcome, httpx.Response):
            if outcome.status_code not in AGAIN or not again or tried >= tries.most:
                return outcome
            wait = max(_seconds(outcome), tries.wait_s(tried))
        else:
            assert isinstance(outcome, httpx.TransportError)
            never_sent = isinstance(outcome, httpx.ConnectError | httpx.ConnectTimeout)
            if tried >= tries.most or not (again or never_sent):
                raise Unreachable(f"the house does not answer: {outcome!r}") from outcome
            wait = tries.wait_s(tried)
        yield wait


class _BaseClient:
    """What both clients share."""

    def __init__(self, url: str, token: str = "", *, tries: Tries | None = None) -> None:
        """Nobody is signed in without a token."""
        self.url = url.rstrip("/")
        self.token = token
        self.tries = tries or Tries()

    def _request(self, call: ClientCall[Any]) -> httpx.Request:
        content = None if call.body is None else json.dumps(call.body).encode()
        headers = {"content-type": "application/json"} if content else {}
        return httpx.Request(
            call.method,
            self.url + call.path,
            params=dict(call.params) or None,
            content=content,
            headers={**headers, **self._who()},
            extensions={"timeout": TIMEOUT.as_dict()},
        )

    def _who(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def _began(self, began: Began) -> Began:
        self.token = began.token
        return began

    def _following(self, name: str, after: int | None, views: bool) -> httpx.Request:
        call: ClientCall[Any] = calls.table(name)
        headers = self._who() | ({} if after is None else {"last-event-id": str(after)})
        params = {"views": "true"} if views else None
        extensions = {"timeout": READING.as_dict()}
        url = f"{self.url}{call.path}/stream"
        return httpx.Request("GET", url, params=params, headers=headers, extensions=extensions)

    def _check_again(self, problem: HouseRefused | httpx.TransportError, failed: int) -> None:
        """Raise a problem after which a stream is not joined again."""
        often = failed >= self.tries.most
        if isinstance(problem, HouseRefused):
            if often or problem.status not in AGAIN:
                raise problem
        elif often:
            raise Unreachable(f"the house does not answer: {problem!r}") from problem


def _read(call: ClientCall[Result], answer: httpx.Response) -> Result:
    if not answer.is_success:
        raise HouseRefused(answer)
    return call.read(answer.content)


class _EventLines:
    """Lines of a stream, put together into events."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}

    def take(self, line: str) -> StreamEvent | None:
        """One line; the event that it ends, if it ends one."""
        if line:
            key, _, value = line.partition(": ")
            self._fields[key] = value
            return None
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return None
        return StreamEvent(int(fields["id"]), fields["event"], json.loads(fields["data"]))


class Client(_BaseClient):
    """The house, asked from one thread."""

    def __init__(self, url: str, token: str = "", *, tries: Tries | None = None) -> None:
        super().__init__(url, token, tries=tries)
        self._http = httpx.Client()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def do(self, call: ClientCall[Result]) -> Result:
        """Send a request, again where that is safe; its answer, or `HouseRefused`."""
        request, flow = self._request(call), _flow(again=call.again, tries=self.tries)
        step, response = next(flow), None
        while True:
            if step is None:
                response = self._sent(request)
            else:
                time.sleep(step)
            try:
                step = flow.send(response)
            except StopIteration as end:
                return _read(call, end.value)

    def _sent(self, request: httpx.Request) -> Outcome:
        try:
            return self._http.send(request)
        except httpx.TransportError as problem:
            return problem

    def sign_in(self, name: str, password: str, code: str = "") -> Began:
        """Sign in; from then on requests are this person's."""
        return self._began(self.do(calls.sign_in(name, password, code)))

    def sign_in_by_link(self, link: str) -> Began:
        """Sign in by a link of the demonstration."""
        return self._began(self.do(calls.sign_in_by_link(link)))

    def sign_out(self) -> None:
        """Sign out."""
        self.do(calls.sign_out())
        self.token = ""

    def submit(
        self,
        name: str,
        command: Mapping[str, Any],
        *,
        key: str = "",
        expected: int | None = None,
        signatures: Sequence[str] = (),
    ) -> Done:
        """Send a command to a table; it is durable when this returns, and happened once."""
        return self.do(calls.command(name, command, key=key, expected=expected, signatures=signatures))

    def follow(
        self, name: str, *, after: int | None = None, views: bool = False
    ) -> Generator[StreamEvent, None, None]:
        """Every event of a table, joined again where the connection breaks; nothing is missed."""
        failed = 0
        while True:
            try:
                with closing(
                    self._http.send(self._following(name, after, views), stream=True)
                ) as answer:
                    if not answer.is_success:
                        answer.read()
                        raise HouseRefused(answer)
                    parts = _EventLines()
                    for line in answer.iter_lines():
                        event = parts.take(line)
                        if event is not None:
                            after, failed = event.version, 0
                            yield event
            except (httpx.TransportError, HouseRefused) as problem:
                self._check_again(problem, failed)
            failed += 1
            time.sleep(self.tries.wait_s(failed))


class AsyncClient(_BaseClient):
    """The house, asked from an event loop."""

    def __init__(self, url: str, token: str = "", *, tries: Tries | None = None) -> None:
        super().__init__(url, token, tries=tries)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=100)
        self._http = httpx.AsyncClient(limits=limits)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def do(self, call: ClientCall[Result]) -> Result:
        """Send a request, again where that is safe; its answer, or `HouseRefused`."""
        request, flow = self._request(call), _flow(again=call.again, tries=self.tries)
        step, response = next(flow), None
        while True:
            if step is None:
                response = await self._sent(request)
            else:
                await asyncio.sleep(step)
            try:
                step = flow.send(response)
            except StopIteration as end:
                return _read(call, end.value)

    async def _sent(self, request: httpx.Request) -> Outcome:
        try:
            return await self._http.send(request)
        except httpx.TransportError as problem:
            return problem

    async def sign_in(self, name: str, password: str, code: str = "") -> Began:
        """Sign in; from then on requests are this person's."""
        return self._began(await self.do(calls.sign_in(name, password, code)))

    async def sign_in_by_link(self, link: str) -> Began:
        """Sign in by a link of the demonstration."""
        return self._began(await self.do(calls.sign_in_by_link(link)))

    async def sign_out(self) -> None:
        """Sign out."""
        await self.do(calls.sign_out())
        self.token = ""

    async def submit(
        self,
        name: str,
        command: Mapping[str, Any],
        *,
        key: str = "",
        expected: int | None = None,
        signatures: Sequence[str] = (),
    ) -> Done:
        """Send a command to a table; it is durable when this returns, and happened once."""
        return await self.do(
            calls.command(name, command, key=key, expected=expected, signatures=signatures)
        )

    async def follow(
        self, name: str, *, after: int | None = None, views: bool = False
    ) -> AsyncGenerator[StreamEvent, None]:
        """Every event of a table, joined again where the connection breaks; nothing is missed."""
        failed = 0
        while True:
            try:
                answer = await self._http.send(self._following(name, after, views), stream=True)
                async with aclosing(answer):
                    if not answer.is_success:
                        await answer.aread()
                        raise HouseRefused(answer)
                    parts = _EventLines()
                    async for line in answer.aiter_lines():
                        event = parts.take(line)
                        if event is not None:
                            after, failed = event.version, 0
                            yield event
            except (httpx.TransportError, HouseRefused) as problem:
                self._check_again(problem, failed)
            failed += 1
            await asyncio.sleep(self.tries.wait_s(failed))
