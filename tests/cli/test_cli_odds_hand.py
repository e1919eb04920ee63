"""`cutcard odds hand`: what every action with a hand is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
    return {each["action"]: each["value"] for each in found["actions"]}


def test_eights_against_a_ten() -> None:
    found = hand("md-blackjack", *EIGHTS)
    assert found["cards"] == ["8h", "8d"]
    assert found["up"] == ["Tc"]
    assert (found["total"], found["soft"]) == (16, False)
    worth = values(found)
    assert worth.keys() == {"stand", "hit", "double", "split", "surrender"}
    assert found["best"] == "split" == found["actions"][0]["action"]
    assert found["actions"][0]["cost"] == 0
    assert worth["surrender"] == -0.5
    assert found["insurance"] is None
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
    assert found["insurance"] == pytest.approx((2 * 16 - 33) / 49, abs=1e-15)


def test_for_people_and_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    told = invoke("odds", "hand", "md-blackjack", *EIGHTS, "--removed", "5c").stdout
    monkeypatch.setattr("cutcard.cli.odds_hand._worked_out", None)
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
