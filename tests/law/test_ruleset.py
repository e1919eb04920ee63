"""Rule sets: every finding code of a table's set-up, each with its place and its provision."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard.law import Code, Finding, RuleSet, document, document_ids, resolve
from cutcard.law.findings import Findings, shown
from cutcard.rules import Game

MD, MA, PE, BR, PO = document_ids()[:5]
STATED: dict[str, dict[str, Any]] = {
    MD: {"adjacent_boxes": 1, "max_hands": 4, "max_hands_aces": 2},
    MA: {},
    "house-rules": {},
    PE: {
        "adjacent_boxes": 1,
        "max_hands": 4,
        "max_hands_aces": 4,
        "settlement_procedure": "seat_by_seat",
    },
    BR: {},
    PO: {
        "adjacent_boxes": 1,
        "max_hands": 4,
        "max_hands_aces": 4,
        "settlement_procedure": "seat_by_seat",
    },
}


def made(name: str, **asked: Any) -> tuple[RuleSet, tuple[Finding, ...]]:
    rules, findings = resolve(document(name), **asked)
    assert rules is not None
    return rules, findings


def violations(name: str, **asked: Any) -> list[tuple[Code, str, str]]:
    _, findings = resolve(document(name), **asked)
    assert all("\n" not in each.message and each.message for each in findings)
    return [(f.code, f.path, f.cite) for f in findings if f.severity == "violation"]


def warnings(name: str, **asked: Any) -> list[tuple[str, str]]:
    _, findings = resolve(document(name), **asked)
    return [(f.path, f.cite) for f in findings if f.severity == "warning"]


@pytest.mark.parametrize("name", document_ids())
def test_nothing_asked_is_the_document_with_its_defaults(name: str) -> None:
    rules, findings = made(name)
    assert findings == ()
    assert set(rules.options) == set(document(name).options)
    assert list(rules.offers) == ["main", "insurance"]
    assert rules.main.law.id == "main"
    assert rules.insurance is rules.offers["insurance"]
    assert rules.option("decks") == 6
    assert rules.variation is None


@pytest.mark.parametrize("name", document_ids())
def test_a_complete_submission_states_what_shall_be_stated(name: str) -> None:
    required = [n for n, law in document(name).options.items() if law.required]
    missing = [path for code, path, _ in violations(name, complete=True)]
    assert missing == [f"options.{each}" for each in required]
    assert all(code is Code.CHOICE_MISSING for code, _, _ in violations(name, complete=True))
    assert violations(name, options=STATED[name], complete=True) == []


# document, what is asked, the finding
OPTIONS: list[tuple[str, dict[str, Any], tuple[Code, str, str]]] = [
    (MD, {"deks": 6}, (Code.UNKNOWN_OPTION, "options.deks", "")),
    (MD, {"decks": 0}, (Code.OPTION_NOT_PERMITTED, "options.decks", "Ch.3 §A")),
    (MD, {"decks": "6"}, (Code.OPTION_NOT_PERMITTED, "options.decks", "Ch.3 §A")),
    (MD, {"decks": True}, (Code.OPTION_NOT_PERMITTED, "options.decks", "Ch.3 §A")),
    (MD, {"boxes": 8}, (Code.OPTION_NOT_PERMITTED, "options.boxes", "Ch.2 §A")),
    (PE, {"decks": 7}, (Code.OPTION_NOT_PERMITTED, "options.decks", "Ch.3 §A")),
    (MD, {"soft_17": "Hit"}, (Code.OPTION_NOT_PERMITTED, "options.soft_17", "MD-A01")),
    (MD, {"surrender": 1}, (Code.OPTION_NOT_PERMITTED, "options.surrender", "Ch.9 §A")),
    (MD, {"hole_card": "none"}, (Code.OPTION_NOT_PERMITTED, "options.hole_card", "Ch.2 §J")),
    (MD, {"deck_cards": True}, (Code.OPTION_NOT_PERMITTED, "options.deck_cards", "Ch.3 §E")),
    (
        MD,
        {"optional_payouts": [1]},
        (Code.OPTION_NOT_PERMITTED, "options.optional_payouts", "Ch.13 §A(1)"),
    ),
    (MA, {"optional_payouts": ["x"]}, (Code.OPTION_NOT_PERMITTED, "options.optional_payouts", "§3(e)")),
    (MA, {"hole_card": "face_up"}, (Code.OPTION_NOT_PERMITTED, "options.hole_card", "§6(h); §6(j)")),
]


@pytest.mark.parametrize(("name", "options", "finding"), OPTIONS)
def test_an_option_outside_the_law(
    name: str, options: dict[str, Any], finding: tuple[Code, str, str]
) -> None:
    assert violations(name, options=options) == [finding]
    rules, _ = made(name, options=options)
    for key in options:
        if key in rules.options:
            assert rules.option(key) == document(name).options[key].default


def test_a_misspelt_option_is_told_its_name() -> None:
    _, findings = made(MD, options={"soft17": "hit", "never heard of": 1})
    assert "did you mean soft_17?" in findings[0].message
    assert "did you mean" not in findings[1].message


def test_a_fixed_value_may_be_repeated() -> None:
    options = {"deck_cards": 52, "optional_payouts": [], "redouble": False}
    rules, findings = made(MD, options=options)
    assert findings == ()
    assert rules.option("optional_payouts") == ()


def test_a_value_that_needs_an_approval_is_a_warning() -> None:
    assert warnings(MD, options={"surrender": False}) == [("options.surrender", "Ch.9 §A")]
    assert violations(MD, options={"surrender": False}) == []


def test_a_variation_changes_what_is_permitted() -> None:
    asked = {"variation": "hand_dealt", "options": {"decks": 6, "shoe": "hand"}}
    assert violations(MD, **asked) == [
        (Code.OPTION_NOT_PERMITTED, "options.decks", "Ch.12 §B(1)"),
    ]
    rules, _ = made(MD, **asked)
    assert rules.variation == "hand_dealt"
    assert rules.option("decks") == 2
    assert rules.option("shoe") == "hand"


@pytest.mark.parametrize(
    ("variation", "code"),
    [("face_up", Code.UNKNOWN_VARIATION), (7, Code.BAD_REQUEST), ([], Code.BAD_REQUEST)],
)
def test_an_unknown_variation_makes_no_rule_set_but_the_rest_is_still_checked(
    variation: object, code: Code
) -> None:
    rules, findings = resolve(document(MD), variation=variation, options={"deks": 1}, complete=True)
    assert rules is None
    assert [(f.code, f.path) for f in findings][:2] == [
        (code, "variation"),
        (Code.UNKNOWN_OPTION, "options.deks"),
    ]


def test_what_is_no_table_is_a_finding() -> None:
    assert violations(MD, options=[1], wagers="all") == [
        (Code.BAD_REQUEST, "wagers", ""),
        (Code.BAD_REQUEST, "options", ""),
    ]
    many = {f"x{n}": n for n in range(1001)}
    assert violations(MD, options=many) == [(Code.BAD_REQUEST, "options", "")]


def test_an_option_may_stand_under_its_wager() -> None:
    rules, findings = made(MA, wagers={"super_4_progressive": {"paytable": "1", "chosen_suit": "h"}})
    assert findings == ()
    assert rules.option("chosen_suit") == "h"
    rules, findings = made(
        MA, options={"chosen_suit": "c"}, wagers={"super_4_progressive": {"paytable": 1}}
    )
    assert findings == ()
    assert rules.option("chosen_suit") == "c"
    wagers = {"super_4_progressive": {"paytable": "1", "chosen_suit": "x"}}
    path = "wagers.super_4_progressive.chosen_suit"
    assert violations(MA, wagers=wagers) == [(Code.OPTION_NOT_PERMITTED, path, "§19(k); §19(n)")]
    assert violations(MA, options={"chosen_suit": "c"}, wagers=wagers) == [(Code.BAD_REQUEST, path, "")]


def test_a_submission_is_told_what_has_no_effect_and_what_stands_by_default() -> None:
    _, findings = made(MA, options={"chosen_suit": "c"}, complete=True)
    notes = {f.path: f for f in findings if f.severity == "note"}
    assert "no effect" in notes["options.chosen_suit"].message
    assert "take their defaults" in notes["options"].message
    assert "MA-A24" in notes["options"].cite
    assert "MA-A24" in notes["options"].cite
    _, findings = made(MA, wagers={"kings_bounty": "1"}, complete=True)
    notes = {f.path: f for f in findings if f.severity == "note"}
    assert "pair applies" in notes["wagers.kings_bounty.kings_bounty_suited_pair"].message
    _, findings = made(PO, options=STATED[PO], complete=True)
    assert "PE-A15" in findings[-1].cite


def test_insurance_is_there_unless_the_document_takes_it_away() -> None:
    rules, findings = made(MA, variation="hole_card_face_up")
    assert findings == ()
    assert "insurance" not in rules.offers
    assert rules.insurance.law.id == "insurance"
    named = {"variation": "hole_card_face_up", "wagers": {"insurance": None}}
    assert violations(MA, **named) == [(Code.WAGER_NOT_OFFERED, "wagers.insurance", "§6(k)(3)")]
    rules, findings = made(MA, wagers={"insurance": "standard", "main": {"minimum": 25}})
    assert findings == ()
    assert rules.main.settings["minimum"] == 2500


CROSSED: list[tuple[str, dict[str, Any], list[tuple[Code, str, str]]]] = [
    (
        MD,
        {"options": {"max_hands": 2, "max_hands_aces": 4}},
        [(Code.OPTION_NOT_PERMITTED, "options.max_hands_aces", "Ch.11 §D")],
    ),
    (
        MA,
        {"options": {"designated_blackjack_cards": ["As", "Th"]}},
        [(Code.OPTION_NOT_PERMITTED, "options.designated_blackjack_cards", "§3(e)(3)")],
    ),
    (
        MA,
        {"options": {"designated_blackjack_cards": ["As", "Ah", "Jh"]}},
        [(Code.OPTION_NOT_PERMITTED, "options.designated_blackjack_cards", "§3(e)(3)")],
    ),
    (
        MA,
        {"options": {"optional_payouts": ["designated_blackjack"]}, "complete": True},
        [(Code.CHOICE_MISSING, "options.designated_blackjack_cards", "§3(e)(3)")],
    ),
    (
        MA,
        {
            "options": {
                "optional_payouts": ["designated_blackjack"],
                "designated_blackjack_cards": ["As", "Jh"],
            },
            "complete": True,
        },
        [],
    ),
    (
        MA,
        {"wagers": {"buster_blackjack": {"paytable": "A", "buster_completion": "require_hit_soft_17"}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.buster_blackjack.buster_completion", "§27(f)(3)")],
    ),
    (
        MA,
        {
            "options": {"soft_17": "hit"},
            "wagers": {
                "buster_blackjack": {"paytable": "A", "buster_completion": "require_hit_soft_17"}
            },
        },
        [],
    ),
    (
        PE,
        {"wagers": {"match_down": {"paytable": "A", "down_requires_up": True}}},
        [(Code.NEEDS_WAGER, "wagers.match_down", "PE-A32")],
    ),
    (PE, {"wagers": {"match_up": "A", "match_down": {"paytable": "A", "down_requires_up": True}}}, []),
    (PE, {"wagers": {"match_down": "A"}}, []),
    (
        MD,
        {"wagers": {"bonus_spin": {"paytable": "A", "wheel": {"jackpot": 1, "$7": 2, "$250/$100": 1}}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.bonus_spin.wheel", "Ch.13 §Q(4) second")],
    ),
    (
        MA,
        {"wagers": {"blackjack_bonus": {"bonus_button_awards": {"5": 3, "4000": 1, "x": 1, "6000": 1}}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.blackjack_bonus.bonus_button_awards", "§20(j)")] * 2,
    ),
    (
        MA,
        {"wagers": {"blackjack_bonus": {"stake": 1, "bonus_button_awards": {"5": 3, "4000": 1}}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.blackjack_bonus.bonus_button_awards", "§20(j)")],
    ),
    (
        MA,
        {"wagers": {"blackjack_bonus": {"stake": 5, "bonus_button_awards": {"5": 3, "4000": 1}}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.blackjack_bonus.bonus_button_awards", "§20(j)")],
    ),
    (
        MA,
        {"wagers": {"blackjack_bonus": {"stake": 5, "bonus_button_awards": {"50": 8, "200": 2}}}},
        [],
    ),
    (
        MA,
        {"wagers": {"blackjack_bonus": {"stake": 5, "bonus_button_awards": {"50": 1}}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.blackjack_bonus.bonus_button_awards", "§20(k)")],
    ),
    (
        MA,
        {"wagers": {"blackjack_bonus": {"stake": 1, "bonus_button_awards": {"22": 1}}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.blackjack_bonus.bonus_button_awards", "§20(k)")],
    ),
    (
        PO,
        {"wagers": {"bonus_spin_progressive": {"paytable": "C", "stake": 1.1}}},
        [
            (
                Code.STAKE_NOT_PERMITTED,
                "wagers.bonus_spin_progressive.stake",
                "Ch.12 §D(9); Ch.12 §D(10)",
            )
        ],
    ),
    (PO, {"wagers": {"bonus_spin_progressive": {"paytable": "A", "stake": "1.10"}}}, []),
    (
        PO,
        {"wagers": {"bonus_spin_xtreme_progressive": {"stake": 1}}},
        [(Code.STAKE_NOT_PERMITTED, "wagers.bonus_spin_xtreme_progressive.stake", "PO-A18")],
    ),
    (PO, {"wagers": {"bonus_spin_xtreme_progressive": {"stake": 5}}}, []),
    (
        PO,
        {"wagers": {"bonus_spin_progressive": {"paytable": "A", "jackpot_prize": 999}}},
        [(Code.BELOW_FLOOR, "wagers.bonus_spin_progressive.jackpot_prize", "Ch.12 §D(6)(b)(i)")],
    ),
    (PO, {"wagers": {"bonus_spin_progressive": {"paytable": "A", "jackpot_prize": 1000}}}, []),
    (PO, {"wagers": {"bonus_spin_progressive": {"paytable": "B", "jackpot_prize": 999}}}, []),
    (
        MA,
        {"wagers": {"trilux_bonus": "1", "lucky_george": "2"}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.lucky_george.paytable", "§30 paytable 2 LkyGrg")],
    ),
    (MA, {"wagers": {"trilux_bonus": "2", "lucky_george": "2"}}, []),
]


@pytest.mark.parametrize(("name", "asked", "expected"), CROSSED)
def test_one_setting_asks_something_of_another(
    name: str, asked: dict[str, Any], expected: list[tuple[Code, str, str]]
) -> None:
    assert violations(name, **asked) == expected


def test_a_table_that_favours_the_player_is_a_warning() -> None:
    asked: dict[str, Any] = {"wagers": {"match_up": "C"}, "complete": True}
    assert warnings(PE, options={"decks": 8}, **asked) == [("wagers.match_up", "Ch.12 §A(5)(c); PE-A30")]
    assert warnings(PE, options={"decks": 6}, **asked) == []


def test_hands_of_aces_follow_hands_where_nobody_says_otherwise() -> None:
    rules, findings = made(MD, options={"max_hands": 3})
    assert findings == ()
    assert rules.option("max_hands_aces") == 3


def test_every_finding_is_told_at_once() -> None:
    found = violations(
        MA,
        variation="multiple_action",
        options={"decks": 0, "sof_17": "hit", "surrender": True},
        wagers={"same_suit": "9", "nonsense": "A", "sevens": {"stake": 2, "odd": 1}},
    )
    assert [code for code, _, _ in found] == [
        Code.UNKNOWN_WAGER,
        Code.BAD_REQUEST,
        Code.OPTION_NOT_PERMITTED,
        Code.UNKNOWN_OPTION,
        Code.OPTION_NOT_PERMITTED,
        Code.UNKNOWN_PAYTABLE,
        Code.STAKE_NOT_PERMITTED,
        Code.BARRED_TOGETHER,
    ]


def test_whatever_is_shown_is_short_and_on_one_line() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    for value in (deep, "x\n" * 10**6, 10**5000, {"a": deep}, float("nan"), None, True, {1, 2}):
        assert len(shown(value)) < 200
        assert "\n" not in shown(value)
    findings = Findings()
    assert findings.table({1: 2}, "x") == {"1": 2}
    assert findings.all() == ()


@pytest.mark.parametrize("name", document_ids())
def test_every_document_lists_every_option_of_the_game(name: str) -> None:
    asked = {field.name for field in fields(Game)} - {"cites"}
    assert asked - document(name).options.keys() == set()


def test_no_amount_of_the_law_stands_in_code() -> None:
    """They are options with a fixed value, or stakes of paytables and rows."""
    typed = re.compile(r"Cents\(\d*[1-9]\d*\)|\b\w*DOLLARS\w*: Final = \d")
    source = Path(cutcard.__file__).parent
    rooms = ("law", "rules", "wagers", "table", "fair")
    files = [path for room in rooms for path in (source / room).rglob("*.py")]
    found = [f"{path.name}: {line}" for path in files for line in typed.findall(path.read_text("utf-8"))]
    assert files
    assert found == []
