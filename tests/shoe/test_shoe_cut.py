"""The offer of the cut with its refusals, the cut, the recut and the cover card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.law.refusal import Code
from cutcard.shoe import (
    By,
    Chore,
    Role,
    TablePeople,
    cut_limits,
    due,
    events as e,
    least_behind,
    optional,
    peek,
)
from shoe.setups import (
    ANN,
    BOB,
    CY,
    DEALER,
    EVERYWHERE,
    FLOOR,
    MARYLAND,
    PEOPLE,
    SUPERVISOR,
    Room,
    maryland,
    massachusetts,
    room,
)


def offers(table: Room) -> list[str]:
    """Everyone whom the cut is offered to, if all refuse, and the dealer at last."""
    found: list[str] = []
    while True:
        wanted = table.until(Chore.OFFER_CUT) if table.chore() is not Chore.CUT else table.due
        assert wanted is not None
        if wanted.chore is Chore.CUT:
            return [*found, "dealer"]
        found.append(wanted.who)
        table.step(wanted)
        table.act(Chore.REFUSE_CUT, By(Role.PLAYER, wanted.who))


def first_offer(table: Room) -> tuple[str, str]:
    wanted = table.until(Chore.OFFER_CUT)
    return wanted.who, wanted.cite


# Who is offered the cut.


@pytest.mark.proves("MD-R070", "MD-R072", "MA-R050", "MA-R053", "PE-033", "PE-034", "PO-034", "PO-035")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_d1_the_first_arrival_is_offered_the_first_cut(name: str) -> None:
    table = room(name)
    cite = "§5(e)(1)" if name == "ma-blackjack" else "Ch.5 §D(1)"
    assert first_offer(table) == ("Bob", cite)
    assert table.refused(Chore.OFFER_CUT, player="Ann") == (Code.OUT_OF_TURN, cite)
    table.step()
    assert table.refused(Chore.ACCEPT_CUT, ANN, position=60)[0] is Code.OUT_OF_TURN
    assert table.refused(Chore.REFUSE_CUT, ANN)[0] is Code.OUT_OF_TURN
    assert table.refused(Chore.ACCEPT_CUT, DEALER, position=60)[0] is Code.WRONG_ROLE
    assert table.refused(Chore.CUT, DEALER, position=60)[0] is Code.NOT_DUE
    table.act(Chore.ACCEPT_CUT, BOB, position=60)
    assert table.log[-1] == e.CardsCut(1, "player Bob", "Bob", 60)


@pytest.mark.proves("MD-R073", "MA-R053", "PE-034", "PO-035")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_d2_then_the_player_on_whose_cards_the_cover_card_came(name: str) -> None:
    table = room(name)
    table.to_the_cover(box=1)
    cite = "§5(e)(2)" if name == "ma-blackjack" else "Ch.5 §D(2)"
    assert first_offer(table) == ("Ann", cite)


@pytest.mark.proves("MD-R074", "MA-R053", "PE-034", "PO-035")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_d3_or_the_far_right_after_a_cover_card_on_the_dealers_hand(name: str) -> None:
    table = room(name)
    table.to_the_cover(box=0)
    cite = "§5(e)(3)" if name == "ma-blackjack" else "Ch.5 §D(3)"
    assert first_offer(table) == ("Cy", cite)


@pytest.mark.proves("MD-R076", "MA-R053", "PE-034", "PO-035")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_d5_or_the_far_right_after_a_reshuffle_that_was_ordered(name: str) -> None:
    table = room(name).ready()
    table.act(Chore.ORDER_RESHUFFLE, FLOOR)
    cite = "§5(e)(4)" if name == "ma-blackjack" else "Ch.5 §D(5)"
    assert first_offer(table) == ("Cy", cite)


def test_ch5_d5_an_order_forgets_the_cover_card_of_the_shoe_before() -> None:
    table = maryland()
    table.to_the_cover(box=1)
    table.ready()
    table.act(Chore.ORDER_RESHUFFLE, FLOOR)
    assert first_offer(table) == ("Cy", "Ch.5 §D(5)")


@pytest.mark.proves("MD-R071", "MD-R075", "PE-033", "PE-034", "PO-034", "PO-035", readings=["MD-A27"])
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_d4_refused_cut_rotates_counterclockwise(name: str) -> None:
    table = room(name)
    table.to_the_cover(box=0)
    assert offers(table) == ["Cy", "Bob", "Ann", "dealer"]


@pytest.mark.proves("MD-R077", readings=["MD-A27"])
def test_ch5_d6_refused_cut_rotates_counterclockwise_after_an_order_too() -> None:
    table = maryland().ready()
    table.act(Chore.ORDER_RESHUFFLE, FLOOR)
    assert offers(table) == ["Cy", "Bob", "Ann", "dealer"]


@pytest.mark.proves("MD-R071", readings=["MD-A27"])
def test_ch5_d1_the_first_arrivals_refusal_goes_on_counterclockwise_from_there() -> None:
    assert offers(maryland()) == ["Bob", "Ann", "Cy", "dealer"]


@pytest.mark.proves("MA-R054")
def test_s5_f_refused_cut_rotates_clockwise() -> None:
    table = massachusetts()
    assert offers(table) == ["Bob", "Cy", "Ann", "dealer"]
    ended = massachusetts()
    ended.to_the_cover(box=0)
    assert offers(ended) == ["Cy", "Ann", "Bob", "dealer"]


def test_ch5_d_a_player_on_several_boxes_is_offered_the_cut_once() -> None:
    table = maryland()
    table.people = TablePeople(((1, "Ann"), (2, "Bob"), (5, "Ann"), (6, "Bob")), ("Bob", "Ann"), "Dee")
    assert offers(table) == ["Bob", "Ann", "dealer"]


def test_ch5_d_one_who_came_first_but_has_no_box_is_offered_the_cut() -> None:
    table = maryland()
    table.people = replace(PEOPLE, arrived=("Zoe", "Bob", "Ann", "Cy"))
    assert offers(table) == ["Zoe", "Cy", "Bob", "Ann", "dealer"]


def test_ch5_d2_an_empty_box_passes_the_cut_on_from_there() -> None:
    table = maryland()
    table.to_the_cover(box=5)
    assert offers(table) == ["Bob", "Ann", "Cy", "dealer"]


def test_a_player_who_leaves_with_the_offer_open_is_passed_over() -> None:
    table = maryland()
    table.until(Chore.ACCEPT_CUT)
    table.people = TablePeople(((1, "Ann"), (7, "Cy")), ("Ann", "Cy"), "Dee")
    assert first_offer(table)[0] == "Ann"


@pytest.mark.proves("MD-R071", "MA-R054", "PE-033", "PO-034")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_c_the_dealer_cuts_when_nobody_accepts(name: str) -> None:
    table = room(name)
    offers(table)
    assert table.due is not None
    cite = "§5(f)" if name == "ma-blackjack" else "Ch.5 §C"
    assert table.due.cite == cite
    assert table.refused(Chore.CUT, BOB, position=60) == (Code.WRONG_ROLE, cite)
    table.act(Chore.CUT, position=60)
    assert table.log[-1] == e.CardsCut(1, "dealer", "", 60)


# Where the cut and the cover card go.


@pytest.mark.proves("MD-R078", "PE-035", "PO-036", readings=["MD-A28"])
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_e_the_cut_is_ten_cards_from_both_ends(name: str) -> None:
    table = room(name)
    table.until(Chore.ACCEPT_CUT)
    size = len(table.law.pack)
    for position in (-1, 0, 9, size - 9, size, size + 1):
        found = table.refused(Chore.ACCEPT_CUT, BOB, position=position)
        assert found == (Code.CUT_NOT_PERMITTED, "Ch.5 §E")
    assert cut_limits(table.law, size) == (10, size - 10)
    table.act(Chore.ACCEPT_CUT, BOB, position=10)


def test_ch5_e_ten_cards_from_the_bottom_is_far_enough() -> None:
    table = maryland()
    table.until(Chore.ACCEPT_CUT)
    table.act(Chore.ACCEPT_CUT, BOB, position=302)


@pytest.mark.proves("MA-R051", readings=["MA-A41"])
def test_s5_c_the_cut_is_a_deck_from_either_end() -> None:
    table = massachusetts()
    table.until(Chore.ACCEPT_CUT)
    for position in (51, 261):
        found = table.refused(Chore.ACCEPT_CUT, BOB, position=position)
        assert found == (Code.CUT_NOT_PERMITTED, "§5(c)")
    table.act(Chore.ACCEPT_CUT, BOB, position=52)
    law = table.law
    assert cut_limits(law, 104) == (52, 52)
    assert cut_limits(law, 52) == (26, 26)
    own = massachusetts(decks=1, alternative_shuffle="approved by the IEB").law
    assert cut_limits(own, 52) == (1, 51)


@pytest.mark.proves("MD-R079", "PE-035", "PO-036", "MA-R052")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_e1_the_cards_on_top_of_the_cut_go_to_the_bottom(name: str) -> None:
    table = room(name)
    table.until(Chore.ACCEPT_CUT)
    order = table.of(e.CardsShuffled)[-1].order
    table.act(Chore.ACCEPT_CUT, BOB, position=100)
    assert table.shoe.batch(1).stack == order[100:] + order[:100]
    table.until(Chore.BURN)
    assert peek(table.shoe) is order[100]


@pytest.mark.proves("MD-R080", "PE-036", "PO-037", "MA-R052", readings=["MD-A28"])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_e2_a_quarter_of_the_stack_lies_behind_the_cover_card(name: str) -> None:
    table = room(name)
    table.until(Chore.PLACE_COVER)
    size = len(table.law.pack)
    cite = "§5(d)" if name == "ma-blackjack" else "Ch.5 §E(2)"
    for behind in (-1, 0, size // 4 - 1, size + 1):
        found = table.refused(Chore.PLACE_COVER, behind=behind)
        assert found == (Code.COVER_NOT_PERMITTED, cite)
    table.act(Chore.PLACE_COVER, behind=size // 4)
    assert table.chore() is Chore.LOAD


@pytest.mark.proves("MD-R080", readings=["MD-A28"])
def test_ch5_e2_the_quarter_is_rounded_up() -> None:
    law = maryland().law
    assert [least_behind(law, size) for size in (52, 53, 56, 57)] == [13, 14, 14, 15]


@pytest.mark.proves("MA-R064")
def test_s5_k_an_approved_procedure_may_do_without_a_cover_card() -> None:
    table = massachusetts(decks=1, alternative_shuffle="approved by the IEB")
    table.until(Chore.PLACE_COVER)
    table.act(Chore.PLACE_COVER, behind=0)
    table.ready()
    for _ in range(5):
        table.round(10)
    assert not table.of(e.CoverSeen)
    assert not table.of(e.ShoeEnded)
    table.round(1)  # the last card
    assert table.chore() is Chore.END_SHOE


# The recut.


@pytest.mark.proves("MD-R082", "PE-037", "PO-038")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_f_a_floorperson_may_order_a_recut_until_the_cards_are_in_the_shoe(name: str) -> None:
    table = room(name)
    table.until(Chore.OFFER_CUT)
    assert table.refused(Chore.ORDER_RECUT, FLOOR, why="last") == (Code.NOT_DUE, "Ch.5 §F")
    table.until(Chore.PLACE_COVER)
    assert table.refused(Chore.ORDER_RECUT, DEALER, why="last") == (Code.WRONG_ROLE, "Ch.5 §F")
    assert table.refused(Chore.ORDER_RECUT, FLOOR, why="") == (Code.BAD_REQUEST, "Ch.5 §F(1)")
    table.until(Chore.LOAD)
    table.act(Chore.ORDER_RECUT, SUPERVISOR, why="last")
    table.until(Chore.BURN)
    assert table.refused(Chore.ORDER_RECUT, FLOOR, why="last") == (Code.NOT_DUE, "Ch.5 §F")


def cut_by(table: Room, player: By) -> None:
    while (wanted := table.until(Chore.ACCEPT_CUT)).who != player.name:
        table.step(wanted)
    table.act(Chore.ACCEPT_CUT, player, position=100)


@pytest.mark.proves("MD-R083", "MD-R084", "PE-037", "PO-038", "MA-R055", readings=["MD-A26"])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_f1_the_last_cutter_or_the_next_person_cuts_again(name: str) -> None:
    for who, expected in (("last", "Bob"), ("next", "Cy" if name == "ma-blackjack" else "Ann")):
        table = room(name)
        cut_by(table, BOB)
        order = table.of(e.CardsShuffled)[-1].order
        table.act(Chore.ORDER_RECUT, SUPERVISOR, why=who)
        offered, cite = first_offer(table)
        assert offered == expected
        assert cite == ("§5(g)" if name == "ma-blackjack" else "Ch.5 §F(1)")
        table.step()
        table.act(Chore.ACCEPT_CUT, By(Role.PLAYER, expected), position=60)
        assert table.shoe.batch(1).stack == order[160:] + order[:160]
        table.ready()
        assert table.of(e.ShoeLoaded)


@pytest.mark.proves("MD-R083", "PE-037", "PO-038", "MA-R055")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_f1_of_a_cutter_who_has_left_the_next_person_cuts_again(name: str) -> None:
    table = room(name)
    cut_by(table, BOB)
    table.people = TablePeople(((1, "Ann"), (7, "Cy")), ("Ann", "Cy"), "Dee")
    table.act(Chore.ORDER_RECUT, SUPERVISOR, why="last")
    assert first_offer(table)[0] == "Ann"


def test_ch5_f1_after_the_last_of_all_the_dealer_is_next() -> None:
    table = maryland()
    cut_by(table, CY)
    table.act(Chore.ORDER_RECUT, FLOOR, why="next")
    assert table.chore() is Chore.CUT
    table.step()
    table.act(Chore.ORDER_RECUT, FLOOR, why="last")
    assert table.chore() is Chore.CUT  # the dealer cut last


@pytest.mark.proves("MA-R055")
def test_s5_g_a_supervisor_may_order_a_recut_until_a_card_is_dealt() -> None:
    table = massachusetts()
    cut_by(table, BOB)
    assert table.refused(Chore.ORDER_RECUT, FLOOR, why="last") == (Code.WRONG_ROLE, "§5(g)")
    table.until(Chore.BURN)
    before = table.shoe.side.stack
    table.act(Chore.ORDER_RECUT, SUPERVISOR, why="last")
    assert not table.shoe.side.pile.loaded
    assert table.shoe.batch(1).stack == before
    cut_by(table, BOB)
    table.ready()
    assert table.refused(Chore.ORDER_RECUT, SUPERVISOR, why="last") == (Code.NOT_DUE, "§5(g)")
    assert len(table.shoe.side.pile.seals) == 1


def test_s5_g_a_physical_stack_comes_out_of_the_shoe_too() -> None:
    table = massachusetts(virtual=False)
    table.until(Chore.BURN)
    table.act(Chore.ORDER_RECUT, SUPERVISOR, why="last")
    assert table.chore() is Chore.CUT
    table.ready()
    assert table.shoe.side.size == 312


def test_what_may_be_done_besides_is_offered() -> None:
    table = maryland()
    table.until(Chore.ACCEPT_CUT)
    found = {each.chore: each for each in optional(table.shoe, table.people)}
    assert found[Chore.REFUSE_CUT].who == "Bob"
    assert Chore.ORDER_RECUT not in found
    table.until(Chore.LOAD)
    chores = {each.chore for each in optional(table.shoe, table.people)}
    assert Chore.ORDER_RECUT in chores
    assert Chore.REFUSE_CUT not in chores
    table.ready()
    chores = {each.chore for each in optional(table.shoe, table.people)}
    assert {Chore.ORDER_RESHUFFLE, Chore.SPREAD_IDLE, Chore.RECEIVE_CARDS} <= chores
    assert due(table.shoe, table.people) is None
