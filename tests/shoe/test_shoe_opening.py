"""Opening a table: receipt, inspection, spread, view, wash and stack, each by whom it is due."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cutcard.cards import card, cards
from cutcard.law.refusal import Code
from cutcard.shoe import By, Chore, Role, TablePeople, automatic, commitment_of, events as e
from shoe.setups import (
    ANN,
    BOB,
    CY,
    DEALER,
    FLOOR,
    MARYLAND,
    PEOPLE,
    SUPERVISOR,
    Room,
    census,
    maryland,
    massachusetts,
    room,
)

MARYLAND_STEPS = [
    (Chore.INSPECT_READER, "Ch.2 §K"),
    (Chore.RECEIVE_CARDS, "Ch.4 §A"),
    (Chore.INSPECT_CARDS, "Ch.4 §A"),
    (Chore.VERIFY_INSPECTION, "Ch.4 §A"),
    (Chore.SPREAD, "Ch.4 §B; Ch.4 §C"),
    (Chore.VIEW_CARDS, "Ch.4 §D"),
    (Chore.TURN_DOWN, "Ch.4 §D"),
    (Chore.WASH, "Ch.4 §D; Ch.4 §H"),
    (Chore.STACK, "Ch.4 §D"),
    (Chore.SHUFFLE, "Ch.5 §A"),
    (Chore.OFFER_CUT, "Ch.5 §D(1)"),
    (Chore.ACCEPT_CUT, "Ch.5 §D(1)"),
]


def steps(table: Room, count: int) -> list[tuple[Chore, str]]:
    found = []
    for _ in range(count):
        wanted = table.due
        assert wanted is not None
        found.append((wanted.chore, wanted.cite))
        table.step(wanted)
    return found


@pytest.mark.proves("MD-R058", "MD-R059", "MD-R060", "MD-R061", "MD-R062")
def test_ch4_a_to_e_a_maryland_table_opens_step_by_step() -> None:
    assert steps(maryland(), len(MARYLAND_STEPS)) == MARYLAND_STEPS


def test_cards_that_were_not_shuffled_are_no_stack() -> None:
    table = maryland()
    awaited = table.shoe.batch(1)
    table.until(Chore.SHUFFLE)
    for batch in (awaited, table.shoe.batch(1)):
        assert (batch.stack, batch.size, batch.seal, batch.unused) == ((), 0, None, 0)


@pytest.mark.proves("MA-R045", "MA-R046", "MA-R047", readings=["MA-A12"])
def test_s4_massachusetts_opens_without_a_floorperson_or_a_reader_inspection() -> None:
    assert steps(massachusetts(), 8) == [
        (Chore.RECEIVE_CARDS, "§4(a)"),
        (Chore.INSPECT_CARDS, "§4(a)"),
        (Chore.SPREAD, "§4(b)"),
        (Chore.VIEW_CARDS, "§4(c); §4(d)"),
        (Chore.TURN_DOWN, "§4(c); §4(d)"),
        (Chore.WASH, "§4(c); §4(d)"),
        (Chore.STACK, "§4(c); §4(d)"),
        (Chore.SHUFFLE, "§5(a)"),
    ]


@pytest.mark.proves("PE-026", "PE-027", "PE-028", "PE-029", "PO-027", "PO-028", "PO-029", "PO-030")
@pytest.mark.parametrize("name", ["md-players-edge-21", "md-pontoon-21"])
def test_ch4_a_to_f_a_48_card_table_takes_its_tens_out(name: str) -> None:
    table = room(name)
    assert [chore for chore, _ in steps(table, 10)] == [
        Chore.INSPECT_READER,
        Chore.RECEIVE_CARDS,
        Chore.INSPECT_CARDS,
        Chore.REMOVE_TENS,
        Chore.VERIFY_INSPECTION,
        Chore.SPREAD,
        Chore.VIEW_CARDS,
        Chore.TURN_DOWN,
        Chore.WASH,
        Chore.STACK,
    ]
    (removed,) = table.of(e.TensRemoved)
    assert len(removed.cards) == 4 * 6
    assert {each.rank for each in removed.cards} == {"T"}
    table.ready()
    assert not [each for each in census(table.shoe) if each.rank == "T"]


def test_ch4_b_only_the_tens_of_the_decks_are_torn() -> None:
    table = room("md-pontoon-21")
    table.until(Chore.REMOVE_TENS)
    assert table.refused(Chore.REMOVE_TENS, order=cards("Th Jh")) == (Code.BAD_CARD, "Ch.4 §B")
    assert table.refused(Chore.REMOVE_TENS, order=(card("Th"),) * 7) == (Code.BAD_CARD, "Ch.4 §B")
    assert table.refused(Chore.REMOVE_TENS, BOB)[0] is Code.WRONG_ROLE
    table.act(Chore.REMOVE_TENS, FLOOR)
    assert table.of(e.TensRemoved) == [e.TensRemoved(1, (), "floorperson")]
    assert table.chore() is Chore.VERIFY_INSPECTION


def test_the_brochure_opens_like_players_edge_21() -> None:
    wanted = [chore for chore, _ in steps(room("md-players-edge-21"), 14)]
    taken = steps(room("players-edge-21-brochure"), 14)
    assert [chore for chore, _ in taken] == wanted
    assert {cite for _, cite in taken} == {"BR-A01", "Brochure: introduction"}


@pytest.mark.proves("MD-R058", "PE-026", "PO-027")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch4_a_the_floorperson_verifies_what_the_dealer_inspected(name: str) -> None:
    table = room(name)
    table.until(Chore.INSPECT_CARDS)
    assert table.refused(Chore.VERIFY_INSPECTION, FLOOR) == (Code.NOT_DUE, "Ch.4 §A")
    assert table.refused(Chore.INSPECT_CARDS, FLOOR) == (Code.WRONG_ROLE, "Ch.4 §A")
    table.until(Chore.VERIFY_INSPECTION)
    assert table.refused(Chore.VERIFY_INSPECTION, DEALER) == (Code.WRONG_ROLE, "Ch.4 §A")
    table.act(Chore.VERIFY_INSPECTION, By(Role.SUPERVISOR, "Sue"))
    assert table.log[-1] == e.InspectionVerified(1, "supervisor Sue")


@pytest.mark.proves("MD-R042", "PE-017", "PO-018")
@pytest.mark.parametrize(
    ("name", "cite"),
    [("md-blackjack", "Ch.2 §K"), ("md-players-edge-21", "Ch.2 §G"), ("md-pontoon-21", "Ch.2 §F")],
)
def test_ch2_k_the_reader_is_inspected_each_gaming_day(name: str, cite: str) -> None:
    table = room(name)
    assert table.due is not None
    assert (table.chore(), table.due.cite) == (Chore.INSPECT_READER, cite)
    assert table.refused(Chore.INSPECT_READER, DEALER) == (Code.WRONG_ROLE, cite)
    assert table.refused(Chore.INSPECT_CARDS) == (Code.NOT_DUE, cite)
    table.ready()
    assert table.refused(Chore.BEGIN_GAMING_DAY, DEALER) == (Code.WRONG_ROLE, cite)
    table.act(Chore.BEGIN_GAMING_DAY, FLOOR, at=80_000)
    assert table.chore() is Chore.INSPECT_READER
    table.act(Chore.INSPECT_READER, FLOOR, at=80_001)
    assert table.log[-1] == e.ReaderInspected("floorperson", 80_001, True)
    assert table.due is None


@pytest.mark.proves("MD-R276", "PE-142", "PO-149")
@pytest.mark.parametrize(
    ("name", "cite"),
    [("md-blackjack", "Ch.14 §L"), ("md-players-edge-21", "Ch.13 §Q"), ("md-pontoon-21", "Ch.13 §Q")],
)
def test_ch14_l_a_reader_out_of_order_stops_the_game(name: str, cite: str) -> None:
    table = room(name).ready()
    table.act(Chore.INSPECT_READER, FLOOR, works=False)
    assert table.due is not None
    assert (table.chore(), table.due.cite) == (Chore.INSPECT_READER, cite)
    table.act(Chore.INSPECT_READER, SUPERVISOR)
    assert table.due is None


def test_s6_j_massachusetts_inspects_no_reader() -> None:
    table = massachusetts().ready()
    assert table.refused(Chore.INSPECT_READER, FLOOR, works=False)[0] is Code.ACTION_NOT_PERMITTED
    assert table.due is None


@pytest.mark.proves("MD-R059", "MA-R046")
@pytest.mark.parametrize("name", ["md-blackjack", "ma-blackjack"])
def test_ch4_b_the_first_player_to_come_views_the_cards(name: str) -> None:
    table = room(name)
    table.people = TablePeople()
    wanted = table.until(Chore.VIEW_CARDS)
    assert wanted.who == ""
    assert table.refused(Chore.VIEW_CARDS)[0] is Code.NOT_DUE
    table.people = replace(table.people, arrived=("Bob", "Ann"))
    assert table.refused(Chore.VIEW_CARDS, ANN)[0] is Code.OUT_OF_TURN
    assert table.refused(Chore.VIEW_CARDS, DEALER, player="Ann")[0] is Code.OUT_OF_TURN
    assert table.refused(Chore.VIEW_CARDS, FLOOR)[0] is Code.WRONG_ROLE
    table.act(Chore.VIEW_CARDS, BOB)
    assert table.log[-1] == e.CardsViewed(1, "Bob")


@pytest.mark.proves("MD-R059")
def test_ch4_b_new_cards_are_spread_face_up() -> None:
    table = maryland()
    table.until(Chore.SPREAD)
    code, cite = table.refused(Chore.SPREAD, face="down")
    assert (code, cite) == (Code.ACTION_NOT_PERMITTED, "Ch.4 §B; Ch.4 §C")
    table.act(Chore.SPREAD)
    assert table.log[-1] == e.CardsSpread(1, "up")


@pytest.mark.proves("MD-R063", "MD-R064")
def test_ch4_f_g_each_side_of_a_double_shoe_is_opened_separately() -> None:
    table = maryland(shoe="double")
    table.ready()
    for kind in (e.CardsSpread, e.CardsTurnedDown, e.CardsWashed, e.CardsStacked):
        assert [event.batch for event in table.of(kind)] == [1, 2], kind
    assert [event.batch for event in table.of(e.CardsShuffled)] == [1, 2]


@pytest.mark.proves("MD-R065")
def test_ch4_h_each_batch_is_spread_mixed_stacked_and_shuffled_separately() -> None:
    table = maryland(shuffler="two_batch").ready()
    for kind in (e.CardsSpread, e.CardsWashed, e.CardsStacked, e.CardsShuffled):
        assert [event.batch for event in table.of(kind)] == [1, 2], kind


@pytest.mark.proves("MA-R048")
def test_s4_d_with_a_shuffler_massachusetts_does_not_wash() -> None:
    table = massachusetts(shuffler="two_batch").ready()
    assert not table.of(e.CardsWashed)
    for kind in (e.CardsSpread, e.CardsViewed, e.CardsTurnedDown, e.CardsStacked):
        assert [event.batch for event in table.of(kind)] == [1, 2], kind


@pytest.mark.proves("MD-R066", "PE-030", "PO-031")
@pytest.mark.parametrize("name", ["md-blackjack", "md-players-edge-21", "md-pontoon-21", "ma-blackjack"])
@pytest.mark.parametrize("virtual", [True, False])
def test_ch4_i_preshuffled_cards_go_straight_to_the_cut(name: str, virtual: bool) -> None:
    approved: dict[str, Any] = {"preshuffled_cards": True} if "21" in name else {}
    table = room(name, virtual=virtual, **approved)
    if table.chore() is Chore.INSPECT_READER:
        table.act(Chore.INSPECT_READER, FLOOR)
    order = table.law.pack[::-1] if virtual else ()
    commitment = commitment_of(order, "s") if virtual else ""
    fields: dict[str, Any] = {"order": order, "salt": "s" if virtual else "", "commitment": commitment}
    table.act(Chore.RECEIVE_CARDS, preshuffled=True, **fields)
    assert table.chore() is Chore.OFFER_CUT
    assert table.shoe.batch(1).size == len(table.law.pack)
    table.ready()
    assert not table.of(e.CardsInspected)
    assert not table.of(e.CardsWashed)


@pytest.mark.proves("PE-030", "PO-031")
@pytest.mark.parametrize("name", ["md-players-edge-21", "md-pontoon-21"])
def test_ch4_g_preshuffled_cards_need_their_approval(name: str) -> None:
    table = room(name, virtual=False)
    table.act(Chore.INSPECT_READER, FLOOR)
    found = table.refused(Chore.RECEIVE_CARDS, preshuffled=True)
    assert found == (Code.ACTION_NOT_PERMITTED, "Ch.4 §G")


@pytest.mark.proves("PE-142", "PO-149")
@pytest.mark.parametrize("name", ["md-players-edge-21", "md-pontoon-21"])
def test_ch13_q_no_table_declares_its_own_reader_repaired(name: str) -> None:
    table = room(name)
    table.act(Chore.INSPECT_READER, FLOOR, works=False)
    assert table.due is not None
    assert table.chore() is Chore.INSPECT_READER
    assert automatic(table.shoe, PEOPLE, table.due) is None


def test_a_virtual_table_takes_preshuffled_cards_only_with_their_order() -> None:
    table = maryland()
    assert table.refused(Chore.RECEIVE_CARDS, preshuffled=True) == (
        Code.SHUFFLE_NOT_PERMITTED,
        "Ch.5 §A",
    )


def test_a_physical_table_does_not_know_the_order_of_preshuffled_cards() -> None:
    table = maryland(virtual=False)
    found = table.refused(Chore.RECEIVE_CARDS, preshuffled=True, order=table.law.pack)
    assert found == (Code.SHUFFLE_NOT_PERMITTED, "Ch.5 §A")


def test_cards_are_received_by_the_batch_between_rounds() -> None:
    table = maryland(shuffler="two_batch")
    assert table.refused(Chore.RECEIVE_CARDS, batch=3) == (Code.BAD_REQUEST, "")
    assert table.refused(Chore.RECEIVE_CARDS, CY)[0] is Code.WRONG_ROLE
    table.ready()
    assert table.refused(Chore.RECEIVE_CARDS)[0] is Code.BAD_REQUEST  # which of the two?
    table.deal(3)
    assert table.refused(Chore.RECEIVE_CARDS, batch=1)[0] is Code.NOT_DUE
    table.collect()
    table.act(Chore.RECEIVE_CARDS, batch=2)
    assert table.due is not None
    assert (table.chore(), table.due.batch) == (Chore.INSPECT_CARDS, 2)


def test_new_cards_for_old_reveal_what_was_committed() -> None:
    table = maryland().ready()
    shuffled = table.of(e.CardsShuffled)[-1]
    found = table.act(Chore.RECEIVE_CARDS, FLOOR)
    assert found == (
        e.CardsWithdrawn(1, "changed"),
        e.ShoeRevealed(shuffled.commitment, shuffled.order, shuffled.salt),
        e.CardsReceived(1, 0, False),
    )
    assert table.chore() is Chore.INSPECT_CARDS


def test_decks_can_be_removed_from_play() -> None:
    table = room("md-pontoon-21").ready()
    assert table.refused(Chore.WITHDRAW_CARDS, DEALER)[0] is Code.WRONG_ROLE
    table.deal(2)
    assert table.refused(Chore.WITHDRAW_CARDS, FLOOR)[0] is Code.NOT_DUE
    table.collect()
    found = table.act(Chore.WITHDRAW_CARDS, FLOOR, why="tens_found")
    assert [type(event) for event in found] == [e.CardsWithdrawn, e.ShoeRevealed]
    assert table.chore() is Chore.RECEIVE_CARDS
    table.ready()
    assert table.shoe.rack == (table.of(e.CardBurned)[-1].drawn,)
