"""A shoe from load to count: burned cards, the cover card, the end, the reveal, the age of cards."""

from __future__ import annotations

from collections import Counter

import pytest

from cutcard.cards import card
from cutcard.law.refusal import Code, Refused
from cutcard.shoe import (
    Chore,
    cards_left,
    check_ready,
    cover_is_next,
    discard,
    events as e,
    is_empty,
    is_mid_round,
    optional,
    peek,
)
from shoe.setups import (
    BOB,
    DEALER,
    DEVICE,
    EVERYWHERE,
    FLOOR,
    HOUR,
    MARYLAND,
    census,
    maryland,
    massachusetts,
    room,
)

# Loading.


@pytest.mark.proves("MD-R081", "MD-R136", "MD-R137", "PE-051", "PO-052", "MA-R052")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch7_b_cards_come_from_a_shoe_loaded_after_the_cut(name: str) -> None:
    table = room(name)
    table.until(Chore.LOAD)
    assert is_empty(table.shoe)
    assert table.refused(Chore.BURN)[0] is Code.NOT_DUE
    assert table.refused(Chore.LOAD, DEVICE)[0] is Code.WRONG_ROLE
    table.act(Chore.LOAD)
    assert table.log[-1] == e.ShoeLoaded(1, "", "dealer")
    assert cards_left(table.shoe) == len(table.law.pack)


@pytest.mark.proves("MD-R069", "PE-032", "PO-033")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_a2_a_shuffler_may_load_the_shoe_itself(name: str) -> None:
    table = room(name, shuffler="two_batch", shuffler_loads_shoe=True)
    table.until(Chore.LOAD)
    table.act(Chore.LOAD, DEVICE)
    assert table.log[-1] == e.ShoeLoaded(1, "", "device")


def test_a_round_waits_until_nothing_is_due() -> None:
    table = maryland()
    with pytest.raises(Refused) as refused:
        check_ready(table.shoe, table.people)
    assert (refused.value.refusal.code, refused.value.refusal.cite) == (Code.NOT_DUE, "Ch.2 §K")
    table.ready()
    check_ready(table.shoe, table.people)
    assert table.refused(Chore.LOAD) == (Code.NOT_DUE, "Ch.5 §E(3); Ch.7 §B")


# Burned cards.


@pytest.mark.proves("MD-R140", "PE-053", "PO-054", "MA-R069", readings=["MD-A30"])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch7_b3_the_first_card_of_each_shoe_is_burned(name: str) -> None:
    table = room(name)
    wanted = table.until(Chore.BURN)
    cite = "§6(c)" if name == "ma-blackjack" else "Ch.7 §B(3)"
    assert (wanted.why, wanted.cite) == ("shoe", cite)
    first = peek(table.shoe)
    assert table.refused(Chore.BURN, FLOOR) == (Code.WRONG_ROLE, cite)
    table.act(Chore.BURN)
    assert table.log[-1] == e.CardBurned(first, "", "shoe")
    assert table.shoe.rack == (first,)
    assert table.due is None
    table.to_the_cover()
    table.ready()
    assert [event.why for event in table.of(e.CardBurned)] == ["shoe", "shoe"]


@pytest.mark.proves("MD-R141", "PE-054", "PO-055", "MA-R069")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch7_b4_each_new_dealer_burns_a_card(name: str) -> None:
    table = room(name).ready()
    table.round()
    table.fold(e.DealerTookOver("Eve"))
    assert table.due is not None
    cite = "§6(c)" if name == "ma-blackjack" else "Ch.7 §B(4)"
    assert (table.chore(), table.due.why, table.due.cite) == (Chore.BURN, "dealer", cite)
    next_card = peek(table.shoe)
    table.step()
    assert table.log[-1] == e.CardBurned(next_card, "", "dealer")
    assert table.due is None


@pytest.mark.proves("MD-R141")
def test_ch7_b4_a_maryland_blackjack_floorperson_may_excuse_that_burn() -> None:
    table = maryland().ready()
    assert table.refused(Chore.EXCUSE_BURN, FLOOR) == (Code.NOT_DUE, "Ch.7 §B(4)")
    table.fold(e.DealerTookOver("Eve"))
    assert Chore.EXCUSE_BURN in {each.chore for each in optional(table.shoe, table.people)}
    assert table.refused(Chore.EXCUSE_BURN, DEALER) == (Code.WRONG_ROLE, "Ch.7 §B(4)")
    table.act(Chore.EXCUSE_BURN, FLOOR)
    assert table.log[-1] == e.BurnExcused("floorperson")
    assert table.due is None


def test_ch7_b4_the_burn_of_a_shoe_cannot_be_excused() -> None:
    table = maryland()
    table.until(Chore.BURN)
    assert table.refused(Chore.EXCUSE_BURN, FLOOR) == (Code.NOT_DUE, "Ch.7 §B(4)")


