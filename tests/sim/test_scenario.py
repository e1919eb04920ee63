"""What is to be simulated: usual stakes, depths and paytables, and one line where it cannot be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from cutcard.law import document, document_ids, documents
from cutcard.money import Cents
from cutcard.sim.problem import SimError
from cutcard.sim.scenario import Scenario, table_of
from cutcard.sim.tables.bonuses import MAKERS
from sim.engine_cases import FILED

GAMES = [(law.id, variation) for law in documents() for variation in (None, *law.variations)]


@pytest.mark.parametrize(("name", "variation"), GAMES, ids=str)
def test_every_game_has_usual_stakes_and_a_usual_depth(name: str, variation: str | None) -> None:
    found = table_of(Scenario(name, variation=variation))
    assert found.stakes == {"main": Cents(1000)}
    assert found.penetration is None or Fraction(1, 2) <= found.penetration <= Fraction(3, 4)
    assert all(note.startswith("left out, paid beside the main wager: ") for note in found.notes)


@pytest.mark.parametrize("name", document_ids())
def test_every_wager_that_takes_a_stake_has_a_usual_one(name: str) -> None:
    law = document(name)
    for wager in law.wager_ids:
        found = law.wager(wager)
        if wager in ("main", "insurance") or found.needs_variation is not None:
            continue
        needed = [each for each in (found.needs.names if found.needs else ()) if each != "main"]
        filed = FILED.get((name, wager), {})
        asked = Scenario(name, options=filed, wagers=dict.fromkeys([*needed, wager], ""))
        if wager in MAKERS:
            assert table_of(replace(asked, boxes=2)).beside == (wager,)
            continue
        if not found.takes_stake:
            with pytest.raises(SimError, match="takes no stake"):
                table_of(asked)
            continue
        table = table_of(asked)
        assert table.stakes[wager] > 0
        assert table.meters.keys() >= table.rules.offers[wager].paytable.meters()


def test_the_law_says_how_deep_the_shoe_is_dealt() -> None:
    assert table_of(Scenario("md-blackjack")).penetration == Fraction(3, 4)
    assert table_of(Scenario("ma-blackjack", variation="six_to_five")).penetration == Fraction(2, 3)
    shallow = table_of(Scenario("md-blackjack", penetration=Fraction(1, 2)))
    assert (shallow.penetration, shallow.notes) == (Fraction(1, 2), ())


def test_a_deeper_cover_card_is_dealt_to_and_the_provision_told() -> None:
    found = table_of(Scenario("md-blackjack", penetration=Fraction(9, 10)))
    assert found.penetration == Fraction(9, 10)
    (note,) = found.notes
    assert "1/4 of the cards" in note
    assert note.endswith("[Ch.5 §E(2)]")


def test_full_shoes_where_asked_for_or_where_a_shuffler_gives_them() -> None:
    assert table_of(Scenario("md-blackjack", fresh=True)).penetration is None
    continuous = Scenario("ma-blackjack", options={"shuffler": "continuous"})
    assert table_of(continuous).penetration is None


def test_the_first_paytable_that_fits_the_decks() -> None:
    six = table_of(Scenario("md-blackjack", options={"decks": 6}, wagers={"match_the_dealer": ""}))
    eight = table_of(Scenario("md-blackjack", options={"decks": 8}, wagers={"match_the_dealer": ""}))
    assert six.rules.offers["match_the_dealer"].paytable.id == "6_decks"
    assert eight.rules.offers["match_the_dealer"].paytable.id == "8_decks"


WRONG = [
    (Scenario("md-poker"), "no document 'md-poker'"),
    (Scenario("md-blackjack", variation="odd"), "variation: "),
    (Scenario("md-blackjack", options={"decks": 0}), "options.decks: "),
    (Scenario("md-blackjack", options={"decks": 10**6}), "decks: 1000000: at most 100 decks"),
    (Scenario("md-blackjack", penetration=Fraction(1, 10**4)), "place it deeper"),
    (Scenario("md-blackjack", options={"colour": "red"}), "options.colour: "),
    (Scenario("md-blackjack", wagers={"lucky_lady": ""}), "did you mean lucky_ladies?"),
    (Scenario("md-blackjack", wagers={"lucky_ladies": "Z"}), "wagers.lucky_ladies.paytable"),
    (Scenario("md-blackjack", boxes=8), r"box 8: the table has boxes 1 to 7 \[Ch.2 §A\]"),
    (Scenario("md-blackjack", boxes=0), "at least one box"),
    (Scenario("md-blackjack", wagers={"super_match": ""}), "switch"),
    (Scenario("md-blackjack", stakes={"lucky_ladies": Cents(100)}), "add --wager lucky_ladies"),
    (Scenario("md-pontoon-21", wagers={"envy_bonus": ""}), "use --boxes 2 or more"),
    (
        Scenario("md-pontoon-21", wagers={"super_bonus": ""}, stakes={"super_bonus": Cents(100)}),
        "stake: super_bonus is paid beside the main wager",
    ),
    (
        Scenario("ma-blackjack", variation="six_to_five", stakes={"main": Cents(700)}),
        "multiples of \\$5.00",
    ),
]


@pytest.mark.parametrize(("asked", "line"), WRONG, ids=[line for _, line in WRONG])
def test_what_cannot_be_played_is_one_line(asked: Scenario, line: str) -> None:
    with pytest.raises(SimError, match=line) as found:
        table_of(asked)
    assert "\n" not in str(found.value)


def test_what_is_paid_beside_the_main_wager_and_left_out_is_said() -> None:
    (note,) = table_of(Scenario("md-pontoon-21")).notes
    assert note == "left out, paid beside the main wager: super_bonus; add --wager super_bonus"
    (note,) = table_of(Scenario("md-pontoon-21", boxes=2)).notes
    assert note.endswith(": super_bonus, envy_bonus; add --wager super_bonus --wager envy_bonus")
    both = {"super_bonus": "", "envy_bonus": ""}
    notes = table_of(Scenario("md-pontoon-21", boxes=2, wagers=both)).notes
    assert not any(note.startswith("left out") for note in notes)
