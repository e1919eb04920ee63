"""What the layouts of the demonstration's tables say, held against the documents."""

from __future__ import annotations

import re

import pytest

from cutcard.floor.demo import demo_tables
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.table import game_of
from cutcard.wording.tables import inscriptions
from rules.games import rules_of

TABLES = {each.name: each.rules for each in demo_tables()}
HITS, STANDS = "Dealer draws to 16 and hits soft 17", "Dealer draws to 16 and stands on all 17s"
INSURANCE, SUITED = "Insurance pays 2 to 1", "Insurance pays 2 to 1, suited 5 to 1"
WINS, DOUBLED = "Player's 21 wins ties", "No bonus payouts on doubled hands"


def printed(rules: RuleSet) -> list[str]:
    return [each.text for each in inscriptions(rules, game_of(rules))]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("maryland", ["Blackjack pays 3 to 2", HITS, INSURANCE]),
        ("massachusetts", ["Blackjack pays 3 to 2", STANDS, INSURANCE]),
        ("multiple-action", ["Blackjack pays 3 to 2", STANDS, INSURANCE]),
        ("six-to-five", ["Blackjack pays 6 to 5", HITS, INSURANCE]),
        ("switch", ["Blackjack pays 6 to 5", HITS, INSURANCE, "Dealer's 22 is a push"]),
        ("players-edge", ["Blackjack pays 3 to 2", HITS, SUITED, WINS, DOUBLED]),
        ("brochure", ["Blackjack pays 3 to 2", HITS, SUITED, WINS, DOUBLED]),
        ("pontoon", ["Blackjack pays 3 to 2", STANDS, INSURANCE, WINS, DOUBLED]),
        ("face-up", ["Blackjack pays 1 to 1", STANDS, "Dealer wins ties, except against a blackjack"]),
    ],
)
def test_a_layout_says_what_its_table_does(table: str, says: list[str]) -> None:
    assert printed(TABLES[table]) == says


def test_a_choice_of_the_operator_changes_what_is_printed() -> None:
    chosen = {"soft_17": "stand", "blackjack_pays": "6 to 5", "payout_limit": "50000.00"}
    rules = rules_of("md-blackjack", **chosen)
    assert printed(rules) == [
        "Blackjack pays 6 to 5",
        STANDS,
        INSURANCE,
        "Maximum payout $50,000 a hand",
    ]


@pytest.mark.parametrize(
    ("law", "variation", "option", "value", "says"),
    [
        (
            "md-blackjack",
            "switch",
            "switch_natural_v_22",
            "win",
            "Dealer's 22 is a push, except against a blackjack",
        ),
        (
            "ma-blackjack",
            "hole_card_face_up",
            "face_up_blackjack_v_21",
            "lose",
            "Dealer wins ties, except between blackjacks",
        ),
        (
            "md-pontoon-21",
            None,
            "split_two_card_21",
            "push",
            "Player's 21 wins ties, except with two cards after a split",
        ),
    ],
)
def test_a_hand_for_which_the_rule_is_another_is_named(
    law: str, variation: str | None, option: str, value: str, says: str
) -> None:
    rules = rules_of(law, variation=variation, **{option: value})
    assert says in printed(rules)


def test_every_line_cites_a_provision_or_a_reading_of_its_document() -> None:
    for rules in TABLES.values():
        for each in inscriptions(rules, game_of(rules)):
            for cite in re.split(r"; ", each.cite):
                assert re.match(r"(Ch\.\d+ §|§\d|Brochure: |[A-Z]{2}-A\d)", cite), each
