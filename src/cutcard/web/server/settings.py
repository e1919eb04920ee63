"""How the API is served: where from, how much, how fast. Nothing here changes what a table does."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

KIB: Final = 1024
TELEMETRY: Final[Any] = {"tracing": False, "metrics": False, "logs": False}
"""The framework reports to nobody, whatever its environment says."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second from then on."""

    burst: int
    each_second: float


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server."""

    origins: tuple[str, ...] = ("http://127.0.0.1:8021",)
    """Where pages of this house come from; requests for any other host are turned away."""
    secure_cookies: bool = True
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed when they say for whom they ask."""
    metrics_token: str = ""
    """Who may read /metrics from elsewhere; without it only this machine may."""
    largest_head: int = 32 * KIB
    """Of a request: its first line and its headers together."""
    most_headers: int = 100
    head_seconds: float = 10.0
    """How long a connection may take to send the head of a request, once it has begun or is new."""
    most_connections: int = 8000
    """Of this process at a time; fewer where the system lets it open fewer files."""
    largest_body: int = 64 * KIB
    body_seconds: float = 10.0
    """How long the body of a request may take to come."""
    sign_ins: Rate = Rate(10, 0.2)
    """Sign-ins and enrolments of one address."""
    visits: Rate = Rate(12, 0.1)
    """Visitors of a demonstration from one address."""
    proofs: Rate = Rate(10, 0.2)
    """Proofs of one session that it is still who it was: those of others do not keep it from them."""
    reads: Rate = Rate(60, 20.0)
    """Requests of one session that change nothing."""
    commands: Rate = Rate(60, 20.0)
    """Commands of one session."""
    streams: Rate = Rate(60, 2.0)
    """Streams that one session opens: a browser opens another for each tab that comes or goes."""
    strangers: Rate = Rate(60, 10.0)
    """Requests of one address that nobody signed in sends."""
    streams_each: int = 16
    """Streams of one session at a time."""
    most_streams: int = 4000
    """Streams of this process at a time."""
    stream_seconds: float = 15.0
    """How long one write to a reader may take, and how often a sign of life is sent."""
    anchors: tuple[str, ...] = ()
    """Where the ends of all streams are anchored; for the page that shows them."""
    odds_ahead: bool = False
    """Whether the odds of every table and document are computed before anybody asks."""
    clock: Callable[[], float] = field(default=time.monotonic)
    """Seconds, for rates."""

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts that requests may name."""
        return frozenset(urlsplit(each).netloc for each in self.origins)

    @property
    def secure_hosts(self) -> frozenset[str]:
        """The hosts whose pages come over TLS, through a proxy or not: a browser may be told so."""
        return frozenset(urlsplit(each).netloc for each in self.origins if each.startswith("https://"))
