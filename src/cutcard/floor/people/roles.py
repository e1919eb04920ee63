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

AT_A_TABLE: Final[Mapping[str, tuple[HouseRole, ...]]] = {
    "open_table": _CREW,
    "close_table": _CREW,
    "change_dealer": _CREW,
    "sit": (_P,),
    "leave": (_P,),
    "place_bet": (_P,),
    "take_back": (_P,),
    "start_round": (_D,),
    "deal": (_D,),
    **{str(action): (_P,) for action in Action},
    "decline": (_P,),
    "follow": (_P,),
    "close_offers": (_D,),
    "perform": (_D,),
    "confirm": _FLOOR,
    "permit_entry": _FLOOR,
    "report": (_P, *_CREW),
    "show_device": (),
    "show_meter": (),
}
"""Commands of the table, and who may ask for each; nobody where only a device of the house does."""

AROUND_CARDS: Final[Mapping[str, tuple[HouseRole, ...]]] = {
    Chore.BEGIN_GAMING_DAY: _FLOOR,
    Chore.INSPECT_READER: _FLOOR,
    Chore.RECEIVE_CARDS: _CREW,
    Chore.INSPECT_CARDS: (_D,),
    Chore.REMOVE_TENS: _CREW,
    Chore.VERIFY_INSPECTION: _FLOOR,
    Chore.SPREAD: (_D,),
    Chore.TURN_UP: (_D,),
    Chore.VIEW_CARDS: (_P, _D),
    Chore.TURN_DOWN: (_D,),
    Chore.WASH: (_D,),
    Chore.STACK: (_D,),
    Chore.SHUFFLE: (_D,),
    Chore.OFFER_CUT: (_D,),
    Chore.ACCEPT_CUT: (_P,),
    Chore.REFUSE_CUT: (_P,),
    Chore.CUT: (_D,),
    Chore.ORDER_RECUT: _FLOOR,
    Chore.PLACE_COVER: (_D,),
    Chore.COVER_BASE: (_D,),
    Chore.LOAD: (_D,),
    Chore.BURN: (_D,),
    Chore.EXCUSE_BURN: _FLOOR,
    Chore.SHOW_BURN: (_P,),
    Chore.DRAW_DETERMINANT: (_D,),
    Chore.ORDER_RESHUFFLE: _FLOOR,
    Chore.END_SHOE: (_D,),
    Chore.SPREAD_IDLE: (_D,),
    Chore.REQUEST_SPREAD: (_P,),
    Chore.REPORT_SHUFFLER: _CREW,
    Chore.COVER_SHUFFLER: _CREW,
    Chore.REPAIR_SHUFFLER: _FLOOR,
    Chore.WITHDRAW_CARDS: _FLOOR,
}
"""Chores of the shoe, and who may ask for each."""

WITH_MONEY: Final[Mapping[str, tuple[HouseRole, ...]]] = {
    "buy_in": (_P, *_CREW),
    "cash_out": (_P, *_CREW),
    "tip": (_P,),
    "fill": _CREW,
    "credit": _CREW,
    "count": _CREW,
    "take_drop": _CREW,
    "take_tips": _CREW,
}
"""Commands of a table's books, and who may ask for each."""

WITH_JACKPOTS: Final[Mapping[str, tuple[HouseRole, ...]]] = {"claim": (_D,), "verify": (_S,)}
"""Commands about a hit, asked at the table that has it."""

WITH_HANDS: Final[Mapping[str, tuple[HouseRole, ...]]] = {"deal_by": _CREW}
"""Who deals, the house or a dealer, and who may change it."""

AT_A_METER: Final[Mapping[str, tuple[HouseRole, ...]]] = {
    "configure": (_S,),
    "part": (_S,),
    "rejoin": (_S,),
    "start": (_S,),
    "stop": (_S,),
    "adjust": (_S,),
    "retire": (_S,),
}
"""Commands of a meter, and who may ask for each."""

AT_THE_CAGE: Final[Mapping[str, tuple[HouseRole, ...]]] = {"deposit": _FLOOR, "withdraw": _FLOOR}
"""Commands of the cage, and who may ask for each."""

TABLE_COMMANDS: Final[Mapping[str, frozenset[HouseRole]]] = {
    str(do): frozenset(roles)
    for do, roles in {
        **AT_A_TABLE,
        **AROUND_CARDS,
        **WITH_MONEY,
        **WITH_JACKPOTS,
        **WITH_HANDS,
    }.items()
}
METER_COMMANDS: Final[Mapping[str, frozenset[HouseRole]]] = {
    do: frozenset(roles) for do, roles in AT_A_METER.items()
}
CAGE_COMMANDS: Final[Mapping[str, frozenset[HouseRole]]] = {
    do: frozenset(roles) for do, roles in AT_THE_CAGE.items()
}

PROVED: Final = frozenset({"confirm", "verify", "adjust", "retire", "withdraw", "change_people"})
"""What a person must have proved lately for who they are: payouts, and changes of people, for whoever
makes a supervisor's link could approve payouts with it."""

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


_LOOKS: Final = frozenset({Ask.SEE_TABLES, Ask.SEE_METERS, Ask.SEE_ROUNDS, Ask.TRAIN})
_RUNS: Final = frozenset({Ask.SEE_CONSOLE, Ask.SET_UP_TABLES, Ask.RUN_FLOOR, Ask.SURVEIL})

ASKS: Final[Mapping[HouseRole, frozenset[Ask]]] = {
    HouseRole.PLAYER: _LOOKS,
    HouseRole.DEALER: _LOOKS | {Ask.SEE_CONSOLE},
    HouseRole.FLOORPERSON: _LOOKS | _RUNS,
    HouseRole.SUPERVISOR: _LOOKS | _RUNS,
    HouseRole.SURVEILLANCE: _LOOKS | {Ask.SURVEIL},
    HouseRole.AUDITOR: _LOOKS | {Ask.SURVEIL, Ask.AUDIT},
    HouseRole.ADMINISTRATOR: frozenset({Ask.SEE_PEOPLE, Ask.CHANGE_PEOPLE}),
}
"""What each role may see, and who changes people. Nobody who acts at tables changes people."""


Commands = Literal["table", "meter", "cage"]
_OF: Final[Mapping[Commands, Mapping[str, frozenset[HouseRole]]]] = {
    "table": TABLE_COMMANDS,
    "meter": METER_COMMANDS,
    "cage": CAGE_COMMANDS,
}


def may_command(role: HouseRole, do: str, of: Commands = "table") -> bool:
    """Whether a role may ask for a command at all."""
    return role in _OF[of].get(do, frozenset())


def commands_of(role: HouseRole) -> list[str]:
    """Every command that a role may ask for, of tables, meters and the cage."""
    return sorted(do for listed in _OF.values() for do, roles in listed.items() if role in roles)


def may_ask(role: HouseRole, ask: Ask) -> bool:
    """Whether a role may ask for this."""
    return ask in ASKS[role]
