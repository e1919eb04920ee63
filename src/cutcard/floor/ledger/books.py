"""The accounts of a house by name, and the books of one table: its balances and latest count.

An account is a text. Nothing is created: all balances add up to zero, and what the players brought
stands against the cage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from cutcard.floor.ledger.events import OPENING, Counted
from cutcard.floor.store import WALLETS, Movement
from cutcard.law import Code, Refused, shown
from cutcard.money import Cents
from cutcard.values import but

CAGE: Final = "cage"
"""Chips and cash outside the tables; negative by what came in from outside."""
HOUSE: Final = "house"
"""Shortages less overages of counts, and what the house adds to meters."""


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


def wallet_account(player: str) -> str:
    """What a person has with the house."""
    return WALLETS + player


def meter_account(meter: str) -> str:
    """What lies on a meter of the house."""
    return f"meter:{meter}"


def own_meter(table: str, meter: str) -> str:
    """The house's name of a meter that only one table has."""
    return f"{meter}@{table}"


LONGEST_NAME = 200


@dataclass(frozen=True)
class Books:
    """A table's accounts as its own events have moved them.

    What the meters take out of the inventory stands in their own streams, and only in the store's
    balances: a count asks for those (`known` of `decide`).
    """

    places: Places
    balances: Mapping[str, int]
    """Account -> cents, the table's own accounts alone; a player without chips is absent."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Meter as the table calls it -> the account that pays it out."""
    count: Counted | None = None
    """The latest count."""

    @classmethod
    def of(cls, table: str, sources: Mapping[str, str] | None = None) -> Books:
        """The books of a table before anything happened.

        `sources` names the accounts that pay a meter out, where it is not a meter of this table
        alone.
        """
        if not 0 < len(table) <= LONGEST_NAME or ":" in table or not table.isprintable():
            message = (
                f"table: {shown(table)} is not a table name; use a short printable name without a colon"
            )
            raise Refused(Code.BAD_REQUEST, message)
        places = Places.of(table)
        empty = dict.fromkeys((places.layout, places.inventory, places.drop, places.tips), 0)
        return cls(places, empty, dict(sources or {}))

    @property
    def table(self) -> str:
        """The table's name."""
        return self.places.table

    @property
    def layout(self) -> Cents:
        """What lies on the layout."""
        return Cents(self.balances[self.places.layout])

    @property
    def inventory(self) -> Cents:
        """The cents in the tray; negative where the table never had a fill."""
        return Cents(self.balances[self.places.inventory])

    @property
    def drop(self) -> Cents:
        """What lies in the drop box."""
        return Cents(self.balances[self.places.drop])

    @property
    def tips(self) -> Cents:
        """What lies in the dealers' box."""
        return Cents(self.balances[self.places.tips])

    @property
    def is_counted(self) -> bool:
        """Whether the inventory was counted for play, and not for the night since."""
        return self.count is not None and self.count.kind == OPENING

    def chips(self, player: str) -> Cents:
        """The chips that a player has in hand at this table."""
        return Cents(self.balances.get(self.places.chips + player, 0))

    def players(self) -> dict[str, Cents]:
        """Everybody who has chips in hand, and how many."""
        start = self.places.chips
        accounts = self.balances.items()
        return {name[len(start) :]: Cents(cents) for name, cents in accounts if name.startswith(start)}

    def source(self, meter: str) -> str:
        """The account that pays a meter of the table out."""
        return self.sources.get(meter) or meter_account(own_meter(self.table, meter))

    def moved(self, movements: Iterable[Movement], count: Counted | None = None) -> Books:
        """The books after some movements, and a count where there was one."""
        balances, chips = dict(self.balances), self.places.chips
        for _, debit, credit, cents, _, _ in movements:
            for account, change in ((debit, -cents), (credit, cents)):
                if account in balances:
                    left = balances[account] = balances[account] + change
                    if not left and account.startswith(chips):
                        del balances[account]
                elif account.startswith(chips):
                    balances[account] = change
        return but(self, balances=balances, count=count or self.count)
