"""The checks of random play can fail: each is shown a table with the fault that it is there to find."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from cutcard.cards import Card
from cutcard.law.refusal import Code, Refusal
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table import Table, commands as c, game_of, new_table
from cutcard.table.round import AwaitsChore, Round
from cutcard.values import but
from table.driver import rules_of
from table.invariants import HOLE, check_cards, check_hidden, check_money, check_refusal
from table.test_machine import Watched

views = import_module("cutcard.table.view")  # by its name: the room has a function of that name
machine = import_module("table.test_machine")
checks = import_module("table.invariants")
NOT_NOW = c.StartRound(By(Role.DEALER))
STRANGER = c.Leave(By(Role.PLAYER, "stranger"))


def in_play() -> Watched:
    """A table of Maryland Blackjack at which a player is to decide and the hole card lies face down."""
    rules = rules_of("md-blackjack")
    found = Watched(new_table(rules, game_of(rules)), random.Random(1))
    found.open(1)
    while HOLE not in found.down:
        found.go_on()
    return found


FOUND = in_play()
TABLE = FOUND.table


def of_round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def test_the_table_without_a_fault_passes() -> None:
    check_money(TABLE)
    check_cards(TABLE)
    check_hidden(TABLE, random.Random(3), FOUND.down)
    assert not in_play().do(NOT_NOW)
    FOUND.check_record()


# Money.


@pytest.mark.parametrize("cent", [1, -1])
def test_a_cent_too_much_or_too_little_is_seen(cent: int) -> None:
    (player,) = TABLE.purses
    box = of_round(TABLE).boxes[0]
    hand = box.groups[0][0]
    changed = box.with_hand(1, hand.but(stakes=(Cents(hand.stakes[0] + cent),)))
    for table in (
        but(TABLE, house=Cents(TABLE.house + cent)),
        but(TABLE, purses={player: Cents(TABLE.purses[player] + cent)}),
        but(TABLE, round=of_round(TABLE).with_box(changed)),
    ):
        with pytest.raises(AssertionError, match=f"{cent} cents out of nothing"):
            check_money(table)


# Cards.


def with_stack(change: Callable[[tuple[Card, ...]], tuple[Card, ...]]) -> Table:
    side = TABLE.shoe.side
    stack = change(side.stack)
    other = side._replace(stack=stack, size=len(stack))
    return but(TABLE, shoe=TABLE.shoe._replace(sides=(other,)))


def test_a_card_that_comes_twice_or_is_lost_is_seen() -> None:
    check_cards(with_stack(lambda stack: stack))
    for change in (
        lambda stack: (*stack[:-1], next(each for each in stack if each is not stack[-1])),
        lambda stack: (*stack, stack[-1]),
        lambda stack: stack[:-1],
    ):
        with pytest.raises(AssertionError):
            check_cards(with_stack(change))


def test_a_card_on_the_layout_that_left_no_shoe_is_seen() -> None:
    r = of_round(TABLE)
    dealer = r.dealer[0]
    for cards in ((*dealer, dealer[0]), dealer[:1]):
        with pytest.raises(AssertionError):
            check_cards(but(TABLE, round=but(r, dealer=(cards,))))


def test_a_card_in_the_rack_and_on_the_layout_is_seen() -> None:
    side = TABLE.shoe.side
    pile = replace(side.pile, rack=(*side.pile.rack, side.out[0]))
    with pytest.raises(AssertionError):
        check_cards(but(TABLE, shoe=TABLE.shoe._replace(sides=(side._replace(pile=pile),))))


# What nobody may see.


def hole_of(table: Table) -> Card:
    return of_round(table).dealer[0][1]


def leaks(monkeypatch: pytest.MonkeyPatch, name: str, leak: object) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(views, name, leak)
        with pytest.raises(AssertionError):
            check_hidden(TABLE, random.Random(3), FOUND.down)


def test_a_view_with_a_hidden_card_in_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    leaks(monkeypatch, "dealer_shown", lambda r, index=0: list(r.dealer[index]))
    leaks(monkeypatch, "_shoe", lambda table: {"next": table.shoe.side.stack[-1].text})
    leaks(monkeypatch, "_shoe", lambda table: {"hole": hole_of(table).text})
    # Not the card itself: something that could be known by it alone.
    leaks(monkeypatch, "_shoe", lambda table: {"red": [card.red for card in table.shoe.side.stack]})


def test_a_view_that_one_player_alone_gets_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = checks.view

    def told_to_one(table: Table, by: By) -> Mapping[str, Any]:
        seen = honest(table, by)
        return {**seen, "hint": hole_of(table).text} if by.name == "player-1" else seen

    with monkeypatch.context() as patch:
        patch.setattr(checks, "view", told_to_one)
        with pytest.raises(AssertionError):
            check_hidden(TABLE, random.Random(3), FOUND.down)


# Commands, refused and taken.


def faulty(monkeypatch: pytest.MonkeyPatch, step: Callable[[Table, Any, Any], Any]) -> None:
    """The engine with a fault, as the machine calls it: what it would answer comes with the command."""
    honest = machine.step
    monkeypatch.setattr(machine, "step", lambda table, command: step(table, command, honest))


def changes_a_field(table: Table, command: object, honest: Any) -> Any:
    outcome = honest(table, command)
    table.__dict__["rounds"] += 1
    return outcome


def changes_a_mapping(table: Table, command: object, honest: Any) -> Any:
    outcome = honest(table, command)
    table.purses["stranger"] = Cents(0)  # type: ignore[index]
    return outcome


def changes_a_bet(table: Table, command: object, honest: Any) -> Any:
    outcome = honest(table, command)
    of_round(table).boxes[0].bet.stakes["pair"] = Cents(0)  # type: ignore[index]
    return outcome


@pytest.mark.parametrize("fault", [changes_a_field, changes_a_mapping, changes_a_bet])
@pytest.mark.parametrize("command", [NOT_NOW, STRANGER])
def test_a_refused_command_that_changes_something_is_seen(
    monkeypatch: pytest.MonkeyPatch, fault: Any, command: c.Command
) -> None:
    found = in_play()
    assert not found.do(command)
    faulty(monkeypatch, fault)
    with pytest.raises(AssertionError, match="left its mark"):
        found.do(command)


def test_a_refusal_that_tells_a_hidden_card_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(table: Table, command: object, honest: Any) -> Any:
        return replace(honest(table, command), message=f"not while {hole_of(table)} lies there")

    found = in_play()
    monkeypatch.setattr(machine, "decide", lambda table, command: machine.step(table, command))
    faulty(monkeypatch, tells)
    with pytest.raises(AssertionError, match="lies there"):
        found.do(NOT_NOW)


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal(Code.OUT_OF_TURN, "box 1: hit"),
        Refusal(Code.OUT_OF_TURN, "", "Ch.1"),
        Refusal(Code.OUT_OF_TURN, "two\nlines", "Ch.1"),
    ],
)
def test_a_refusal_without_a_word_or_a_provision_is_seen(refusal: Refusal) -> None:
    check_refusal(TABLE, Refusal(Code.OUT_OF_TURN, "box 1: hit", "Ch.1"))
    check_refusal(TABLE, Refusal(Code.BAD_REQUEST, "unreadable"))
    with pytest.raises(AssertionError):
        check_refusal(TABLE, refusal)


def test_events_that_are_not_what_the_table_became_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def keeps_one_back(table: Table, command: object, honest: Any) -> Any:
        after, happened = honest(table, command)
        return after, happened[:-1]

    found = in_play()
    monkeypatch.setattr(machine, "decide", lambda table, command: machine.step(table, command)[1])
    faulty(monkeypatch, keeps_one_back)
    with pytest.raises(AssertionError):
        found.do(c.Sit(By(Role.PLAYER, "player-2"), 2))


def test_an_event_too_few_in_the_record_is_seen() -> None:
    found = in_play()
    del found.events[3]
    with pytest.raises(AssertionError):
        found.check_record()


def test_an_automatic_table_that_waits_for_its_own_dealer_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = in_play()
    waits = AwaitsChore("settle", frozenset({Role.DEALER}), "Ch.1")
    monkeypatch.setattr(machine, "awaits", lambda _: waits)
    with pytest.raises(AssertionError):
        found.do(c.Sit(By(Role.PLAYER, "player-2"), 2))
