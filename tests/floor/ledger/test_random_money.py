"""Random tables of every document and variation, side wagers and progressives on, booked as they go."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.table import Settings
from floor.ledger.house import Crowded, Watched
from later import one_in
from table.setups import GAMES, Game, Setup, all_settings, game_id

SETTINGS = tuple(all_settings())


def session(game: Game, seed: int, how: Settings, *, mishaps: int, rounds: int = 4) -> Counter[str]:
    house = Watched(game, random.Random(seed), settings=how, mishaps=mishaps)
    house.begin(players=3)
    house.play(rounds)
    return house.seen


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_sessions(game: Game) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        seen += session(game, seed, SETTINGS[0], mishaps=10 * seed)
    assert seen["main lost"]
    assert seen["main won"]
    assert seen["chips bought"]


@pytest.mark.parametrize("game", one_in(4, GAMES, whole=True), ids=game_id)
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


SHARED = {"shared_box_players": 3, "shared_side_wagers": True, "hole_card": "card_reader"}
CROWDS = (
    Setup(SHARED, {"kings_bounty": "1"}),
    Setup(SHARED, {"streak_2": "standard", "streak_3": "standard"}),
)


def crowd(seed: int, rounds: int = 5) -> Counter[str]:
    how = replace(SETTINGS[seed // 2 % len(SETTINGS)], virtual=True, reader_shows=True)
    house = Crowded(("ma-blackjack", None), random.Random(seed), settings=how, setup=CROWDS[seed % 2])
    house.begin(players=3)
    house.play(rounds)
    return house.seen


def test_a_crowd_in_trouble() -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        seen += crowd(seed)
    for what in (
        "HandDead",
        "RoundVoided",
        "Followed",
        "BetAbandoned",
        "streak forfeited",
        "BetRemoved",
    ):
        assert seen[what], what
    assert seen["kings_bounty_for_dealer won for the dealer"]


@pytest.mark.long
@settings(max_examples=1000, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_many_crowds(seed: int) -> None:
    crowd(seed)
