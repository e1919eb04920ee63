"""What surveillance asks and is told, in strict models."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from cutcard.client import StepLine, StreamLine, Strict
from cutcard.floor.audit import RoundSearch
from cutcard.money import MoneyError, cents


def dollars_in(found: str) -> str:
    """Dollars and cents, below nothing too."""
    try:
        if not found.startswith("--"):
            cents(found.removeprefix("-"))
            return found
    except MoneyError:
        pass
    raise ValueError("write dollars, such as 25 or -12.50")


def _cents(found: str | None) -> int | None:
    if found is None:
        return None
    read = cents(found.removeprefix("-"))
    return -read if found.startswith("-") else int(read)


def _ms(found: datetime | None) -> int | None:
    if found is None:
        return None
    aware = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return int(aware.timestamp() * 1000)


def _sane(found: datetime) -> datetime:
    if not 1970 < found.year < 9999:
        raise ValueError("write a time as 2026-11-16T20:30, in UTC")
    return found


Dollars = Annotated[str, Field(max_length=16), AfterValidator(dollars_in)]
When = Annotated[datetime, AfterValidator(_sane)]
Listed = Annotated[str, Field(pattern=r"^[a-z0-9_. -]{1,60}$")]


class Searching(BaseModel):
    """What is looked for; what is left out matters not. Times are UTC, money is dollars."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    since: When | None = None
    until: When | None = None
    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,40}$")] | None = None
    player: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,31}$")] | None = None
    wager: Listed | None = None
    irregularity: Listed | None = None
    """A name of one, or `any`."""
    jackpot: bool = False
    handle_from: Dollars | None = None
    paid_from: Dollars | None = None
    """The most that one wager won."""
    net_from: Dollars | None = None
    """What the players won together; lost where it is below nothing."""
    net_to: Dollars | None = None
    after: Annotated[str, Field(pattern=r"^[0-9]{1,15}\.[0-9]{1,15}\.[A-Za-z0-9-]{1,40}$")] | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50

    def wanted(self) -> RoundSearch:
        """As the store is asked."""
        return RoundSearch(
            since=_ms(self.since),
            until=_ms(self.until),
            table=self.table or "",
            player=self.player or "",
            wager=self.wager or "",
            irregularity=self.irregularity or "",
            jackpot=self.jackpot,
            handle_from=_cents(self.handle_from),
            paid_from=_cents(self.paid_from),
            net_from=_cents(self.net_from),
            net_to=_cents(self.net_to),
            after=self.after or "",
            limit=self.limit,
        )


class FoundLine(Strict):
    """A round that is over."""

    table: str
    round: int
    first: int
    last: int
    began: int
    ended: int
    handle: str
    net: str
    best: str
    jackpot: str
    players: list[str]
    wagers: list[str]
    irregularities: list[str]


class FoundList(Strict):
    """A page of rounds, the latest first; `next` asks for the following one (`after`)."""

    rounds: list[FoundLine]
    next: str | None


class MovedMoney(Strict):
    """Money that an event moved."""

    id: str
    debit: str
    credit: str
    amount: str
    why: str
    cite: str


class WatchedStep(StepLine):
    """An event of a round, with the key it was asked under and the money it moved."""

    key: str
    moves: list[MovedMoney]


class DealtCard(Strict):
    """A card and where it went."""

    card: str
    place: str


class HitLine(Strict):
    """What was done about a win off a meter, by whom and when."""

    hit: str
    meter: str
    done: str
    by: str
    at: int
    version: int
    cite: str


class WatchedRound(Strict):
    """A round; what it comes to, and its cards, once it is over."""

    table: str
    round: int
    complete: bool
    document: str
    variation: str | None
    submission: str
    commitments: list[str]
    digest: str
    """Of its last event; empty while it could be used to try what the shoe hides."""
    before: list[WatchedStep]
    steps: list[WatchedStep]
    hits: list[HitLine]
    lines: list[dict[str, Any]]
    cards: list[DealtCard]
    boxes: list[dict[str, Any]]
    decisions: list[dict[str, Any]]


Text = Annotated[StrictStr, Field(max_length=40)]


class SaidDecision(Strict):
    """What a box decides."""

    box: Annotated[StrictInt, Field(ge=1, le=99)]
    do: Text
    amount: Text | None = None
    spot: Annotated[StrictInt, Field(ge=1, le=9)] | None = None
    hand: Annotated[StrictInt, Field(ge=1, le=99)] | None = None


class Otherwise(Strict):
    """A round with other cards, stakes (box: wager: dollars) or decisions; what is left out stays."""

    cards: Annotated[list[Text], Field(max_length=200)] | None = None
    stakes: Annotated[dict[Text, dict[Text, Text]], Field(max_length=20)] | None = None
    decisions: Annotated[list[SaidDecision], Field(max_length=200)] | None = None


class Settlement(Strict):
    """What it comes to, line by line beside what was paid."""

    lines: list[dict[str, Any]]
    paid: str
    owed: str


class Verification(Strict):
    """The last time everything was verified in this process."""

    running: bool
    done: int
    total: int
    began: int | None
    ended: int | None
    sound: bool | None
    broken: list[str]
    counts: dict[str, int]


class ChainState(Strict):
    """Every stream's end, when the house was opened (which verified them), and the last full look."""

    opened: int
    streams: list[StreamLine]
    stopped: list[str]
    verification: Verification
