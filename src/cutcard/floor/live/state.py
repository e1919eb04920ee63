"""A live table: the table itself, its books, and the cards on it that lie face down."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, cast

from sqlalchemy import select

from cutcard.floor.ledger import Books, booked, meter_account, own_meter
from cutcard.floor.live.events import (
    HANDS,
    DealingChanged,
    Hands,
    JackpotHeld,
    event_in,
    event_json,
)
from cutcard.floor.meters import pending_account
from cutcard.floor.store import Broken, Movement, ReadUnit, carry_laws, schema
from cutcard.law import Code, Refused, RuleSet, shelf, shown
from cutcard.table import (
    LawChanged,
    PlayerArrived,
    PlayerLeft,
    Round,
    RoundEnded,
    RoundStarted,
    Settings,
    Table,
    evolve,
    game_of,
    new_table,
)
from cutcard.table.record import (
    EVENT,
    EVENTS,
    NAMES,
    FaceDown,
    Header,
    header_json,
    header_of,
    line_of,
    parse_header,
    setup_in,
    table_of,
    under_law,
)
from cutcard.values import but
from cutcard.wagers.settlement import growths

Plain = dict[str, Any]
ENGINE: Final = frozenset(EVENTS.values()) - {LawChanged}
"""The events that the table's own fold knows; a change of its law is the house's."""
TABLE_STREAM: Final = "table:"
METER_STREAM: Final = "meter:"
_LAW_CHANGED: Final = line_of({EVENT: NAMES[LawChanged]})[:-1]
"""How the line of such an event begins."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How the house runs a table; nothing here changes what a wager is paid."""

    starts_when_all_bet: bool = True
    """Whether an automatic table deals once everybody seated has bet."""
    start_seconds: int = 15
    """How long an automatic table waits for others after the first bet."""
    decision_seconds: int = 30
    """How long a player may think before an automatic table stands, or lets the offer pass."""
    away_rounds: int = 3
    """How many rounds in a row a player may miss before the seat is freed; who missed the last one is
    waited for no longer."""
    two_supervisors_from: int = 1_000_000
    """From how many cents a jackpot needs two supervisors."""
    hands_change: bool = False
    """Whether the crew may change between the house's dealing and a dealer's, between rounds."""


@dataclass(frozen=True)
class Live:
    """A live table at some moment; `version` counts every event of its stream."""

    name: str
    table: Table
    books: Books
    created: int
    """When its stream began, in milliseconds."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Meter of the table -> meter of the house."""
    policy: Policy = field(default_factory=Policy)
    operator: str = ""
    """Whose submission it was set up from: its par sheet bears the name."""
    by: str = ""
    """Who set it up; empty where the house itself did, and in stores from before."""
    face_down: FaceDown = field(default_factory=FaceDown)
    version: int = 0
    at: int = 0
    """The time of the last event, in milliseconds; it never runs backwards."""
    missed: Mapping[str, int] = field(default_factory=dict)
    """Who is seated and did not bet -> for how many rounds in a row."""
    setup: str = field(default="", repr=False)
    """The table as the header of a record has it, since its law was changed; empty as it was set up."""
    ended: Round | None = field(default=None, compare=False)
    """The last round as it ended, for whoever wants to see it lie; none after a fresh start."""

    @property
    def stream(self) -> str:
        """Its stream in the store."""
        return TABLE_STREAM + self.name

    def seconds(self, now: int) -> int:
        """A time in milliseconds as the table counts it; a clock set back is not believed."""
        return (max(now, self.at, self.created) - self.created) // 1000

    def after(self, event: object, at: int, known: Table | None = None) -> tuple[Live, list[Movement]]:
        """The table after one event, and the money it moves; `known` is the table then, if known."""
        before, version = self.table, self.version + 1
        if type(event) is JackpotHeld:
            account = pending_account(event.house_meter, event.hit)
            books = but(self.books, sources={**self.books.sources, event.meter: account})
            return but(self, books=books, version=version, at=max(self.at, at)), []
        if type(event) is DealingChanged:
            settings = replace(before.settings, chores=HANDS[cast(Hands, event.hands)])
            table = but(before, settings=settings)
            return but(self, table=table, version=version, at=max(self.at, at)), []
        if type(event) is LawChanged:
            return but(self.under_law(event), version=version, at=max(self.at, at)), []
        if known is None:
            known = evolve(before, event) if type(event) in ENGINE else before
        books, moves = booked(self.books, event, before, known, f"{self.stream}:{version}")
        if type(event) is RoundEnded and books.sources != (usual := _sources(self.links)):
            books = but(books, sources=usual)
        ended = before.round if type(event) is RoundEnded else self.ended
        missed = self.missed
        if type(event) in (RoundStarted, PlayerArrived, PlayerLeft):
            missed = self._missed_after(event)
        return but(
            self,
            table=known,
            books=books,
            version=version,
            at=max(self.at, at),
            ended=ended,
            missed=missed,
        ), moves

    def _missed_after(self, event: object) -> Mapping[str, int]:
        """Who has missed how many rounds: one more begins, or somebody comes or goes."""
        if not isinstance(event, RoundStarted):
            player = cast(PlayerArrived | PlayerLeft, event).player
            return {name: many for name, many in self.missed.items() if name != player}
        bettors = {bet.player for bet in self.table.bets if "main" in bet.stakes}
        seated = {player for box, player in self.table.seated if box}
        return {name: self.missed.get(name, 0) + 1 for name in sorted(seated - bettors)}

    @property
    def absent(self) -> str:
        """Somebody whose seat is to be freed, for they have missed too many rounds; or nobody."""
        bettors = {bet.player for bet in self.table.bets}
        gone = (name for name, many in self.missed.items() if many >= self.policy.away_rounds)
        return next((name for name in gone if name not in bettors), "")

    def under_law(self, event: LawChanged) -> Live:
        """The table under the law that it was moved to; the cards in the shoe stay where they are."""
        _check_law(self.stream, setup_in(event))
        return but(self, table=under_law(self.table, event), setup=event.setup, ended=None)

    def published_after(self, event: Plain) -> tuple[Live, Plain]:
        """The event, in plain values, as everybody may see it."""
        down, shown = self.face_down.publish(event)
        return (self if down is self.face_down else but(self, face_down=down)), shown

    def read(self, line: str, at: int) -> tuple[Live, Plain, list[Movement]]:
        """The table after a stored line, how it is published, and the money that it moves."""
        event = event_in(line)
        after, moves = self.after(event, at)
        after, published = after.published_after(event_json(event))
        return after, published, moves


