"""Random tables: what is drawn for one option does not hang on which others there are."""

from __future__ import annotations

import random

import pytest

from cutcard.law import document
from table.setups import GAMES, Game, chances_by_name, game_id, random_options

NAMES = ("boxes", "decks", "soft_17", "surrender", "wheel")


@pytest.mark.parametrize("seed", range(5))
def test_a_name_more_or_less_leaves_the_others_as_they_were(seed: int) -> None:
    drawn = chances_by_name(random.Random(seed), NAMES)
    every = {name: chance.random() for name, chance in drawn.items()}
    for left_out in NAMES:
        names = [name for name in NAMES if name != left_out]
        fewer = chances_by_name(random.Random(seed), names)
        assert list(fewer) == [name for name in every if name != left_out]
        assert {name: chance.random() for name, chance in fewer.items()} == {
            name: value for name, value in every.items() if name != left_out
        }


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_only_open_options_are_drawn(game: Game) -> None:
    laws = document(game[0]).effective_options(game[1])
    asked = random_options(game, random.Random(0), most=12)
    assert asked
    assert not [name for name in asked if laws[name].is_fixed]
