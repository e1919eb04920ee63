"""The analyser against the table engine: every single-box shoe that was dealt through, same play.

The golden files hold what the engine won under a fixed policy, every deal of a small shoe played and
settled. The analyser is given the same policy; its rational must be the same one. (At multiple action
the dealer's three hands are worth the same. Switch and two boxes: `test_tree`.)
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from cutcard.automata.hands.values import VALUES, Cards
from cutcard.odds.charts.policies import Array, ChartSpot, decisions
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.rules import main_rules
from cutcard.rules.hand import TWENTY_ONE
from later import one_in
from odds.golden_shoes import SWITCH, Golden, all_golden, evaluated, exact, is_single, params
from table.setups import GAMES, game_id

ACE, EIGHT = 0, 7
"""Where aces and eights stand among the values."""


@cache
def points(hand: Cards) -> int:
    hard = sum(many * value for many, value in zip(hand, VALUES, strict=True))
    return hard + 10 if hand[ACE] and hard + 10 <= TWENTY_ONE else hard


def fixed_policy(spot: ChartSpot) -> ActionCode:
    """The policy of the golden files (`tests/table/small_shoes.py`)."""
    if spot.doublings:
        return ActionCode.STAND
    if ActionCode.SPLIT in spot.may and 2 in (spot.hand[ACE], spot.hand[EIGHT]):
        return ActionCode.SPLIT
    if ActionCode.DOUBLE in spot.may and spot.count == 2 and points(spot.hand) in (10, 11):
        return ActionCode.DOUBLE
    return ActionCode.HIT if points(spot.hand) < 17 and ActionCode.HIT in spot.may else ActionCode.STAND


@pytest.mark.parametrize("golden", one_in(3, params(is_single)))
def test_the_analyser_wins_what_the_engine_won(golden: Golden) -> None:
    assert golden.told["policy"]["exhausted"] == "0"
    rules, shoe = golden.rules, golden.shoe
    main = main_rules(rules)
    starts = len(main.starts)

    def whatever_is_shown(spot: ChartSpot) -> Array:
        return np.full(starts, fixed_policy(spot), dtype=np.int8)

    found = evaluated(rules, shoe, decisions(main, shoe, whatever_is_shown))
    assert exact(found) == golden.policy
    assert found.value == pytest.approx(float(golden.policy) / found.main.game.dealer_hands, abs=1e-13)


def test_every_game_but_switch_is_there() -> None:
    there = {game_id(golden.game) for golden, _ in all_golden() if is_single(golden)}
    assert there | {SWITCH} == {game_id(game) for game in GAMES}
