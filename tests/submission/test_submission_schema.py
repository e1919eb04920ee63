"""The schema: made from the law data, it takes what the check takes and turns away what it must."""

from __future__ import annotations

import tomllib
from typing import Any

import jsonschema
import pytest

from cutcard.law import Refused, document, document_ids
from cutcard.submission import init, schema
from submission.unplayed import check

CONTRACT = {
    "document": "ma-blackjack",
    "operator": "Example Casino",
    "options": {"decks": 6, "soft_17": "stand"},
    "wagers": {
        "match_the_dealer": {"paytable": "6_decks", "pays": {"suited_match": "12 to 1"}},
        "super_4_progressive": {"paytable": "1", "star_option": 2},
        "twenty_point_bonus": {"paytable": "A", "aggregate_cap": 30000, "minimum": 5},
        "streak_2": None,
        "over_13": "standard",
    },
}


def is_valid(submission: object, name: str | None) -> bool:
    return bool(jsonschema.Draft202012Validator(schema(name)).is_valid(submission))


@pytest.mark.parametrize("name", [None, *document_ids()])
def test_it_is_a_schema(name: str | None) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", document_ids())
def test_it_takes_the_first_submission(name: str) -> None:
    submission = tomllib.loads(init(name))
    assert is_valid(submission, name)
    assert is_valid(submission, None)
    other = document_ids()[document_ids().index(name) - 1]
    assert not is_valid(submission, other)


def test_it_takes_the_contract() -> None:
    assert is_valid(CONTRACT, "ma-blackjack")
    assert is_valid(CONTRACT, None)


def with_options(name: str, variation: str | None = None, **options: object) -> dict[str, Any]:
    stated = {each: law.default for each, law in document(name).options.items() if law.required}
    return {"document": name, "variation": variation, "options": {**stated, **options}}


@pytest.mark.parametrize(
    "submission",
    [
        {"document": "ma-blackjack", "extra": 1},
        {"document": "md-blackjack"},
        {"document": "md-blackjack", "options": {}},
        {"document": "ma-blackjack", "operator": 5},
        {"document": "ma-blackjack", "variation": "switch"},
        with_options("md-blackjack", decks=0),
        with_options("md-blackjack", decks=True),
        with_options("md-blackjack", decks="6"),
        with_options("md-blackjack", deks=6),
        with_options("md-blackjack", soft_17="maybe"),
        with_options("md-blackjack", deck_cards=48),
        with_options("md-blackjack", smallest_chip="none"),
        with_options("md-blackjack", payout_limit="much"),
        with_options("md-blackjack", community_cards=5),
        with_options("md-blackjack", three_aces_suit="x"),
        with_options("md-blackjack", wheel={"jackpot": -1}),
        with_options("md-blackjack", boxes=8),
        with_options("md-blackjack", variation="hand_dealt", decks=6),
        with_options("md-blackjack", variation="switch", surrender=True),
        with_options("ma-blackjack", optional_payouts=["none of them"]),
        with_options("ma-blackjack", designated_blackjack_cards=["1x"]),
        {"document": "ma-blackjack", "wagers": {"pair": None}},
        {"document": "ma-blackjack", "wagers": {"in_between": "Z"}},
        {"document": "ma-blackjack", "wagers": {"in_between": {"paytable": "Z"}}},
        {"document": "ma-blackjack", "wagers": {"in_between": {"meters": {}}}},
        {"document": "ma-blackjack", "wagers": {"blazing_7s": {"rate_of_progression": 7}}},
        {"document": "ma-blackjack", "wagers": {"streak_2": {"pays": {"two_wins": "lots"}}}},
    ],
)
def test_what_it_turns_away_the_check_turns_away_too(submission: dict[str, Any]) -> None:
    assert not is_valid(submission, submission["document"])
    assert not is_valid(submission, None)
    assert not check(submission).compliant


@pytest.mark.parametrize(
    "submission",
    [
        with_options("md-blackjack", variation="hand_dealt", decks=1, payout_limit="none"),
        with_options("md-blackjack", payout_limit="1,000.00", smallest_chip=0.25, three_aces_suit="h"),
        with_options("md-blackjack", variation="switch", surrender=False, dealer_22_pushes=True),
        with_options("ma-blackjack", designated_blackjack_cards=["As", "Jh"]),
        {"document": "ma-blackjack", "wagers": {"same_suit": 1, "blackjack_bonus": {"stake": 5}}},
    ],
)
def test_what_it_takes_the_check_takes_too(submission: dict[str, Any]) -> None:
    assert is_valid(submission, submission["document"])
    assert check(submission).compliant


def test_descriptions_cite_and_defaults_are_there() -> None:
    made: Any = schema("ma-blackjack")
    suit = made["properties"]["options"]["properties"]["chosen_suit"]
    assert suit["default"] == "d"
    assert "§19(k); §19(n)" in suit["description"]
    tables = made["properties"]["wagers"]["properties"]["same_suit"]["anyOf"][1]["enum"]
    assert tables == ["1", "2", "3", "4", 1, 2, 3, 4, ""]


def test_there_is_none_for_an_unknown_document() -> None:
    with pytest.raises(Refused):
        schema("nj-blackjack")
