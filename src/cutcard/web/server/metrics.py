"""What is measured of the API, for Prometheus: every application its own registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


KEPT: Final = 512
"""How many counters are cached by their labels."""


class _FloorCounts(Collector):
    """The floor's own counts, read whenever the metrics are."""

    def __init__(self, ask: Callable[[], Mapping[str, int]]) -> None:
        self._ask = ask

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Each as a gauge."""
        for name, value in sorted(self._ask().items()):
            yield GaugeMetricFamily(f"cutcard_floor_{name}", f"The floor's own count: {name}", value)


class Measures:
    """The counters of one application."""

    METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

    def __init__(self, floor: Callable[[], Mapping[str, int]]) -> None:
        """With the floor's own numbers beside them."""
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "cutcard_requests",
            "Requests answered",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "cutcard_request_seconds",
            "Seconds from a request to the end of its answer; streams are left out",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._commands = Counter(
            "cutcard_commands", "Commands by result", ["status"], registry=self.registry
        )
        self.streams = Gauge("cutcard_streams", "Readers of streams", registry=self.registry)
        self._dropped = Counter(
            "cutcard_streams_dropped", "Readers disconnected", ["why"], registry=self.registry
        )
        self.registry.register(_FloorCounts(floor))
        self._requests_of = lru_cache(KEPT)(self._requests.labels)
        self._seconds_of = lru_cache(KEPT)(self._seconds.labels)
        self._commands_of = lru_cache(KEPT)(self._commands.labels)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests_of(method, route, str(status)).inc()
        if not route.endswith("/stream"):
            self._seconds_of(route).observe(seconds)

    def command(self, status: str) -> None:
        """A command was answered."""
        self._commands_of(status).inc()

    def dropped(self, why: str) -> None:
        """A reader was let go."""
        self._dropped.labels(why).inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
