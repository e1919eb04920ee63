"""The roles of a house, and what each may ask: one list, and what is not on it is refused.

The table has the last word on who may do what at which moment; this list is what a person may ask
for at all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final, Literal

from cutcard.rules import Action
from cutcard.shoe import CREW, FLOOR, Chore, Role


class HouseRole(StrEnum):
    """In which capacity a person signs in."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


STAFF: Final = frozenset(HouseRole) - {HouseRole.PLAYER}
"""Who signs in with a second factor."""

AT_TABLES: Final[Mapping[HouseRole, Role]] = {
    HouseRole.PLAYER: Role.PLAYER,
    HouseRole.DEALER: Role.DEALER,
    HouseRole.FLOORPERSON: Role.FLOORPERSON,
    HouseRole.SUPERVISOR: Role.SUPERVISOR,
}
"""The roles that act at a table, as the table knows them."""


def acting_as(roles: Collection[Role]) -> tuple[HouseRole, ...]:
    """The roles of the house that act at a table in one of these."""
    return tuple(each for each, role in AT_TABLES.items() if role in roles)


_P: Final = HouseRole.PLAYER
_D: Final = HouseRole.DEALER
_S: Final = HouseRole.SUPERVISOR
_FLOOR: Final = acting_as(FLOOR)
_CREW: Final = acting_as(CREW)

_Commands = Mapping[tuple[HouseRole, ...], Collection[str]]
_OF_TABLES: Final[_Commands] = {
    (_P,): ("sit", "leave", "place_bet", "take_back", *Action, "decline", "follow"),
    (_D,): ("start_round", "deal", "close_offers", "perform"),
    _FLOOR: ("confirm", "permit_entry"),
    _CREW: ("open_table", "close_table", "change_dealer"),
    (_P, *_CREW): ("report",),
    (): ("show_device", "show_meter"),
}
"""Commands of the table by who may ask for them; nobody where only a device of the house does."""
_OF_SHOES: Final[_Commands] = {
    (_P,): (Chore.ACCEPT_CUT, Chore.REFUSE_CUT, Chore.SHOW_BURN, Chore.REQUEST_SPREAD),
    (_P, _D): (Chore.VIEW_CARDS,),
    (_D,): (
        *(Chore.INSPECT_CARDS, Chore.SPREAD, Chore.TURN_UP, Chore.TURN_DOWN, Chore.WASH, Chore.STACK),
        *(Chore.SHUFFLE, Chore.OFFER_CUT, Chore.CUT, Chore.PLACE_COVER, Chore.COVER_BASE, Chore.LOAD),
        *(Chore.BURN, Chore.DRAW_DETERMINANT, Chore.END_SHOE, Chore.SPREAD_IDLE),
    ),
    _FLOOR: (
        *(Chore.BEGIN_GAMING_DAY, Chore.INSPECT_READER, Chore.VERIFY_INSPECTION, Chore.ORDER_RECUT),
        *(Chore.EXCUSE_BURN, Chore.ORDER_RESHUFFLE, Chore.REPAIR_SHUFFLER, Chore.WITHDRAW_CARDS),
    ),
    _CREW: (Chore.RECEIVE_CARDS, Chore.REMOVE_TENS, Chore.REPORT_SHUFFLER, Chore.COVER_SHUFFLER),
}
"""Chores of the shoe."""
_OF_BOOKS: Final[_Commands] = {
    (_P,): ("tip",),
    (_P, *_CREW): ("buy_in", "cash_out"),
    _CREW: ("fill", "credit", "count", "take_drop", "take_tips"),
}
_OF_HITS: Final[_Commands] = {(_D,): ("claim",), _FLOOR: ("verify",)}
_OF_DEALING: Final[_Commands] = {_CREW: ("deal_by",)}
_OF_LAW: Final[_Commands] = {_FLOOR: ("change_law",)}
_OF_METERS: Final[_Commands] = {
    (_S,): ("configure", "part", "rejoin", "start", "stop", "adjust", "retire")
}
_OF_CAGE: Final[_Commands] = {_FLOOR: ("deposit", "withdraw")}
_OF_PEOPLE: Final[_Commands] = {
    (HouseRole.ADMINISTRATOR,): ("add_person", "change_role", "new_link", "disable", "enable")
}
_OF_CONTROLS: Final[_Commands] = {(HouseRole.ADMINISTRATOR, _S): ("change_controls",)}


