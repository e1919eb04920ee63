"""The plain values that go into a store and come out of it."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Annotated, Protocol

from cutcard.floor.store.digests import row_digest

Stream = Annotated[str, "the stream of a table"]
Amount = Annotated[int, "cents"]
Names = Annotated[str, "a JSON list of names"]


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a stream: the version of its last event and that event's digest."""

    stream: str
    version: int
    digest: str


@dataclass(frozen=True, slots=True)
class New:
    """An event to append: one line of canonical JSON, by whom, under which key, when (milliseconds)."""

    line: str
    by: str = ""
    key: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it was stored."""

    stream: str
    version: int
    at: int
    by: str
    key: str
    line: str
    digest: str


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The answer that a command under this key was given, and the version it led to."""

    key: str
    fingerprint: str
    version: int
    body: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A snapshot: what the stream's events up to this version add up to."""

    version: int
    digest: str
    body: str


class StoredMovement(Protocol):
    """A movement of the ledger: cents go from `debit` to `credit`."""

    @property
    def id(self) -> str:
        """Unique for ever: `stream:version:n`."""

    @property
    def debit(self) -> str:
        """The account that gives."""

    @property
    def credit(self) -> str:
        """The account that gets."""

    @property
    def cents(self) -> int:
        """How much; more than nothing."""

    @property
    def why(self) -> str:
        """The reason, in a word or two."""

    @property
    def cite(self) -> str:
        """The provision behind it, or nothing."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round that is over: the columns of the table of rounds, and of the search in it.

    The schema, the statements and the API's answers are made of these fields and their types.
    """

    stream: Stream
    number: int
    first: int
    """The version at which it began to start."""
    last: int
    began: int
    """In milliseconds, as is its end."""
    ended: int
    handle: Amount
    """All stakes that were settled."""
    net: Amount
    """What the players are up or down together."""
    best: Amount
    """The most that one line won."""
    jackpot: Amount
    """What was held for wins off meters."""
    players: Names
    wagers: Names
    irregularities: Names

    def values(self) -> tuple[str | int, ...]:
        """The row as it is stored, its digest last."""
        found = astuple(self)
        return (*found, row_digest(*found))
