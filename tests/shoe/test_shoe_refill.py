"""A round whose cards run out: the rack is shuffled, cut, loaded and one card burned."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cutcard.law.refusal import Code
from cutcard.shoe import (
    Chore,
    cards_left,
    events as e,
    is_empty,
    peek,
    refill_due,
    take,
)
from shoe.setups import (
    DEALER,
    DEVICE,
    EVERYWHERE,
    FLOOR,
    MARYLAND,
    Room,
    census,
    maryland,
    massachusetts,
    room,
)


def short(table: Room) -> Room:
    """A round in the middle of which the shoe is empty."""
    table.ready()
    while cards_left(table.shoe) > 4:
        table.deal()
        if cards_left(table.shoe) > 6:
            table.collect()
    table.deal(4)
    assert is_empty(table.shoe)
    return table


@pytest.mark.proves(
    "MD-R266", "MD-R267", "PE-136", "PE-137", "PO-143", "PO-144", "MA-R166", readings=["MD-A76"]
)
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch14_f_too_few_cards_the_rack_is_shuffled_cut_and_one_burned(name: str) -> None:
    table = short(room(name))
    rack, out = table.shoe.rack, table.shoe.side.out
    wanted = refill_due(table.shoe, table.people)
    assert wanted is not None
    cite = {"ma-blackjack": "§15(g)", "md-blackjack": "Ch.14 §F(1)"}.get(name, "Ch.13 §K")
    assert (wanted.chore, wanted.why, wanted.cite) == (Chore.SHUFFLE, "refill", cite)
    assert table.due is None
    table.step(wanted)
    assert Counter(table.of(e.CardsShuffled)[-1].order) == Counter(rack)
    assert table.shoe.side.out == out
    assert table.chore() is Chore.OFFER_CUT
    table.until(Chore.LOAD)
    assert len(table.of(e.CoverPlaced)) == 1  # no second one: the shoe ends with this round
    table.step()
    assert table.due is not None
    burn = {"ma-blackjack": "§15(g)", "md-blackjack": "Ch.14 §F(2)"}.get(name, "Ch.13 §L")
    assert (table.chore(), table.due.why, table.due.cite) == (Chore.BURN, "refill", burn)
    table.step()
    assert table.due is None
    table.deal(3)
    table.collect()
    assert census(table.shoe) == Counter(table.law.pack)
    assert table.chore() is Chore.END_SHOE


def test_ch14_f_both_orders_are_revealed_only_when_the_round_is_over() -> None:
    table = short(maryland())
    table.step(refill_due(table.shoe, table.people))
    table.ready()
    table.deal(2)
    assert not table.of(e.ShoeRevealed)
    table.collect()
    table.step()
    assert [event.commitment for event in table.of(e.ShoeRevealed)] == [
        event.commitment for event in table.of(e.CardsShuffled)
    ]


def test_ch14_f_the_cut_goes_to_the_player_of_the_cover_card() -> None:
    table = short(maryland())
    table.step(refill_due(table.shoe, table.people))
    assert table.due is not None
    assert (table.due.who, table.due.cite) == ("Bob", "Ch.5 §D(2)")


def test_ch14_f_only_an_empty_shoe_is_refilled_and_only_with_cards_to_spare() -> None:
    table = maryland().ready()
    assert refill_due(table.shoe, table.people) is None
    assert table.refused(Chore.SHUFFLE, why="refill")[0] is Code.SHOE_EMPTY
    table.deal(cards_left(table.shoe))  # all on the layout, the burned card alone in the rack
    assert is_empty(table.shoe)
    assert refill_due(table.shoe, table.people) is None
    assert table.refused(Chore.SHUFFLE, why="refill")[0] is Code.SHOE_EMPTY


def test_ch14_f_a_recut_is_possible_and_a_round_voided_meanwhile_leaves_the_cards_whole() -> None:
    table = short(maryland())
    table.step(refill_due(table.shoe, table.people))
    table.until(Chore.LOAD)
    table.act(Chore.ORDER_RECUT, FLOOR, why="last")
    assert table.chore() is Chore.CUT
    table.collect()  # the round is void
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack)
    assert len(table.of(e.ShoeEnded)) == 1


def test_cards_can_be_changed_in_the_middle_of_a_refill() -> None:
    table = short(maryland())
    table.step(refill_due(table.shoe, table.people))
    table.collect()
    found = table.act(Chore.RECEIVE_CARDS, FLOOR)
    assert len([event for event in found if isinstance(event, e.ShoeRevealed)]) == 2
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack)


@pytest.mark.proves("MD-R278", "PE-144", "PO-151")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch14_n_a_broken_shuffler_is_covered_before_the_rack_is_shuffled_by_hand(name: str) -> None:
    table = short(room(name, shuffler="two_batch"))
    table.act(Chore.REPORT_SHUFFLER, why="out_of_order")
    wanted = refill_due(table.shoe, table.people)
    assert wanted is not None
    cite = "Ch.14 §N" if name == "md-blackjack" else "Ch.13 §S"
    assert (wanted.chore, wanted.cite) == (Chore.COVER_SHUFFLER, cite)
    assert table.refused(Chore.SHUFFLE, why="refill") == (Code.NOT_DUE, cite)
    table.step(wanted)
    by_hand = refill_due(table.shoe, table.people)
    assert by_hand is not None
    assert by_hand.chore is Chore.SHUFFLE
    assert by_hand.roles == {DEALER.role}
    table.step(by_hand)
    assert table.of(e.CardsShuffled)[-1].why == "refill"


@pytest.mark.proves("MD-R187", "MD-R266")
def test_ch12_b2_a_compulsory_shuffler_is_repaired_before_the_rack_is_shuffled() -> None:
    table = short(room("md-blackjack", "hand_dealt", decks=1))
    table.act(Chore.REPORT_SHUFFLER, why="out_of_order")
    wanted = refill_due(table.shoe, table.people)
    assert wanted is not None
    assert (wanted.chore, wanted.cite) == (Chore.REPAIR_SHUFFLER, "Ch.12 §B(2)")
    assert table.refused(Chore.SHUFFLE, why="refill") == (Code.NOT_DUE, "Ch.12 §B(2)")
    table.act(Chore.REPAIR_SHUFFLER, FLOOR)
    wanted = refill_due(table.shoe, table.people)
    assert wanted is not None
    assert wanted.chore is Chore.SHUFFLE


@pytest.mark.proves("MA-R166")
def test_s15_g_the_6_to_5_game_shuffles_its_discards_by_hand() -> None:
    table = short(room("ma-blackjack", "six_to_five", decks=1))
    wanted = refill_due(table.shoe, table.people)
    assert wanted is not None
    assert wanted.roles == {DEALER.role}
    fields: dict[str, Any] = {"why": "refill", "batch": wanted.batch}
    assert table.refused(Chore.SHUFFLE, DEVICE, **fields) == (Code.WRONG_ROLE, "§15(g)")
    act = table.shuffle_act(wanted)
    table.act(Chore.REPORT_SHUFFLER, why="out_of_order")  # by hand: no device is needed for it
    assert refill_due(table.shoe, table.people) == wanted
    fields |= {"order": act.order, "salt": act.salt, "commitment": act.commitment}
    early = ("strip", "riffle", "riffle", "turn", "cut")
    assert table.refused(Chore.SHUFFLE, steps=early, **fields)[1] == "§5(l)(4)"
    table.act(Chore.SHUFFLE, steps=("riffle", "riffle", "turn", "strip", "cut"), **fields)


def test_an_empty_shoe_gives_no_card() -> None:
    table = massachusetts(decks=1, alternative_shuffle="approved")
    table.until(Chore.PLACE_COVER)
    table.act(Chore.PLACE_COVER, behind=0)
    table.ready()
    for _ in range(51):
        table.shoe = take(table.shoe, peek(table.shoe))
    table.collect()
    table.fold(e.DealerTookOver("Eve"))
    assert table.chore() is Chore.END_SHOE  # before the new dealer burns from the next shoe
    table.until(Chore.BURN)
    table.step()
    assert table.due is not None
    assert table.due.why == "dealer"