@pytest.mark.proves("PE-054", "PO-055")
@pytest.mark.parametrize("name", ["md-players-edge-21", "md-pontoon-21", "ma-blackjack"])
def test_ch7_b4_elsewhere_nobody_may_excuse_it(name: str) -> None:
    table = room(name).ready()
    table.fold(e.DealerTookOver("Eve"))
    cite = "§6(c)" if name == "ma-blackjack" else "Ch.7 §B(4)"
    assert table.refused(Chore.EXCUSE_BURN, FLOOR) == (Code.ACTION_NOT_PERMITTED, cite)


@pytest.mark.proves("MA-R069", readings=["MA-A38"])
def test_s6_c_a_burned_card_is_shown_on_request_in_massachusetts() -> None:
    table = massachusetts()
    assert table.refused(Chore.SHOW_BURN, BOB) == (Code.NOT_DUE, "§6(c)")
    table.ready()
    assert table.refused(Chore.SHOW_BURN, DEALER) == (Code.WRONG_ROLE, "§6(c)")
    before = table.shoe
    table.act(Chore.SHOW_BURN, BOB)
    assert table.log[-1] == e.BurnShown("Bob", table.shoe.rack[0])
    assert table.shoe == before
    table.to_the_cover()
    table.until(Chore.SHUFFLE)
    assert table.refused(Chore.SHOW_BURN, BOB) == (Code.NOT_DUE, "§6(c)")  # it is among the others


@pytest.mark.parametrize("name", MARYLAND)
def test_ch7_b3_a_burned_card_is_not_shown_in_maryland(name: str) -> None:
    table = room(name).ready()
    cite = "MD-A30" if name == "md-blackjack" else "PE-A52"
    assert table.refused(Chore.SHOW_BURN, BOB) == (Code.ACTION_NOT_PERMITTED, cite)


def test_at_a_physical_table_the_burned_card_is_scanned() -> None:
    table = maryland(virtual=False, decks=1)
    table.until(Chore.BURN)
    assert table.refused(Chore.BURN)[0] is Code.BAD_CARD
    table.act(Chore.BURN, card=card("9h"))
    assert table.shoe.rack == (card("9h"),)
    table.fold(e.DealerTookOver("Eve"))
    assert table.refused(Chore.BURN, card=card("9h"))[0] is Code.TOO_MANY_OF_A_CARD


def test_at_a_virtual_table_nobody_guesses_the_burned_card() -> None:
    """A guess is refused in the same words, right or wrong: nobody learns the card by asking."""
    table = maryland()
    table.until(Chore.BURN)
    hidden = peek(table.shoe)
    other = next(each for each in table.law.pack if each is not hidden)
    wrong, right = (table.refusal(Chore.BURN, card=each) for each in (other, hidden))
    assert wrong.code is right.code is Code.BAD_CARD
    assert wrong.message.replace(other.text, hidden.text) == right.message
    table.act(Chore.BURN)
    assert table.shoe.desk.last_burned is hidden


# The cover card, and the end of the shoe.


