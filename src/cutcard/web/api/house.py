"""What the API asks of a house: the floor with its tables, meters and cage, and its people."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from cutcard.floor.live import AtOnce, Cage, CommandAnswer, CommandRequest, Live, Update
from cutcard.floor.meters import Meter
from cutcard.floor.people import AT_TABLES, HouseRole, PeopleOfHouse, Session
from cutcard.floor.store import Database
from cutcard.law import RuleSet
from cutcard.shoe import By, Role
from cutcard.table import Settings as TableSettings
from cutcard.web.server.errors import Problem
from cutcard.web.server.metrics import Measures
from cutcard.web.server.settings import Rate, ServerSettings

MOST_KEPT: Final = 50_000


class Rates:
    """A rate limiter (token bucket) for one kind of request, by caller."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        """Every caller begins with a full bucket."""
        self._rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def check(self, who: str) -> float:
        """How many requests a caller has left; a `Problem` where it is zero. None is used up."""
        now, rate = self._clock(), self._rate
        left, at = self._left.get(who, (float(rate.burst), now))
        left = min(rate.burst, left + max(0.0, now - at) * rate.each_second)
        if left < 1:
            wait = max(1, round((1 - left) / rate.each_second + 0.5))
            message = f"rate: too many requests; wait {wait} s"
            raise Problem(429, "too_many_requests", message, headers={"Retry-After": str(wait)})
        return left

    def take(self, who: str) -> None:
        """Use up one request of a caller; a `Problem` where none is left."""
        left, now = self.check(who), self._clock()
        if len(self._left) >= MOST_KEPT and who not in self._left:
            self._tidy(now)
        self._left[who] = (left - 1, now)

    def _tidy(self, now: float) -> None:
        """Forget callers whose bucket is full again; all of them, where that frees too few."""
        rate = self._rate
        full = rate.burst - 1
        kept = {
            who: (left, at)
            for who, (left, at) in self._left.items()
            if left + (now - at) * rate.each_second < full
        }
        self._left = kept if len(kept) < MOST_KEPT else {}


def neighbourhood(address: str) -> str:
    """An address as rate limits count it: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return "?"
    if parsed.version == 4:
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))


Plain = dict[str, Any]
SEES_AS: Final = Role.FLOORPERSON
"""How those see who only see: everything that the floor sees, and nothing that is hidden from it."""


class HouseFloor(Protocol):
    """The live floor, as far as the API uses it."""

    database: Database

    @property
    def names(self) -> list[str]:
        """Every table that is served."""

    @property
    def stopped(self) -> Mapping[str, object]:
        """Tables that are not served."""

    @property
    def measures(self) -> Mapping[str, int]:
        """Counts for whoever watches the house."""

    def add(
        self,
        name: str,
        rules: RuleSet,
        settings: TableSettings | None = None,
        *,
        links: Mapping[str, str] | None = None,
        operator: str = "",
        by: str = "",
    ) -> object:
        """Set a table up."""

    def serves(self, name: str) -> bool:
        """Whether this process serves a table of that name."""

    def look_for(self, name: str) -> None:
        """Look in the store for a table that another process may have set up."""

    def live(self, name: str) -> Live:
        """A table, with all that is hidden."""

    def meter(self, name: str) -> Meter:
        """A meter, with all that is hidden."""

    def view(self, name: str, by: By) -> Plain:
        """A table as one person may see it."""

    async def submit(self, name: str, request: CommandRequest) -> CommandAnswer:
        """Have a command carried out; it is durable when this returns."""

    def ask(
        self, name: str, request: CommandRequest, done: Callable[[CommandAnswer | Exception], None]
    ) -> None:
        """Have a command carried out; `done` gets its answer when durable, or why there is none."""

    @property
    def meters(self) -> list[str]:
        """Every meter of the house."""

    def meter_view(self, name: str, role: str) -> Plain:
        """A meter as somebody in a role may see it."""

    async def submit_meter(
        self, name: str, request: CommandRequest, *, trial: bool = False
    ) -> CommandAnswer:
        """Have a command about a meter carried out; on `trial` nothing is kept."""

    @property
    def cage(self) -> Cage:
        """The cage; it blocks."""

    async def submit_cage(
        self, request: CommandRequest, *, alone_below: int | None = None, trial: bool = False
    ) -> CommandAnswer:
        """Have a deposit or a withdrawal carried out; on `trial` nothing is kept."""

    def follow(
        self, name: str, after: int | None = None, *, at_once: AtOnce | None = None
    ) -> AsyncIterator[Update]:
        """Every update past a version, except those that `at_once` has already taken."""


@dataclass(frozen=True, slots=True)
class Limited:
    """The rates of one server."""

    sign_ins: Rates
    visits: Rates
    proofs: Rates
    reads: Rates
    commands: Rates
    streams: Rates
    strangers: Rates

    @classmethod
    def of(cls, settings: ServerSettings) -> Limited:
        """Fresh limiters, every bucket full."""
        rates = (
            settings.sign_ins,
            settings.visits,
            settings.proofs,
            settings.reads,
            settings.commands,
            settings.streams,
            settings.strangers,
        )
        return cls(*(Rates(each, settings.clock) for each in rates))


@dataclass(frozen=True, slots=True)
class HouseParts:
    """All that a route is given."""

    floor: HouseFloor
    people: PeopleOfHouse
    settings: ServerSettings
    measures: Measures
    rates: Limited
    reading: dict[str, int]
    """Session -> streams that it reads."""
    ends: dict[str, asyncio.Event] = field(default_factory=dict)
    """Session that reads streams -> what ends them with it."""


def acts_as(session: Session) -> By:
    """A person as a table knows them; only for roles that act at tables."""
    return By(AT_TABLES[session.role], session.person)


def sees_as(session: Session) -> By:
    """A person as a view knows them."""
    return By(AT_TABLES.get(session.role, SEES_AS), session.person)


def is_player(session: Session) -> bool:
    """Whether somebody plays."""
    return session.role is HouseRole.PLAYER
