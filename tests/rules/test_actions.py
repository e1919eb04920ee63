from __future__ import annotations

from typing import Any

import pytest

from cutcard.cards import card
from cutcard.law import document_ids
from cutcard.money import Cents
from cutcard.rules import Action, Position, legal_actions, why_not
from cutcard.rules.actions import double_amounts
from rules.games import game, hand

SIX = card("6d")
ACE = card("Ad")


def legal(name: str, held: str, up: str = "6d", at: dict[str, Any] | None = None, **options: Any) -> str:
    facts = {
        k: v for k, v in (at or {}).items() if k in ("from_split", "aces_split", "added", "switched")
    }
    place = {k: v for k, v in (at or {}).items() if k not in facts}
    variation = options.pop("variation", None)
    where = Position(hand(held, **facts), card(up), **place)
    return " ".join(legal_actions(game(name, variation, **options), where))


@pytest.mark.parametrize(
    ("name", "held", "expected"),
    [
        ("md-blackjack", "9h 5d", "stand hit double surrender"),
        ("md-blackjack", "8h 8d", "stand hit double split surrender"),
        ("md-blackjack", "Kh Td", "stand hit double split surrender"),
        ("md-blackjack", "9h 5d 2c", "stand hit"),
        ("ma-blackjack", "9h 5d", "stand hit double"),
        ("ma-blackjack", "Kh Jd", "stand hit double split"),
        ("md-players-edge-21", "9h 5d 2c", "stand hit double"),
        ("md-pontoon-21", "Kh Jd", "stand hit double split surrender"),
    ],
)
def test_what_a_fresh_hand_may_do(name: str, held: str, expected: str) -> None:
    fresh = len(held.split()) == 2
    assert legal(name, held, at={"acted": not fresh}) == expected


@pytest.mark.parametrize(
    ("name", "held", "at", "options", "expected"),
    [
        (
            "md-blackjack",
            "Ah Kd",
            {"from_split": True, "aces_split": True, "acted": True},
            {},
            "stand double",
        ),
        ("ma-blackjack", "Ah Kd", {"from_split": True, "aces_split": True, "acted": True}, {}, "stand"),
        ("ma-blackjack", "Ah 5d", {"from_split": True, "aces_split": True, "acted": True}, {}, "stand"),
        (
            "ma-blackjack",
            "9h 2d",
            {"variation": None},
            {"variation": "hole_card_face_up"},
            "stand hit double",
        ),
        ("ma-blackjack", "9h 3d", {}, {"variation": "hole_card_face_up"}, "stand hit"),
        ("ma-blackjack", "Ah 8d", {}, {"variation": "hole_card_face_up"}, "stand hit"),
        (
            "ma-blackjack",
            "9h 2d",
            {"from_split": True},
            {"variation": "six_to_five", "double_after_split": False},
            "stand hit",
        ),
        (
            "md-players-edge-21",
            "9h 2d 4c",
            {"added": (Cents(1000),), "just_doubled": True},
            {},
            "rescue",
        ),
        (
            "md-players-edge-21",
            "9h 2d 4c",
            {"added": (Cents(1000),), "just_doubled": True},
            {"redouble": True},
            "double rescue",
        ),
        (
            "md-players-edge-21",
            "9h 2d Kc",
            {"added": (Cents(1000),), "just_doubled": True},
            {"redouble": True},
            "rescue",
        ),
        (
            "md-players-edge-21",
            "9h 2d Kc",
            {"added": (Cents(1000),), "just_doubled": True},
            {"redouble": True, "double_on_21": True},
            "double rescue",
        ),
        (
            "md-players-edge-21",
            "9h 9d Kc",
            {"added": (Cents(1000),), "just_doubled": True},
            {"redouble": True},
            "",
        ),
        (
            "md-players-edge-21",
            "2h 2d 2c 3c 4c",
            {"added": (Cents(1),) * 3, "just_doubled": True},
            {"redouble": True},
            "rescue",
        ),
        (
            "md-players-edge-21",
            "2h 2d 2c 3c",
            {"added": (Cents(1),) * 2, "just_doubled": True},
            {"redouble": True, "rescue_after_redouble": "not_allowed"},
            "double",
        ),
        (
            "md-blackjack",
            "8h 8d",
            {"hands_in_box": 4, "from_split": True, "acted": True},
            {},
            "stand hit double",
        ),
        (
            "md-blackjack",
            "8h 8d",
            {"can_switch": True},
            {"variation": "switch"},
            "stand hit double split switch",
        ),
        ("players-edge-21-brochure", "Kh Jd", {}, {"split_by": "rank"}, "stand hit double surrender"),
        ("players-edge-21-brochure", "Kh Jd", {}, {}, "stand hit double split surrender"),
    ],
)
def test_what_the_options_change(
    name: str, held: str, at: dict[str, Any], options: dict[str, Any], expected: str
) -> None:
    at = {k: v for k, v in at.items() if k != "variation"}
    assert legal(name, held, at=at, **dict(options)) == expected


@pytest.mark.parametrize("name", document_ids())
@pytest.mark.parametrize("action", list(Action))
def test_every_refusal_cites_a_provision(name: str, action: Action) -> None:
    for held, up, at in [
        ("Kh 9d", SIX, {"acted": True}),
        ("Kh 9d Kc", SIX, {"just_doubled": True}),
        ("Ah Kd", ACE, {}),
        ("Kh 9d", ACE, {"acted": True}),
        ("Kh 5d 6d", ACE, {"acted": True}),
    ]:
        refusal = why_not(game(name), action, Position(hand(held), up, **at))
        if refusal is not None:
            assert refusal.message
            assert refusal.cite


def test_a_third_card_is_never_a_playing_decision() -> None:
    refusal = why_not(game("ma-blackjack"), Action.THIRD_CARD, Position(hand("7h 7d"), SIX))
    assert refusal is not None
    assert refusal.cite == "§6(j)(3)"


def test_even_money_and_insurance_before_play() -> None:
    table = game("md-blackjack", even_money=True)
    assert why_not(table, Action.EVEN_MONEY, Position(hand("Ah Kd"), ACE)) is None
    assert why_not(table, Action.EVEN_MONEY, Position(hand("Ah Kd"), SIX)) is not None
    assert why_not(table, Action.INSURE, Position(hand("9h Kd"), ACE)) is None
    face_up = game("ma-blackjack", "hole_card_face_up")
    assert why_not(face_up, Action.INSURE, Position(hand("9h Kd"), ACE)) is not None


@pytest.mark.parametrize(
    ("name", "options", "held", "bounds"),
    [
        ("md-blackjack", {}, {"stake": 1000}, (1, 1000)),
        ("md-players-edge-21", {}, {"stake": 1000}, (1000, 1000)),
        ("md-players-edge-21", {"double_for_less": "allowed"}, {"stake": 1000}, (1, 1000)),
        (
            "md-players-edge-21",
            {"redouble": True},
            {"stakes": (Cents(4000),), "added": (Cents(1000), Cents(2000))},
            (4000, 4000),
        ),
        (
            "md-players-edge-21",
            {"redouble": True, "maximum_wager": "25"},
            {"stakes": (Cents(4000),), "added": (Cents(1000), Cents(2000))},
            (2500, 2500),
        ),
    ],
)
def test_the_amount_of_a_double(
    name: str, options: dict[str, Any], held: dict[str, Any], bounds: tuple[int, int]
) -> None:
    assert double_amounts(game(name, **options), hand("5h 6d", **held)) == bounds
