"""The determinant card of a double shoe, and what may be reported or ordered around it."""

from __future__ import annotations

import random

import pytest

from cutcard.cards import card
from cutcard.law.refusal import Refusal
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import Settings, awaits, commands as c, game_of, new_table, step
from cutcard.table.round import AwaitsBets, AwaitsChore
from table.driver import DEALER, Driver, rules_of
from table.trouble import FLOOR, STAKE


def started(*, virtual: bool) -> Driver:
    """A manual table with a double shoe, its round begun and no card drawn yet."""
    rules = rules_of("md-blackjack", options={"shoe": "double"})
    settings = Settings(chores="manual", virtual=virtual)
    driver = Driver(new_table(rules, game_of(rules), settings), random.Random(1))
    driver.open(1)
    while not isinstance(awaits(driver.table), AwaitsBets):
        driver.go_on()
    driver.give(c.PlaceBet(By(Role.PLAYER, "player-1"), 1, {"main": STAKE}))
    driver.give(c.StartRound(DEALER))
    return driver


def waiting() -> Driver:
    """The same at a physical table, a determinant card of its own side waiting to be dealt."""
    driver = started(virtual=False)
    red = driver.table.shoe.law.determinant_red_side
    driver.give(Act(Chore.DRAW_DETERMINANT, DEALER, side=red, card=card("Qh")))
    assert driver.table.shoe.waiting == card("Qh")
    return driver


@pytest.mark.parametrize("virtual", [True, False])
def test_what_is_due_before_the_determinant_is_awaited_first(virtual: bool) -> None:
    driver = started(virtual=virtual)
    driver.give(Act(Chore.BEGIN_GAMING_DAY, FLOOR))
    awaited = awaits(driver.table)
    assert isinstance(awaited, AwaitsChore)
    assert awaited.chore == "inspect_reader"
    driver.give(Act(Chore.INSPECT_READER, FLOOR))
    awaited = awaits(driver.table)
    assert isinstance(awaited, AwaitsChore)
    assert awaited.chore == "draw_determinant"


def test_the_side_changes_only_after_the_determinant_is_dealt() -> None:
    driver = waiting()
    shoe = driver.table.shoe
    other = next(each for each in shoe.law.sides if each != shoe.side.pile.name)
    refused = step(driver.table, c.Report(DEALER, "wrong_side", side=other))
    assert isinstance(refused, Refusal)
    assert (refused.message, bool(refused.cite)) == (
        "wrong_side: the determinant card is dealt first",
        True,
    )
    driver.give(c.DealCard(DEALER))
    driver.give(c.Report(DEALER, "wrong_side", side=other))


@pytest.mark.parametrize("what", ["card_face_up", "drawn_exposed"])
def test_no_other_card_is_reported_while_the_determinant_waits(what: str) -> None:
    table = waiting().table
    assert isinstance(step(table, c.Report(DEALER, what, cards=(card("2c"),))), Refusal)
    assert not isinstance(step(table, c.Report(DEALER, what, cards=(card("Qh"),))), Refusal)
