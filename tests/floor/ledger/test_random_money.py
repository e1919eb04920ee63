"""Random tables of every document and variation, side wagers and progressives on, booked as they go."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.table import Settings
from floor.ledger.house import Watched
from table.setups import GAMES, Game, all_settings, game_id

SETTINGS = tuple(all_settings())


def session(game: Game, seed: int, how: Settings, *, mishaps: int, rounds: int = 4) -> Counter[str]:
    house = Watched(game, random.Random(seed), settings=how, mishaps=mishaps)
    house.begin(players=3)
    house.play(rounds)
    return house.seen


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_sessions(game: Game) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        seen += session(game, seed, SETTINGS[0], mishaps=15 * seed)
    assert seen["main lost"]
    assert seen["main won"]
    assert seen["chips bought"]


@pytest.mark.property
@pytest.mark.parametrize("game", GAMES, ids=game_id)
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    how=st.sampled_from(SETTINGS),
    mishaps=st.sampled_from((0, 10, 40)),
)
def test_any_session(game: Game, seed: int, how: Settings, mishaps: int) -> None:
    session(game, seed, how, mishaps=mishaps)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=game_id)
@settings(max_examples=400, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    how=st.sampled_from(SETTINGS),
    mishaps=st.sampled_from((0, 10, 40)),
)
def test_many_sessions(game: Game, seed: int, how: Settings, mishaps: int) -> None:
    session(game, seed, how, mishaps=mishaps, rounds=6)
