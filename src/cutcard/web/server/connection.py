"""One HTTP connection to its end: what was asked whole is answered, and nobody else is harmed.

A head that is too long or too slow is refused before anything reads it, and so is a connection too many:
the one that has waited longest without asking anything makes room first.

The only file that uses private parts of uvicorn, which is why `pyproject.toml` pins its version exactly.
The server by itself drops answers that are under way when a client closes its half of the connection or
sends garbage after a request, leaves the reader of a stream waiting for ever when a client is gone with
another request behind the stream, and reads the body of a refused upgrade as the next request. No
setting of its own changes that. Before taking another version, read its `httptools_impl.py` beside this
file, and run `tests/web/test_hostile_bytes.py`.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import deque
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from cutcard.web.server.errors import Problem, busy
from cutcard.web.server.gate import WHOLE, leaving
from cutcard.web.server.settings import ServerSettings

STREAM: Final = "/stream"
REASONS: Final = {
    408: b"Request Timeout",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}
TOO_SLOW: Final = Problem(408, "too_slow", "head: the request did not arrive in time; send it again")
FULL: Final = busy("house: too many connections; try again in a moment")


class HeadTooLarge(Exception):  # noqa: N818 - it ends the reading of a request
    """The head of a request is longer than is read."""


class Connection(HttpToolsProtocol):
    """uvicorn's connection, which ends as it should."""

    def __init__(self, *args: Any, settings: ServerSettings, **named: Any) -> None:
        """Nothing is asked yet."""
        super().__init__(*args, **named)
        self._settings = settings
        self._in_head = True
        """Whether the head of a request is awaited, or part of one has come."""
        self._came = 0
        """Bytes that came while it was."""
        self._head = 0
        """Bytes of it that were read."""
        self._head_timer: TimerHandle | None = None
        self.since = self.loop.time()
        """Since when nothing whole was asked."""
        self._unanswered: deque[RequestResponseCycle] = deque()
        """Every request that is not answered, the oldest first: that one is being carried out."""

    # The head: how long it may be, and how long it may take.

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody is there; where there are too many, who has waited longest for nothing goes."""
        super().connection_made(transport)
        if len(self.connections) > self._settings.most_connections and not self._make_room():
            self._send(FULL)
            return
        self._await_head()

    def _make_room(self) -> bool:
        """End the oldest connection that asks nothing; false where all of them do."""
        idle = (each for each in self.connections if isinstance(each, Connection) and each.is_idle)
        oldest = min(
            (each for each in idle if each is not self), key=lambda each: each.since, default=None
        )
        if oldest is None:
            return False
        oldest.transport.abort()
        self.connections.discard(oldest)
        return True

    @property
    def is_idle(self) -> bool:
        """Whether nothing that was asked here whole is unanswered."""
        self._forget_answered()
        return self._in_head and not self._unanswered

    def data_received(self, data: bytes) -> None:
        """Some bytes: those of a head are counted, and the first of them start its clock."""
        if self._in_head:
            self._came += len(data)
            self._await_head()
        super().data_received(data)
        if self._in_head and self._came > self._settings.largest_head and self.parser is not None:
            self._refuse(self._too_large())

    def _await_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self._settings.head_seconds, self._too_slow)

    def _have_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        self._in_head, self._came, self._head = False, 0, 0

    def _too_slow(self) -> None:
        """The head did not come in time; who has sent nothing at all is told nothing."""
        self._head_timer = None
        if self._came:
            self._refuse(TOO_SLOW)
        elif not self._unanswered:
            self.transport.close()

    def _too_large(self) -> Problem:
        most, many = self._settings.largest_head, self._settings.most_headers
        return Problem(431, "too_large", f"head: more than {most} bytes or {many} headers")

    def on_url(self, url: bytes) -> None:
        """Part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, more: int) -> None:
        """A head that is too long ends the reading; what comes after it is no request."""
        self._head += more
        many = len(self.headers) >= self._settings.most_headers
        if self._head > self._settings.largest_head or many:
            raise HeadTooLarge

    def on_message_complete(self) -> None:
        """A request has come whole: the next head is awaited, by the clock of idle connections."""
        super().on_message_complete()
        self.scope["state"][WHOLE] = True
        self._in_head, self.since = True, self.loop.time()

    def _refuse(self, problem: Problem) -> None:
        """End the connection with this answer, after those that are due before it."""
        self._have_head()
        if self._ends_after_answers():
            self.flow.pause_reading()
        elif self._unanswered and _is_stream(self._unanswered[0]):
            self.transport.close()
        else:
            self._send(problem)

    def _send(self, problem: Problem) -> None:
        body = problem.body()
        given = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
            **problem.headers,
        }
        named = [(name.lower().encode(), value.encode()) for name, value in given.items()]
        lines = [name + b": " + value for name, value in leaving(named, "", secure=False)]
        first = b"HTTP/1.1 %d %s" % (problem.status, REASONS[problem.status])
        self.transport.write(b"\r\n".join([first, *lines, b"", body]))
        self.transport.close()

    # The end of a connection.

    def on_headers_complete(self) -> None:
        """A request has come."""
        self._have_head()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._forget_answered()
            self._unanswered.append(self.cycle)
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False  # where its body begins and ends, only another protocol knows

    def _unsupported_upgrade_warning(self) -> None:
        """No other protocol is spoken here; the request is answered as if it had not asked for one."""

    def eof_received(self) -> bool:  # type: ignore[override]
        """Nothing more will come: whether the connection stays until all is answered."""
        return self._ends_after_answers()

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP; who asked something before it is answered that first, and no more."""
        too_large = self._in_head and (
            self._head > self._settings.largest_head
            or len(self.headers or ()) >= self._settings.most_headers
        )
        if too_large:
            self._refuse(self._too_large())
        elif self._ends_after_answers():
            self.flow.pause_reading()
        elif self._unanswered and _is_stream(self._unanswered[0]):
            self.transport.close()
        else:
            super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone, for every request that it made."""
        self._have_head()
        self._forget_answered()
        super().connection_lost(exc)
        for cycle, _ in self.pipeline:
            cycle.on_response = _nothing
        self.pipeline.clear()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._unanswered.clear()

    def _ends_after_answers(self) -> bool:
        """Close once what was asked whole is answered; false where there is no such thing."""
        self._forget_answered()
        if self.pipeline and self.pipeline[0][0].more_body:
            self.pipeline.popleft()[0].on_response = _nothing
            self._unanswered.pop()
        if not self._unanswered:
            return False
        if any(cycle.more_body or _is_stream(cycle) for cycle in self._unanswered):
            return False
        self._unanswered[-1].keep_alive = False
        return True

    def _forget_answered(self) -> None:
        while self._unanswered and self._unanswered[0].response_complete:
            self._unanswered.popleft()


def _is_stream(cycle: RequestResponseCycle) -> bool:
    return cycle.scope["path"].endswith(STREAM)


def _nothing() -> None:
    """A request that is over keeps its connection alive no longer."""
