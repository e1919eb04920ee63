"""`cutcard odds DOCUMENT main`: the best play and its chart; what is played with it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.odds_support import exact, odds
from cli.support import answer, invoke, one_line
from cutcard.cli.odds import answer as answers, command
from cutcard.odds import catalogue as listing, registry
from cutcard.odds.answers import Answer
from cutcard.odds.main.exact_value import UNPROVEN
from cutcard.odds.main.game import MainGame
from cutcard.odds.problem import UnprovenError
from cutcard.odds.question import Question
from cutcard.odds.sides.first_cards import by_first_cards
from cutcard.odds.switch.play import SwitchPlay

ONE_DECK = ("md-blackjack", "main", "--decks", "1")


@pytest.fixture(autouse=True)
def quick(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """In floating point alone: the rational takes seconds."""
    monkeypatch.setattr(MainGame, "exact_value", None)
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.getbasetemp() / "main_cache"))


def test_the_best_play_and_its_strategy() -> None:
    found = odds(*ONE_DECK)
    assert found["method"] == "float"
    assert found["house_edge"]["fraction"] is None
    assert found["house_edge"]["value"] == -found["player_edge"]["value"]
    assert sum(row["contribution"]["value"] for row in found["rows"]) == pytest.approx(
        found["player_edge"]["value"], abs=1e-9
    )
    play = found["strategy"]
    against_ten = play["first_two"]["8-8"][play["dealer"].index("T")]
    assert against_ten == "split"
    assert found["chart"]["cost"] >= 0


def test_a_shoe_without_a_rank_is_played_and_charted() -> None:
    """Four aces gone cost far more than anything that a rule of the house costs."""
    found = odds(*ONE_DECK, "--removed", "Ac Ad Ah As")
    assert 0.02 < found["house_edge"]["value"] < 0.03
    assert "A-A" not in dict(dict(found["chart"]["sections"])["Pairs"])


def test_results_that_are_always_the_same_spread_nothing() -> None:
    """Queens and kings alone: rounding must not make a variance below nothing."""
    gone = " ".join(rank + suit for rank in "A23456789TJ" for suit in "ccddhhss")
    found = odds("md-blackjack", "main", "--decks", "2", "--removed", gone)
    assert found["standard_deviation"] == pytest.approx(0, abs=1e-6)


def test_the_chart_says_what_insurance_adds() -> None:
    """Without nines insurance is worth taking; the house edge counts it, the chart's does not."""
    asked = (*ONE_DECK, "--removed", "9c 9d 9h 9s")
    found = odds(*asked)
    gain, drawn = found["more"]["insurance_gain"]["value"], found["chart"]
    assert gain > 0
    best = drawn["player_edge"] + drawn["cost"] + gain
    assert best == pytest.approx(found["player_edge"]["value"], abs=1e-9)
    told = " ".join(invoke("odds", *asked, "--chart").stdout.split())
    assert f"Insurance, taken whenever it pays, adds {gain:.4%} to either play" in told
    assert any("the edge of the chart does not" in said for said in found["assumptions"])
    assert "Insurance taken" not in invoke("odds", *ONE_DECK, "--chart").stdout


def test_nobody_plays_against_a_blackjack_in_sight() -> None:
    """§6(k)(6)."""
    found = odds("ma-blackjack", "main", "--decks", "1", "--variation", "hole_card_face_up")
    assert "Insurance is not offered." in found["assumptions"]
    columns = found["chart"]["columns"]
    assert (columns[0], columns[-1]) == ("4", "s20")
    for _, rows in found["chart"]["sections"]:
        assert {len(codes) for _, codes in rows} == {len(columns)}


def test_the_chart_for_people() -> None:
    told = invoke("odds", *ONE_DECK, "--chart").stdout
    (eights,) = [line for line in told.splitlines() if line.strip().startswith("8-8")]
    assert eights.split() == ["8-8", *["P"] * 10]
    for each in ("Hard", "Soft", "Pairs", "House edge", "surrender", "Played by this chart"):
        assert each in told


