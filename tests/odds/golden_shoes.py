"""The small shoes that the table engine was driven through, and the analyser on the same shoes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import pytest
from _pytest.mark import ParameterSet

from cutcard.cards import cards
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import Decisions
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import main_rules
from cutcard.odds.main.value import MainValue
from table.driver import rules_of
from table.setups import GAMES, Game, game_id
from table.small_shoes import golden_path, small_shoes

SWITCH = "md-blackjack-switch"


class Golden(NamedTuple):
    """One shoe of one game, with what the engine found on it."""

    game: Game
    name: str
    boxes: int
    told: dict[str, Any]

    @property
    def rules(self) -> RuleSet:
        return rules_of(*self.game, options=self.told["options"])

    @property
    def shoe(self) -> Composition:
        return Composition.of(cards(self.told["shoe"]))

    @property
    def stake(self) -> Fraction:
        return Fraction(self.told["stake"])

    @property
    def policy(self) -> Fraction:
        """What the fixed policy won, in units of one main wager."""
        return Fraction(self.told["policy"]["expected"]) / self.stake

    @property
    def best(self) -> Fraction:
        """What best play won, in the same units."""
        return Fraction(self.told["all"]["expected_best"]) / self.stake


@lru_cache
def golden(game: Game) -> dict[str, dict[str, Any]]:
    """The shoes of a game that were gone through, and what was found."""
    found: dict[str, dict[str, Any]] = json.loads(golden_path(game).read_text(encoding="utf-8"))
    return found


def all_golden() -> Iterator[tuple[Golden, bool]]:
    """Every shoe of every game, and whether it is a long one."""
    for game in GAMES:
        long = {each.name: each.long for each in small_shoes(game)}
        for name, told in golden(game).items():
            yield Golden(game, name, told["boxes"], told), long[name]


def params(wanted: Callable[[Golden], bool]) -> list[ParameterSet]:
    """The shoes wanted, named; long ones only where those are asked for."""
    return [
        pytest.param(
            each,
            id=f"{game_id(each.game)}: {each.name}",
            marks=[pytest.mark.long] if long else [],
        )
        for each, long in all_golden()
        if wanted(each)
    ]


def is_single(each: Golden) -> bool:
    """Whether it is what `main_game` solves: one box, one hand to begin with."""
    return each.boxes == 1 and game_id(each.game) != SWITCH


def evaluated(rules: RuleSet, shoe: Composition, decisions: Decisions | None = None) -> MainGame:
    """The main game under some decisions, or the best ones; shoes of seven cards too."""
    main = main_rules(rules)
    decides = decisions is None
    value = MainValue(main, shoe, Numbers(), decisions or Decisions(), decides=decides)
    return MainGame(rules, main, shoe, value, float(value.value()))


def exact(game: MainGame) -> Fraction:
    """The rational, for as many of the dealer's hands as there are."""
    assert game.exact_value is not None
    return game.exact_value * game.main.game.dealer_hands
