"""The search among all rounds, described once: its filters, and the columns that it shows.

`FILTERS` gives the parameters of the API, the fields of the form and the conditions of the query, the
fields of `RoundRow` the lines that the API answers, and `COLUMNS` the table on the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from cutcard.client import Strict
from cutcard.floor.audit import Asks, RoundCondition, RoundOrder, search
from cutcard.floor.store import TABLES, Amount, Database, Names, RoundRow, Stream
from cutcard.money import Cents, MoneyError, cents, dollars

Kind = Literal["table", "player", "name", "time", "number", "money", "flag"]


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Something that may be asked of a round."""

    name: str
    """In the address."""
    label: str
    kind: Kind
    """What may be written there."""
    column: str
    """Which field of `RoundRow` is asked."""
    asks: Asks
    hint: str = ""


FILTERS: Final = (
    SearchFilter("table", "Table", "table", "stream", "is"),
    SearchFilter("player", "Player", "player", "players", "has", "name"),
    SearchFilter("wager", "Wager", "name", "wagers", "has", "any"),
    SearchFilter(
        "irregularity", "Irregularity", "name", "irregularities", "has or any", "any, or its name"
    ),
    SearchFilter("since", "Ended from", "time", "ended", "least"),
    SearchFilter("until", "Ended until", "time", "ended", "most"),
    SearchFilter("paid_from", "One wager won at least", "money", "best", "least", "$"),
    SearchFilter("handle_from", "Staked at least", "money", "handle", "least", "$"),
    SearchFilter("net_from", "Players won at least", "money", "net", "least", "$, − for a loss"),
    SearchFilter("net_to", "Players won at most", "money", "net", "most", "$, − for a loss"),
    SearchFilter("jackpot", "With a jackpot", "flag", "jackpot", "least"),
)
"""In the order of the form."""


@dataclass(frozen=True, slots=True)
class SearchColumn:
    """A column of the table on the page."""

    heading: str
    key: str
    """Of the line that the API answers."""
    shown: Literal["time", "round", "names", "number", "money", "result", "win", "notes"]

    @property
    def is_numeric(self) -> bool:
        """Whether figures stand below each other."""
        return self.shown in ("number", "money", "result", "win")


COLUMNS: Final = (
    SearchColumn("Ended", "ended", "time"),
    SearchColumn("Round", "round", "round"),
    SearchColumn("Players", "players", "names"),
    SearchColumn("Staked", "handle", "money"),
    SearchColumn("Players won", "net", "result"),
    SearchColumn("Largest win", "best", "win"),
    SearchColumn("Noted", "wagers", "notes"),
)


def _cents(text: str) -> int:
    """Dollars and cents, negative ones too, in cents."""
    try:
        if not text.startswith("--"):
            amount = cents(text.removeprefix("-"))
            return -amount if text.startswith("-") else amount
    except MoneyError:
        pass
    raise ValueError("write dollars, such as 25 or -12.50")


def _milliseconds(time: datetime) -> int:
    if not 1970 < time.year < 9999:
        raise ValueError("write a time as 2026-11-16T20:30, in UTC")
    aware = time if time.tzinfo is not None else time.replace(tzinfo=UTC)
    return int(aware.timestamp() * 1000)


_READ_AS: Final[Mapping[Kind, Any]] = {
    "table": Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,40}$"), AfterValidator(TABLES.__add__)],
    "player": Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,31}$")],
    "name": Annotated[str, Field(pattern=r"^[a-z0-9_. -]{1,60}$")],
    "time": Annotated[datetime, AfterValidator(_milliseconds)],
    "number": Annotated[int, Field(ge=0, le=2**53)],
    "money": Annotated[str, Field(max_length=16), AfterValidator(_cents)],
}
"""A value of each kind becomes what the row has: cents, milliseconds, the name of a stream."""


class SearchQuery(BaseModel):
    """Which rounds are looked for: those that meet every filter given, a page of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    after: (
        Annotated[
            str, Field(pattern=r"^(-?[0-9]{1,15}\.)?[0-9]{1,15}\.[0-9]{1,15}\.[A-Za-z0-9-]{1,40}$")
        ]
        | None
    ) = None
    sort: RoundOrder = "ended"
    """The latest first, or the largest: win of a player, what players won, what was staked."""
    limit: Annotated[int, Field(ge=1, le=200)] = 50

    def conditions(self) -> list[RoundCondition]:
        """What the filters ask of the store."""
        given = [(each, getattr(self, each.name)) for each in FILTERS]
        return [
            RoundCondition(each.column, each.asks, value)
            for each, value in given
            if value is not None and value is not False
        ]


def _parameter(each: SearchFilter) -> Any:
    return (bool, False) if each.kind == "flag" else (_READ_AS[each.kind] | None, None)


_ANSWERED_AS: Final[Mapping[Any, tuple[Any, Callable[[Any], Any]]]] = {
    Stream: (str, lambda stream: stream.removeprefix(TABLES)),
    int: (int, int),
    Amount: (str, lambda amount: dollars(Cents(amount))),
    Names: (list[str], json.loads),
}
"""The type of a value in an answer, and how it is made of the row's."""
_FIELDS: Final = get_type_hints(RoundRow, include_extras=True)
_KEYS: Final = {"stream": "table", "number": "round"}
"""Fields of the row with another name in answers."""

if TYPE_CHECKING:
    Searching = SearchQuery
    FoundLine = Strict
else:
    Searching = create_model(
        "Searching", __base__=SearchQuery, **{each.name: _parameter(each) for each in FILTERS}
    )
    FoundLine = create_model(
        "FoundLine",
        __base__=Strict,
        __doc__="A round that is over.",
        **{_KEYS.get(name, name): (_ANSWERED_AS[kind][0], ...) for name, kind in _FIELDS.items()},
    )


class FoundList(Strict):
    """A page of rounds, the latest first; `next` asks for the following one (`after`)."""

    rounds: list[FoundLine]
    next: str | None


def find_rounds(database: Database, query: Searching) -> FoundList:
    """A page of rounds."""
    after = query.after or ""
    page = search(database, query.conditions(), after=after, limit=query.limit, order=query.sort)
    return FoundList(rounds=[_line(row) for row in page.rows], next=page.next or None)


def _line(row: RoundRow) -> FoundLine:
    return FoundLine(
        **{
            _KEYS.get(name, name): _ANSWERED_AS[kind][1](getattr(row, name))
            for name, kind in _FIELDS.items()
        }
    )
