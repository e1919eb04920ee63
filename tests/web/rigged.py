"""Tables whose cards a test arranges: the shuffle is the test's, everything else is the house's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2.profiles import CHEAPEST
from sqlalchemy import select

from cutcard import fair
from cutcard.cards import Card
from cutcard.fair import Shuffled, commitment, shuffle_act
from cutcard.floor.live import work
from cutcard.floor.people import Limits
from cutcard.floor.sessions import arranged
from cutcard.floor.store.schema import answers
from cutcard.law.refusal import Refusal
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.shoe import Act, By, Chore, Role
from cutcard.shoe.events import CardBurned, CardsCut
from cutcard.table import Settings, Table, awaits, game_of, new_table, step
from cutcard.table.commands import Command, OpenTable, Sit
from cutcard.table.round import AwaitsChore
from cutcard.table.script.request import parse_request
from cutcard.table.script.scripted_round import rule_set
from web.houses import House, served

SETTINGS = Settings(asks_for_draws=True)
SALT = "5a" * 32


class Rig:
    """A shuffle after which certain cards come first; a fair one until it is told which."""

    def __init__(self) -> None:
        self._first: tuple[Card, ...] = ()
        self._cut = self._burned = 0

    def set(self, rules: RuleSet, first: Sequence[Card]) -> None:
        """These are the first to be dealt at the next table that is opened by these rules."""
        self._cut, self._burned = before_the_first_card(rules)
        self._first = tuple(first)

    def __call__(self, pack: Sequence[Card], *, below: Any) -> Shuffled:
        if not self._first:
            return fair.shuffle(pack, below=below)
        whole = arranged(pack, self._first, seed=len(self._first))
        behind = whole[len(self._first) :]
        stack = behind[len(behind) - self._burned :] + whole[: len(whole) - self._burned]
        order = stack[len(stack) - self._cut :] + stack[: len(stack) - self._cut]
        self._first = ()
        return Shuffled(order, SALT, commitment(order, SALT))


def before_the_first_card(rules: RuleSet) -> tuple[int, int]:
    """Where an automatic table of these rules cuts the stack, and how many cards it burns."""
    table, happened = new_table(rules, game_of(rules), SETTINGS), list[object]()
    first: list[Command] = [OpenTable(By(Role.DEALER, "dee")), Sit(By(Role.PLAYER, "ann"), 1)]
    while (command := _chance(table)) or first:
        answer = step(table, command or first.pop(0))
        assert not isinstance(answer, Refusal), answer
        table, events = answer
        happened += events
    cuts = [each.position for each in happened if isinstance(each, CardsCut)]
    return (cuts[-1] if cuts else 0), sum(isinstance(each, CardBurned) for each in happened)


def _chance(table: Table) -> Act | None:
    awaited = awaits(table)
    is_shuffle = isinstance(awaited, AwaitsChore) and awaited.chore == Chore.SHUFFLE
    return shuffle_act(table) if is_shuffle else None


@contextmanager
def rigged_house(folder: Path, **changes: Any) -> Iterator[tuple[House, Rig]]:
    """A house whose next shuffle can be arranged, and links that sign people in."""
    rig, limits = Rig(), Limits(hashing=CHEAPEST, demonstration=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(work, "shuffle", rig)
        with served(folder, limits, **{"secure_cookies": False, **changes}) as house:
            yield house, rig


def open_for(house: House, rig: Rig, table: str, request: Mapping[str, Any]) -> RuleSet:
    """A table by the rules of a round that is asked about, whose cards come in its order."""
    asked = parse_request({key: value for key, value in request.items() if key != "decisions"})
    rules = rule_set(asked)
    rig.set(rules, asked.cards)
    house.floor.add(table, rules, SETTINGS)
    house.open(table)
    return rules


def welcome(house: House, name: str, amount: str = "100000") -> None:
    """Money in somebody's wallet."""
    house.token("flo")
    house.prove("flo")
    command = {"do": "deposit", "player": name, "amount": amount}
    asked = {"key": f"welcome-{name}", "command": command}
    waiting = house.post("flo", "/api/cage/commands", asked)
    if waiting.json().get("waits_for") == [name, "another"]:
        house.token("sue")
        house.prove("sue")
        assert house.post("sue", f"/api/signing/{waiting.json()['number']}", None).status_code == 202
    if waiting.status_code == 202:
        house.signed(waiting, name)


def stored(house: House, table: str, name: str) -> list[str]:
    """What became of every command that somebody asked of a table, as the store has it."""
    with house.floor.database.reading() as unit:
        found = select(answers.c.body).where(
            answers.c.stream == f"table:{table}", answers.c.key.startswith(f"{name}@")
        )
        return [str(json.loads(body)["status"]) for body in unit.connection.execute(found).scalars()]
