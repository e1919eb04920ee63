"""Shuffling devices: two batches that take turns, the continuous shuffler, and the pack in the hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cutcard.law.refusal import Code
from cutcard.shoe import (
    Chore,
    events as e,
)
from shoe.setups import BOB, DEVICE, EVERYWHERE, FLOOR, census, double, maryland, massachusetts, room

# Two batches.


@pytest.mark.proves("MD-R047", "MD-R049", "MD-R050", "MA-R018")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch3_b_two_equal_batches_take_turns(name: str) -> None:
    table = room(name, shuffler="two_batch")
    for _ in range(3):
        table.ready()
        in_play = table.shoe.side.pile.batch
        stored = table.shoe.batch(3 - in_play)
        assert Chore.SHUFFLE in stored.done  # shuffled and kept while the other is in play
        assert len(stored.stack) == table.shoe.side.size == len(table.law.pack)
        table.to_the_cover()
        table.until(Chore.END_SHOE)
        table.step()
        assert table.chore() is Chore.OFFER_CUT  # the stored batch waits, shuffled
    assert [event.batch for event in table.of(e.ShoeLoaded)] == [1, 2, 1]


@pytest.mark.proves("MD-R051", "MA-R019")
@pytest.mark.parametrize("name", ["md-blackjack", "ma-blackjack"])
def test_ch3_b5_only_one_batch_is_in_the_rack(name: str) -> None:
    table = room(name, shuffler="two_batch")
    table.to_the_cover()
    table.until(Chore.END_SHOE)
    table.step()
    assert table.shoe.rack == ()
    table.ready()
    assert set(table.shoe.rack) == {table.of(e.CardBurned)[-1].drawn}
    assert census(table.shoe) == Counter(table.law.pack * 2)


def test_ch5_a_the_device_shuffles_the_batches() -> None:
    table = maryland(shuffler="two_batch")
    wanted = table.until(Chore.SHUFFLE)
    assert DEVICE.role in wanted.roles
    act = table.shuffle_act(wanted)
    fields: dict[str, Any] = {
        "order": act.order,
        "salt": act.salt,
        "commitment": act.commitment,
        "batch": 1,
    }
    assert table.refused(Chore.SHUFFLE, FLOOR, **fields)[0] is Code.WRONG_ROLE
    assert table.refused(Chore.SHUFFLE, DEVICE, **(fields | {"batch": 2}))[0] is Code.NOT_DUE
    table.act(Chore.SHUFFLE, DEVICE, **fields)
    assert table.of(e.CardsShuffled)[-1].by == "device"


def test_a_double_shoe_with_two_batches_a_side() -> None:
    table = double(shuffler="two_batch")
    table.to_the_cover()
    table.ready()
    loaded = [event.batch for event in table.of(e.ShoeLoaded)]
    assert loaded[:2] == [1, 2]
    assert loaded[2] in (3, 4)
    assert census(table.shoe) == Counter(table.law.pack * 4)


# The continuous shuffler.


@pytest.mark.proves("MD-R091", "PE-041", "PO-042")
@pytest.mark.parametrize("name", ["md-blackjack", "md-players-edge-21", "md-pontoon-21", "ma-blackjack"])
def test_ch5_k_a_continuous_shuffler_knows_no_cut_cover_card_or_reshuffle(name: str) -> None:
    table = room(name, shuffler="continuous")
    for _ in range(30):
        table.round(20)
    for kind in (e.CutOffered, e.CardsCut, e.CoverPlaced, e.CoverSeen, e.ShoeEnded):
        assert not table.of(kind), kind
    cite = "§21" if name == "ma-blackjack" else "Ch.5 §K"
    assert table.refused(Chore.ORDER_RESHUFFLE, FLOOR) == (Code.ACTION_NOT_PERMITTED, cite)


def test_a_continuous_shuffler_commits_to_a_new_order_for_every_round() -> None:
    table = maryland(shuffler="continuous")
    for _ in range(3):
        table.round(9)
    table.ready()
    shuffles, reveals = table.of(e.CardsShuffled), table.of(e.ShoeRevealed)
    assert len(shuffles) == 4
    assert [event.commitment for event in reveals] == [event.commitment for event in shuffles[:3]]
    assert all(Counter(event.order) == Counter(table.law.pack) for event in shuffles)
    assert table.due is None
    assert len(table.of(e.CardBurned)) == 1  # only the first time is the shoe filled


def test_a_continuous_shuffler_does_not_shuffle_twice_for_one_round() -> None:
    table = maryland(shuffler="continuous").ready()
    shuffles = len(table.of(e.CardsShuffled))
    table.fold(e.DealerTookOver("Eve"))
    table.ready()
    assert len(table.of(e.CardsShuffled)) == shuffles
    assert [event.why for event in table.of(e.CardBurned)] == ["shoe", "dealer"]


def test_a_continuous_shuffler_that_new_dealers_burned_empty_is_filled_again() -> None:
    table = maryland(shuffler="continuous", decks=1).ready()
    for _ in range(60):
        table.fold(e.DealerTookOver("Eve"))
        table.ready()
    assert len(table.of(e.CardBurned)) == 61
    assert census(table.shoe) == Counter(table.law.pack)


def test_s21_a_massachusetts_continuous_shuffler_has_no_burned_card() -> None:
    table = massachusetts(shuffler="continuous").ready()
    assert not table.of(e.CardBurned)


def test_a_physical_continuous_shuffler_takes_its_rack_back() -> None:
    table = maryland(virtual=False, shuffler="continuous", decks=1).ready()
    for _ in range(6):
        table.round(12)
    table.ready()
    assert table.shoe.rack == ()


# The pack in the hand.


@pytest.mark.proves("MD-R188", readings=["MD-A21", "MD-A19"])
def test_ch12_b3_the_pack_lies_on_a_cover_card_and_has_another_in_it() -> None:
    table = room("md-blackjack", "hand_dealt").ready()
    placed = [type(event) for event in table.log if isinstance(event, e.CoverPlaced | e.BaseCovered)]
    assert placed == [e.CoverPlaced, e.BaseCovered]
    assert table.shoe.side.size == 104
    assert table.law.batches == 2
    assert table.of(e.CoverPlaced) == [e.CoverPlaced(1, 26)]


@pytest.mark.proves("MD-R192", readings=["MD-A21"])
def test_ch12_b7_a_card_is_burned_before_every_round_and_for_nothing_else() -> None:
    table = room("md-blackjack", "hand_dealt").ready()
    for _ in range(3):
        table.round(6)
    table.fold(e.DealerTookOver("Eve"))
    table.ready()
    assert [event.why for event in table.of(e.CardBurned)] == ["round"] * 4
    assert table.due is None


@pytest.mark.proves("MD-R187")
def test_ch12_b2_the_hand_dealt_game_waits_for_its_shuffler() -> None:
    table = room("md-blackjack", "hand_dealt").ready()
    table.act(Chore.REPORT_SHUFFLER, why="out_of_order")
    assert table.due is None  # the pack in play is not touched by that
    table.act(Chore.ORDER_RESHUFFLE, FLOOR)
    table.act(Chore.END_SHOE, counted=104)
    table.until(Chore.REPAIR_SHUFFLER)
    assert table.due is not None
    assert table.due.cite == "Ch.12 §B(2)"
    table.act(Chore.COVER_SHUFFLER)
    assert table.chore() is Chore.REPAIR_SHUFFLER  # a sign on it does not make a shuffle by hand good
    table.act(Chore.REPAIR_SHUFFLER, FLOOR)
    assert table.chore() is Chore.SHUFFLE


@pytest.mark.proves("MA-R058", "MA-R059")
def test_s5_i_the_6_to_5_pack_has_a_base_card_and_a_third_behind_the_other() -> None:
    table = room("ma-blackjack", "six_to_five")
    table.until(Chore.COVER_BASE)
    table.step()
    wanted = table.until(Chore.PLACE_COVER)
    assert wanted.cite == "§5(i)"
    assert table.refused(Chore.PLACE_COVER, behind=34) == (Code.COVER_NOT_PERMITTED, "§5(i)")
    table.act(Chore.PLACE_COVER, behind=35)  # a third of 104, rounded up
    table.ready()
    assert not table.of(e.CardBurned)


@pytest.mark.proves("MA-R021", "MA-R109", "MA-R108")
def test_s6a_j_the_6_to_5_decks_alternate_after_the_cut_card() -> None:
    table = room("ma-blackjack", "six_to_five")
    table.to_the_cover()
    assert table.due is not None
    assert (table.chore(), table.due.cite) == (Chore.END_SHOE, "§6A(j)")
    table.ready()
    assert [event.batch for event in table.of(e.ShoeLoaded)] == [1, 2]
    assert Chore.SHUFFLE in table.shoe.batch(1).done  # its cards went into the shuffler


@pytest.mark.proves("MA-R060")
def test_s5_i_with_one_round_a_deck_the_decks_rotate_every_round() -> None:
    table = room("ma-blackjack", "six_to_five", decks=1, rounds_per_deck="one")
    for _ in range(3):
        table.round(8)
    table.ready()
    assert [event.batch for event in table.of(e.ShoeLoaded)] == [1, 2, 1, 2]
    assert not table.of(e.CoverPlaced)
    assert len(table.of(e.BaseCovered)) == 4


@pytest.mark.proves("MA-R099", readings=["MA-A38"])
def test_s6a_c_the_6_to_5_burn_is_the_licensees_choice_and_never_shown() -> None:
    table = room("ma-blackjack", "six_to_five", burn_each_round=True)
    wanted = table.until(Chore.BURN)
    assert (wanted.why, wanted.cite) == ("round", "§6A(c)")
    table.ready()
    assert table.refused(Chore.SHOW_BURN, BOB) == (Code.ACTION_NOT_PERMITTED, "§6A(c)")


def test_s6a_c_the_choice_to_burn_each_round_is_one_of_the_6_to_5_game() -> None:
    table = massachusetts(burn_each_round=True)
    table.round(5)
    table.ready()
    assert [event.why for event in table.of(e.CardBurned)] == ["shoe"]
