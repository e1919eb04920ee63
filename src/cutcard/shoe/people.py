"""Who does what at a table, and who is there, as far as the shoe asks it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """In which capacity somebody acts."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    DEVICE = "device"


PLAYERS: Final = frozenset({Role.PLAYER})
DEALERS: Final = frozenset({Role.DEALER})
SUPERVISORS: Final = frozenset({Role.SUPERVISOR})
DEVICES: Final = frozenset({Role.DEVICE})
FLOOR: Final = frozenset({Role.FLOORPERSON, Role.SUPERVISOR})
"""A floorperson or above."""
CREW: Final = DEALERS | FLOOR
"""Whoever works at a table."""
DEALERS_OR_DEVICES: Final = DEALERS | DEVICES
"""The dealer, or a machine in the dealer's place."""


@dataclass(frozen=True, slots=True)
class By:
    """Who acts: a role, and a name where one matters."""

    role: Role
    name: str = ""

    def __str__(self) -> str:
        return f"{self.role} {self.name}" if self.name else str(self.role)


@dataclass(frozen=True, slots=True)
class TablePeople:
    """Who is at the table."""

    seated: tuple[tuple[int, str], ...] = ()
    """Box and player, the lowest box (at the dealer's left) first."""
    arrived: tuple[str, ...] = ()
    """Players in the order in which they came."""
    dealer: str = ""

    def has(self, player: str) -> bool:
        """Whether a player is at the table."""
        return player in self.arrived or any(player == each for _, each in self.seated)

    def player_at(self, box: int) -> str:
        """Who sits at a box; nobody is an empty text."""
        return next((player for place, player in self.seated if place == box), "")

    def box_of(self, player: str) -> int:
        """The highest box of a player; 0 where the player has none."""
        return max((box for box, each in self.seated if each == player), default=0)
