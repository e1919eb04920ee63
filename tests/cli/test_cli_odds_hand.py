"""`cutcard odds hand`: what every action with a hand is worth."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.odds_support import exact
from cli.support import answer, invoke

EIGHTS = ("--cards", "8h 8d", "--up", "Tc")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.getbasetemp() / "hands_cache"))


def hand(*arguments: str) -> Any:
    result = invoke("odds", "hand", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return answer(result)


def values(found: Any) -> dict[str, float]:
    return {each["action"]: each["value"]["value"] for each in found["actions"]}


def test_eights_against_a_ten() -> None:
    found = hand("md-blackjack", *EIGHTS)
    assert found["cards"] == ["8h", "8d"]
    assert found["up"] == ["Tc"]
    assert (found["total"], found["soft"]) == (16, False)
    worth = values(found)
    assert worth.keys() == {"stand", "hit", "double", "split", "surrender"}
    assert found["best"] == "split" == found["actions"][0]["action"]
    assert found["actions"][0]["cost"] == {"fraction": "0", "value": 0}
    assert found["method"] == "exact"
    assert all(exact(each["value"]) < 0 for each in found["actions"])
    assert worth["surrender"] == -0.5
    assert found["insurance"] is None
    assert found["even_money"] is None
    assert len(found["digest"]) == 64


def test_a_hand_that_cannot_improve_stands() -> None:
    """Twenty in one deck against a six: hitting can only win with the three aces that are left."""
    found = hand("md-blackjack", "--cards", "Th Td", "--up", "6c", "--decks", "1", "--removed", "Ac")
    assert found["best"] == "stand"
    assert found["removed"] == ["Ac"]
    assert values(found)["hit"] < -0.5


def test_insurance_is_worth_what_the_seen_cards_make_it() -> None:
    """One deck, ace up, no ten seen: 16 of the 49 unseen cards win two units, the rest lose one."""
    found = hand("md-blackjack", "--cards", "9h 7d", "--up", "As", "--decks", "1")
    assert exact(found["insurance"]) == Fraction(2 * 16 - 33, 49)


def test_a_blackjack_against_an_ace_is_told_what_even_money_is_worth() -> None:
    """Six decks: 95 of the 309 unseen cards make a blackjack, which a blackjack pushes."""
    asked = ("ma-blackjack", "--cards", "Ah Td", "--up", "As")
    found = hand(*asked, "--set", "even_money=yes")
    assert exact(found["even_money"]["taken"]) == 1
    assert exact(found["even_money"]["declined"]) == Fraction(3 * (309 - 95), 2 * 309)
    assert exact(found["insurance"]) == Fraction(2 * 95 - (309 - 95), 309)
    told = invoke("odds", "hand", *asked, "--set", "even_money=yes").stdout
    assert "Even money: +1.000000; without it +1.038835, blackjacks counted" in told
    assert hand(*asked, "--set", "even_money=no")["even_money"] is None
    assert hand("ma-blackjack", "--cards", "Ah Td", "--up", "Ks")["even_money"] is None


def test_what_is_no_rational_says_so() -> None:
    """Without a hole card a blackjack may come after several splits: only that value is a double."""
    found = hand("md-blackjack", "--variation", "no_hole_card", "--cards", "8h 8d", "--up", "Tc")
    assert found["method"] == "float"
    doubles = [each["action"] for each in found["actions"] if each["value"]["fraction"] is None]
    assert doubles == ["split"]
    assert any("the value is not a rational" in each for each in found["assumptions"])


def test_for_people_and_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    told = invoke("odds", "hand", "md-blackjack", *EIGHTS, "--removed", "5c").stdout
    monkeypatch.setattr("cutcard.odds.library.hand.HandOdds._computed", None)
    assert invoke("odds", "hand", "md-blackjack", *EIGHTS, "--removed", "5c").stdout == told
    for each in ("8h 8d (16) against Tc", "6 decks", "split", "Removed:", "Best:", "Provision:"):
        assert each in told


def test_rules_change_what_a_hand_is_worth() -> None:
    stand = hand("md-blackjack", "--cards", "Ah 7d", "--up", "As")
    hit = hand("md-blackjack", "--cards", "Ah 7d", "--up", "As", "--set", "soft_17=hit")
    assert hit["options"]["soft_17"] == "hit"
    assert values(hit)["stand"] < values(stand)["stand"]
    assert hit["soft"] is True


def test_a_dealer_with_both_cards_up() -> None:
    found = hand("ma-blackjack", "--variation", "hole_card_face_up", "--cards", "Th 6d", "--up", "9c Kd")
    assert found["up"] == ["9c", "Kd"]
    assert values(found)["stand"] == -1
    assert found["best"] == "hit"


def test_a_hand_needs_its_options(tmp_path: Path) -> None:
    assert tmp_path
    result = invoke("odds", "hand", "md-blackjack", "--cards", "8h 8d")
    assert result.exit_code == 2
    assert "--up" in result.stderr