def new_live(
    name: str,
    rules: RuleSet,
    settings: Settings,
    *,
    created: int,
    links: Mapping[str, str] | None = None,
    policy: Policy | None = None,
    operator: str = "",
    by: str = "",
) -> Live:
    """A table that has not been opened."""
    table = new_table(rules, game_of(rules), settings)
    linked = all_links(name, rules, links or {})
    books = Books.of(name, _sources(linked))
    return Live(name, table, books, created, linked, policy or Policy(), operator, by)


def all_links(name: str, rules: RuleSet, links: Mapping[str, str]) -> dict[str, str]:
    """Every meter of a table, with its own where it plays for none of the house's."""
    meters = {each.name: "" for offer in rules.offers.values() for each in growths(offer)}
    for each in links:
        if each not in meters:
            have = ", ".join(meters) or "none"
            message = f"links: {each}: not a meter of this table; choose from {have}"
            raise Refused(Code.BAD_REQUEST, message)
    for each, house in links.items():
        check_meter_name(f"links: {each}", house)
    return {each: links.get(each) or own_meter(name, each) for each in meters}


METER_NAME: Final = re.compile(r"[A-Za-z0-9_.@-]{1,80}")


def check_meter_name(where: str, name: str) -> None:
    """Refuse a name that a meter of the house cannot have; an empty one stands for the table's own."""
    if name and not METER_NAME.fullmatch(name):
        message = f"{where}: a meter's name has 1 to 80 letters, digits and _ . @ -, not {shown(name)}"
        raise Refused(Code.BAD_REQUEST, message)


def _sources(links: Mapping[str, str]) -> dict[str, str]:
    return {meter: meter_account(house) for meter, house in links.items()}


def header_line(live: Live, *, carried: bool = False) -> str:
    """The header of its stream: all that the table is made of.

    The store carries the law data beside it; whoever reads it elsewhere needs them `carried` within.
    """
    header: Plain = {
        "table": live.name,
        "created": live.created,
        "links": dict(live.links),
        "policy": {each.name: getattr(live.policy, each.name) for each in fields(Policy)},
        "record": header_json(header_of(live.table, carried=carried)),
    }
    if live.operator:
        header["operator"] = live.operator
    if live.by:
        header["by"] = live.by
    return json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def live_of(header: str) -> Live:
    """The table as it stood before its first event, by its own law and no other."""
    plain = json.loads(header)
    name, record = str(plain["table"]), parse_header(plain["record"])
    _check_law(TABLE_STREAM + name, record)
    table = table_of(record)
    policy = Policy(**cast(Any, plain["policy"]))
    links, operator = plain["links"], str(plain.get("operator", ""))
    books = Books.of(name, _sources(links))
    by = str(plain.get("by", ""))
    return Live(name, table, books, int(plain["created"]), links, policy, operator, by)


def _check_law(stream: str, header: Header) -> None:
    """Law data that a table names are carried; others are never taken in their place."""
    if not header.carried and shelf().pinned(header.law) is None:
        message = f"its law data ({header.document} {header.law[:12]}) are missing; restore a backup"
        raise Broken(stream, 0, message)


def read_live(unit: ReadUnit, stream: str, version: int = 0) -> Live:
    """A table of a store as it stood before its first event; the shelf has the store's law data then.

    With a version, under the law that it had at that event.
    """
    carry_laws(unit)
    live = live_of(unit.header(stream))
    columns = schema.events.c
    query = select(columns.line).where(columns.stream == stream, columns.version < version)
    changes = query.where(columns.line.like(f"{_LAW_CHANGED}%")).order_by(columns.version.desc())
    line = unit.connection.execute(changes.limit(1)).scalar_one_or_none() if version else None
    change = None if line is None else event_in(line)
    return live.under_law(change) if isinstance(change, LawChanged) else live


def read_header(unit: ReadUnit, stream: str, version: int) -> Header:
    """How a table was set up, under the law that it had at an event."""
    setup = read_live(unit, stream, version).setup
    return parse_header(json.loads(setup) if setup else json.loads(unit.header(stream))["record"])


def check_name(name: str) -> None:
    """Refuse a name that a table cannot have."""
    if not (0 < len(name) <= 40 and name.replace("-", "").isalnum() and name.isascii()):
        raise Refused(Code.BAD_REQUEST, "table: a name has 1 to 40 letters, digits and hyphens")
