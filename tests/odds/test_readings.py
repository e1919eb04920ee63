"""Readings priced: each value's edge is the analyser's own, and what is not felt is said to be so."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer as json_answer, invoke
from cutcard.law import Reading, document, document_ids
from cutcard.odds import readings
from cutcard.odds.main.game import solve
from cutcard.odds.player_edges import favours_player
from cutcard.odds.problem import OddsError
from cutcard.odds.question import question
from cutcard.odds.readings import NO_EFFECT, ReadingEdge, reading_edges
from odds.asked import BR, MA, MD, PE, PO, odds


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    kept = tmp_path_factory.getbasetemp() / "readings_cache"
    monkeypatch.setenv("CUTCARD_CACHE", str(kept))
    monkeypatch.setenv("COLUMNS", "200")
    return kept


def priced(name: str, reading: str, option: str) -> list[ReadingEdge]:
    return readings._Pricing(document(name)).option_edges(document(name).readings[reading], option)


def test_ma_a29_what_one_seven_is() -> None:
    """The catalogue's own computation of the default: 11.40% from six decks."""
    found = priced(MA, "MA-A29", "sevens_single")
    assert [(each.value, each.is_default) for each in found] == [
        ("first_card", True),
        ("first_two", False),
        ("any_three", False),
    ]
    assert f"{float(found[0].house_edge or 0):.4f}" == "0.1140"
    for each in found:
        assert (each.wager, each.decks, each.method) == ("sevens", 6, "exact")
        again = odds(MA, "sevens", decks=6, sevens_single=each.value)
        assert each.house_edge == again.house_edge
        assert each.difference == again.house_edge - (found[0].house_edge or 0)
        assert each.favours_player is favours_player(again) is (each.value != "first_card")


def test_a_reading_of_a_shared_rule_is_told_for_the_wagers_that_need_it_too() -> None:
    found = priced(MA, "MA-A31", "buster_completion")
    assert {each.wager for each in found} == {"buster_blackjack", "buster_free_bonus"}
    barred = [each for each in found if each.player_edge is None]
    assert {(each.wager, each.value) for each in barred} == {
        ("buster_blackjack", "require_hit_soft_17"),
        ("buster_free_bonus", "require_hit_soft_17"),
    }
    assert "needs soft_17 = hit" in barred[0].note


def test_ma_a25_a_payout_that_only_one_reading_lets_the_variation_offer() -> None:
    """§16(c): the five-card 21 at 6 to 5 is priced where it may be, against the table without it."""
    without, with_it = priced(MA, "MA-A25", "five_card_21_in_variation")
    assert (without.value, without.is_default, without.options) == (False, True, {})
    assert (with_it.value, with_it.options) == (True, {"optional_payouts": ("five_card_21",)})
    for each in (without, with_it):
        assert (each.wager, each.variation, each.note) == ("main", "six_to_five", "")
        chosen = {**each.options, "five_card_21_in_variation": each.value}
        asked = question(MA, "main", variation="six_to_five", options=chosen)
        assert each.player_edge == solve(asked.rules, asked.composition).value
    assert (with_it.difference or 0) < 0, "a payout more is the player's gain"


@pytest.mark.parametrize(
    ("name", "reading", "option", "note"),
    [
        (PE, "PE-A43", "rounding", NO_EFFECT),
        (PE, "PE-A43", "smallest_chip", NO_EFFECT),
        (PE, "PE-A28", "payout_limit_scope", f"{NO_EFFECT} while payout_limit is not set"),
        (PE, "PE-A28", "payout_limit", readings.AMOUNT),
        (PO, "PO-A14", "wheel", readings.AMOUNT),
        (MD, "MD-A67", "three_aces_suit", NO_EFFECT),
        (MD, "MD-A36", "spread_ace", NO_EFFECT),
    ],
)
def test_what_cannot_touch_the_odds_is_said_to(name: str, reading: str, option: str, note: str) -> None:
    (found,) = priced(name, reading, option)
    assert (found.note, found.player_edge, found.wager) == (note, None, "")


