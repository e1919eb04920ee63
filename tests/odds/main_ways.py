"""Ways to play the main game, for its tests: rules changed, rules of thumb, hands counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.charts.policies import Array, ChartSpot, ManyPolicy, decisions
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.rules import MainRules, main_rules
from odds.golden_shoes import evaluated

Policy = Callable[[ChartSpot], ActionCode]
"""What is done; after a doubling, DOUBLE doubles again and SURRENDER is a rescue."""


def against_each(rules: MainRules, policy: Policy) -> ManyPolicy:
    """A policy asked about one start at a time."""

    def many(spot: ChartSpot) -> Array:
        return np.array([policy(replace(spot, start=start)) for start in rules.starts], dtype=np.int8)

    return many


def with_options(rules: RuleSet, **options: object) -> RuleSet:
    """The rules with options that need not stand in a submission."""
    return replace(rules, options={**rules.options, **options})  # type: ignore[dict-item]


def never_splits(rules: RuleSet) -> RuleSet:
    return with_options(rules, insurance=False, max_hands=1, max_hands_aces=1)


def by(rules: RuleSet, shoe: Composition, policy: Policy) -> MainGame:
    """The main game played by a rule of thumb."""
    main = main_rules(rules)
    return evaluated(rules, shoe, decisions(main, shoe, against_each(main, policy)))


def hands_that(game: MainGame, wanted: Callable[[Array, Array], Array]) -> float:
    """The expected number of hands a round whose price and outcome are such."""
    chosen = game.main.prices.map(
        lambda price, code: (wanted(price, code) & (code >= 0)).astype(np.int64), game.main.outcomes
    )
    return game.average(chosen)


def all_of_them(price: Array, code: Array) -> Array:
    return np.ones(np.broadcast(price, code).shape, dtype=bool)
