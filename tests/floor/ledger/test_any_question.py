"""Whatever is asked about money: an event that can be booked, or one line that says why not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings, strategies as st

from cutcard.floor.ledger import (
    COMMANDS,
    Books,
    booked,
    codec,
    decide,
    parse,
)
from cutcard.law.refusal import Refused
from cutcard.money import Cents
from cutcard.shoe import By, Role
from floor.ledger.ledger_support import command_json
from floor.ledger.test_ledger_commands import (
    ANN,
    BIG,
    DEE,
    FAY,
    NEW,
    OPEN,
    SUE,
    TABLE,
    TIPPED,
    WITH_CHIPS,
    table_with,
)
from table.any_event import any_of

PEOPLE = st.sampled_from((ANN, DEE, FAY, FAY, FAY, SUE, By(Role.DEVICE), By(Role.PLAYER, "a\nb")))
PAIRS = st.sampled_from(((DEE, FAY), (FAY, DEE), (FAY, SUE), (FAY, FAY), (ANN, FAY), ()))
AMOUNTS = st.sampled_from((-BIG, 0, 1, 1, 300, 300, 300, 5_000, 100_000, 10**11, 10**11 + 1, BIG))
TABLES = (TABLE, table_with(bet=1_000))
BOOKS = (NEW, OPEN, WITH_CHIPS, TIPPED)


@st.composite
def any_command(draw: st.DrawFn) -> Any:
    """A command of any kind, its people and amounts more often than not such as could be."""
    made = draw(any_of(COMMANDS[draw(st.sampled_from(sorted(COMMANDS)))]))
    if draw(st.integers(0, 4)):
        changes: dict[str, Any] = {"by": draw(PEOPLE), "amount": Cents(draw(AMOUNTS))}
        if hasattr(made, "signed"):
            signed = changes["signed"] = draw(PAIRS)
            changes["by"] = draw(st.sampled_from((*signed, *signed, changes["by"])))
        if hasattr(made, "player"):
            changes["player"] = draw(st.sampled_from(("ann", "ann", "", "bob", "eve")))
        if hasattr(made, "kind"):
            changes["kind"] = draw(st.sampled_from(("opening", "closing")))
        made = replace(made, **changes)
    return made


@settings(max_examples=300, deadline=None)
@given(command=any_command(), books=st.sampled_from(BOOKS), table=st.sampled_from(TABLES))
def test_an_event_or_one_line(command: Any, books: Books, table: Any) -> None:
    try:
        (event,) = decide(books, table, command)
    except Refused as refused:
        refusal = refused.refusal
    else:
        assert codec.parse(codec.line(event)) == event
        assert parse(command_json(command), command.by) == command
        after, made = booked(books, event, table, table, "table:T1:99")
        assert all(0 < each.cents <= 10**11 for each in made)
        assert min(after.layout, after.drop, after.tips, *after.players().values(), 0) == 0
        return
    what, _, why = refusal.message.partition(": ")
    assert what
    assert why
    assert refusal.message.isprintable()
