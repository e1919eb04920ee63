"""House rules against a public analyser: its figures in three modes, asked as any user asks for ours.

The file says where they are from. `bench/house_rules_grid.py` asks all 864 rule sets of that grid.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cutcard import odds

FIGURES = Path(__file__).parent / "cases" / "peer_house_rules.tsv"
CLOSE = 1e-9
EACH = 12
"""The ordinary suite checks one rule set of so many; the long one all of them."""
MODES = ("fixed", "by_pair", "by_hands")


def cases() -> list[dict[str, str]]:
    lines = [each for each in FIGURES.read_text(encoding="utf-8").splitlines() if each[:1] != "#"]
    return list(csv.DictReader(lines, delimiter="\t"))


CASES = cases()


def options_of(case: dict[str, str]) -> dict[str, object]:
    return {
        "decks": int(case["decks"]),
        "soft_17": "hit" if case["h17"] == "1" else "stand",
        "double_totals": case["totals"],
        "double_after_split": case["das"] == "1",
        "max_hands": int(case["hands"]),
        "max_hands_aces": int(case["aces"]),
        "surrender": case["surrender"] == "1",
        "blackjack_pays": case["blackjack"],
        "insurance": False,
    }


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=str(number), marks=[pytest.mark.long] if number % EACH else [])
        for number, case in enumerate(CASES)
    ],
)
def test_the_public_analyser_finds_the_same_values(case: dict[str, str]) -> None:
    values = {}
    for mode in (*MODES, "best"):
        asked = odds.question("house-rules", "main", options={**options_of(case), "after_split": mode})
        values[mode] = odds.solve(asked.rules, asked.composition).value
    for mode in MODES:
        assert values[mode] == pytest.approx(float(case[mode]), rel=0, abs=CLOSE)
    assert values["best"] >= max(values.values()) - CLOSE


def test_there_are_enough_of_them_and_they_differ() -> None:
    assert len({tuple(case.values()) for case in CASES}) == len(CASES) >= 60
    assert {case["totals"] for case in CASES} == {"any", "9_10_11", "10_11"}
    assert {case["decks"] for case in CASES} == {"1", "2", "3", "4", "6", "8"}
    assert any(case["by_pair"] != case["by_hands"] for case in CASES)