@pytest.mark.parametrize("asked", [("main",), ()], ids=["wager", "document"])
def test_a_value_that_fails_its_proof_is_one_line(
    asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for alone it is not answered; in a list it has its line and its reason."""

    def unproven(_: Question) -> Answer:
        raise UnprovenError(UNPROVEN)

    monkeypatch.setattr(registry, "method_of", lambda _: unproven)
    monkeypatch.setattr(listing, "WORKERS", 1)
    result = invoke("odds", "md-pontoon-21", *asked, "--set", "boxes=5", "--json")
    if asked:
        assert result.exit_code == 1
        assert one_line(result) == f"cutcard: {UNPROVEN}"
        assert result.stdout == ""
    else:
        assert result.exit_code == 1
        unproven_lines = [each for each in answer(result)["answers"] if each["reason"] == UNPROVEN]
        assert {each["method"] for each in unproven_lines} == {"unproven"}


def test_more_hands_than_matter_are_refused_at_once() -> None:
    result = invoke("odds", "md-blackjack", "main", "--set", "max_hands=1000", "--json")
    assert result.exit_code == 2
    assert one_line(result).startswith("cutcard: max_hands: 1000: splits are worked out to 8 hands")


@pytest.mark.parametrize(("option", "value"), [("stake", "25"), ("seats", "3")])
def test_what_changes_nothing_of_the_main_wager_is_said(option: str, value: str) -> None:
    result = invoke("odds", *ONE_DECK, f"--{option}", value, "--json")
    assert result.exit_code == 0
    assert one_line(result).startswith(f"cutcard: note: {option}: ")
    assert answer(result)["player_edge"] == odds(*ONE_DECK)["player_edge"]


def test_a_play_that_fits_no_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = answers.print_chart

    def without(found: Any, asked: Any, to: Any) -> None:
        found.extra.pop("chart")
        drawn(found, asked, to)

    monkeypatch.setattr(command, "print_chart", without)
    result = invoke("odds", *ONE_DECK, "--chart")
    assert result.exit_code == 2
    assert "does not fit one chart" in one_line(result)


def test_a_streak_needs_the_main_game() -> None:
    found = odds("ma-blackjack", "streak_2")
    assert found["method"] == "markov"
    assert {"expected_rounds", "edge_per_round"} <= found["more"].keys()
    assert len(found["more"]["steps"]) == 2


def test_an_edge_without_rows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def edge_alone(asked: Question) -> Answer:
        return replace(by_first_cards(asked), rows=(), edge=Fraction(-1, 100))

    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(registry, "method_of", lambda _: edge_alone)
    found = odds("md-blackjack", "lucky_ladies")
    assert exact(found["house_edge"]) == Fraction(1, 100)
    assert found["hit_frequency"] is found["standard_deviation"] is None
    told = invoke("odds", "md-blackjack", "lucky_ladies").stdout
    assert "House edge: 1.0000% = 1/100" in told
    assert "Hit frequency" not in told


@pytest.mark.long
def test_switch_is_answered_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SwitchPlay, "exact_value", None)
    asked = ("md-blackjack", "main", "--variation", "switch", "--decks", "1")
    found = odds(*asked)
    assert found["favours_player"] is True
    assert sum(row["probability"]["value"] for row in found["rows"]) > 1
    gain = found["more"]["insurance_gain"]["value"]
    assert gain > 0
    assert sum(row["contribution"]["value"] for row in found["rows"]) + gain == pytest.approx(
        found["player_edge"]["value"], abs=1e-9
    )
    assert 0.8 < found["standard_deviation"] < found["more"]["deviation_of_a_wager"]
    assert 0 <= found["chart"]["cost"] < 0.002
    assert len(found["more"]["hand_values"]["worth"]) == 56
    told = invoke("odds", *asked, "--chart").stdout
    for each in (
        "Pairs",
        "Played by this chart",
        "switch where the two hands come to more",
        "A-T switched",
    ):
        assert each in told


@pytest.mark.long
def test_the_value_is_a_rational(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    rough = odds(*ONE_DECK)["house_edge"]["value"]
    monkeypatch.undo()
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    found = answer(invoke("odds", *ONE_DECK, "--json"))
    assert found["method"] == "exact"
    assert float(exact(found["house_edge"])) == pytest.approx(rough, abs=1e-12)
