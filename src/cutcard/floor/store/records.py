"""The values that go into a store and come out of it, and their digests.

An event's digest covers the one before it; every other row carries a digest of its own.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import Annotated, Final, NamedTuple

from cutcard.floor.keys import row_digest as row_digest

Stream = Annotated[str, "the stream of a table"]
Amount = Annotated[int, "cents"]
Names = Annotated[str, "a JSON list of names"]
WALLETS: Final = "wallet:"
"""How the account begins of what somebody has with the house."""


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
    shown: str = ""
    """The line without what is secret yet, which a house with keys covers; empty where nothing is."""


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
    """The answer to the command under a key, and the version after it."""

    key: str
    fingerprint: str
    version: int
    body: str


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A snapshot: the state that a stream's events up to a version give."""

    version: int
    digest: str
    body: str


@dataclass(frozen=True, slots=True)
class StoredLaw:
    """Law data that tables of the store play by, by content: one for each digest that a table names."""

    law: str
    """The digest of the law data that tables were set up under."""
    name: str
    """The document and its version: md-blackjack@1.15."""
    data: str
    """The digest of the data here. It is another one where they were adopted: see `is_adopted`."""
    packed: str
    at: int
    """Since when the store carries them, in milliseconds."""

    @property
    def is_adopted(self) -> bool:
        """Whether the data that tables were set up under are lost, and later ones stand for them."""
        return self.law != self.data

    @property
    def fields(self) -> tuple[str | int, ...]:
        """The row as it is stored, before its digest or seal."""
        return self.law, self.name, self.data, self.packed, self.at


class Movement(NamedTuple):
    """A movement of the ledger: a positive number of cents from `debit` to `credit`."""

    id: str
    """Unique for ever: `stream:version:n`."""
    debit: str
    credit: str
    cents: int
    why: str
    cite: str = ""


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
        fields = astuple(self)
        return (*fields, row_digest(*fields))


SHARES: Final = 1 << 60
_FIGURES: Final = 15


def header_digest(line: str) -> str:
    """The digest that a stream starts from."""
    return sha256(line.encode()).hexdigest()


def event_digest(previous: str, stream: str, version: int, at: int, by: str, key: str, line: str) -> str:
    """An event's digest, which covers the whole chain before it."""
    text = f"{previous}\n{stream}\n{version}\n{at}\n{by}\n{key}\n{line}"
    return sha256(text.encode()).hexdigest()


def share(digest: str) -> int:
    """A digest's share in the sum, modulo `SHARES`, that a stream stores of its answers."""
    return int(digest[:_FIGURES], 16)
