"""Rates: so many at once, so many a second; the memory they take is bounded."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Final

from cutcard.web.server.errors import Problem
from cutcard.web.server.settings import Rate

MOST_KEPT: Final = 50_000


class Rates:
    """What each asker has left, for one kind of request."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        """Everybody begins with the whole burst."""
        self._rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def check(self, who: str) -> float:
        """How many somebody has left; a `Problem` where it is none. Nothing is taken."""
        now, rate = self._clock(), self._rate
        left, at = self._left.get(who, (float(rate.burst), now))
        left = min(rate.burst, left + max(0.0, now - at) * rate.each_second)
        if left < 1:
            wait = max(1, round((1 - left) / rate.each_second + 0.5))
            message = f"rate: too many requests; wait {wait} s"
            raise Problem(429, "too_many_requests", message, headers={"Retry-After": str(wait)})
        return left

    def take(self, who: str) -> None:
        """One request of somebody; a `Problem` where it is one too many."""
        left, now = self.check(who), self._clock()
        if len(self._left) >= MOST_KEPT and who not in self._left:
            self._tidy(now)
        self._left[who] = (left - 1, now)

    def _tidy(self, now: float) -> None:
        """Forget who has the whole burst again; everybody, where that is too few."""
        rate = self._rate
        full = rate.burst - 1
        kept = {
            who: (left, at)
            for who, (left, at) in self._left.items()
            if left + (now - at) * rate.each_second < full
        }
        self._left = kept if len(kept) < MOST_KEPT else {}


def neighbourhood(address: str) -> str:
    """An address as rates count it: one of version 4, or a network of 64 bits, which one house has."""
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return "?"
    if found.version == 4:
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((found, 64), strict=False))
