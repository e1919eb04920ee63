"""Checking a submission: the contract's examples, and whatever else may be sent."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.law import Code, Finding, document_ids
from cutcard.submission import CheckResult
from submission.unplayed import check

CONTRACT = """
document = "ma-blackjack"
operator = "Example Casino"
[options]
decks = 6
soft_17 = "stand"
[wagers.match_the_dealer]
paytable = "6_decks"
[wagers.super_4_progressive]
paytable = "1"
star_option = 2
"""
RAISED = """
document = "ma-blackjack"
operator = "Example Casino"
[wagers.match_the_dealer]
paytable = "6_decks"
[wagers.match_the_dealer.pays]
suited_match = "12 to 1"
"""
MARYLAND = """
document = "md-blackjack"
operator = "Example Casino"
variation = "switch"
[options]
decks = 8
max_hands = 4
max_hands_aces = 2
adjacent_boxes = 2
[wagers.super_match]
[wagers.super_4]
paytable = "D"
meters.star = { initial_amount = 50000, reset_amount = 50000, rate_of_progression = 0.05 }
meters.spade = { initial_amount = 5000, reset_amount = 5000, rate_of_progression = 0.05 }
meters.heart = { initial_amount = 500, reset_amount = 500, rate_of_progression = 0.05 }
meters.diamond = { initial_amount = 300, reset_amount = 300, rate_of_progression = 0.05 }
"""


def violations(result: CheckResult) -> list[tuple[Code, str]]:
    return [(each.code, each.path) for each in result.findings if each.severity == "violation"]


@pytest.mark.parametrize("text", [CONTRACT, RAISED, MARYLAND])
def test_a_good_submission_is_compliant_and_makes_a_rule_set(text: str) -> None:
    result = check(tomllib.loads(text))
    assert result.compliant
    assert violations(result) == []
    assert result.rules is not None
    assert {each.severity for each in result.findings} <= {"note", "warning"}


def test_the_answer_as_json() -> None:
    answer = check({"document": "md-blackjack", "operator": "X"}).as_json()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["compliant"] is False
    findings: Any = answer["findings"]
    assert findings[0] == {
        "severity": "violation",
        "code": "choice_missing",
        "path": "options.adjacent_boxes",
        "message": "state adjacent_boxes; the document asks for it in the submission",
        "cite": "Ch.6 §H",
    }


def test_a_submission_without_an_operator_is_a_warning() -> None:
    for operator in ({}, {"operator": None}, {"operator": ""}):
        result = check({"document": "ma-blackjack", **operator})
        assert result.compliant
        assert (result.findings[0].severity, result.findings[0].path) == ("warning", "operator")
    for wrong in (7, "x" * 121, "a\x00b", "two\nlines", "\ud800"):
        assert violations(check({"document": "ma-blackjack", "operator": wrong})) == [
            (Code.BAD_REQUEST, "operator")
        ]


@pytest.mark.parametrize(
    ("submission", "expected"),
    [
        (None, [(Code.BAD_REQUEST, "submission")]),
        ([], [(Code.BAD_REQUEST, "submission")]),
        ("text", [(Code.BAD_REQUEST, "submission")]),
        (float("nan"), [(Code.BAD_REQUEST, "submission")]),
        ({str(n): n for n in range(5000)}, [(Code.BAD_REQUEST, "submission")]),
        ({}, [(Code.UNKNOWN_DOCUMENT, "document")]),
        ({"document": "nj-blackjack"}, [(Code.UNKNOWN_DOCUMENT, "document")]),
        ({"document": ["ma-blackjack"]}, [(Code.UNKNOWN_DOCUMENT, "document")]),
        ({"document": "ma-blackjack", "limits": {}}, [(Code.BAD_REQUEST, "limits")]),
        ({"document": "ma-blackjack", "a\nb": {}}, [(Code.BAD_REQUEST, r"'a\nb'")]),
        ({"document": "ma-blackjack", "options": []}, [(Code.BAD_REQUEST, "options")]),
        ({"document": "ma-blackjack", "wagers": []}, [(Code.BAD_REQUEST, "wagers")]),
        ({"document": "ma-blackjack", "variation": {}}, [(Code.BAD_REQUEST, "variation")]),
        ({"document": "ma-blackjack", "variation": "x"}, [(Code.UNKNOWN_VARIATION, "variation")]),
        (
            {"document": "ma-blackjack", "options": {"decks": date(2020, 1, 1)}},
            [(Code.OPTION_NOT_PERMITTED, "options.decks")],
        ),
    ],
)
def test_a_submission_that_is_none(submission: object, expected: list[tuple[Code, str]]) -> None:
    result = check(submission)
    assert not result.compliant
    assert violations(result) == expected


def warned(**submission: Any) -> list[tuple[Code, str, str]]:
    result = check({"operator": "X", **submission})
    return [(e.code, e.path, e.message) for e in result.findings if e.severity == "warning"]


def test_rows_that_so_few_decks_cannot_deal_are_a_warning() -> None:
    found = warned(document="md-blackjack", options={"decks": 1}, wagers={"lucky_ladies": "A"})
    assert [(code, path) for code, path, _ in found] == [
        (Code.DECKS_NOT_PERMITTED, "wagers.lucky_ladies")
    ]
    assert "matched_20" in found[0][2]
    assert warned(document="md-blackjack", options={"decks": 2}, wagers={"lucky_ladies": "A"}) == []
    asked: dict[str, Any] = {"document": "ma-blackjack", "options": {"decks": 1}}
    pair = warned(wagers={"kings_bounty": {"paytable": "1"}}, **asked)
    any_two = {"paytable": "1", "kings_bounty_suited_pair": "any_two"}
    assert "suited_queens_jacks_or_tens" in pair[0][2]
    assert "suited_queens_jacks_or_tens" not in warned(wagers={"kings_bounty": any_two}, **asked)[0][2]


@pytest.mark.parametrize("decks", [10**30, 1 << 40_000], ids=["long", "endless"])
def test_a_number_beyond_any_table_is_a_violation(decks: int) -> None:
    result = check({"document": "ma-blackjack", "options": {"decks": decks, "max_hands_aces": decks}})
    paths = {each.path for each in result.findings if each.severity == "violation"}
    assert {"options.decks", "options.max_hands_aces"} <= paths
    assert all(len(each.message) < 500 for each in result.findings)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WAGER_NAMES = st.sampled_from(["main", "insurance", "super_4", "must_hit", "sevens", "wheel", "pair"])
FIELDS = st.dictionaries(
    st.sampled_from(
        ["paytable", "stake", "pays", "meters", "aggregate_cap", "initial_amount", "configuration", "x"]
    ),
    JSON_VALUES,
    max_size=4,
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(document_ids()),
    st.dictionaries(st.sampled_from(["decks", "wheel", "rounding", "smallest_chip", "y"]), JSON_VALUES),
    st.dictionaries(WAGER_NAMES, JSON_VALUES | FIELDS),
    JSON_VALUES,
)
def test_nothing_that_is_sent_makes_the_check_raise(
    name: str, options: dict[str, object], wagers: dict[str, object], other: object
) -> None:
    result = check({"document": name, "options": options, "wagers": wagers, "operator": other})
    assert all("\n" not in each.message for each in result.findings)
    assert all(len(each.message) < 2000 for each in result.findings)
    check({"document": name, "variation": other, "options": other, "wagers": other})


# What nobody filed.

NAMED = {"document": "md-blackjack", "operator": "X"}
BOXES = {"adjacent_boxes": 1, "max_hands": 4, "max_hands_aces": 2}
WRONG: list[tuple[str, dict[str, Any], set[str]]] = [
    (
        "decks that the document does not permit",
        {
            "document": "md-pontoon-21",
            "options": {"decks": 2},
            "wagers": {"match_super_bonus": {"paytable": "8_decks"}},
        },
        {"options.decks"},
    ),
    (
        "six decks where the variation has one or two",
        {
            "document": "ma-blackjack",
            "operator": "X",
            "variation": "six_to_five",
            "options": {"decks": 6},
            "wagers": {"match_the_dealer": {"paytable": "6_decks"}},
        },
        {"options.decks", "variation"},  # the second: no wager for that variation, whatever the decks
    ),
    (
        "decks that are no number",
        {
            **NAMED,
            "options": {**BOXES, "decks": "six"},
            "wagers": {
                "house_money": {},
                "match_the_dealer": {"paytable": "6_decks"},
                "trilux_bonus": "A",
            },
        },
        {"options.decks"},
    ),
    (
        "hands that are none: aces are not held against the default",
        {**NAMED, "options": {**BOXES, "decks": 6, "max_hands": "five", "max_hands_aces": 4}},
        {"options.max_hands"},
    ),
    (
        "boxes that are none",
        {
            "document": "ma-blackjack",
            "operator": "X",
            "options": {"decks": 6, "boxes": "nine", "adjacent_boxes": 9},
        },
        {"options.boxes"},
    ),
    (
        "a designated blackjack that cannot be read",
        {
            "document": "ma-blackjack",
            "operator": "X",
            "options": {
                "optional_payouts": ["designated_blackjack"],
                "designated_blackjack_cards": ["Ace", "Jack"],
            },
        },
        {"options.designated_blackjack_cards"},
    ),
    (
        "a variation that is not there",
        {
            "document": "md-blackjack",
            "operator": "X",
            "variation": "swich",
            "options": {**BOXES, "decks": 8},
            "wagers": {"super_match": {}},
        },
        {"variation"},
    ),
]


def is_asked(finding: Finding) -> bool:
    """Whether it asks for an option of the table that was left out."""
    return finding.code == Code.CHOICE_MISSING and finding.path.startswith("options.")


@pytest.mark.parametrize(("submission", "paths"), [pytest.param(*r[1:], id=r[0]) for r in WRONG])
def test_no_finding_speaks_of_a_default_in_place_of_what_was_filed(
    submission: dict[str, Any], paths: set[str]
) -> None:
    """One wrong value is one violation; nothing is held against what stands in its place."""
    result = check(submission)
    told = [each for each in result.findings if each.severity == "violation" and not is_asked(each)]
    assert {each.path for each in told} == paths, told
    assert len(told) == len(paths)
    assert not [each for each in result.findings if each.code == Code.DECKS_NOT_PERMITTED]


def test_a_default_that_is_quoted_is_said_to_be_one() -> None:
    wagers = {"match_the_dealer": {"paytable": "8_decks"}}
    result = check({"document": "ma-blackjack", "operator": "X", "wagers": wagers})
    told = [each.message for each in result.findings if each.code == Code.DECKS_NOT_PERMITTED]
    assert told
    assert all("6 (the default, as decks is not stated)" in each for each in told)
    filed = check(
        {"document": "ma-blackjack", "operator": "X", "options": {"decks": 6}, "wagers": wagers}
    )
    told = [each.message for each in filed.findings if each.code == Code.DECKS_NOT_PERMITTED]
    assert told
    assert not [each for each in told if "default" in each]


def test_a_side_wager_within_the_main_one_fits_the_table_s_limits() -> None:
    """§17(g)(1), §27(c): not above the main wager, whose most the table sets."""
    wagers = {"over_13": {"minimum": "600"}, "buster_blackjack": {"paytable": "A", "maximum": "600"}}
    options = {"decks": 6, "maximum_wager": "500"}
    result = check({"document": "ma-blackjack", "operator": "X", "options": options, "wagers": wagers})
    told = {(e.severity, e.path, e.cite) for e in result.findings if "may not exceed" in e.message}
    assert told == {
        ("violation", "wagers.over_13.minimum", "§17(g)(1)"),
        ("warning", "wagers.buster_blackjack.maximum", "§27(c)"),
    }


REACH: list[tuple[str, dict[str, Any], dict[str, Any], tuple[str, str, str]]] = [
    (
        "md-blackjack",
        {**BOXES, "decks": 6},
        {
            "buster_blackjack": {"paytable": "A", "maximum": "4"},
            "buster_blackjack_free_bonus": {"paytable": "A"},
        },
        ("warning", "wagers.buster_blackjack", "Ch.6 §G(16)"),
    ),
    (
        "ma-blackjack",
        {"decks": 6},
        {
            "buster_blackjack": {"paytable": "A", "maximum": "4"},
            "buster_free_bonus": {"paytable": "B1"},
        },
        ("warning", "wagers.buster_blackjack", "§27(h)"),
    ),
    ("md-players-edge-21", {"maximum_wager": "4"}, {}, ("warning", "wagers.main", "Ch.12 §C(1)")),
    (
        "ma-blackjack",
        {"decks": 6, "maximum_wager": "500"},
        {"kings_bounty": {"paytable": "1", "maximum": "600"}},
        ("violation", "wagers.kings_bounty.maximum", "§29(d)"),
    ),
    (
        "ma-blackjack",
        {"decks": 6, "maximum_wager": "500"},
        {"main": {"minimum": "600"}},
        ("violation", "wagers.main.minimum", "MA-A102"),
    ),
    (
        "ma-blackjack",
        {"decks": 6, "minimum_wager": "50"},
        {"main": {"maximum": "25"}},
        ("violation", "wagers.main.maximum", "MA-A102"),
    ),
]


@pytest.mark.parametrize(("name", "options", "wagers", "finding"), REACH)
def test_limits_that_rule_something_out_are_found(
    name: str, options: dict[str, Any], wagers: dict[str, Any], finding: tuple[str, str, str]
) -> None:
    """The text's own amounts against the limits of the table and of a wager."""
    result = check({"document": name, "operator": "X", "options": options, "wagers": wagers})
    assert finding in {(each.severity, each.path, each.cite) for each in result.findings}
