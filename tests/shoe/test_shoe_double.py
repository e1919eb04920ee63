"""The double shoe: two sides, the determinant card, the segregated area."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cutcard.cards import card
from cutcard.law.refusal import Code
from cutcard.shoe import (
    Chore,
    cards_left,
    cover_is_next,
    deal_from,
    discard,
    events as e,
    is_mid_round,
    opening_draw,
    peek,
    refill_due,
    take,
)
from shoe.setups import (
    FLOOR,
    census,
    double,
    maryland,
)

DOUBLE: dict[str, Any] = {"shoe": "double"}


@pytest.mark.proves("MD-R052", "MD-R054")
def test_ch3_c_each_side_has_half_the_decks_and_its_own_cover_card() -> None:
    table = double()
    left, right = table.shoe.sides
    assert (left.size, right.size) == (156, 156)
    assert Counter(left.stack) == Counter(right.stack)
    assert (left.cover, right.cover) == (156 - 39, 156 - 39)
    assert table.of(e.CoverPlaced) == [e.CoverPlaced(1, 39), e.CoverPlaced(2, 39)]


@pytest.mark.proves("MD-R142")
def test_ch7_c_the_determinant_card_replaces_both_burns() -> None:
    table = double()
    table.fold(e.DealerTookOver("Eve"))
    assert table.due is None
    assert not table.of(e.CardBurned)


@pytest.mark.proves("MD-R143", "MD-R144", "MD-R146", "MA-R070", "MA-R072", readings=["MD-A22", "MA-A90"])
@pytest.mark.parametrize("document", ["md-blackjack", "ma-blackjack"])
def test_ch7_c2_a_determinant_of_its_own_side_is_the_first_card(document: str) -> None:
    table = double(first="red", document=document)  # red calls the left side
    wanted = opening_draw(table.shoe)
    assert wanted is not None
    cite = "§6(d)(1)" if document == "ma-blackjack" else "Ch.7 §C(1)"
    assert (wanted.chore, wanted.cite) == (Chore.DRAW_DETERMINANT, cite)
    top = table.shoe.sides[0].stack[0]
    table.act(Chore.DRAW_DETERMINANT, side="left")
    assert table.log[-1] == e.DeterminantDrawn(top, "left", "left")
    assert is_mid_round(table.shoe)
    assert opening_draw(table.shoe) is None
    assert peek(table.shoe) is top
    assert not cover_is_next(table.shoe)
    table.shoe = take(table.shoe, top)
    assert peek(table.shoe) is table.shoe.sides[0].stack[1]  # the round is dealt from the left
    assert table.shoe.side.out == (top,)


@pytest.mark.proves("MD-R143", "MD-R144", "MD-R147", "MA-R070", "MA-R072", readings=["MD-A22"])
@pytest.mark.parametrize("document", ["md-blackjack", "ma-blackjack"])
def test_ch7_c3_a_determinant_of_the_other_side_is_segregated(document: str) -> None:
    table = double(first="black", document=document)
    top, second = table.shoe.sides[0].stack[0], table.shoe.sides[1].stack[0]
    table.act(Chore.DRAW_DETERMINANT, side="left")
    assert table.log[-1] == e.DeterminantDrawn(top, "left", "right")
    assert table.shoe.sides[0].pile.segregated == (top,)
    assert is_mid_round(table.shoe)  # the round is called, though no card of it lies yet
    assert table.refused(Chore.ORDER_RESHUFFLE, FLOOR)[0] is Code.NOT_DUE
    assert peek(table.shoe) is second
    table.deal(5)
    assert [side.at for side in table.shoe.sides] == [1, 5]
    table.collect()
    assert opening_draw(table.shoe) is not None  # every round has its own


@pytest.mark.proves("MD-R145", "MA-R071")
@pytest.mark.parametrize("document", ["md-blackjack", "ma-blackjack"])
def test_ch7_c1b_the_operator_designates_the_red_side(document: str) -> None:
    table = double(first="red", document=document, determinant_red_side="right")
    table.act(Chore.DRAW_DETERMINANT, side="left")
    assert table.of(e.DeterminantDrawn)[-1].deals_from == "right"


def test_ch7_c1_the_determinant_comes_once_from_a_named_side_when_nothing_is_due() -> None:
    table = maryland(**DOUBLE)
    assert table.refused(Chore.DRAW_DETERMINANT, side="left") == (Code.NOT_DUE, "Ch.2 §K")
    table.ready()
    assert table.refused(Chore.DRAW_DETERMINANT, side="") == (Code.BAD_REQUEST, "Ch.7 §C(1)")
    assert table.refused(Chore.DRAW_DETERMINANT, FLOOR, side="left")[0] is Code.WRONG_ROLE
    table.act(Chore.DRAW_DETERMINANT, side="right")
    assert table.refused(Chore.DRAW_DETERMINANT, side="left") == (Code.NOT_DUE, "Ch.7 §C(1)")
    single = maryland().ready()
    assert opening_draw(single.shoe) is None
    assert single.refused(Chore.DRAW_DETERMINANT, side="left")[0] is Code.NOT_DUE


@pytest.mark.proves("MD-R148", readings=["MD-A22"])
def test_ch7_d_a_cover_card_that_comes_as_determinant_is_set_aside() -> None:
    table = double(first="red")
    while not cover_is_next(deal_from(table.shoe, "left")):
        table.shoe = take(deal_from(table.shoe, "left"), table.shoe.sides[0].stack[0])
    out = table.shoe.sides[0].out
    table.shoe = discard(deal_from(table.shoe, "left"), out)
    found = table.act(Chore.DRAW_DETERMINANT, side="left")
    assert [type(event) for event in found] == [e.CoverSeen, e.DeterminantDrawn]
    assert found[0] == e.CoverSeen(0, "left")
    assert table.shoe.sides[0].pile.segregated  # behind the cover card all are black
    assert table.due is None  # that round is dealt first
    table.deal(4)
    table.collect()
    assert table.due is not None
    assert (table.chore(), table.due.side, table.due.cite) == (Chore.END_SHOE, "left", "Ch.7 §E(2)")


@pytest.mark.proves("MD-R151")
def test_ch7_e2_only_the_side_of_the_cover_card_is_collected_with_its_segregated_cards() -> None:
    table = double()
    table.to_the_cover()
    wanted = table.until(Chore.END_SHOE)
    index = table.shoe.side_named(wanted.side)
    other = table.shoe.sides[1 - index]
    assert table.refused(Chore.END_SHOE, counted=312)[0] is Code.CARDS_MISSING
    table.act(Chore.END_SHOE, counted=156)
    assert table.shoe.sides[1 - index] == other
    assert not table.shoe.sides[index].pile.segregated
    table.ready()
    assert [event.batch for event in table.of(e.CardsShuffled)] == [1, 2, index + 1]
    assert census(table.shoe) == Counter(table.law.pack * 2)


@pytest.mark.proves(readings=["MA-A04"])
def test_massachusetts_treats_a_double_shoes_cut_card_as_an_approved_procedure() -> None:
    table = double(document="ma-blackjack")
    table.to_the_cover()
    assert table.due is not None
    assert (table.chore(), table.due.cite) == (Chore.END_SHOE, "MA-A04")


def test_ch5_g_one_side_of_a_double_shoe_can_be_reshuffled() -> None:
    table = double()
    table.act(Chore.ORDER_RESHUFFLE, FLOOR, side="right")
    assert table.due is not None
    assert (table.chore(), table.due.side) == (Chore.END_SHOE, "right")
    table.ready()
    assert len(table.of(e.ShoeEnded)) == 1
    table.act(Chore.ORDER_RESHUFFLE, FLOOR)
    table.ready()
    assert len(table.of(e.ShoeEnded)) == 3


def test_ch14_f_a_double_shoe_is_refilled_from_its_own_rack_and_segregated_cards() -> None:
    table = double(first="black")
    table.act(Chore.DRAW_DETERMINANT, side="left")  # segregated on the left; the right side deals
    table.shoe = deal_from(table.shoe, "left")
    for _ in range(150):
        table.deal()
        if len(table.shoe.side.out) > 4:
            table.shoe = discard(table.shoe, table.shoe.side.out[:1])
    while cards_left(table.shoe):
        table.deal()
    wanted = refill_due(table.shoe, table.people)
    assert wanted is not None
    assert wanted.side == "left"
    table.step(wanted)
    order = table.of(e.CardsShuffled)[-1].order
    assert len(order) == 156 - len(table.shoe.side.out)
    table.shoe = deal_from(table.shoe, "right")
    assert table.due is not None
    assert table.due.batch == 1  # the left side is refilled, whichever is dealt from meanwhile
    table.shoe = deal_from(table.shoe, "left")
    table.ready()
    table.deal(1)
    table.collect()
    assert census(table.shoe) == Counter(table.law.pack * 2)


def test_ch14_i_cards_of_both_sides_go_back_to_their_own() -> None:
    table = double(first="red")
    table.act(Chore.DRAW_DETERMINANT, side="left")
    table.deal(3)
    table.shoe = deal_from(table.shoe, "right")
    table.deal(3)
    table.collect()
    assert [len(side.pile.rack) for side in table.shoe.sides] == [3, 3]
    assert table.due is None


def test_ch14_i_the_same_card_of_both_sides_goes_back_to_both() -> None:
    table = double()
    twin = card("As")
    for name in ("left", "right"):
        table.shoe = take(deal_from(table.shoe, name), twin)
    table.shoe = discard(table.shoe, (twin, twin))
    assert [side.pile.rack for side in table.shoe.sides] == [(twin,), (twin,)]


def test_ch14_a_a_card_face_up_goes_to_the_segregated_area() -> None:
    table = double(first="red")
    table.act(Chore.DRAW_DETERMINANT, side="left")
    dealt = table.deal(3)
    table.shoe = discard(table.shoe, (dealt[2],), segregated=True)
    assert table.shoe.sides[0].pile.segregated == (dealt[2],)


def test_a_physical_double_shoe_scans_its_determinant() -> None:
    table = maryland(virtual=False, **DOUBLE).ready()
    assert table.refused(Chore.DRAW_DETERMINANT, side="right")[0] is Code.BAD_CARD
    table.act(Chore.DRAW_DETERMINANT, side="right", card=card("9c"))
    assert table.shoe.side.pile.name == "right"
    assert table.shoe.waiting is card("9c")


@pytest.mark.proves("MD-R048", "MD-R053")
def test_ch3_b2_c1_batches_and_sides_differ_in_the_colour_of_their_backs() -> None:
    for options in (DOUBLE, {"shuffler": "two_batch"}, DOUBLE | {"shuffler": "two_batch"}):
        law = maryland(**options).law
        backs = [law.back_of(batch) for batch in range(1, law.batches + 1)]
        assert len(set(backs)) == law.batches