def _who_may(*lists: _Commands) -> Mapping[str, frozenset[HouseRole]]:
    """Command -> the roles that may ask for it."""
    return {
        str(do): frozenset(roles)
        for each in lists
        for roles, commands in each.items()
        for do in commands
    }


TABLE_COMMANDS: Final = _who_may(_OF_TABLES, _OF_SHOES, _OF_BOOKS, _OF_HITS, _OF_DEALING, _OF_LAW)
METER_COMMANDS: Final = _who_may(_OF_METERS)
CAGE_COMMANDS: Final = _who_may(_OF_CAGE)
PEOPLE_COMMANDS: Final = _who_may(_OF_PEOPLE)
CONTROL_COMMANDS: Final = _who_may(_OF_CONTROLS)

FILLED_BY_HOUSE: Final = frozenset({"by", "at", "order", "salt", "commitment", "confirmed"})
"""Fields of a command that are never taken from whoever asks: who, when, the order of a shuffle and
what commits to it, and what others are said to have confirmed."""


class Ask(StrEnum):
    """What a person may ask for beside commands."""

    SEE_TABLES = "see_tables"
    SEE_METERS = "see_meters"
    SEE_ROUNDS = "see_rounds"
    SEE_CONSOLE = "see_console"
    TRAIN = "train"
    SET_UP_TABLES = "set_up_tables"
    RUN_FLOOR = "run_floor"
    SEE_PEOPLE = "see_people"
    CHANGE_PEOPLE = "change_people"
    SURVEIL = "surveil"
    AUDIT = "audit"
    SEE_CONTROLS = "see_controls"


_LOOKS: Final = frozenset({Ask.SEE_TABLES, Ask.SEE_METERS, Ask.SEE_ROUNDS, Ask.TRAIN})
_RUNS: Final = frozenset({Ask.SEE_CONSOLE, Ask.SET_UP_TABLES, Ask.RUN_FLOOR, Ask.SURVEIL})

ASKS: Final[Mapping[HouseRole, frozenset[Ask]]] = {
    HouseRole.PLAYER: _LOOKS,
    HouseRole.DEALER: _LOOKS | {Ask.SEE_CONSOLE},
    HouseRole.FLOORPERSON: _LOOKS | _RUNS,
    HouseRole.SUPERVISOR: _LOOKS | _RUNS | {Ask.SEE_CONTROLS},
    HouseRole.SURVEILLANCE: _LOOKS | {Ask.SURVEIL},
    HouseRole.AUDITOR: _LOOKS | {Ask.SURVEIL, Ask.AUDIT, Ask.SEE_CONTROLS},
    HouseRole.ADMINISTRATOR: frozenset({Ask.SEE_PEOPLE, Ask.CHANGE_PEOPLE, Ask.SEE_CONTROLS}),
}
"""What each role may see, and who changes people. Nobody who acts at tables changes people."""


Commands = Literal["table", "meter", "cage", "people", "controls"]
_OF: Final[Mapping[Commands, Mapping[str, frozenset[HouseRole]]]] = {
    "table": TABLE_COMMANDS,
    "meter": METER_COMMANDS,
    "cage": CAGE_COMMANDS,
    "people": PEOPLE_COMMANDS,
    "controls": CONTROL_COMMANDS,
}


def may_command(role: HouseRole, do: str, of: Commands = "table") -> bool:
    """Whether a role may ask for a command at all."""
    return role in _OF[of].get(do, frozenset())


SIGNERS: Final[Mapping[str, frozenset[HouseRole]]] = {"change_law": frozenset({_S})}
"""Commands that not everybody who may ask for them may sign: the law of a table is a supervisor's."""


def may_sign(role: HouseRole, do: str, of: Commands = "table") -> bool:
    """Whether a role may sign what somebody else asks for."""
    return may_command(role, do, of) and role in SIGNERS.get(do, frozenset(HouseRole))


def commands_of(role: HouseRole) -> list[str]:
    """Every command that a role may ask for: of tables, meters, the cage, people and controls."""
    return sorted(do for commands in _OF.values() for do, roles in commands.items() if role in roles)


def may_ask(role: HouseRole, ask: Ask) -> bool:
    """Whether a role may ask for this."""
    return ask in ASKS[role]
