"""The demonstration casino: play money, every game, people of every role, and bots to play with."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from cutcard.floor.console import usual
from cutcard.floor.demo import demo_tables, pit_tables
from cutcard.floor.live import Cage, CommandRequest, Floor, Policy
from cutcard.floor.people import HouseRole, PeopleOfHouse
from cutcard.shoe import By, Role
from cutcard.table import Settings, due_now
from cutcard.web.server.startup import Opened, milliseconds

FLO: Final = By(Role.FLOORPERSON, "flo")
DEE: Final = By(Role.DEALER, "dee")
GUEST: Final = "guest"
"""Whose link is printed as yours; to others at a table `you` would mean themselves."""
CREW: Final = {
    GUEST: HouseRole.PLAYER,
    "ann": HouseRole.PLAYER,
    "dee": HouseRole.DEALER,
    "flo": HouseRole.FLOORPERSON,
    "sue": HouseRole.SUPERVISOR,
    "sam": HouseRole.SUPERVISOR,
    "vic": HouseRole.SURVEILLANCE,
    "art": HouseRole.AUDITOR,
    "max": HouseRole.ADMINISTRATOR,
}
"""Who can sign in by a printed link."""
BOT_CREW: Final = {
    "bot-dealer": HouseRole.DEALER,
    "bot-supervisor-1": HouseRole.SUPERVISOR,
    "bot-supervisor-2": HouseRole.SUPERVISOR,
}
WELCOME: Final = "10000"
INVENTORY: Final = "100000"
BOTS_EACH: Final = 2
BOT: Final = "-bot"
BOT_NAMES: Final = [
    "ada",
    "ben",
    "cleo",
    "dov",
    "eva",
    "finn",
    "gus",
    "hana",
    "ivo",
    "jo",
    "kit",
    "lea",
    "milo",
    "nora",
    "ola",
    "pia",
    "quin",
    "rosa",
    "sol",
    "tess",
    "uma",
    "vera",
    "will",
    "xena",
    "yan",
    "zoe",
    "abel",
    "bea",
    "cy",
    "dina",
]
LIVE: Final = Settings(asks_for_draws=True, confirms=False, holds_jackpots=True)
POLICY: Final = Policy(start_seconds=15, decision_seconds=25, hands_change=True)


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A bot, the table it plays at, and the link it signs in by."""

    name: str
    table: str
    box: int
    link: str


async def set_up(house: Opened) -> None:
    """Everything the demonstration needs and the store does not hold yet; the floor takes commands."""
    for name, role in CREW.items():
        _person(house.people, name, role)
        if role is HouseRole.PLAYER:
            _welcome(house.floor, name)
    for each in demo_tables():
        if each.name in house.floor.names or each.name in house.floor.stopped:
            continue
        house.floor.add(
            each.name, each.rules, LIVE, links=each.links, policy=POLICY, operator=each.operator
        )
        await _open(house.floor, each.name, FLO)
    for each in pit_tables():
        if each.name not in house.floor.names and each.name not in house.floor.stopped:
            by_hand = replace(LIVE, chores="manual", virtual=not each.scanned)
            house.floor.add(
                each.name, each.rules, by_hand, links=each.links, policy=POLICY, operator=each.operator
            )
            await _open(house.floor, each.name, DEE)
            await _prepare(house.floor, each.name)


async def set_up_alone(house: Opened) -> None:
    """The same before any process serves it."""
    house.floor.start()
    await set_up(house)
    await house.floor.stop()


async def _open(floor: Floor, name: str, opens: By) -> None:
    count = {"do": "count", "kind": "opening", "amount": INVENTORY}
    for key, by, body, signed in (
        ("demo-count", DEE, count, (DEE, FLO)),
        ("demo-open", opens, {"do": "open_table"}, ()),
    ):
        answer = await floor.submit(name, CommandRequest(by, body, key, None, signed))
        assert answer.refusal is None, (name, answer.refusal)


async def _prepare(floor: Floor, name: str) -> None:
    """What a crew does before the first player comes: the reader, the cards, their inspection."""
    while (due := due_now(floor.live(name).table, 0)) is not None:
        act = usual(floor.live(name).table, due, 0)
        if act is None:
            return
        by = DEE if Role.DEALER in due.roles else FLO
        answer = await floor.submit(name, CommandRequest(by, act.command, f"demo-{due.chore}"))
        assert answer.refusal is None, (name, answer.refusal)


def _person(people: PeopleOfHouse, name: str, role: HouseRole) -> None:
    if people.person(name) is None:
        people.add(name, role)


def _welcome(floor: Floor, name: str, money: str = WELCOME) -> None:
    body = {"do": "deposit", "player": name, "amount": money}
    Cage(floor.database, milliseconds).submit(CommandRequest(FLO, body, f"welcome-{name}"))


def links(people: PeopleOfHouse, origin: str) -> dict[str, str]:
    """Name -> an address that signs that person in, once."""
    return {name: f"{origin}/enter#{people.link(name, 'sign_in')}" for name in CREW}


def bot_seats(house: Opened, each: int = BOTS_EACH) -> list[BotSeat]:
    """Bots at every table, in the last boxes, with links of their own; who sits already stays there."""
    seats = []
    tables = {name: house.floor.live(name).table for name in house.floor.names}
    seated = {who for table in tables.values() for _, who in table.seated}
    free = iter([name for name in _bot_names() if name not in seated])
    for table, at in tables.items():
        taken = dict(at.seated)
        for number in range(each):
            box = at.game.boxes - number
            name = taken.get(box) or next(free)
            if not is_bot(name):
                continue
            _person(house.people, name, HouseRole.PLAYER)
            _welcome(house.floor, name, "1000000")
            seats.append(BotSeat(name, table, box, house.people.link(name, "sign_in")))
    return seats


def seated_bots(house: Opened) -> list[BotSeat]:
    """Bots that an earlier start has left in their boxes."""
    tables = {name: house.floor.live(name).table for name in house.floor.names}
    return [
        BotSeat(who, name, box, house.people.link(who, "sign_in"))
        for name, table in tables.items()
        for box, who in table.seated
        if is_bot(who)
    ]


def is_bot(name: str) -> bool:
    """Whether a player is no person."""
    return name.endswith(BOT)


def _bot_names() -> list[str]:
    """More than any floor of the demonstration seats."""
    return [f"{name}{more}{BOT}" for more in ("", "-2", "-3") for name in BOT_NAMES]


def staff_links(people: PeopleOfHouse) -> dict[str, str]:
    """The bots' own crew, each with a link: who claims, and who confirms and verifies."""
    for name, role in BOT_CREW.items():
        _person(people, name, role)
    return {name: people.link(name, "sign_in") for name in BOT_CREW}


def stamp() -> str:
    """A new part for keys of this start."""
    return f"{time.time_ns():x}"
