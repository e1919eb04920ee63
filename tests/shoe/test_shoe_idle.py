"""Idle tables and how they resume; a shuffler that jams or is out of order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cutcard.law.refusal import Code
from cutcard.shoe import (
    Chore,
    TablePeople,
    events as e,
)
from shoe.setups import (
    BOB,
    DEVICE,
    FLOOR,
    MARYLAND,
    SUPERVISOR,
    Room,
    census,
    double,
    maryland,
    massachusetts,
    room,
)

# Idle tables.


def idle(table: Room, face: str = "down", player: str = "") -> Room:
    table.ready()
    table.round()
    table.act(Chore.SPREAD_IDLE, face=face, player=player)
    return table


def chores(table: Room, last: Chore) -> list[Chore]:
    found = []
    while (wanted := table.due) is not None and wanted.chore is not last:
        found.append(wanted.chore)
        table.step(wanted)
    return found


@pytest.mark.proves("MD-R086", "PE-039", "PO-040")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_h_an_idle_tables_cards_lie_face_down_unless_a_player_asks(name: str) -> None:
    table = room(name).ready()
    assert table.refused(Chore.SPREAD_IDLE, face="up") == (Code.ACTION_NOT_PERMITTED, "Ch.5 §H")
    assert table.refused(Chore.SPREAD_IDLE, face="") == (Code.BAD_REQUEST, "Ch.5 §H")
    assert table.refused(Chore.SPREAD_IDLE, FLOOR, face="down") == (Code.WRONG_ROLE, "Ch.5 §H")
    table.deal(2)
    assert table.refused(Chore.SPREAD_IDLE, face="down") == (Code.NOT_DUE, "Ch.5 §H")
    table.collect()
    found = table.act(Chore.SPREAD_IDLE, face="up", player="Bob")
    assert found[0] == e.CardsSpreadIdle(1, "", "up", "Bob", 1)
    assert isinstance(found[1], e.ShoeRevealed)
    assert table.shoe.rack == ()
    assert census(table.shoe) == Counter(table.law.pack)
    assert table.refused(Chore.SPREAD_IDLE, face="down") == (Code.NOT_DUE, "Ch.5 §H")


@pytest.mark.proves("MD-R087", "PE-040", "PO-041", readings=["MD-A26"])
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_i1_by_hand_an_idle_table_resumes_with_wash_stack_shuffle_and_cut(name: str) -> None:
    table = idle(room(name))
    assert table.due is not None
    assert table.due.cite == "Ch.5 §I(1)"
    assert chores(table, Chore.OFFER_CUT) == [
        Chore.VIEW_CARDS,
        Chore.WASH,
        Chore.STACK,
        Chore.SHUFFLE,
    ]
    assert table.due.who == "Bob"  # the game begins again: the first to come


def test_ch5_i_cards_that_lie_face_up_are_turned_down() -> None:
    table = idle(maryland(), face="up", player="Bob")
    assert chores(table, Chore.WASH) == [Chore.VIEW_CARDS, Chore.TURN_DOWN]


@pytest.mark.proves("MA-R061", "MA-R062")
def test_s5_j_massachusetts_turns_idle_cards_up_for_the_first_player_and_down_again() -> None:
    table = idle(massachusetts())
    assert chores(table, Chore.SHUFFLE) == [
        Chore.TURN_UP,
        Chore.VIEW_CARDS,
        Chore.TURN_DOWN,
        Chore.WASH,
        Chore.STACK,
    ]
    either = idle(massachusetts(), face="up")
    assert either.chore() is Chore.VIEW_CARDS
    empty = idle(massachusetts())
    empty.people = TablePeople()
    assert empty.chore() is Chore.VIEW_CARDS  # they are turned up once a player has come


@pytest.mark.proves("MD-R088", "MD-R089", "PE-040", "PO-041", "MA-R063")
@pytest.mark.parametrize("name", ["md-blackjack", "md-players-edge-21", "md-pontoon-21", "ma-blackjack"])
def test_ch5_i2_with_a_shuffler_the_batches_are_exchanged(name: str) -> None:
    table = idle(room(name, shuffler="two_batch"))
    found = chores(table, Chore.OFFER_CUT)
    assert Chore.WASH not in found
    assert found[-1] is Chore.STACK
    assert table.due is not None
    assert (table.due.batch, table.due.who) == (2, "Bob")
    table.ready()
    assert [event.batch for event in table.of(e.CardsShuffled)] == [1, 2, 1]
    assert [event.batch for event in table.of(e.ShoeLoaded)] == [1, 2]
    washed = [] if name == "ma-blackjack" else [1, 2]
    assert [event.batch for event in table.of(e.CardsWashed)] == washed  # at the opening only


@pytest.mark.proves("MD-R089", "PE-040", "PO-041", "MA-R063")
@pytest.mark.parametrize("name", ["md-blackjack", "md-players-edge-21", "md-pontoon-21", "ma-blackjack"])
def test_ch5_i2b_a_player_may_ask_for_the_stored_batch_to_be_spread_too(name: str) -> None:
    table = room(name, shuffler="two_batch").ready()
    cite = "§5(j)(2)" if name == "ma-blackjack" else "Ch.5 §I(2)(b)"
    assert table.refused(Chore.REQUEST_SPREAD, BOB) == (Code.NOT_DUE, cite)
    idle(table)
    table.until(Chore.OFFER_CUT)
    assert table.refused(Chore.REQUEST_SPREAD, FLOOR) == (Code.WRONG_ROLE, cite)
    stored = table.shoe.batch(2).seal
    assert stored is not None
    found = table.act(Chore.REQUEST_SPREAD, BOB)
    revealed = e.ShoeRevealed(stored.commitment, stored.order, stored.salt)
    assert found == (e.SpreadRequested(2, "Bob"), revealed)
    assert table.due is not None
    assert (table.chore(), table.due.cite) == (Chore.SPREAD, cite)
    assert chores(table, Chore.OFFER_CUT) == [
        Chore.SPREAD,
        Chore.VIEW_CARDS,
        Chore.TURN_DOWN,
        Chore.STACK,
        Chore.SHUFFLE,
    ]
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack * 2)


@pytest.mark.proves("PE-041", "PO-042")
def test_ch5_k_only_maryland_blackjack_spreads_the_cards_of_a_continuous_shuffler() -> None:
    table = idle(maryland(shuffler="continuous"))
    assert chores(table, Chore.LOAD) == [Chore.VIEW_CARDS, Chore.STACK, Chore.SHUFFLE]
    for name, cite in (
        ("md-players-edge-21", "Ch.5 §K"),
        ("md-pontoon-21", "Ch.5 §K"),
        ("ma-blackjack", "§21"),
    ):
        other = room(name, shuffler="continuous").ready()
        found = other.refused(Chore.SPREAD_IDLE, face="down")
        assert found == (Code.ACTION_NOT_PERMITTED, cite)


def test_ch5_h_both_sides_of_a_double_shoe_are_spread() -> None:
    table = idle(double())
    assert [event.side for event in table.of(e.CardsSpreadIdle)] == ["left", "right"]
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack * 2)


# Trouble with the shuffler.


@pytest.mark.proves("MD-R277", "PE-143", "PO-150")
@pytest.mark.parametrize("name", ["md-blackjack", "md-players-edge-21", "md-pontoon-21", "ma-blackjack"])
def test_ch14_m_after_a_jam_the_cards_are_reshuffled(name: str) -> None:
    table = room(name, shuffler="two_batch").ready()
    cite = {"md-blackjack": "Ch.14 §M", "ma-blackjack": "§5(a)"}.get(name, "Ch.13 §R")
    broken = {"md-blackjack": "Ch.14 §N", "ma-blackjack": "§5(k)"}.get(name, "Ch.13 §S")
    either = f"{cite}; {broken}"
    stored = table.shoe.batch(2).seal
    assert stored is not None
    assert table.refused(Chore.REPORT_SHUFFLER, why="jam", batch=1) == (Code.NOT_DUE, cite)
    assert table.refused(Chore.REPORT_SHUFFLER, why="smoke") == (Code.BAD_REQUEST, either)
    assert table.refused(Chore.REPORT_SHUFFLER, BOB, why="jam", batch=2) == (Code.WRONG_ROLE, either)
    found = table.act(Chore.REPORT_SHUFFLER, DEVICE, why="jam", batch=2)
    revealed = e.ShoeRevealed(stored.commitment, stored.order, stored.salt)
    assert found == (e.ShufflerFailed("jam", 2), revealed)
    jammed = table.shoe.batch(2)
    assert (jammed.stack, jammed.size, jammed.seal) == ((), 0, None)
    assert table.due is not None
    assert (table.chore(), table.due.batch) == (Chore.SHUFFLE, 2)
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack * 2)


def test_ch14_m_a_jam_is_no_matter_of_the_batch_dealt_or_of_unstacked_cards() -> None:
    table = maryland(shuffler="two_batch")
    table.until(Chore.SPREAD)
    assert table.refused(Chore.REPORT_SHUFFLER, why="jam", batch=1)[0] is Code.NOT_DUE
    table.ready()
    table.deal(3)
    assert table.refused(Chore.REPORT_SHUFFLER, why="jam", batch=1)[0] is Code.NOT_DUE
    table.act(Chore.REPORT_SHUFFLER, why="jam", batch=2)
    assert table.of(e.ShufflerFailed)[-1].batch == 2
    manual = maryland().ready()
    assert manual.refused(Chore.REPORT_SHUFFLER, why="jam")[0] is Code.NOT_DUE


def test_ch14_m_a_jam_of_a_continuous_shuffler() -> None:
    table = maryland(shuffler="continuous").ready()
    table.act(Chore.REPORT_SHUFFLER, why="jam")
    assert table.chore() is Chore.SHUFFLE
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack)
    assert len(table.of(e.ShoeRevealed)) == 1


@pytest.mark.proves("MD-R278", "PE-144", "PO-151")
@pytest.mark.parametrize(
    ("name", "cite"),
    [("md-blackjack", "Ch.14 §N"), ("md-players-edge-21", "Ch.13 §S"), ("md-pontoon-21", "Ch.13 §S")],
)
def test_ch14_n_a_shuffler_out_of_order_is_covered_before_a_shuffle_by_hand(
    name: str, cite: str
) -> None:
    table = room(name, shuffler="two_batch")
    wanted = table.until(Chore.SHUFFLE)
    assert table.refused(Chore.COVER_SHUFFLER) == (Code.NOT_DUE, cite)
    assert table.refused(Chore.REPAIR_SHUFFLER, FLOOR) == (Code.NOT_DUE, cite)
    table.act(Chore.REPORT_SHUFFLER, FLOOR, why="out_of_order")
    assert table.refused(Chore.REPORT_SHUFFLER, why="jam", batch=1) == (Code.NOT_DUE, cite)
    act = table.shuffle_act(wanted)
    fields: dict[str, Any] = {"order": act.order, "salt": act.salt, "commitment": act.commitment}
    assert table.refused(Chore.SHUFFLE, **fields) == (Code.NOT_DUE, cite)
    assert table.refused(Chore.COVER_SHUFFLER, BOB) == (Code.WRONG_ROLE, cite)
    table.act(Chore.COVER_SHUFFLER)
    assert table.refused(Chore.SHUFFLE, DEVICE, **fields)[0] is Code.WRONG_ROLE
    table.act(Chore.SHUFFLE, **fields)
    table.ready()
    table.to_the_cover()
    table.ready()
    assert {event.batch for event in table.of(e.ShoeLoaded)} == {1}  # by hand no batches alternate
    table.act(Chore.REPAIR_SHUFFLER, SUPERVISOR)
    table.ready()
    table.to_the_cover()
    table.ready()
    assert table.of(e.ShoeLoaded)[-1].batch == 2


def test_massachusetts_asks_for_no_sign() -> None:
    table = massachusetts(shuffler="two_batch", virtual=False)
    table.until(Chore.SHUFFLE)
    table.act(Chore.REPORT_SHUFFLER, why="out_of_order")
    assert table.chore() is Chore.SHUFFLE
    assert table.refused(Chore.SHUFFLE)[1] == "§5(l)"  # by hand, with its steps
    table.ready()


def test_a_continuous_shuffler_out_of_order_gives_way_to_cut_and_cover_card() -> None:
    table = maryland(shuffler="continuous").ready()
    table.round()
    table.act(Chore.REPORT_SHUFFLER, why="out_of_order")
    assert table.chore() is Chore.COVER_SHUFFLER
    table.step()
    assert table.chore() is Chore.END_SHOE
    table.ready()
    assert table.of(e.CardsCut)
    assert table.of(e.CoverPlaced)
    table.round()
    table.act(Chore.REPAIR_SHUFFLER, FLOOR)
    assert table.chore() is Chore.SHUFFLE
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack)
