"""One HTTP connection to its end: what was asked whole is answered, and nobody else is harmed.

The only file that uses private parts of uvicorn, which is why `pyproject.toml` pins its version exactly.
The server by itself drops answers that are under way when a client closes its half of the connection or
sends garbage after a request, leaves the reader of a stream waiting for ever when a client is gone with
another request behind the stream, and reads the body of a refused upgrade as the next request. No
setting of its own changes that. Before taking another version, read its `httptools_impl.py` beside this
file, and run `tests/web/test_hostile_bytes.py`.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

STREAM: Final = "/stream"


class Connection(HttpToolsProtocol):
    """uvicorn's connection, which ends as it should."""

    def __init__(self, *args: Any, **named: Any) -> None:
        """Nothing is asked yet."""
        super().__init__(*args, **named)
        self._unanswered: deque[RequestResponseCycle] = deque()
        """Every request that is not answered, the oldest first: that one is being carried out."""

    def on_headers_complete(self) -> None:
        """A request has come."""
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
        if self._ends_after_answers():
            self.flow.pause_reading()
        elif self._unanswered and _is_stream(self._unanswered[0]):
            self.transport.close()
        else:
            super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone, for every request that it made."""
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
