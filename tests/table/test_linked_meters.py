"""A meter that other tables move too: it may change in the middle of a round, and pays as it shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.cards import cards
from cutcard.law.refusal import Code, Refusal
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import By, Role
from cutcard.table import Table, awaits, commands as c, events as e, evolve, game_of, step
from cutcard.table.record.codec import event_in, event_line
from cutcard.table.round import AwaitsChore, AwaitsDecision
from cutcard.table.table import scripted_table
from cutcard.values import but
from table.driver import DEALER, DEVICE, rules_of

MEGA = "blazing_7s.mega"
ANN = By(Role.PLAYER, "ann")
SUPERVISOR = By(Role.SUPERVISOR, "sue")
SHOWN, MOVED, RESET = Cents(2_000_000), Cents(2_345_678), Cents(1_000_000)


def after(table: Table, command: c.Command) -> Table:
    """The table after a command that is permitted."""
    outcome = step(table, command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome[0]


def started(
    *, document: str = "md-blackjack", meter: str = MEGA, confirms: bool = True, holds: bool = False
) -> Table:
    """A box that will win a meter: its first cards, and the dealer's, are sevens of diamonds."""
    paytable = "A" if document == "md-blackjack" else "1"
    rules = rules_of(document, wagers={"blazing_7s": {"paytable": paytable}})
    table = scripted_table(rules, game_of(rules), cards("7d 7d 7d Ts Th Tc 9c"))
    table = but(table, settings=replace(table.settings, confirms=confirms, holds_jackpots=holds))
    table = after(table, c.ShowMeter(DEVICE, meter, SHOWN, RESET))
    table = after(table, c.Sit(ANN, 1))
    stakes = {"main": Cents(1_000), "blazing_7s": Cents(500)}
    table = after(table, c.PlaceBet(ANN, 1, stakes))
    return after(table, c.StartRound(DEALER))


def test_a_meter_of_this_table_alone_stays_while_the_round_is_dealt() -> None:
    refused = step(started(), c.ShowMeter(DEVICE, MEGA, MOVED))
    assert isinstance(refused, Refusal)
    assert (refused.code, bool(refused.cite)) == (Code.BETS_CLOSED, True)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DEVICE])
def test_only_the_device_shows_a_linked_meter(role: Role) -> None:
    refused = step(started(), c.ShowMeter(By(role, "x"), MEGA, MOVED, linked=True))
    assert isinstance(refused, Refusal)
    assert refused.code is Code.WRONG_ROLE


def test_a_settlement_pays_what_the_link_displays_at_that_moment() -> None:
    before = started()
    moved = after(before, c.ShowMeter(DEVICE, MEGA, MOVED, linked=True))
    assert moved.round is not None
    assert moved.meters[MEGA] == moved.round.meters[MEGA] == MOVED
    assert before.meters[MEGA] == SHOWN
    done = after(moved, c.Decide(ANN, 1, Action.STAND))
    assert done.round is not None
    paid = [line.returned for line in done.round.lines if line.wager == "blazing_7s"]
    assert paid == [MOVED]
    assert done.meters[MEGA] == done.round.meters[MEGA] == RESET
    again = after(done, c.ShowMeter(DEVICE, MEGA, SHOWN, linked=True))
    assert again.meters[MEGA] == SHOWN


@pytest.mark.parametrize("linked", [True, False])
def test_what_a_meter_shows_is_written_and_read_with_its_link(linked: bool) -> None:
    for reset in (None, RESET):
        shown = e.MeterShown(MEGA, MOVED, reset, linked)
        assert event_in(event_line(shown)) == shown
    assert ("linked" in event_line(shown)) is linked


def test_an_event_without_the_link_leaves_the_round_alone() -> None:
    table = evolve(started(), e.MeterShown(MEGA, MOVED, RESET))
    assert table.round is not None
    assert (table.meters[MEGA], table.round.meters[MEGA]) == (MOVED, SHOWN)


def test_an_automatic_table_may_wait_for_the_person_who_confirms() -> None:
    at_once = started(document="ma-blackjack", meter="blazing_7s")
    assert isinstance(awaits(at_once), AwaitsDecision)
    table = started(document="ma-blackjack", meter="blazing_7s", confirms=False)
    awaited = awaits(table)
    assert isinstance(awaited, AwaitsChore)
    assert (awaited.chore, awaited.moment) == ("confirm_payout", "1 blazing_7s")
    refused = step(table, c.Confirm(ANN, 1, "blazing_7s"))
    assert isinstance(refused, Refusal)
    assert refused.code is Code.WRONG_ROLE
    done = after(table, c.Confirm(SUPERVISOR, 1, "blazing_7s"))
    assert isinstance(awaits(done), AwaitsDecision)
    assert done.purses == at_once.purses
    assert done.purses["ann"] == SHOWN - 1_500


def test_a_house_may_hold_every_share_of_a_meter_until_it_is_confirmed() -> None:
    """No provision of this document names who validates it; the house's own system does (Ch.2 §G)."""
    at_once = after(started(confirms=False), c.Decide(ANN, 1, Action.STAND))
    table = after(started(confirms=False, holds=True), c.Decide(ANN, 1, Action.STAND))
    awaited = awaits(table)
    assert isinstance(awaited, AwaitsChore)
    assert (awaited.chore, awaited.moment) == ("confirm_payout", "1 blazing_7s")
    assert awaited.cite == "Ch.2 §G(1)"
    assert {Role.FLOORPERSON, Role.SUPERVISOR} == awaited.roles
    moved = after(table, c.ShowMeter(DEVICE, MEGA, SHOWN, RESET, linked=True))
    done = after(moved, c.Confirm(SUPERVISOR, 1, "blazing_7s"))
    assert done.purses == at_once.purses
    assert done.meters[MEGA] == RESET


def test_two_shares_of_two_meters_are_confirmed_one_after_the_other() -> None:
    wagers = {"super_4": {"paytable": "A"}, "lucky_ladies_progressive": {"paytable": "A"}}
    rules = rules_of("md-blackjack", wagers=wagers)
    table = scripted_table(rules, game_of(rules), cards("Qd Qh Ad Jd Qh Kd"))
    table = but(table, settings=replace(table.settings, confirms=False, holds_jackpots=True))
    for box, (player, wager) in enumerate(zip(("ann", "bob"), wagers, strict=True), 1):
        table = after(table, c.ShowMeter(DEVICE, wager, SHOWN, RESET))
        table = after(table, c.Sit(By(Role.PLAYER, player), box))
        stakes = {"main": Cents(1_000), wager: Cents(500)}
        table = after(table, c.PlaceBet(By(Role.PLAYER, player), box, stakes))
    table = after(after(table, c.StartRound(DEALER)), c.CloseOffers(DEALER))
    for box, wager in ((2, "lucky_ladies_progressive"), (1, "super_4")):  # paid from the right
        awaited = awaits(table)
        assert isinstance(awaited, AwaitsChore)
        assert (awaited.chore, awaited.moment) == ("confirm_payout", f"{box} {wager}")
        table = after(table, c.Confirm(SUPERVISOR, box, wager))
    assert table.meters == dict.fromkeys(wagers, RESET)