@pytest.mark.proves("MD-R045", "PE-020", "PO-021")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch3_a_a_cover_card_is_in_use(name: str) -> None:
    table = room(name)
    table.ready()
    size = len(table.law.pack)
    assert table.of(e.CoverPlaced) == [e.CoverPlaced(1, size // 4)]
    assert table.shoe.side.cover == size - size // 4


@pytest.mark.proves(
    "MD-R085", "MD-R148", "MD-R149", "PE-038", "PE-055", "PO-039", "PO-056", "MA-R056", "MA-R095"
)
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch7_d_after_the_cover_card_the_round_is_completed_then_the_shoe_ends(name: str) -> None:
    table = room(name).ready()
    while not cover_is_next(table.shoe):
        table.deal()
        table.collect()
    table.deal(5, box=3)
    assert table.of(e.CoverSeen) == [e.CoverSeen(3, "")]
    assert table.due is None  # the round goes on
    assert not cover_is_next(table.shoe)
    table.collect()
    assert table.due is not None
    cite = {"ma-blackjack": "§6(l)(2)(i)", "md-blackjack": "Ch.7 §E(1)"}.get(name, "Ch.7 §D")
    assert (table.chore(), table.due.cite) == (Chore.END_SHOE, cite)
    table.step()
    assert table.chore() is Chore.SHUFFLE


@pytest.mark.proves("MD-R148", "PE-055", "PO-056", readings=["MD-A24"])
@pytest.mark.parametrize("name", MARYLAND)
def test_ch7_d_with_the_cover_card_first_the_round_is_still_dealt(name: str) -> None:
    table = room(name)
    table.until(Chore.PLACE_COVER)
    table.act(Chore.PLACE_COVER, behind=len(table.law.pack) - 1)
    table.ready()  # the burned card lay before the cover card
    assert cover_is_next(table.shoe)
    assert table.due is None
    table.deal(6, box=1)
    assert table.of(e.CoverSeen) == [e.CoverSeen(1, "")]
    table.collect()
    assert table.chore() is Chore.END_SHOE


def test_ch7_d_a_cover_card_before_the_burned_card_is_put_aside_and_a_round_dealt() -> None:
    table = maryland()
    table.until(Chore.PLACE_COVER)
    table.act(Chore.PLACE_COVER, behind=312)
    table.until(Chore.BURN)
    found = table.step()
    assert [type(event) for event in found] == [e.CoverSeen, e.CardBurned]
    assert table.due is None
    table.round(4)
    assert table.chore() is Chore.END_SHOE


@pytest.mark.proves("MD-R150", "MA-R095")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch7_e1_the_cards_left_are_counted_into_the_rack(name: str) -> None:
    table = room(name)
    table.to_the_cover()
    left, full = cards_left(table.shoe), len(table.law.pack)
    wanted = table.until(Chore.END_SHOE)
    for counted in (0, full - 1, full + 1):
        assert table.refused(Chore.END_SHOE, counted=counted) == (Code.CARDS_MISSING, wanted.cite)
    table.act(Chore.END_SHOE, counted=full)
    assert table.of(e.ShoeEnded) == [e.ShoeEnded(1, "", left, full, 1)]


def test_a_finished_virtual_shoe_is_revealed_at_once() -> None:
    table = maryland()
    table.to_the_cover()
    shuffled = table.of(e.CardsShuffled)[-1]
    assert not table.of(e.ShoeRevealed)
    ended, revealed = table.step()
    assert isinstance(ended, e.ShoeEnded)
    assert revealed == e.ShoeRevealed(shuffled.commitment, shuffled.order, shuffled.salt)


def test_a_physical_shoe_has_nothing_to_reveal() -> None:
    table = maryland(virtual=False).ready()
    table.deal(5)
    assert not cover_is_next(table.shoe)
    table.fold(e.CoverSeen(3))  # the dealer reports it
    table.deal(1)
    table.collect()
    assert [type(event) for event in table.step()] == [e.ShoeEnded]
    table.ready()
    assert not table.of(e.ShoeRevealed)


def test_the_rack_keeps_the_order_in_which_cards_came() -> None:
    table = maryland().ready()
    burned = table.shoe.rack
    dealt = table.deal(6)
    table.shoe = discard(table.shoe, (dealt[4], dealt[1]))
    table.shoe = discard(table.shoe, (dealt[0], dealt[5], dealt[3], dealt[2]))
    wanted = (dealt[4], dealt[1], dealt[0], dealt[5], dealt[3], dealt[2])
    assert table.shoe.rack == burned + wanted
    assert not is_mid_round(table.shoe)


# Age.


@pytest.mark.proves("MD-R055", "PE-022", "PO-023")
@pytest.mark.parametrize(
    ("name", "cite"),
    [("md-blackjack", "Ch.3 §D"), ("md-players-edge-21", "Ch.3 §C"), ("md-pontoon-21", "Ch.3 §C")],
)
def test_ch3_d_cards_are_changed_every_24_hours(name: str, cite: str) -> None:
    table = room(name)
    table.at = 1000
    table.ready()
    table.at = 1000 + 24 * HOUR - 1
    assert table.due is None
    table.deal(3)
    table.at += 1
    assert table.due is None  # a round is completed
    table.collect()
    with pytest.raises(Refused) as refused:
        check_ready(table.shoe, table.people, table.at)
    assert refused.value.refusal.code is Code.CARDS_TOO_OLD
    assert refused.value.refusal.cite == cite
    assert table.refused(Chore.SHUFFLE) == (Code.CARDS_TOO_OLD, cite)
    found = table.step()
    assert [type(event) for event in found] == [e.CardsWithdrawn, e.ShoeRevealed, e.CardsReceived]
    assert found[0] == e.CardsWithdrawn(1, "age")
    table.ready()
    assert census(table.shoe) == Counter(table.law.pack)


@pytest.mark.proves("MD-R055")
def test_ch3_d_hand_dealt_cards_are_changed_every_4_hours() -> None:
    table = room("md-blackjack", "hand_dealt").ready()
    table.at = 4 * HOUR
    assert table.due is not None
    assert (table.chore(), table.due.why, table.due.cite) == (Chore.RECEIVE_CARDS, "age", "Ch.3 §D")
    table.step()
    assert table.due is not None
    assert (table.chore(), table.due.batch) == (Chore.RECEIVE_CARDS, 2)
    table.ready()


def test_massachusetts_sets_no_age() -> None:
    table = massachusetts().ready()
    table.at = 1000 * HOUR
    assert table.due is None
