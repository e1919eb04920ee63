from __future__ import annotations

import pickle

import pytest

from cutcard.cards import DECK_48, DECK_52, CardError, card, cards, deck, first_excess, text


def test_fifty_two_cards_each_one_object() -> None:
    assert len(DECK_52) == len(set(DECK_52)) == 52
    assert card("Qh") is card("Qh") is pickle.loads(pickle.dumps(card("Qh")))


def test_forty_eight_cards_have_no_tens() -> None:
    assert len(DECK_48) == 48
    assert all(c.rank != "T" for c in DECK_48)
    assert deck(48) is DECK_48
    assert deck(52) is DECK_52


@pytest.mark.parametrize(("written", "read"), [("10h", "Th"), ("qH", "Qh"), (" as ", "As")])
def test_forgiving_of_how_it_is_written(written: str, read: str) -> None:
    assert card(written).text == read


@pytest.mark.parametrize("wrong", ["", "1h", "Qx", "QQ", "Q", "hQ", "Joker", "11h", "Q♥"])
def test_what_is_no_card(wrong: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        card(wrong)


def test_no_other_deck() -> None:
    with pytest.raises(CardError, match="52 or 48"):
        deck(32)


def test_text_both_ways() -> None:
    assert text(cards("Qh Td As")) == "Qh Td As"
    assert cards(["Qh", "Td"]) == cards("Qh Td")
    assert repr(card("Td")) == "Td"


@pytest.mark.parametrize(
    ("name", "value", "order", "red"), [("Ah", 1, 14, True), ("2c", 2, 2, False), ("Kd", 10, 13, True)]
)
def test_values(name: str, value: int, order: int, red: bool) -> None:
    found = card(name)
    assert (found.value, found.order, found.red) == (value, order, red)


def test_a_fifth_ace_of_spades_in_one_deck() -> None:
    assert first_excess(cards("As Ks As"), decks=1) == (2, card("As"))
    assert first_excess(cards("As Ks As"), decks=2) is None