def test_without_a_wheel_there_is_no_figure_and_not_no_effect() -> None:
    (found,) = priced(PO, "PO-A07", "stake_returned")
    assert "has no figure until" in found.note


@pytest.mark.long
def test_a_whole_document_and_its_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading_edges(BR)
    law = document(BR)
    wanted = {(each.id, option) for each in law.readings.values() for option in each.options}
    assert {(each.reading, each.option) for each in found} == wanted
    for each in found:
        assert (each.player_edge is None) == bool(each.note)
        if each.is_default:
            assert each.difference == 0
    split = [each for each in found if each.option == "bonus_after_split"]
    assert [(each.value, each.wager, each.method) for each in split] == [
        (True, "main", "float"),
        (False, "main", "float"),
    ]
    assert (split[1].difference or 0) > 0, "a payout less is the house's gain"
    for each in split:
        asked = question(BR, "main", options={"bonus_after_split": each.value})
        assert each.player_edge == solve(asked.rules, asked.composition).value
    stakes = [each for each in found if each.option == "monster_match_stake"]
    assert {each.method for each in stakes} == {"exact"}
    assert all(isinstance(each.house_edge, Fraction) for each in stakes)

    def never(*_: object) -> None:
        raise AssertionError("kept, and yet computed again")

    monkeypatch.setattr(readings, "_Pricing", never)
    assert reading_edges(BR) == found

    told = json_answer(invoke("law", "readings", BR, "--edges", "--json"))
    assert [each["reading"] for each in told["edges"]] == [each.reading for each in found]
    figure = next(each for each in told["edges"] if each["option"] == "monster_match_stake")
    assert Fraction(figure["house_edge"]["fraction"]) == stakes[0].house_edge
    people = invoke("law", "readings", BR, "--edges").stdout
    assert NO_EFFECT in people
    assert "bonus_after_split = false" in people


def test_an_unknown_document() -> None:
    with pytest.raises(OddsError, match="no document 'nj'"):
        reading_edges("nj")
    assert invoke("law", "readings", "nj", "--edges").exit_code == 2


def test_interrupted_it_prints_and_keeps_what_is_priced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    priced_before: list[tuple[str, str]] = []
    of_option = readings._Pricing.option_edges

    def interrupted(pricing: Any, reading: Reading, option: str) -> list[ReadingEdge]:
        if len(priced_before) == 2:
            raise KeyboardInterrupt
        priced_before.append((reading.id, option))
        return of_option(pricing, reading, option)

    monkeypatch.setattr(readings._Pricing, "option_edges", interrupted)
    result = invoke("law", "readings", PO, "--edges", "--json")
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert found["interrupted"] is True
    listed = [(each["reading"], each["option"]) for each in found["edges"]]
    assert [*dict.fromkeys(listed)] == priced_before
    kept = len(list(tmp_path.glob("*.json")))
    assert invoke("law", "readings", PO, "--edges").exit_code == 130, "those two are kept"
    assert len(list(tmp_path.glob("*.json"))) == kept


@pytest.mark.long
def test_every_reading_of_every_document_is_there() -> None:
    found = reading_edges()
    for name in document_ids():
        here = [each for each in found if each.document == name]
        for reading in document(name).readings.values():
            assert {each.option for each in here if each.reading == reading.id} == set(reading.options)
    switch = {each.value: each for each in found if each.option == "switch_blackjack_pays"}
    assert switch["as_printed"].favours_player
    assert not switch["1 to 1"].favours_player


def test_entries_that_favour_the_player() -> None:
    """Table C from eight decks alone (the catalogue's figures at PE-A30)."""
    from cutcard.odds.catalogue import CatalogueRequest, listing

    (entries,) = listing([CatalogueRequest(PE, by_play=False)])
    favouring = [each for each in entries if each.answer is not None and favours_player(each.answer)]
    assert [(each.wager, each.paytable, each.decks) for each in favouring] == [
        ("match_up", "C", 8),
        ("match_down", "C", 8),
    ]
