"""The ledger's events and commands as texts, both ways, and whatever is no such text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from cutcard.floor.ledger import (
    COMMANDS,
    codec,
    parse,
)
from cutcard.floor.ledger.commands import Count, Fill
from cutcard.floor.ledger.events import BoughtIn
from cutcard.law.refusal import Code, Refused
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table.record.codec import EVENTS as TABLE_EVENTS, Malformed
from floor.ledger.ledger_support import command_json
from table.any_event import any_of

DEE, FAY = By(Role.DEALER, "dee"), By(Role.FLOORPERSON, "fay")
ANY_EVENT = st.sampled_from(sorted(codec.events)).flatmap(lambda name: any_of(codec.events[name]))


@given(ANY_EVENT)
def test_every_event_is_written_without_loss(event: Any) -> None:
    line = codec.line(event)
    assert line.isprintable()
    assert codec.parse(line) == event
    assert codec.event(codec.json(event)) == event


def test_an_event_as_text() -> None:
    event = BoughtIn("ann", Cents(20_000), "player ann")
    assert json.loads(codec.line(event)) == {
        "event": "bought_in",
        "player": "ann",
        "cents": "200.00",
        "by": "player ann",
    }


def test_no_event_has_the_name_of_a_tables_event() -> None:
    assert not codec.events.keys() & TABLE_EVENTS.keys()
    assert len(codec.events) == 8


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"event": "card_dealt"}', "not an event of the ledger"),
        ('{"event": "bought_in"}', "bought_in: player is missing"),
        (
            '{"event": "bought_in", "player": "ann", "cents": 100, "by": ""}',
            "bought_in: cents: must be dollars",
        ),
        ('{"event": "bought_in", "player": "ann", "cents": "1.00", "by": "", "x": 1}', "unknown key"),
        ('{"cents": "1.00"}', "None is not an event"),
        ('{"event": ["bought_in"]}', "is not an event"),
        ("[]", "not a JSON object"),
        ("bought_in", "not JSON"),
    ],
)
def test_what_is_no_event_is_told(line: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        codec.parse(line)


@pytest.mark.parametrize(
    ("said", "made"),
    [
        (
            {"do": "fill", "amount": "5000", "signed": ["dealer dee", "floorperson fay"]},
            Fill(FAY, Cents(500_000), (DEE, FAY)),
        ),
        (
            {"do": "count", "kind": "closing", "amount": "$10,250.50", "signed": ["dealer dee"]},
            Count(FAY, "closing", Cents(1_025_050), (DEE,)),
        ),
    ],
)
def test_a_command_is_read(said: dict[str, object], made: object) -> None:
    assert parse(said, FAY) == made


@given(st.sampled_from(sorted(COMMANDS)), st.data())
def test_every_command_is_read_back(name: str, data: st.DataObject) -> None:
    people = st.builds(By, st.sampled_from(list(Role)), st.sampled_from(("", "ann", "Zoë van X")))
    values: dict[str, Any] = {"amount": Cents(data.draw(st.integers(0, 10**14)))}
    hints = COMMANDS[name].__dataclass_fields__  # type: ignore[attr-defined]
    if "signed" in hints:
        values["signed"] = tuple(data.draw(st.lists(people, max_size=3)))
    if "kind" in hints:
        values["kind"] = data.draw(st.text(max_size=5))
    command = COMMANDS[name](by=FAY, **values)
    assert parse(json.loads(json.dumps(command_json(command))), FAY) == command


@pytest.mark.parametrize(
    ("said", "code", "says"),
    [
        (None, Code.BAD_REQUEST, "must be a table of names and values"),
        ({}, Code.BAD_REQUEST, "do: None is not a command of the ledger; choose from buy_in,"),
        ({"do": ["buy_in"]}, Code.BAD_REQUEST, "is not a command of the ledger"),
        ({"do": "place_bet"}, Code.BAD_REQUEST, "is not a command of the ledger"),
        ({"do": "buy_in"}, Code.BAD_REQUEST, "amount: required by buy_in"),
        ({"do": "buy_in", "amount": "1e3"}, Code.BAD_AMOUNT, "amount: '1e3' is not an amount"),
        ({"do": "buy_in", "amount": "1.005"}, Code.BAD_AMOUNT, "a fraction of a cent"),
        ({"do": "buy_in", "amount": -5}, Code.BAD_AMOUNT, "is negative"),
        ({"do": "buy_in", "amount": 10**18}, Code.BAD_AMOUNT, "more than"),
        ({"do": "buy_in", "amount": True}, Code.BAD_AMOUNT, "True is not an amount"),
        ({"do": "buy_in", "amount": None}, Code.BAD_AMOUNT, "None is not an amount"),
        ({"do": "buy_in", "amount": 5, "cents": 5}, Code.BAD_REQUEST, "cents: unknown key of buy_in"),
        ({"do": "buy_in", "amount": 5, "player": 5}, Code.BAD_REQUEST, "player: must be a text"),
        (
            {"do": "fill", "amount": 5, "signed": "dealer dee"},
            Code.BAD_REQUEST,
            "signed: must be a list",
        ),
        ({"do": "fill", "amount": 5, "signed": ["the king"]}, Code.BAD_REQUEST, "'the' is not one of"),
        (
            {"do": "fill", "amount": 5, "signed": ["dealer d"] * 11},
            Code.BAD_REQUEST,
            "signed: must be a list",
        ),
    ],
)
def test_what_is_no_command_is_refused(said: object, code: Code, says: str) -> None:
    with pytest.raises(Refused, match=says) as refused:
        parse(said, FAY)
    assert refused.value.refusal.code is code
    assert "\n" not in refused.value.refusal.message


def test_who_asks_is_not_read_from_the_text() -> None:
    assert (
        parse({"do": "tip", "amount": "5", "by": "player bob"}, By(Role.PLAYER, "ann")).by.name == "ann"
    )
