"""What reaches a link's home: what its own people say, and what the houses deliver by ticket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.floor.meters import commands as c
from cutcard.floor.store import EventCodec
from cutcard.shoe import By


@dataclass(frozen=True, slots=True)
class AskHome:
    """A round has won from the meter: the table asks what it is paid from."""

    by: By
    table: str
    round: int


@dataclass(frozen=True, slots=True)
class Release:
    """The round that asked wins nothing after all: it was voided."""

    by: By
    table: str
    round: int


RemoteCommand = (
    c.Contribute | c.Hit | c.Pay | c.Claim | c.Verify | c.Void | c.Join | c.Part | AskHome | Release
)
"""What a house may ask about its own tables."""
commands_codec: Final = EventCodec[RemoteCommand](RemoteCommand, "a house of a link")


@dataclass(frozen=True, slots=True)
class Ticket:
    """A command with its number in its house's outbox: 1, 2, 3 and so on."""

    number: int
    command: RemoteCommand


@dataclass(frozen=True, slots=True)
class Deliver:
    """A command that a house has sent, as it reaches the home."""

    house: str
    ticket: Ticket
    at: int


@dataclass(frozen=True, slots=True)
class OfHouse:
    """How far a house has read the home's log, and how many tickets it had sent by then."""

    house: str
    position: int
    sent: int
    at: int


@dataclass(frozen=True, slots=True)
class Admit:
    """A house is to have tables that play for the meter."""

    by: By
    house: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class RunMeter:
    """What the home's own people ask of the meter: its terms, its start, a correction."""

    command: c.Configure | c.Start | c.Adjust
    at: int = 0


@dataclass(frozen=True, slots=True)
class Close:
    """No more rounds are to begin for the meter; it stops when every house has heard so."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class Wake:
    """Time has passed: a hold that nobody settled ends."""

    at: int


Command = Deliver | OfHouse | Admit | RunMeter | Close | Wake
