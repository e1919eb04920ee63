"""What people ask of a meter, as plain values: read back, or refused in one line."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, cast, get_type_hints

import pytest
from hypothesis import given, strategies as st

from cutcard.floor.meters import commands as c, events as e
from cutcard.floor.meters.commands import COMMANDS, NOT_SAID, parse, with_chance
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.money import Cents, dollars
from floor.meters.links import DEE, MUST, SUE, TERMS, after, edge, running, super_4
from table.any_event import numbers_unsaid

ASKED = (
    c.Configure(SUE, TERMS),
    c.Configure(SUE, MUST),
    c.Join(SUE, edge("t1", rate="0.05")),
    c.Part(SUE, "t1"),
    c.Rejoin(SUE, "t1"),
    c.Start(SUE),
    c.Stop(SUE),
    c.Claim(DEE, "t1.1.1"),
    c.Verify(SUE, "t1.1.1"),
    c.Pay(SUE, "t1.1.1"),
    c.Void(SUE, "t1.1.1", "cards misread"),
    c.Adjust(SUE, "malfunction", Cents(1250), "power lost", rises=True),
    c.Retire(SUE, "other@floor", "game withdrawn"),
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("do", "hit", "why", "amount", "reason", "to", "rises", "initial", "reset", "rate", "table", "by")


def command_json(command: c.Command) -> dict[str, object]:
    """A command of people as plain values, which `parse` reads back; who asks is not in it."""
    inner: object = command
    if isinstance(command, c.Configure):
        inner = command.terms
    elif isinstance(command, c.Join):
        inner = command.member
    do = next(name for name, made in COMMANDS.items() if made is type(inner))
    said: dict[str, object] = {"do": do}
    for each in fields(cast(Any, inner)):
        value = getattr(inner, each.name)
        if each.name in NOT_SAID or value == each.default:
            continue
        is_money = get_type_hints(COMMANDS[do])[each.name] in (Cents, Cents | None)
        said[each.name] = dollars(value) if is_money else value
    return said


@pytest.mark.parametrize("command", ASKED, ids=lambda each: type(each).__name__)
def test_every_command_of_people_is_read_back(command: c.Command) -> None:
    assert parse(command_json(command), command.by) == command


def test_every_command_of_people_is_tried() -> None:
    assert {command_json(each)["do"] for each in ASKED} == set(COMMANDS)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"do": "hit"}, "do: "),
        ({"do": "contribute", "table": "t1"}, "do: "),
        ({"do": "claim"}, "hit: required by claim"),
        ({"do": "claim", "hit": 7}, "hit: must be a text"),
        ({"do": "claim", "hit": "a", "by": "dealer eve"}, "by: unknown key"),
        ({"do": "start", "secret": {"point": "1"}}, "secret: unknown key"),
        ({"do": "verify", "hit": "a" * 999}, "hit: "),
        ({"do": "adjust", "reason": "x", "amount": "-5", "why": "y"}, "amount: "),
        ({"do": "adjust", "reason": "x", "amount": "5", "why": "y", "rises": 1}, "rises: "),
    ],
)
def test_what_is_wrong_is_told_in_one_line(said: dict[str, object], told: str) -> None:
    with pytest.raises(Refused) as found:
        parse(said, SUE)
    assert found.value.refusal.message.startswith(told)
    assert "\n" not in found.value.refusal.message


@given(PLAIN | st.dictionaries(st.sampled_from(KEYS), PLAIN | st.sampled_from(sorted(COMMANDS))))
def test_nothing_that_is_sent_breaks_it(found: object) -> None:
    made = _tried(found)
    if isinstance(made, Refusal):
        assert made.code in (Code.BAD_REQUEST, Code.BAD_AMOUNT)
        assert "\n" not in made.message
    else:
        assert made.by == SUE


def _tried(found: object) -> c.Command | Refusal:
    try:
        return parse(found, SUE)
    except Refused as refused:
        return refused.refusal


def test_chance_adds_a_point_where_one_is_due_and_nowhere_else() -> None:
    stopped = after(running(edge("t1")), c.Stop(SUE))
    assert with_chance(stopped, c.Start(SUE)) == c.Start(SUE)
    fresh = after(stopped, c.Part(SUE, "t1"), c.Configure(SUE, replace(MUST, maximum=Cents(600_000))))
    asked = with_chance(after(fresh, c.Join(SUE, super_4("t2", "md-blackjack"))), c.Start(SUE))
    assert isinstance(asked, c.Start)
    assert asked.secret is not None
    assert 500_000 < asked.secret.point <= 600_000


def test_a_number_that_is_left_out_is_none() -> None:
    """But a cent has one part and a hit one reset, and a second check has its threshold."""
    ones = dict.fromkeys(("AmountMovedIn.parts", "Meter.parts", "Receive.parts", "Hit.resets"), 1)
    kinds = (*vars(e).values(), *vars(c).values())
    assert numbers_unsaid(kinds) == {**ones, "Terms.threshold": 1_000_000}
