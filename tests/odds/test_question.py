"""Questions about odds: defaults put in, and one clear line for what makes no sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cutcard.cards import DECK_52, cards
from cutcard.law import document, document_ids
from cutcard.money import Cents
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import permitted_decks, question
from cutcard.odds.registry import answer
from odds.asked import questions

MD, MA, PE, BR, PO = document_ids()[:5]


def test_defaults_are_the_document_s() -> None:
    asked = question(MD, "lucky_ladies")
    assert asked.offer.paytable.id == "A"
    assert asked.decks == 6
    assert asked.composition == Composition.full(6)
    assert question(BR, "match_up").composition.size == 6 * 48


def test_the_first_paytable_that_fits_the_decks_is_taken() -> None:
    assert question(MD, "royal_match_21").offer.paytable.id == "C"
    assert question(MD, "royal_match_21", decks=1).offer.paytable.id == "A"


def test_a_wager_of_a_variation_is_asked_about_in_it() -> None:
    assert question(MD, "super_match").rules.variation == "switch"


@pytest.mark.parametrize(
    ("name", "wager", "more", "needed"),
    [
        (MA, "trilux_super_3", {}, {"trilux_bonus": "1"}),
        (MA, "lucky_george", {}, {"trilux_bonus": "1"}),
        (MA, "lucky_george", {"paytable": "3"}, {"trilux_bonus": "3"}),
        (MA, "must_hit", {"decks": 8}, {"super_4_progressive": "1"}),
        (MD, "must_hit", {}, {"super_4": "A"}),
        (MD, "buster_blackjack_free_bonus", {"paytable": "B"}, {"buster_blackjack": "A"}),
        (BR, "match_down", {}, {"match_up": "standard"}),
    ],
)
def test_wagers_that_another_needs_stand_beside_it(
    name: str, wager: str, more: dict[str, Any], needed: dict[str, str]
) -> None:
    """Each with the first of its paytables that may stand there, as whoever asks would have it."""
    offers = question(name, wager, **more).rules.offers
    assert offers[wager].law.id == wager
    assert {each: offers[each].paytable.id for each in needed} == needed


def test_a_wager_cannot_be_had_where_one_that_it_needs_cannot() -> None:
    with pytest.raises(OddsError, match=r"super_4_progressive may be offered with .* decks, not 3"):
        question(MA, "must_hit", decks=3)
    assert permitted_decks(document(MA), document(MA).wager("must_hit"), "1") == (1, 2, 4, 6, 8)


@pytest.mark.parametrize("name", [MD, MA, BR])
def test_no_figure_depends_on_the_paytable_of_a_wager_that_is_needed(name: str) -> None:
    law_book, tried = document(name), 0
    for wager in law_book.wager_ids:
        law = law_book.wager(wager)
        filed = {"rate_of_progression": "0.05"} if (name, wager) == (MD, "must_hit") else {}
        asked = (
            question(name, wager, unset_meters="zero", settings=filed) if law.needs is not None else None
        )
        for needed in () if asked is None or law.needs is None else law.needs.names:
            others = law_book.wager(needed).paytables
            for table in others if needed != "main" else ():
                assert asked is not None
                offer = replace(asked.rules.offers[needed], paytable=table)
                rules = replace(asked.rules, offers={**asked.rules.offers, needed: offer})
                assert answer(replace(asked, rules=rules)).rows == answer(asked).rows
                tried += 1
    assert tried


def test_meters_start_at_the_least_the_document_allows() -> None:
    asked = question(MD, "super_4", paytable="D")
    assert asked.meters["super_4.star"] == 5_000_000
    assert (
        question(MA, "super_4_progressive", options={"star_option": 3}).meters[
            "super_4_progressive.star"
        ]
        == 1_000_000
    )
    given = question(MD, "super_4", paytable="D", meters={"heart": Cents(60_000)})
    assert given.meters["super_4.heart"] == 60_000


@pytest.mark.parametrize(
    ("wager", "more", "line"),
    [
        ("lucky_lady", {}, "no wager 'lucky_lady'.*did you mean lucky_ladies"),
        ("lucky_ladies", {"paytable": "Z"}, "no paytable 'Z'"),
        ("match_the_dealer", {"decks": 4}, "6 or 8 decks, not 4"),
        ("royal_match_21", {"paytable": "A", "decks": 6}, "for 1 deck, not 6"),
        ("lucky_ladies", {"options": {"colour": "red"}}, "no option 'colour'"),
        ("lucky_ladies", {"decks": 0}, "decks"),
        ("lucky_ladies", {"variation": "swatch"}, "no variation 'swatch'"),
        ("super_4", {"meters": {"super_4": Cents(100)}}, "super_4 at 1.00 is below its seed 10000.00"),
        ("super_4", {"meters": {"star": Cents(100)}}, "no meter star; it has super_4"),
        ("lucky_ladies", {"meters": {"star": Cents(100)}}, "no meter star; it has none"),
        ("lucky_ladies_progressive", {}, "state what lucky_ladies_progressive shows"),
        ("lucky_ladies", {"removed": cards("As As As As As As As")}, "As is not in the shoe"),
        ("lucky_ladies", {"stake": Cents(0)}, "more than zero"),
        ("lucky_ladies", {"seats": 0}, "at least one player"),
    ],
)
def test_what_makes_no_sense_gets_one_clear_line(wager: str, more: dict[str, object], line: str) -> None:
    with pytest.raises(OddsError, match=line) as caught:
        question(MD, wager, **more)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_an_unknown_document_and_a_fixed_stake() -> None:
    with pytest.raises(OddsError, match="no document 'md'"):
        question("md", "lucky_ladies")
    with pytest.raises(OddsError, match=r"sevens takes 1\.00"):
        question(MA, "sevens", stake=Cents(500))
    assert question(MA, "sevens").stake == 100
    with pytest.raises(OddsError, match=r"takes 5\.00"):
        question(PE, "monster_match_progressive", options={"monster_match_stake": "5"}, stake=Cents(100))


def test_a_wager_without_a_method_is_told() -> None:
    asked = question(MD, "lucky_ladies")
    law = asked.offer.law
    nobody = type(law)(law.id, law.title, law.cite, law.about, "nobody", law.paytables, law.settled)
    offer = type(asked.offer)(nobody, asked.offer.paytable)
    with pytest.raises(OddsError, match="no exact method for lucky_ladies"):
        answer(type(asked)(asked.rules, offer, asked.composition, asked.stake, {}))


def test_permitted_decks_follow_the_document_the_wager_and_the_table() -> None:
    assert permitted_decks(document(PO), document(PO).wager("insurance"), "standard") == (6, 8)
    royal = document(MD).wager("royal_match_21")
    assert permitted_decks(document(MD), royal, "A") == (1,)
    assert permitted_decks(document(MD), royal, "C") == tuple(range(2, 9))
    assert permitted_decks(document(MA), document(MA).wager("sevens"), "standard") == (4, 5, 6, 7, 8)


def test_the_list_leaves_out_decks_that_a_wager_may_not_stand_with() -> None:
    """MA-A35: no single deck with TriLux unless the operator reads it so."""
    listed = {(each.offer.law.id, each.decks) for each in questions(MA)}
    assert ("trilux_bonus", 2) in listed
    assert ("trilux_bonus", 1) not in listed
    option = {"trilux_single_deck": True}
    assert question(MA, "trilux_bonus", decks=1, options=option).decks == 1


def test_every_wager_of_every_document_is_listed() -> None:
    for name in document_ids():
        listed = {each.offer.law.id for each in questions(name)}
        assert listed == set(document(name).wager_ids)


def test_a_composition_counts_identities_and_values() -> None:
    shoe = Composition.full(6, 48).without(cards("As Kd"))
    assert shoe.size == 286
    assert shoe.by_value == (23, *(24,) * 8, 71)
    assert shoe.count(cards("Th")[0]) == 0
    assert shoe == Composition.of(shoe.cards)
    assert len({shoe, Composition.of(shoe.cards)}) == 1
    assert len(Composition.full(1).cards) == len(DECK_52)
    with pytest.raises(OddsError, match="Kd is not in the shoe"):
        Composition.of(cards("As")).without(cards("Kd"))
    with pytest.raises(OddsError, match="decks: 0"):
        Composition.full(0)
