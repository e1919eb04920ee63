"""Who is at a table, in which role, and what can be done with the cards: an act, an act that is due."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cutcard.cards import Card


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


class Chore(StrEnum):
    """Every act around the shoe."""

    BEGIN_GAMING_DAY = "begin_gaming_day"
    INSPECT_READER = "inspect_reader"
    # Opening, one batch of cards at a time.
    RECEIVE_CARDS = "receive_cards"
    INSPECT_CARDS = "inspect_cards"
    REMOVE_TENS = "remove_tens"
    VERIFY_INSPECTION = "verify_inspection"
    SPREAD = "spread"
    TURN_UP = "turn_up"
    VIEW_CARDS = "view_cards"
    TURN_DOWN = "turn_down"
    WASH = "wash"
    STACK = "stack"
    # Every shoe.
    SHUFFLE = "shuffle"
    OFFER_CUT = "offer_cut"
    ACCEPT_CUT = "accept_cut"
    REFUSE_CUT = "refuse_cut"
    CUT = "cut"
    ORDER_RECUT = "order_recut"
    PLACE_COVER = "place_cover"
    COVER_BASE = "cover_base"
    LOAD = "load"
    BURN = "burn"
    EXCUSE_BURN = "excuse_burn"
    SHOW_BURN = "show_burn"
    DRAW_DETERMINANT = "draw_determinant"
    ORDER_RESHUFFLE = "order_reshuffle"
    END_SHOE = "end_shoe"
    # Now and then.
    SPREAD_IDLE = "spread_idle"
    REQUEST_SPREAD = "request_spread"
    REPORT_SHUFFLER = "report_shuffler"
    COVER_SHUFFLER = "cover_shuffler"
    REPAIR_SHUFFLER = "repair_shuffler"
    WITHDRAW_CARDS = "withdraw_cards"

    __hash__ = str.__hash__  # sets of chores are asked often, and an enum's own hash is slow


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody does something; each chore reads only the fields it needs."""

    do: Chore
    by: By
    at: int = 0
    """When, in seconds."""
    batch: int = 0
    side: str = ""
    face: str = ""
    """How the cards lie: "up" or "down"."""
    position: int = 0
    """Where the cards are cut: how many lie on top of the cover card."""
    behind: int = 0
    """How many cards lie behind the cover card."""
    counted: int = 0
    """How many cards the dealer counted into the rack."""
    order: tuple[Card, ...] = ()
    """The stack, top first, before the cut; of REMOVE_TENS the tens found."""
    salt: str = ""
    commitment: str = ""
    steps: tuple[str, ...] = ()
    card: Card | None = None
    """The card drawn, at a physical table."""
    player: str = ""
    why: str = ""
    works: bool = True
    """Of INSPECT_READER: whether the card reader is in order."""
    preshuffled: bool = False
    """Of RECEIVE_CARDS: inspected and shuffled before they came, under an approval."""


@dataclass(frozen=True, slots=True)
class Due:
    """What must, or may, be done, by whom, and which provision says so."""

    chore: Chore
    roles: frozenset[Role]
    who: str = ""
    """The one player entitled; empty where it is not a player's."""
    cite: str = ""
    batch: int = 0
    side: str = ""
    why: str = ""
    role_cite: str = ""
    """The provision on whose it is, where that is not the one that has it done."""
