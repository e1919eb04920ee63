"""Massachusetts notices and displays: on the checklist of the tables that need them, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.law import document, resolve
from cutcard.law.proofs.checklist import Opening, checklist

MA = document("ma-blackjack")


def signs(name: str, **asked: Any) -> list[tuple[str, str, str]]:
    """Place, provision and words of a requirement's items at one table."""
    rules, findings = resolve(MA, **asked)
    assert rules is not None
    assert not [each for each in findings if each.severity == "violation"]
    return [
        (place, each.item.cite, each.item.check)
        for place, group in checklist(Opening(MA, rules=rules)).groups.items()
        for each in group
        if each.requirement.id == name
    ]


@pytest.mark.proves("MA-R116")
@pytest.mark.parametrize("decks", [6, 8])
def test_s7_d_6_to_5_outside_the_variation_is_shown_on_the_layout(decks: int) -> None:
    asked = {"decks": decks, "blackjack_pays": "6 to 5"}
    ((place, cite, words),) = signs("MA-R116", options=asked)
    assert (place, cite) == ("layout", "§7(d)")
    assert "6 to 5" in words


@pytest.mark.proves("MA-R116")
@pytest.mark.parametrize(
    "asked",
    [
        {"options": {"decks": 6}},
        {"options": {"decks": 4, "blackjack_pays": "6 to 5"}},
        {"variation": "six_to_five", "options": {"decks": 2}},
    ],
    ids=str,
)
def test_s7_d_other_tables_need_no_such_layout(asked: dict[str, Any]) -> None:
    assert signs("MA-R116", **asked) == []


@pytest.mark.proves("MA-R193")
@pytest.mark.parametrize("wager", ["over_13", "under_13", "same_suit", "sevens"])
def test_s17_h_the_limit_of_an_additional_wager_is_posted(wager: str) -> None:
    offered = {wager: "1" if wager == "same_suit" else "standard"}
    ((place, cite, _),) = signs("MA-R193", wagers=offered)
    assert (place, cite) == ("signs", "§17(h)")
    assert signs("MA-R193") == []


@pytest.mark.proves("MA-R271")
def test_s24_h_the_cap_and_its_sharing_are_posted() -> None:
    ((place, cite, words),) = signs("MA-R271", wagers={"twenty_point_bonus": "A"})
    assert (place, cite) == ("signs", "§24(h)")
    assert "share" in words
    assert signs("MA-R271") == []


@pytest.mark.proves("MA-R322")
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"options": {"surrender": True, "even_money": True}},
        {"variation": "hole_card_face_up"},
        {"variation": "multiple_action"},
        {"wagers": {"in_between": "A"}},
    ],
    ids=str,
)
def test_a_147_03_notice_is_asked_for_before_every_configuration_opens(asked: dict[str, Any]) -> None:
    ((place, cite, words),) = signs("MA-R322", **asked)
    assert place == "signs"
    assert "147.03" in words
    for provision in ("§3(e)", "§7(c)", "§8(c)", "§11(e)", "§26(d)"):
        assert provision in cite


@pytest.mark.proves("MA-R323")
@pytest.mark.parametrize(("dealt", "posted"), [("face_up", 0), ("face_down", 1), ("on_request", 1)])
def test_s10_c_how_double_cards_are_dealt_is_posted(dealt: str, posted: int) -> None:
    found = [each for each in signs("MA-R323", options={"double_card": dealt}) if each[1] == "§10(c)"]
    assert len(found) == posted
    assert all(place == "signs" for place, _, _ in found)


@pytest.mark.proves("MA-R323")
def test_s29_h_the_kings_bounty_paytable_is_posted() -> None:
    found = signs("MA-R323", wagers={"kings_bounty": "1"})
    assert [(place, cite) for place, cite, _ in found] == [("signs", "§29(h)")]
    assert signs("MA-R323") == []


@pytest.mark.proves("MA-R068", "MA-R098")
def test_s6_b_s6a_b_which_hand_deals_is_for_people_to_see() -> None:
    assert [cite for _, cite, _ in signs("MA-R068")] == ["§6(b)"]
    assert signs("MA-R098") == []
    assert [cite for _, cite, _ in signs("MA-R098", variation="six_to_five")] == ["§6A(a)-(b)"]
    assert signs("MA-R068", variation="six_to_five") == []
