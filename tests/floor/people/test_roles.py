"""Which role may ask for what: every pair, and the table engine's own word beside it."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from cutcard.floor.ledger import COMMANDS as LEDGER
from cutcard.floor.live.commands import CASH_COMMANDS as CAGE, CHANGE_LAW, DEAL_BY, OF_HITS
from cutcard.floor.live.meter_office import OFFICE
from cutcard.floor.people.roles import (
    ASKS,
    AT_TABLES,
    CAGE_COMMANDS,
    METER_COMMANDS,
    STAFF,
    TABLE_COMMANDS,
    Ask,
    HouseRole,
    may_ask,
    may_command,
)
from cutcard.law import document_ids
from cutcard.law.refusal import Code, Refusal
from cutcard.shoe import By, Role, automatic, optional
from cutcard.shoe.procedure import due
from cutcard.table import Settings, Table, commands as c, decide, fold, game_of, new_table, parse_command
from cutcard.table.script.command_text import FORMS
from cutcard.table.table import Chores
from table.driver import rules_of

P, D, F, S = (HouseRole(each) for each in ("player", "dealer", "floorperson", "supervisor"))
NEVER = (HouseRole.SURVEILLANCE, HouseRole.AUDITOR, HouseRole.ADMINISTRATOR)
FILL = {
    "dealer": "eve",
    "box": 1,
    "stakes": {"main": "10"},
    "chore": "settle",
    "device": "wheel",
    "shows": "1",
    "meter": "star",
    "amount": "1",
    "wager": "main",
    "player": "ann",
    "what": "drawn_exposed",
}
BY_STATE = frozenset({"report", "confirm"})
"""Who may do these depends on what is reported, or on the wager."""


def opened(document: str, chores: Chores = "manual") -> Table:
    rules = rules_of(document)
    table = new_table(rules, game_of(rules), Settings(chores=chores))
    return after(table, c.OpenTable(By(Role.DEALER, "dan")))


def after(table: Table, command: c.Command) -> Table:
    happened = decide(table, command)
    assert not isinstance(happened, Refusal), happened
    return fold(table, happened)


def test_the_list_has_every_command_of_the_engine_and_of_the_books_and_no_other() -> None:
    assert set(TABLE_COMMANDS) == set(FORMS) | set(LEDGER) | {*OF_HITS, DEAL_BY, CHANGE_LAW}
    assert set(METER_COMMANDS) == set(OFFICE)
    assert set(CAGE_COMMANDS) == set(CAGE)


@pytest.mark.parametrize("role", NEVER)
def test_who_only_sees_never_acts(role: HouseRole) -> None:
    assert not [do for do in TABLE_COMMANDS if may_command(role, do)]
    assert not [do for do in METER_COMMANDS if may_command(role, do, "meter")]


def test_nobody_who_acts_changes_people_and_nobody_else_does() -> None:
    changes = {role for role in HouseRole if may_ask(role, Ask.CHANGE_PEOPLE)}
    assert changes == {HouseRole.ADMINISTRATOR}
    assert {role for role in HouseRole if may_ask(role, Ask.AUDIT)} == {HouseRole.AUDITOR}
    assert set(ASKS) == set(HouseRole)
    assert set(HouseRole) - STAFF == {P}


def test_who_claims_never_verifies() -> None:
    for role in HouseRole:
        pair = {do for do in ("claim", "verify") if may_command(role, do)}
        assert pair != {"claim", "verify"}


def test_an_unknown_command_is_nobodys() -> None:
    assert not any(may_command(role, "open_the_safe") for role in HouseRole)
    assert not any(may_command(role, "place_bet", "meter") for role in HouseRole)


@pytest.mark.parametrize(("role", "do"), sorted(product(AT_TABLES, FORMS)))
def test_the_engine_agrees_with_every_pair(role: HouseRole, do: str) -> None:
    """Where the engine says "not your role" the list says no, and else yes; chores are tried below."""
    form = FORMS[do]
    if do in BY_STATE:
        return
    said = {key: FILL[key] for key in form.needed}
    command = parse_command({"do": do, "by": f"{AT_TABLES[role]} dan", **said})
    answer = decide(_fresh(), command)
    wrong = isinstance(answer, Refusal) and answer.code is Code.WRONG_ROLE
    if wrong:
        assert not may_command(role, do), answer
    elif not form.given:
        assert may_command(role, do), answer


@cache
def _fresh() -> Table:
    return opened("md-blackjack", "automatic")


@pytest.mark.parametrize("document", document_ids())
def test_chores_are_asked_by_whom_the_shoe_asks(document: str) -> None:
    """Every chore that falls due, or is free, while a shoe is made ready."""
    table, seen = opened(document), 0
    for _ in range(200):
        wanted = due(table.shoe, table.people, 0)
        for each in (*optional(table.shoe, table.people), *((wanted,) if wanted else ())):
            listed = {AT_TABLES[role] for role in TABLE_COMMANDS[str(each.chore)]}
            assert each.roles - {Role.DEVICE} <= listed, each
            seen += 1
        if wanted is None:
            break
        act = automatic(table.shoe, table.people, wanted, 0)
        if act is None:
            break
        table = after(table, act)
    assert seen >= 5
