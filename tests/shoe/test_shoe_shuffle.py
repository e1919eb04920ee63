"""The shuffle: when it is due, of which cards, with which commitment and steps."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.law.refusal import Code
from cutcard.shoe import (
    Chore,
    commitment_of,
    events as e,
)
from shoe.setups import (
    DEALER,
    DEVICE,
    EVERYWHERE,
    FLOOR,
    MARYLAND,
    SUPERVISOR,
    maryland,
    massachusetts,
    room,
)


@pytest.mark.proves("MD-R067", "MD-R068", "PE-031", "PO-032", "MA-R049")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_ch5_a_cards_are_shuffled_before_play_and_after_each_shoe(name: str) -> None:
    table = room(name)
    table.ready()
    assert len(table.of(e.CardsShuffled)) == 1
    table.to_the_cover()
    assert len(table.of(e.CardsShuffled)) == 1
    table.ready()
    assert len(table.of(e.CardsShuffled)) == 2
    assert table.of(e.CardsShuffled)[1].size == len(table.law.pack)


@pytest.mark.proves("MD-R067", "MD-R085", "PE-038", "PO-039")
@pytest.mark.parametrize("name", MARYLAND)
def test_ch5_g_a_floorperson_may_order_a_reshuffle_after_any_round(name: str) -> None:
    table = room(name).ready()
    assert table.refused(Chore.ORDER_RESHUFFLE, DEALER) == (Code.WRONG_ROLE, "Ch.5 §G")
    table.deal(4)
    assert table.refused(Chore.ORDER_RESHUFFLE, FLOOR) == (Code.NOT_DUE, "Ch.5 §G")
    table.collect()
    table.act(Chore.ORDER_RESHUFFLE, FLOOR, why="count is high")
    assert table.log[-1] == e.ReshuffleOrdered("floorperson", "count is high", "")
    assert table.chore() is Chore.END_SHOE
    table.ready()
    assert len(table.of(e.CardsShuffled)) == 2


@pytest.mark.proves("MA-R057")
def test_s5_h_1_the_licensee_may_reshuffle_where_it_kept_that_right() -> None:
    table = massachusetts().ready()
    table.act(Chore.ORDER_RESHUFFLE, SUPERVISOR)
    assert table.chore() is Chore.END_SHOE
    without = massachusetts(reshuffle_any_round=False).ready()
    assert without.refused(Chore.ORDER_RESHUFFLE, SUPERVISOR) == (
        Code.ACTION_NOT_PERMITTED,
        "§5(h)(1)",
    )


def test_a_reshuffle_needs_cards_in_the_shoe_and_a_side_that_exists() -> None:
    table = maryland()
    assert table.refused(Chore.ORDER_RESHUFFLE, FLOOR)[0] is Code.NOT_DUE
    table.ready()
    assert table.refused(Chore.ORDER_RESHUFFLE, FLOOR, side="left")[0] is Code.BAD_REQUEST


def test_a_shuffle_is_of_exactly_the_cards_of_the_batch() -> None:
    table = maryland(decks=1)
    wanted = table.until(Chore.SHUFFLE)
    pack = table.law.pack
    for order in (pack[1:], pack + pack[:1], (*pack[1:], pack[1]), ()):
        fields: dict[str, Any] = {"order": order, "salt": "s", "commitment": commitment_of(order, "s")}
        assert table.refused(Chore.SHUFFLE, **fields) == (Code.SHUFFLE_NOT_PERMITTED, wanted.cite)
    table.act(Chore.SHUFFLE, order=pack, salt="s", commitment=commitment_of(pack, "s"))
    assert table.chore() is Chore.OFFER_CUT


def test_a_commitment_must_be_that_of_the_order_and_salt() -> None:
    table = maryland(decks=1)
    table.until(Chore.SHUFFLE)
    pack = table.law.pack
    for commitment in ("", "0" * 64, commitment_of(pack, "t"), commitment_of(pack[::-1], "s")):
        fields: dict[str, Any] = {"order": pack, "salt": "s", "commitment": commitment}
        assert table.refused(Chore.SHUFFLE, **fields) == (Code.SHUFFLE_NOT_PERMITTED, "Ch.5 §A")


def test_the_commitment_is_a_plain_sha_256_that_anyone_can_check() -> None:
    # printf 's:Ac 2c' | sha256sum
    law = maryland(decks=1).law
    assert (
        commitment_of(law.pack[:2], "s")
        == "b14b7f695247763067493920b5daeee25665fe726aff9576dd176e177089b11c"
    )


def test_a_physical_table_does_not_know_the_order() -> None:
    table = maryland(virtual=False)
    table.until(Chore.SHUFFLE)
    for fields in ({"order": table.law.pack}, {"salt": "s"}, {"commitment": "c"}):
        assert table.refused(Chore.SHUFFLE, **fields)[0] is Code.SHUFFLE_NOT_PERMITTED
    table.act(Chore.SHUFFLE)
    (event,) = table.of(e.CardsShuffled)
    assert (event.size, event.order, event.commitment) == (312, (), "")


def test_the_shuffle_by_hand_is_the_dealers() -> None:
    table = maryland()
    table.until(Chore.SHUFFLE)
    assert table.refused(Chore.SHUFFLE, DEVICE) == (Code.WRONG_ROLE, "Ch.5 §A")


@pytest.mark.proves("MA-R065")
@pytest.mark.parametrize(
    "steps",
    [
        (),
        ("riffle", "riffle", "turn", "cut"),
        ("riffle", "riffle", "strip", "cut"),
        ("turn", "strip", "cut"),
        ("riffle", "riffle", "turn", "strip"),
        ("riffle", "riffle", "turn", "cut", "strip"),
        ("riffle", "riffle", "turn", "strip", "wash", "cut"),
    ],
)
def test_s5_l_a_shuffle_by_hand_has_every_step_and_ends_with_the_cut(steps: tuple[str, ...]) -> None:
    table = massachusetts(virtual=False)
    table.until(Chore.SHUFFLE)
    assert table.refused(Chore.SHUFFLE, steps=steps) == (Code.SHUFFLE_NOT_PERMITTED, "§5(l)")


@pytest.mark.proves("MA-R066")
def test_s5_l_4_no_strip_before_two_riffles() -> None:
    table = massachusetts(virtual=False)
    table.until(Chore.SHUFFLE)
    early = ("riffle", "strip", "riffle", "turn", "cut")
    assert table.refused(Chore.SHUFFLE, steps=early) == (Code.SHUFFLE_NOT_PERMITTED, "§5(l)(4)")
    table.act(Chore.SHUFFLE, steps=("riffle", "riffle", "turn", "strip", "riffle", "cut"))
    assert table.of(e.CardsShuffled)[-1].steps[1] == "riffle"


@pytest.mark.proves("MA-R065")
def test_s5_l_1_the_plug_comes_in_once_a_shoe_has_left_cards_unused() -> None:
    table = massachusetts(virtual=False).ready()
    table.act(Chore.ORDER_RESHUFFLE, FLOOR)
    table.until(Chore.SHUFFLE)
    plain = ("riffle", "riffle", "turn", "strip", "cut")
    assert table.refused(Chore.SHUFFLE, steps=plain) == (Code.SHUFFLE_NOT_PERMITTED, "§5(l)")
    table.act(Chore.SHUFFLE, steps=("plug", *plain))


def test_a_virtual_shuffle_needs_no_steps_but_has_none_wrong() -> None:
    table = massachusetts()
    wanted = table.until(Chore.SHUFFLE)
    act = table.shuffle_act(wanted)
    fields: dict[str, Any] = {"order": act.order, "salt": act.salt, "commitment": act.commitment}
    assert table.refused(Chore.SHUFFLE, steps=("strip", "cut"), **fields)[1] == "§5(l)"
    table.act(Chore.SHUFFLE, **fields)
    assert table.chore() is Chore.OFFER_CUT


def test_maryland_records_what_steps_it_is_told() -> None:
    table = maryland(virtual=False)
    table.until(Chore.SHUFFLE)
    table.act(Chore.SHUFFLE, steps=("riffle",))
    assert table.of(e.CardsShuffled)[-1].steps == ("riffle",)
