"""What must be alike at all tables of one operator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.support import invoke
from submission.unplayed import check, check_together


def table(option: str, *, decks: int = 6, operator: str = "Example Casino") -> dict[str, Any]:
    return {
        "document": "ma-blackjack",
        "operator": operator,
        "options": {"decks": decks, "soft_17": "stand", "double_card": "face_up"},
        "wagers": {"same_suit": {"paytable": option}},
    }


@pytest.mark.proves("MA-R189")
def test_s17_e_2_one_same_suit_option_for_one_number_of_decks() -> None:
    both = [table("1"), table("2")]
    assert all(check(each).compliant for each in both)
    first, second = check_together(both)
    assert first.compliant
    assert not second.compliant
    finding = second.findings[-1]
    assert (finding.path, finding.cite) == ("wagers.same_suit.paytable", "§17(e)(2)")
    assert "submission 1" in finding.message


@pytest.mark.parametrize(
    "second",
    [
        table("1"),
        table("2", decks=8),
        table("2", operator="Another"),
        {},
        None,
        {"document": "md-blackjack"},
    ],
)
def test_other_decks_other_operators_and_other_documents_may_differ(second: object) -> None:
    _, found = check_together([table("1"), second])
    assert not any(each.cite == "§17(e)(2)" for each in found.findings)


def test_the_command_looks_at_a_list_together_only_where_asked() -> None:
    both = json.dumps([table("1"), table("2")])
    assert invoke("check", "-", "--json", typed=both).exit_code == 0
    answer = invoke("check", "-", "--json", "--together", typed=both)
    assert answer.exit_code == 1
    assert [each["compliant"] for each in json.loads(answer.stdout)] == [True, False]
