"""The rules that house-rules opens, in the analyser: its best play wins what the table engine's does.

On these shoes no pair is split and nothing is insured, so both players know the same and choose among
the same; the engine's numbers are in the golden files (`tests/table/small_shoes.py`).
"""

from __future__ import annotations

import pytest

from cutcard import odds
from cutcard.odds.main.game import solve
from odds.golden_shoes import Golden, all_golden

HOUSE = "house-rules"
PLAIN = [
    pytest.param(each, id=each.name)
    for each, _ in all_golden()
    if each.game[0] == HOUSE and each.told["options"].get("max_hands") == 1
]


@pytest.mark.parametrize("golden", PLAIN)
def test_the_best_play_wins_what_the_engine_can_win(golden: Golden) -> None:
    game = solve(golden.rules, golden.shoe)
    assert game.exact_value == golden.best


def test_every_new_rule_is_among_them() -> None:
    chosen = {name for each, _ in all_golden() if each.game[0] == HOUSE for name in each.told["options"]}
    assert {"charlie", "surrender_time", "late_blackjack_takes", "hole_card", "double_totals"} <= chosen
    assert len(PLAIN) >= 6


def edge(**options: object) -> float:
    """The player's expectation, two decks, no insurance."""
    asked = odds.question(HOUSE, "main", decks=2, options={"insurance": False, **options})
    return solve(asked.rules, asked.composition).value


def test_rules_that_help_the_player_are_worth_something() -> None:
    plain = edge()
    late = edge(surrender=True)
    but_ace = edge(surrender=True, surrender_time="early_not_ace")
    early = edge(surrender=True, surrender_time="early")
    assert plain < late < but_ace < early
    assert plain < edge(charlie=7) < edge(charlie=6) < edge(charlie=5)
    on_totals = [edge(double_totals=each) for each in ("9", "11", "10_11", "9_10_11", "any")]
    assert on_totals == sorted(on_totals)
    unseen = edge(hole_card="none", late_blackjack_takes="all")
    assert unseen < edge(hole_card="none", late_blackjack_takes="original") < plain
    assert edge(ties="lose") < edge(dealer_22_pushes=True) < plain
    assert edge(max_hands=1) < edge(max_hands=2) < plain


def test_what_decisions_after_a_split_may_depend_on() -> None:
    fixed, by_pair, by_hands = (edge(after_split=each) for each in ("fixed", "by_pair", "by_hands"))
    assert fixed < by_pair < by_hands <= edge() == edge(after_split="best")
