"""Killed at any moment, again and again: nothing is lost, nothing happens twice, every round goes on.

How many were killed where is printed; `pytest -s` shows it. The long runs kill thousands.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from floor.faults.clients import Nursery
from floor.faults.killing import Names, survived
from floor.live.players import TABLES

FEW = ("maryland", "no-hole-card", "pontoon")
"""Two that share a meter, and one with meters of its own."""


def some_games(seed: int) -> Names:
    return tuple(random.Random(seed).sample(sorted(TABLES), 4))


def test_killed_again_and_again_nothing_is_lost_in_a_file(
    houses: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    died = survived(
        houses, sqlite_url, tmp_path, lives=lambda killer: killer.lives(8), seed=2, games=FEW
    )
    assert died.total() == 8
    assert len(died) >= 3


def test_killed_again_and_again_nothing_is_lost_in_postgresql(
    houses: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    died = survived(
        houses, postgresql_url, tmp_path, lives=lambda killer: killer.lives(5), seed=2, games=FEW
    )
    assert died.total() == 5
    assert len(died) >= 2


def test_two_houses_on_one_store_and_one_is_killed(
    houses: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    died = survived(
        houses,
        postgresql_url,
        tmp_path,
        lives=lambda killer: killer.lives_side_by_side(4),
        seed=3,
        games=FEW,
    )
    assert died.total() == 4


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_thousands_of_kills_in_a_file(
    houses: Nursery, sqlite_url: str, tmp_path: Path, seed: int
) -> None:
    lives = 110
    died = survived(
        houses,
        sqlite_url,
        tmp_path,
        lives=lambda killer: killer.lives(lives),
        seed=1_000 + seed,
        games=some_games(seed),
    )
    assert died.total() == lives


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_thousands_of_kills_in_postgresql(
    houses: Nursery, postgresql_url: str, tmp_path: Path, seed: int
) -> None:
    lives = 90
    died = survived(
        houses,
        postgresql_url,
        tmp_path,
        lives=lambda killer: killer.lives(lives),
        seed=2_000 + seed,
        games=some_games(seed),
    )
    assert died.total() == lives


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_kills_of_one_of_two_houses(
    houses: Nursery, postgresql_url: str, tmp_path: Path, seed: int
) -> None:
    lives = 60
    died = survived(
        houses,
        postgresql_url,
        tmp_path,
        lives=lambda killer: killer.lives_side_by_side(lives),
        seed=3_000 + seed,
        games=some_games(seed),
    )
    assert died.total() == lives
