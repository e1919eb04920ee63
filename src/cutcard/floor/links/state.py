"""A link as its home has it: the meter, whose tables play for it, what was taken from whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cutcard.floor.links.commands import Ticket
from cutcard.floor.meters import Meter, new_meter
from cutcard.money import Cents

HOLD_MS: Final = 5_000
"""So long the meter is held for a round that asked; then the others go on, and it asks again."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The meter is held for one round: it is paid from these amounts, whatever else arrives."""

    house: str
    table: str
    round: int
    stood: Cents
    reset: Cents
    until: int


@dataclass(frozen=True, slots=True)
class Parked:
    """A command that came while the meter was held for somebody else."""

    house: str
    ticket: Ticket


@dataclass(frozen=True)
class HomeLink:
    """One link at some moment, at its home."""

    home: str
    meter: Meter
    taken: Mapping[str, int] = field(default_factory=dict)
    """The houses, each with the last of its tickets that was taken."""
    owners: Mapping[str, str] = field(default_factory=dict)
    """The house of every table that has ever joined."""
    hold: Hold | None = None
    parked: tuple[Parked, ...] = ()
    closing: int = 0
    """The place in the log from which no round begins; 0 while rounds begin."""
    heard: tuple[str, ...] = ()
    """The houses that know it."""
    closed_by: str = ""
    version: int = 0


def new_link(home: str, name: str) -> HomeLink:
    """A link before its first event; its home is the first of its houses."""
    return HomeLink(home, new_meter(name), taken={home: 0})
