"""A movement of money from one account to another, and the names of the accounts.

An account is a text; its balance is what lies there. Nothing is created: all balances add up to zero,
and what the players brought stands against the cage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

CAGE: Final = "cage"
"""Chips and cash outside the tables; what came in from outside is less than nothing here."""
HOUSE: Final = "house"
"""What was found missing at a count, less what was found over, and what the house adds to meters."""


class Movement(NamedTuple):
    """So many cents, more than nothing, go from `debit` to `credit`; its id is given once, ever."""

    id: str
    debit: str
    credit: str
    cents: int
    why: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Places:
    """The accounts of one table."""

    table: str
    layout: str
    """Wagers that are not decided."""
    inventory: str
    """The dealer's tray: losing wagers go in, winnings come out."""
    drop: str
    """The locked box for the players' cash."""
    tips: str
    """The dealers' box."""
    chips: str
    """What the account of a player's chips begins with."""

    @classmethod
    def of(cls, table: str) -> Places:
        """Those of a table by its name."""
        return cls(
            table,
            f"layout:{table}",
            f"inventory:{table}",
            f"drop:{table}",
            f"tips:{table}",
            f"chips:{table}:",
        )


def chips_account(table: str, player: str) -> str:
    """A player's chips at a table."""
    return f"chips:{table}:{player}"


def wallet_account(player: str) -> str:
    """What a person has with the house."""
    return f"wallet:{player}"


def meter_account(meter: str) -> str:
    """What lies on a meter of the house."""
    return f"meter:{meter}"


def own_meter(table: str, meter: str) -> str:
    """The house's name of a meter that only one table has."""
    return f"{meter}@{table}"
